/** One page of a short list: what it is narrowed to, how it is sorted, which part is wanted (P-20). Long ones go by page.ts. */
import { type RawBuilder, sql } from 'kysely';
import type { PageQuery } from '#contract/paging.ts';
import type { Condition } from './criteria.ts';
import { orderBy, readSort } from './sorting.ts';

export interface Listing {
  conditions: Condition[];
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
}

/**
 * @param sortable field → column.
 * @throws Refusal when a field or direction is unknown.
 */
export function listing(
  page: PageQuery,
  options: { conditions: Condition[]; sortable: Readonly<Record<string, string>>; objectName: string },
): Listing {
  const keys = readSort(page.sort, Object.keys(options.sortable), options.objectName);
  return {
    conditions: options.conditions,
    order: orderBy(keys.map(({ field, descending }) => ({ by: sql.ref(options.sortable[field] ?? ''), descending }))),
    limit: page.size,
    offset: page.page * page.size,
  };
}
