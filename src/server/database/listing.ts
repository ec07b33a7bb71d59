/** One page of a short list: its criteria, order and range. Long lists use list-page.ts. */
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { PageQuery } from '#contract/definition/paging.ts';
import type { Condition } from './criteria.ts';
import { orderBy, readSort, type SortColumns, sortKeys } from './sorting.ts';

export interface Listing {
  conditions: Condition[];
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
}

/**
 * @param options.sorts the fields the list can be sorted by.
 * @throws Refusal when a field or direction is unknown.
 */
export function listing(
  page: PageQuery,
  options: { conditions: Condition[]; sorts: readonly string[]; columns: SortColumns; objectName: string },
): Listing {
  return {
    conditions: options.conditions,
    order: orderBy(sortKeys(readSort(page.sort, options.sorts, options.objectName), options.columns)),
    limit: page.size,
    offset: page.page * page.size,
  };
}

/** The listed rows of a narrowed query, and how many it has in all. */
export async function loadListing<DB, Table extends keyof DB>(
  query: SelectQueryBuilder<DB, Table, Record<never, never>>,
  { order, limit, offset }: Listing,
) {
  const count = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  const rows = await query.selectAll().orderBy(order).limit(limit).offset(offset).execute();
  return { rows, total: Number(count.total) };
}
