/** Divides a list's criteria into those that the counters cover and those that they do not. */
import { type SqlBool, sql } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import type { Visibility } from '#domain/access.ts';
import { type Condition, type CriterionColumns, conditionsOf } from './criteria.ts';
import type { LongList } from './page.ts';
import { COUNTER_COLUMNS } from './queries.ts';
import { pairCondition } from './scope.ts';

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
  readonly beyond: readonly Criterion[];
  /** Whether one of them searches for a code. */
  readonly byCode: boolean;
}

const namesDealers = ({ field, operator }: Criterion): boolean =>
  field === 'hst' && (operator === 'equals' || operator === 'in');

const namesCreator = ({ field, operator }: Criterion): boolean => field === 'createdBy' && operator === 'equals';

const namesOnly = ({ operator }: Criterion): boolean => operator === 'equals' || operator === 'in';

const looksForCode = ({ kind, operator, values }: Criterion): boolean =>
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
  for (const { values } of criteria.filter(namesDealers)) {
    const asked = [...new Set(values.map(String))];
    hsts = hsts === null ? asked : hsts.filter((hst) => asked.includes(hst));
  }
  const creators = criteria.filter(namesCreator).map(({ values }) => String(values[0]));
  if (visibility !== null && visibility.createdBy !== null) creators.push(visibility.createdBy);
  const isKeyed = (criterion: Criterion): boolean => options.keys.includes(criterion.field) && namesOnly(criterion);
  const rest = criteria.filter((criterion) => !namesDealers(criterion) && !namesCreator(criterion));
  return {
    hsts,
    creators,
    pairs: visibility === null || !options.pairs ? null : visibility.pairs,
    keyed: rest.filter(isKeyed),
    counted: rest.filter(({ field }) => Object.hasOwn(fields, field)),
    beyond: rest.filter((criterion) => !Object.hasOwn(fields, criterion.field) && !isKeyed(criterion)),
    byCode: rest.some(looksForCode),
  };
}

/** The query on the counters: the criteria they cover, and the scope by brand and type. */
export function onCounters(narrowing: Narrowing, fields: CounterFields): Pick<LongList, 'hsts' | 'counters'> {
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

export function scopePairs({ pairs }: Narrowing, brandColumn: string, typeColumn: string): Condition[] {
  return pairs === null ? [] : [pairCondition(pairs, brandColumn, typeColumn)];
}

export const createdBy = ({ creators }: Narrowing, column: string): Condition[] =>
  creators.map((login) => sql<SqlBool>`${sql.ref(column)} = ${login}`);

/** Renames criteria to equivalent fields: a value that customer, folder and document share is read from the nearest table. */
export function renamed(criteria: readonly Criterion[], names: Readonly<Record<string, string>>): Criterion[] {
  return criteria.map((criterion) => ({ ...criterion, field: names[criterion.field] ?? criterion.field }));
}
