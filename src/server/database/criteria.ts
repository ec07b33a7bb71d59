/** Translates criteria into SQL conditions; the subject that owns a table names its columns. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CriteriaFields, Criterion, CriterionValue } from '#contract/definition/criteria.ts';
import type { RomeDay } from '#domain/rome-time.ts';
import { type ColumnOf, columnOf } from '#ports/database/columns.ts';
import type { Db } from '#ports/database/database.ts';

export type Condition = RawBuilder<SqlBool>;

/**
 * Any of these ids, as a single parameter: thousands of them are neither written into the statement nor planned
 * individually. Passed as the text of the array, which the drivers would build element by element.
 */
export const anyOf = (ids: readonly number[]): RawBuilder<number> =>
  sql<number>`any(${`{${ids.join(',')}}`}::bigint[])`;

/** @param count of one row of the table: the counts by id. */
export async function countEach(
  db: Db,
  table: 'dossier' | 'folder',
  ids: readonly number[],
  count: RawBuilder<number>,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom(table)
    .select(['id', count.as('n')])
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, Number(row.n)]));
}

/** How a field is queried: a column, an expression, or a function that builds the condition. */
export type CriterionColumn = string | RawBuilder<unknown> | ((criterion: Criterion) => Condition);
export type CriterionColumns = Readonly<Record<string, CriterionColumn>>;

/** The columns of a list's fields, each with the field's name in snake case; the search text has none. */
export function columnsFor<Table extends string, Fields extends CriteriaFields>(table: Table, fields: Fields) {
  const columns = Object.keys(fields).map((field) => [field, `${table}.${columnOf(field)}`]);
  return Object.fromEntries(columns.filter(([field]) => field !== 'genericFilter')) as {
    readonly [F in Exclude<keyof Fields & string, 'genericFilter'>]: `${Table}.${ColumnOf<F>}`;
  };
}

/** Shorter texts have no trigram, so no index helps. */
const MIN_INDEXED_LENGTH = 3;
/** With more alternatives, each is compared individually. */
const MAX_ALTERNATIVES = 10;

/** A pattern that finds `text` anywhere in a value in `search_form`; wildcards in the text are taken literally. */
function containsPattern(text: string): RawBuilder<string> {
  return sql`search_form(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`;
}

/** `text` occurs in a column, ignoring the case and accents of both. */
export function contains(column: RawBuilder<unknown>, text: string): Condition {
  return sql<SqlBool>`search_form(${column}) like ${containsPattern(text.trim())}`;
}

/** Where two words are separated by a single blank: three letters or digits of each. */
const WORD_BOUNDARY = /(?<=([\p{L}\p{N}]{3})) (?=([\p{L}\p{N}]{3}))/gu;
/** A run of digits long enough to be rare. */
const LONG_NUMBER = /\d{6,}/g;

/**
 * The rare parts of a text: its longest number, otherwise its word boundaries. Every other trigram means reading a
 * separate list: nine proposals in ten start alike.
 */
function rarestParts(text: string): string[] {
  const [longest] = (text.match(LONG_NUMBER) ?? []).sort((a, b) => b.length - a.length);
  if (longest !== undefined) return [longest];
  return [...text.matchAll(WORD_BOUNDARY)].map(([, before, after]) => `${before} ${after}`);
}

/**
 * The same for a column already stored in that form, so that its trigram index is used, only for the rare parts; the
 * column itself decides.
 */
export function containsNormalised(column: string, text: string): Condition {
  const needle = text.trim().normalize('NFC');
  const rarest = rarestParts(needle).filter((part) => part !== needle);
  if (rarest.length === 0) return sql<SqlBool>`${sql.ref(column)} like ${containsPattern(needle)}`;
  const partConditions = rarest.map((part) => sql<SqlBool>`${sql.ref(column)} like ${containsPattern(part)}`);
  return all([...partConditions, sql<SqlBool>`strpos(${sql.ref(column)}, search_form(${needle})) > 0`]);
}

