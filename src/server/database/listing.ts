/** One page of a list: what it is narrowed to, how it is sorted, which part is wanted (P-20). */
import { type RawBuilder, sql } from 'kysely';
import type { PageQuery } from '#contract/paging.ts';
import { Refusal } from '#domain/errors.ts';
import type { Condition } from './criteria.ts';

export interface Listing {
  conditions: Condition[];
  order: RawBuilder<unknown>;
  limit: number;
  offset: number;
}

/**
 * @param sortable field → column; the id ends every order, in the direction of the first key (database.md §9).
 * @throws Refusal when a field or direction is unknown.
 */
export function listing(
  page: PageQuery,
  options: { conditions: Condition[]; sortable: Readonly<Record<string, string>>; objectName: string },
): Listing {
  const refuse = (code: 'oneOf' | 'type') =>
    new Refusal('request.invalid', { fieldErrors: [{ objectName: options.objectName, field: 'sort', code }] });
  const keys = page.sort.map((text) => {
    const [field = '', direction = 'asc', ...rest] = text.split(',');
    const column = Object.hasOwn(options.sortable, field) ? options.sortable[field] : undefined;
    if (column === undefined) throw refuse('oneOf');
    if (rest.length > 0 || !/^(asc|desc)$/i.test(direction)) throw refuse('type');
    return { field, column, descending: /^desc$/i.test(direction) };
  });
  if (keys.length > 5) throw refuse('type');
  const idColumn = options.sortable.id;
  if (idColumn !== undefined && !keys.some((key) => key.field === 'id')) {
    keys.push({ field: 'id', column: idColumn, descending: keys[0]?.descending ?? true });
  }
  return {
    conditions: options.conditions,
    order: sql.join(
      keys.map((key) => sql`${sql.ref(key.column)} ${key.descending ? sql`desc` : sql`asc`}`),
      sql`, `,
    ),
    limit: page.size,
    offset: page.page * page.size,
  };
}
