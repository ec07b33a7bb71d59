/** Builds a list's order: keys from `sort=field,order`, followed by the id in the same direction. */
import { type RawBuilder, sql } from 'kysely';
import {
  type CriteriaFields,
  type CriterionKind,
  isSortable,
  relatedMembers,
  type SortableField,
} from '#contract/definition/criteria.ts';
import { invalidCode } from '#contract/definition/refusals.ts';
import { Refusal } from '#domain/errors.ts';

/** The sort expression of a field. */
export interface SortColumn {
  by: RawBuilder<unknown>;
  /** Joins the row that has it, by primary key; absent for a list's own rows. */
  join?: RawBuilder<unknown>;
  /** An index over all rows has this order. */
  indexed?: true;
  /** An index that starts with the dealer has this order. */
  indexedByDealer?: true;
}
export type SortColumns = Readonly<Record<string, SortColumn>>;

export interface SortKey extends SortColumn {
  field: string;
  descending: boolean;
}

const MAX_KEYS = 5;

type Column = string | RawBuilder<unknown>;
const expressionOf = (column: Column): RawBuilder<unknown> => (typeof column === 'string' ? sql.ref(column) : column);

/** Texts are sorted as they are searched: ignoring case and accents, the same on every installation. */
const asText = (column: Column): SortColumn => ({ by: sql`search_form(${expressionOf(column)}) collate "C"` });
/** Codes are sorted by code point, regardless of the installation's collation; lists of codes by the first element, then the next. */
export const asCode = (column: Column): SortColumn => ({ by: sql`${expressionOf(column)} collate "C"` });
export const asIs = (column: Column): SortColumn => ({ by: expressionOf(column) });
export const indexed = (column: string): SortColumn => ({ by: sql.ref(column), indexed: true });
/** Covered both by an index over all rows and by one that starts with the dealer. */
export const indexedTwice = (column: string): SortColumn => ({ ...indexed(column), indexedByDealer: true });

const SORT_OF_KIND: Partial<Record<CriterionKind, (column: Column) => SortColumn>> = { text: asText, code: asCode };

/**
 * A list's own sort fields, each with the column of its criterion. Fields without an index sort all rows of the scope
 * (decision 0010).
 * @param additional fields that sort differently or have no criterion: mainly indexed columns.
 */
export function sortColumns<C extends CriteriaFields>(
  fields: C,
  columns: Readonly<Record<SortableField<C>, Column>>,
  additional: SortColumns = {},
): SortColumns {
  const own = Object.entries<Column>(columns).flatMap(([field, column]) => {
    const kind = Object.hasOwn(fields, field) ? fields[field] : undefined;
    return kind === undefined || !isSortable(kind) ? [] : [[field, (SORT_OF_KIND[kind] ?? asIs)(column)]];
  });
  return { ...Object.fromEntries(own), ...additional };
}

/** The same for parent rows of another list: no index of that list has their order. */
export const joinedBy = (join: RawBuilder<unknown>, columns: SortColumns): SortColumns =>
  Object.fromEntries(Object.entries(columns).map(([field, { by }]) => [field, { by, join }]));

/** A list's own columns, plus the parent rows' columns under the names used in criteria. */
export const withParents = (own: SortColumns, prefix: string, parentColumns: SortColumns): SortColumns => ({
  ...relatedMembers(own, prefix, parentColumns),
  ...own,
});

/**
 * @param names aliases: a longer name is sorted as the field it denotes.
 * @throws Refusal when a field or direction is unknown.
 */
export function readSort(
  sort: readonly string[],
  fields: readonly string[],
  objectName: string,
  names: Readonly<Record<string, string>> = {},
): Omit<SortKey, 'by'>[] {
  const refuse = (code: 'oneOf' | 'type') =>
    new Refusal(invalidCode(objectName), { fieldErrors: [{ objectName, field: 'sort', code }] });
  const keys = sort.map((text) => {
    const [field = '', direction = 'asc', ...rest] = text.split(',');
    if (!fields.includes(field)) throw refuse('oneOf');
    if (rest.length > 0 || !/^(asc|desc)$/i.test(direction)) throw refuse('type');
    return { field: names[field] ?? field, descending: /^desc$/i.test(direction) };
  });
  if (keys.length > MAX_KEYS) throw refuse('type');
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

/** The joins needed for sorting, each once. */
export function joinsOf(keys: readonly SortKey[]): RawBuilder<unknown> {
  const joins = new Set(keys.flatMap(({ join }) => join ?? []));
  return joins.size === 0 ? sql`` : sql.join([...joins], sql` `);
}

/** @param reversed from the other end: nulls move too, so that it is the exact reverse. */
export function orderBy(keys: readonly { by: RawBuilder<unknown>; descending: boolean }[], reversed = false) {
  return sql.join(
    keys.map(({ by, descending }) => sql`${by} ${descending !== reversed ? sql`desc` : sql`asc`}`),
    sql`, `,
  );
}
