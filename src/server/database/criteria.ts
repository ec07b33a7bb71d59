/** Criteria as conditions in SQL; columns are named by the subject that owns the table. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Criterion } from '#contract/criteria.ts';

export type Condition = RawBuilder<SqlBool>;

/** Where a field is found: a column, or a condition of its own making. */
export type CriterionColumn = string | ((criterion: Criterion) => Condition);
export type CriterionColumns = Readonly<Record<string, CriterionColumn>>;

/** A pattern that finds `text` anywhere, its own wildcards taken literally; compare with a lower-cased column. */
export function containing(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
}

export function contains(column: RawBuilder<unknown>, text: string): Condition {
  return sql<SqlBool>`lower(${column}) like ${containing(text)} escape '\\'`;
}

const COMPARISONS = {
  greaterThan: sql`>`,
  greaterThanOrEqual: sql`>=`,
  lessThan: sql`<`,
  lessThanOrEqual: sql`<=`,
} as const;

const NOTHING = sql<SqlBool>`false`;

function onColumn(name: string, criterion: Criterion): Condition {
  const column = sql.ref(name);
  const { operator, kind } = criterion;
  // Whole numbers are compared as bigint, so that a huge one is only not found and never an overflow.
  const values = criterion.values.map((value) => (kind === 'number' ? sql`${value}::bigint` : sql`${value}`));
  const [first] = values;
  if (kind === 'set') {
    return values.length === 0
      ? NOTHING
      : sql<SqlBool>`${column} && array[${sql.join(values.map((value) => sql`${value}::text`))}]`;
  }
  switch (operator) {
    case 'equals':
      return sql<SqlBool>`${column} = ${first}`;
    case 'notEquals':
      return sql<SqlBool>`${column} is distinct from ${first}`;
    case 'in':
      return values.length === 0 ? NOTHING : sql<SqlBool>`${column} in (${sql.join(values)})`;
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
    return typeof column === 'string' ? onColumn(column, criterion) : column(criterion);
  });
}
