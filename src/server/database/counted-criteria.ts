/** Divides a list's criteria into those that the counters cover and those that they do not. */
import { type SqlBool, sql } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import type { Visibility } from '#domain/access.ts';
import type { Db } from '#ports/database/database.ts';
import { type Condition, type CriterionColumns, conditionsOf } from './criteria.ts';
import { findPage, type ListSource, type LongList, type Page } from './list-page.ts';
import { COUNTER_COLUMNS } from './queries.ts';
import { pairCondition } from './scope-conditions.ts';

/** Maps a list's field to the counter's column. */
export type CounterFields = Readonly<Record<string, keyof typeof COUNTER_COLUMNS>>;

export interface Narrowing {
  /** The remaining dealers: those of the actor that match the criteria; null: every dealer. */
  readonly hsts: readonly string[] | null;
  /** Logins that must all have created the rows: the actor's own, and one from the criteria. */
  readonly creators: readonly string[];
  /** Brand and type of the visible rows; null: all. */
  readonly pairs: Visibility['pairs'] | null;
  /** Criteria that identify the rows, or their parents: few rows, found immediately by an index. */
  readonly keyed: readonly Criterion[];
  /** Criteria covered by the counters, except dealers. */
  readonly counted: readonly Criterion[];
  /** All other criteria. */
  readonly uncounted: readonly Criterion[];
  /** Whether one of them searches for a code. */
  readonly searchesCode: boolean;
}

const isDealerCriterion = ({ field, operator }: Criterion): boolean =>
  field === 'hst' && (operator === 'equals' || operator === 'in');

const isCreatorCriterion = ({ field, operator }: Criterion): boolean => field === 'createdBy' && operator === 'equals';

const namesOnly = ({ operator }: Criterion): boolean => operator === 'equals' || operator === 'in';

const mayMatchCode = ({ kind, operator, values }: Criterion): boolean =>
  (kind === 'search' || kind === 'text') &&
  ['contains', 'equals', 'in'].includes(operator) &&
  values.some((value) => /\d/.test(String(value)));

/** @param options.keys fields with which an index of the list's table begins. */
export function narrow(
  visibility: Visibility | null,
  criteria: readonly Criterion[],
  fields: CounterFields,
  options: { pairs: boolean; keys: readonly string[] },
): Narrowing {
  let hsts: readonly string[] | null = visibility === null ? null : [...new Set(visibility.hsts)];
  for (const { values } of criteria.filter(isDealerCriterion)) {
    const requestedHsts = [...new Set(values.map(String))];
    hsts = hsts === null ? requestedHsts : hsts.filter((hst) => requestedHsts.includes(hst));
  }
  const creators = criteria.filter(isCreatorCriterion).map(({ values }) => String(values[0]));
  if (visibility !== null && visibility.createdBy !== null) creators.push(visibility.createdBy);
  const isKeyed = (criterion: Criterion): boolean => options.keys.includes(criterion.field) && namesOnly(criterion);
  const remaining = criteria.filter((criterion) => !isDealerCriterion(criterion) && !isCreatorCriterion(criterion));
  return {
    hsts,
    creators,
    pairs: visibility === null || !options.pairs ? null : visibility.pairs,
    keyed: remaining.filter(isKeyed),
    counted: remaining.filter(({ field }) => Object.hasOwn(fields, field)),
    uncounted: remaining.filter((criterion) => !Object.hasOwn(fields, criterion.field) && !isKeyed(criterion)),
    searchesCode: remaining.some(mayMatchCode),
  };
}

/** The query on the counters: the criteria they cover, and the scope by brand and type. */
export function counterQuery(narrowing: Narrowing, fields: CounterFields): Pick<LongList, 'hsts' | 'counters'> {
  const columns: CriterionColumns = Object.fromEntries(
    Object.entries(fields).map(([field, column]) => [field, COUNTER_COLUMNS[column]]),
  );
  const conditions = [
    ...conditionsOf(narrowing.counted, columns),
    ...scopePairs(narrowing, COUNTER_COLUMNS.brand, COUNTER_COLUMNS.type),
  ];
  const byDealer = narrowing.counted.some(({ field }) => fields[field] === 'hst');
  return { hsts: narrowing.hsts, counters: { byDealer, conditions } };
}

/** A page of a list with every criterion and counter on its own table. */
export function findOwnPage(
  db: Db,
  list: Pick<LongList, 'kind' | 'page' | 'limits'> & { source: ListSource },
  narrowing: Narrowing,
  fields: CounterFields,
): Promise<Page> {
  const { source, ...rest } = list;
  const { searchesCode } = narrowing;
  const own = { walked: source, scope: source, matchQuery: null, searchesCode };
  return findPage(db, { ...rest, ...own, ...counterQuery(narrowing, fields) });
}

export function scopePairs({ pairs }: Narrowing, brandColumn: string, typeColumn: string): Condition[] {
  return pairs === null ? [] : [pairCondition(pairs, brandColumn, typeColumn)];
}

export const byCreator = ({ creators }: Narrowing, column: string): Condition[] =>
  creators.map((login) => sql<SqlBool>`${sql.ref(column)} = ${login}`);

/** Renames criteria to equivalent fields: a value that customer, folder and document share is read from the nearest table. */
export function renameFields(criteria: readonly Criterion[], names: Readonly<Record<string, string>>): Criterion[] {
  return criteria.map((criterion) => ({ ...criterion, field: names[criterion.field] ?? criterion.field }));
}
