/** The order of a list: its keys from `sort=field,order`, the id last and in the same direction (database.md §9). */
import { type RawBuilder, sql } from 'kysely';
import { invalidCode } from '#contract/refusals.ts';
import { Refusal } from '#domain/errors.ts';

/** What a field is sorted by. */
export interface SortColumn {
  by: RawBuilder<unknown>;
  /** An index over all rows has this order. */
  indexed?: true;
  /** An index that begins with the dealer has this order. */
  indexedByDealer?: true;
}
export type SortColumns = Readonly<Record<string, SortColumn>>;

export interface SortKey extends SortColumn {
  field: string;
  descending: boolean;
}

const MOST_KEYS = 5;

/** Texts are sorted as they are searched: without case and accents, the same on every installation. */
export const asText = (column: string): SortColumn => ({ by: sql`search_form(${sql.ref(column)}) collate "C"` });
export const asIs = (column: string): SortColumn => ({ by: sql.ref(column) });
export const indexed = (column: string): SortColumn => ({ by: sql.ref(column), indexed: true });
/** By an index over all rows and by one that begins with the dealer. */
export const indexedTwice = (column: string): SortColumn => ({ ...indexed(column), indexedByDealer: true });

/** @throws Refusal when a field or direction is unknown. */
export function readSort(
  sort: readonly string[],
  fields: readonly string[],
  objectName: string,
): Omit<SortKey, 'by'>[] {
  const refuse = (code: 'oneOf' | 'type') =>
    new Refusal(invalidCode(objectName), { fieldErrors: [{ objectName, field: 'sort', code }] });
  const keys = sort.map((text) => {
    const [field = '', direction = 'asc', ...rest] = text.split(',');
    if (!fields.includes(field)) throw refuse('oneOf');
    if (rest.length > 0 || !/^(asc|desc)$/i.test(direction)) throw refuse('type');
    return { field, descending: /^desc$/i.test(direction) };
  });
  if (keys.length > MOST_KEYS) throw refuse('type');
  if (fields.includes('id') && !keys.some((key) => key.field === 'id')) {
    keys.push({ field: 'id', descending: keys[0]?.descending ?? true });
  }
  return keys;
}

export function sortKeys(keys: readonly Omit<SortKey, 'by'>[], columns: SortColumns): SortKey[] {
  return keys.map(({ field, descending }) => {
    const column = columns[field];
    if (column === undefined) throw new Error(`No column to sort ${field} by`);
    return { ...column, field, descending };
  });
}

/** @param reversed from the other end: nulls move along, so that it is the exact opposite. */
export function orderBy(keys: readonly { by: RawBuilder<unknown>; descending: boolean }[], reversed = false) {
  return sql.join(
    keys.map(({ by, descending }) => sql`${by} ${descending !== reversed ? sql`desc` : sql`asc`}`),
    sql`, `,
  );
}