/**
 * A text column whose form is part of another, indexed column: the trigrams of that one find the few rows, and the
 * column itself decides.
 */
export function viaSearchColumn(searchColumn: string, column: string): (criterion: Criterion) => Condition {
  return (criterion) => {
    const exact = columnCondition(column, criterion);
    const texts = criterion.values.map((value) => String(value));
    const canUseIndex =
      ['equals', 'in', 'contains'].includes(criterion.operator) &&
      texts.length > 0 &&
      texts.length <= MAX_ALTERNATIVES &&
      texts.every((text) => [...text.trim()].length >= MIN_INDEXED_LENGTH);
    if (!canUseIndex) return exact;
    const needles = criterion.operator === 'contains' ? texts.map((text) => text.trim()) : texts;
    const hints = needles.map((text) => sql`${sql.ref(searchColumn)} like ${containsPattern(text)}`);
    return sql<SqlBool>`(${exact} and (${sql.join(hints, sql` or `)}))`;
  };
}

const COMPARISONS = {
  greaterThan: sql`>`,
  greaterThanOrEqual: sql`>=`,
  lessThan: sql`<`,
  lessThanOrEqual: sql`<=`,
} as const;

export const FALSE_CONDITION = sql<SqlBool>`false`;

/** Negates a condition; null counts as not matching, so its negation matches. */
export const negatedIf = (isNegated: boolean, condition: Condition): Condition =>
  isNegated ? sql<SqlBool>`(${condition}) is not true` : condition;

export function any(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? FALSE_CONDITION : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

const isDay = (value: CriterionValue): value is RomeDay => typeof value === 'object' && 'until' in value;

const withinDay = (column: RawBuilder<unknown>, { from, until }: RomeDay): Condition =>
  sql<SqlBool>`(${column} >= ${from} and ${column} < ${until})`;

function columnCondition(name: string | RawBuilder<unknown>, criterion: Criterion): Condition {
  const column = typeof name === 'string' ? sql.ref(name) : name;
  const { operator, kind } = criterion;
  // Integers are compared as bigint, so that a huge one is merely not found instead of causing an overflow.
  const values = criterion.values.map((value) => (kind === 'number' ? sql`${value}::bigint` : sql`${value}`));
  const [first] = values;
  if (values.length === 0) return FALSE_CONDITION;
  if (kind === 'set') {
    const texts = sql.join(values.map((value) => sql`${value}::text`));
    return negatedIf(operator === 'notEquals', sql<SqlBool>`${column} && array[${texts}]`);
  }
  if (criterion.values.some(isDay)) {
    const conditions = criterion.values.map((value) =>
      isDay(value) ? withinDay(column, value) : sql<SqlBool>`${column} = ${value}`,
    );
    return negatedIf(operator === 'notEquals', any(conditions));
  }
  switch (operator) {
    case 'equals':
      return sql<SqlBool>`${column} = ${first}`;
    case 'notEquals':
      return sql<SqlBool>`${column} is distinct from ${first}`;
    case 'in':
      return sql<SqlBool>`${column} in (${sql.join(values)})`;
    case 'contains':
      return contains(column, String(criterion.values[0]));
    default:
      return sql<SqlBool>`${column} ${COMPARISONS[operator]} ${first}`;
  }
}

/** @throws if a field has no column: contract and queries no longer match. */
export function conditionsOf(criteria: readonly Criterion[], columns: CriterionColumns): Condition[] {
  return criteria.map((criterion) => {
    const column = Object.hasOwn(columns, criterion.field) ? columns[criterion.field] : undefined;
    if (column === undefined) throw new Error(`No column for the criterion ${criterion.field}`);
    return typeof column === 'function' ? column(criterion) : columnCondition(column, criterion);
  });
}

/** Conjunction; empty is true. */
export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
