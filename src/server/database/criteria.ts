/** Criteria as conditions in SQL; columns are named by the subject that owns the table. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Criterion, CriterionValue } from '#contract/definition/criteria.ts';
import type { RomeDay } from '#domain/rome-time.ts';

export type Condition = RawBuilder<SqlBool>;

/**
 * Any of these ids, as one parameter: thousands of them are neither written into the statement nor planned one by one. As
 * the text of the array, which the drivers would write element by element.
 */
export const anyOf = (ids: readonly number[]): RawBuilder<number> =>
  sql<number>`any(${`{${ids.join(',')}}`}::bigint[])`;

/** Where a field is found: a column, a value that is made of others, or a condition of its own making. */
export type CriterionColumn = string | RawBuilder<unknown> | ((criterion: Criterion) => Condition);
export type CriterionColumns = Readonly<Record<string, CriterionColumn>>;

/** Shorter texts have no trigram: no index helps. */
const SHORTEST_INDEXED = 3;
/** More alternatives than this are compared one by one. */
const MOST_ALTERNATIVES = 10;

/** A pattern that finds `text` anywhere in what is in the form of `search_form`; its own wildcards are taken literally. */
function anywhere(text: string): RawBuilder<string> {
  return sql`search_form(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`;
}

/** `text` occurs in a column of any form, whatever the case and accents of either. */
export function contains(column: RawBuilder<unknown>, text: string): Condition {
  return sql<SqlBool>`search_form(${column}) like ${anywhere(text.trim())}`;
}

/** Where two words meet, by a single blank: three letters or digits of each. */
const MEETING = /(?<=([\p{L}\p{N}]{3})) (?=([\p{L}\p{N}]{3}))/gu;
/** As many in a row as few rows have. */
const NUMBER = /\d{6,}/g;

/**
 * What is rare in a text: its longest number, else the meetings of its words. Every other trigram is a list of its own to
 * be read: nine proposals of ten begin alike.
 */
function rarestOf(text: string): string[] {
  const [longest] = (text.match(NUMBER) ?? []).sort((a, b) => b.length - a.length);
  if (longest !== undefined) return [longest];
  return [...text.matchAll(MEETING)].map(([, before, after]) => `${before} ${after}`);
}

/**
 * The same for a column that is stored in that form already, so that its trigrams are used: those of what is rare alone;
 * the column decides.
 */
export function containsForm(column: string, text: string): Condition {
  const wanted = text.trim().normalize('NFC');
  const rarest = rarestOf(wanted).filter((part) => part !== wanted);
  if (rarest.length === 0) return sql<SqlBool>`${sql.ref(column)} like ${anywhere(wanted)}`;
  const found = rarest.map((part) => sql<SqlBool>`${sql.ref(column)} like ${anywhere(part)}`);
  return all([...found, sql<SqlBool>`strpos(${sql.ref(column)}, search_form(${wanted})) > 0`]);
}

/**
 * A text column whose form is part of another, indexed one: the trigrams of that one find the few rows, the column itself
 * decides.
 */
export function partOf(form: string, column: string): (criterion: Criterion) => Condition {
  return (criterion) => {
    const exact = onColumn(column, criterion);
    const texts = criterion.values.map((value) => String(value));
    const hinted =
      ['equals', 'in', 'contains'].includes(criterion.operator) &&
      texts.length > 0 &&
      texts.length <= MOST_ALTERNATIVES &&
      texts.every((text) => [...text.trim()].length >= SHORTEST_INDEXED);
    if (!hinted) return exact;
    const wanted = criterion.operator === 'contains' ? texts.map((text) => text.trim()) : texts;
    const found = wanted.map((text) => sql`${sql.ref(form)} like ${anywhere(text)}`);
    return sql<SqlBool>`(${exact} and (${sql.join(found, sql` or `)}))`;
  };
}

const COMPARISONS = {
  greaterThan: sql`>`,
  greaterThanOrEqual: sql`>=`,
  lessThan: sql`<`,
  lessThanOrEqual: sql`<=`,
} as const;

export const NOTHING = sql<SqlBool>`false`;

/** What is unknown is equal to nothing. */
export const unless = (isNegated: boolean, condition: Condition): Condition =>
  isNegated ? sql<SqlBool>`(${condition}) is not true` : condition;

export function any(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? NOTHING : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

const isDay = (value: CriterionValue): value is RomeDay => typeof value === 'object' && 'until' in value;

const within = (column: RawBuilder<unknown>, { from, until }: RomeDay): Condition =>
  sql<SqlBool>`(${column} >= ${from} and ${column} < ${until})`;

function onColumn(name: string | RawBuilder<unknown>, criterion: Criterion): Condition {
  const column = typeof name === 'string' ? sql.ref(name) : name;
  const { operator, kind } = criterion;
  // Whole numbers are compared as bigint, so that a huge one is only not found and never an overflow.
  const values = criterion.values.map((value) => (kind === 'number' ? sql`${value}::bigint` : sql`${value}`));
  const [first] = values;
  if (values.length === 0) return NOTHING;
  if (kind === 'set') {
    const texts = sql.join(values.map((value) => sql`${value}::text`));
    return unless(operator === 'notEquals', sql<SqlBool>`${column} && array[${texts}]`);
  }
  if (criterion.values.some(isDay)) {
    const each = criterion.values.map((value) =>
      isDay(value) ? within(column, value) : sql<SqlBool>`${column} = ${value}`,
    );
    return unless(operator === 'notEquals', any(each));
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

/** @throws when a field has no column: the contract and the queries have come apart. */
export function conditionsOf(criteria: readonly Criterion[], columns: CriterionColumns): Condition[] {
  return criteria.map((criterion) => {
    const column = Object.hasOwn(columns, criterion.field) ? columns[criterion.field] : undefined;
    if (column === undefined) throw new Error(`No column for the criterion ${criterion.field}`);
    return typeof column === 'function' ? column(criterion) : onColumn(column, criterion);
  });
}

/** All of them; nothing asked for is true. */
export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
