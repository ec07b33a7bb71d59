/** SQL of the counters: list totals without counting rows. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { CounterTable } from '#ports/database/tables.ts';
import { all, type Condition } from './criteria.ts';
import { oneOf } from './scope-conditions.ts';

export type CounterKind = CounterTable['kind'];

/** Columns of a counter, as conditions name them. */
export const COUNTER_COLUMNS = {
  hst: 'cell.hst',
  legalEntity: 'cell.legal_entity',
  brand: 'cell.brand',
  type: 'cell.type',
  status: 'cell.status',
} as const;

export interface CounterTotals {
  /** Rows that meet the conditions. */
  total: number;
  /** Rows of those dealers; all rows without dealers. */
  range: number;
  /** Rows that meet the second set of conditions. */
  aside: number;
}

/** The cells and the deltas not yet folded into them, as `cell`. */
function cellsOf(kind: CounterKind, scope: { hsts: readonly string[] | null; byDealer: boolean }) {
  const { hsts, byDealer } = scope;
  const dealers = hsts === null ? sql`true` : oneOf('hst', hsts);
  const columns = byDealer || hsts !== null ? sql`hst, ` : sql``;
  const cells = byDealer || hsts !== null ? sql`counter` : sql`counter_entity`;
  return sql`(
      select ${columns} legal_entity, brand, type, status, n from ${cells} where kind = ${kind} and ${dealers}
      union all
      select ${columns} legal_entity, brand, type, status, d from counter_delta where kind = ${kind} and ${dealers}
    ) as cell`;
}

/**
 * Counts by the cells and the changes not yet folded into them: one statement, so one snapshot.
 * @param scope.hsts null: every dealer; then no condition may name the dealer unless `byDealer`.
 */
export async function countCells(
  db: Db,
  kind: CounterKind,
  scope: { hsts: readonly string[] | null; byDealer: boolean; conditions: Condition[]; aside?: Condition[] },
): Promise<CounterTotals> {
  const count = (conditions: Condition[] | undefined): RawBuilder<number> =>
    sql`coalesce(sum(cell.n) filter (where ${conditions === undefined ? sql`false` : all(conditions)}), 0)::bigint`;
  const result = await sql<CounterTotals>`
    select ${count(scope.conditions)} as total, coalesce(sum(cell.n), 0)::bigint as range, ${count(scope.aside)} as aside
    from ${cellsOf(kind, scope)}`.execute(db);
  const [row] = result.rows;
  if (row === undefined) throw new Error('A sum has one row');
  return row;
}

/**
 * SQL for the sum of each status: `status` and `n`.
 * @param scope as for `countCells`.
 */
export function cellsByStatus(
  kind: CounterKind,
  scope: { hsts: readonly string[] | null; byDealer: boolean; conditions: Condition[] },
): RawBuilder<unknown> {
  return sql`select cell.status as status, sum(cell.n)::bigint as n from ${cellsOf(kind, scope)}
    where ${all(scope.conditions)} group by cell.status`;
}

/** Approximate number of rows of a kind, for choosing a path, not for display; sums the cells if the table was not yet analysed. */
export async function estimateRows(db: Db, kind: CounterKind): Promise<number> {
  const result = await sql<{ n: number | string | null }>`
    select case when reltuples > 0 then reltuples
      else (select sum(n) from counter_entity where kind = ${kind}) end as n
    from pg_class where oid = ${kind}::regclass`.execute(db);
  return Number(result.rows[0]?.n ?? 0);
}

/** Rows of a source, counted up to `limit`. */
export async function countUpTo(db: Db, rows: RawBuilder<unknown>, limit: number): Promise<number> {
  const result = await sql<{
    n: number;
  }>`select count(*) as n from (select from ${rows} limit ${limit}) as counted`.execute(db);
  return Number(result.rows[0]?.n ?? 0);
}

/** An arbitrary constant: one fold at a time across all nodes. */
const FOLD_LOCK = 7_246_002;

/**
 * Folds the changes appended by writers into the cells; nothing is counted twice or lost, even when interrupted.
 * @returns the number of rows folded; also 0 when another node is folding.
 */
export async function foldCounters(tx: Tx): Promise<number> {
  const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${FOLD_LOCK}) as mine`.execute(tx);
  if (lock.rows[0]?.mine !== true) return 0;
  const folded = await sql<{ n: number }>`
    with gone as (delete from counter_delta returning *),
      dealers as (
        insert into counter (kind, hst, legal_entity, brand, type, status, n)
        select kind, hst, legal_entity, brand, type, status, sum(d) from gone
        group by 1, 2, 3, 4, 5, 6 having sum(d) <> 0 order by 1, 2, 3, 4, 5, 6
        on conflict (kind, hst, legal_entity, brand, type, status) do update set n = counter.n + excluded.n),
      entities as (
        insert into counter_entity (kind, legal_entity, brand, type, status, n)
        select kind, legal_entity, brand, type, status, sum(d) from gone
        group by 1, 2, 3, 4, 5 having sum(d) <> 0 order by 1, 2, 3, 4, 5
        on conflict (kind, legal_entity, brand, type, status) do update set n = counter_entity.n + excluded.n)
    select count(*) as n from gone`.execute(tx);
  return Number(folded.rows[0]?.n ?? 0);
}

export async function hasDeltas(db: Db): Promise<boolean> {
  const result = await sql<{ any: boolean }>`select exists (select 1 from counter_delta) as any`.execute(db);
  return result.rows[0]?.any === true;
}

/** A cell that differs from its rows. */
export type CounterDifference = Pick<CounterTable, 'kind' | 'hst' | 'legal_entity' | 'brand' | 'type' | 'status'> & {
  /** Rows missing from the counters; negative for an excess. */
  d: number;
};

/**
 * Compares the counters with the rows in one snapshot and appends the differences as deltas: correct even with
 * concurrent writers, because differences add up in any order.
 */
export async function repairCounters(tx: Tx): Promise<CounterDifference[]> {
  const repaired = await sql<CounterDifference>`
    insert into counter_delta (kind, hst, legal_entity, brand, type, status, d)
    select kind, hst, legal_entity, brand, type, status, sum(n) from (
      select kind, hst, legal_entity, brand, type, status, n from counter_actual
      union all select kind, hst, legal_entity, brand, type, status, -n from counter
      union all select kind, hst, legal_entity, brand, type, status, -d from counter_delta
    ) as compared
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    returning *`.execute(tx);
  // The sums by legal entity repeat the cells by dealer: recompute them while no fold can interfere.
  await sql`select pg_advisory_xact_lock(${FOLD_LOCK})`.execute(tx);
  await sql`
    with wanted as (
      select kind, legal_entity, brand, type, status, sum(n)::bigint as n from counter group by 1, 2, 3, 4, 5)
    insert into counter_entity (kind, legal_entity, brand, type, status, n)
    select kind, legal_entity, brand, type, status, coalesce(wanted.n, 0)
    from wanted full join counter_entity as known using (kind, legal_entity, brand, type, status)
    where coalesce(wanted.n, 0) <> coalesce(known.n, 0)
    on conflict (kind, legal_entity, brand, type, status) do update set n = excluded.n`.execute(tx);
  return repaired.rows;
}

/** Claims the daily comparison for this node. @returns false when it was already done since `before`. */
export async function claimCheck(tx: Tx, at: Date, before: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('counter_check')
    .values({ checked_date: at })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({ checked_date: at }).where('counter_check.checked_date', '<', before),
    )
    .returning('only_row')
    .executeTakeFirst();
  return claimed !== undefined;
}
