/**
 * One page of a long list: the ids of its rows and the exact total. The path is chosen by the counters' numbers, never
 * by a guess about the data:
 * - criteria that the counters cover: total from the cells; the page along an index, or from the few rows of a small scope;
 * - other criteria in a small scope, or in a few identified rows: these are read and each is checked;
 * - other criteria elsewhere: the matches of their own indexes are counted and sorted in one statement;
 * - where a cheaper count exists (texts of documents) and there are many matches: the page by walking along the order, within a budget.
 */
import { type RawBuilder, sql } from 'kysely';
import type { PageQuery } from '#contract/definition/paging.ts';
import type { Db } from '#ports/database/database.ts';
import { all, type Condition } from './criteria.ts';
import { type Counted, type CounterKind, countCells, countUpTo, estimateRows } from './queries.ts';
import { oneOf } from './scope.ts';
import { joinsOf, orderBy, type SortKey } from './sorting.ts';

/** Row counts that select the path; other values change the time, never the result. */
export interface PathLimits {
  /** Scopes up to this size are read completely; about 3 µs per row. */
  smallScope: number;
  /** The same when searching for a code: few rows have it, and its trigrams find them immediately. */
  smallScopeOfCodes: number;
  /** Maximum number of dealers whose own orders are merged: each costs the planner a few tenths of a millisecond. */
  merged: number;
  /** Walking pays off if it is expected to visit this many times fewer rows than are found. */
  walking: number;
  /** A walk may visit this many times the expected rows, plus some slack. */
  margin: number;
  slack: number;
}

const LIMITS: PathLimits = {
  smallScope: 10_000,
  smallScopeOfCodes: 1_000,
  merged: 50,
  walking: 2,
  margin: 4,
  slack: 500,
};

export interface Page {
  ids: number[];
  total: number;
}

/** One table, its joins, and the conditions on both. */
export interface Side {
  base: string;
  /** Columns of the base. */
  id: string;
  hst: string;
  /** Joins to tables with the missing columns, each by primary key. */
  joins: RawBuilder<unknown>;
  /** Conditions on the base only, and on joined tables: those covered by the counters, except dealers. */
  onBase: Condition[];
  onJoined: Condition[];
  /** The rows' creator, on the base: not counted, but an index starts with it. */
  creator: Condition[];
  /** Which rows, or which parents, on the base: also not counted, and so few that their number does not matter. */
  keyed: Condition[];
  /** Conditions that the counters do not cover, for rows already read: every subquery is one lookup by primary key. */
  probing: Condition[];
  /** The same, for finding the rows through the searched fields' own indexes. */
  gathering: Condition[];
  keys: SortKey[];
}

/** A cheaper way to count and find than row by row. */
export interface Found {
  tables: RawBuilder<unknown>;
  total: RawBuilder<unknown>;
  ids: RawBuilder<unknown>;
}

export interface LongList {
  kind: CounterKind;
  /** The table whose order is walked. */
  walked: Side;
  /** The table whose indexes find a scope. */
  scope: Side;
  hsts: readonly string[] | null;
  counters: { byDealer: boolean; conditions: Condition[]; aside?: Condition[] };
  found: Found | null;
  /** True if the search text has digits, like plates, VINs and proposal numbers. */
  byCode: boolean;
  page: PageQuery;
  limits?: PathLimits | undefined;
}

interface Span {
  limit: number;
  offset: number;
  reversed: boolean;
}

export async function findPage(db: Db, list: LongList): Promise<Page> {
  const { creator, keyed, gathering } = list.scope;
  if (keyed.length > 0) return pageOfSmall(db, list);
  const counted = await countCells(db, list.kind, { hsts: list.hsts, ...list.counters });
  if (counted.total === 0) return { ids: [], total: 0 };
  return creator.length + gathering.length === 0 ? pageOfCounted(db, list, counted) : pageBeyond(db, list, counted);
}

/** Counts from the other end beyond the middle; undefined if the page is after the last row. */
function spanOf({ page, size }: PageQuery, total: number): Span | undefined {
  const offset = page * size;
  if (offset >= total) return undefined;
  const limit = Math.min(size, total - offset);
  if (offset <= total / 2) return { limit, offset, reversed: false };
  return { limit, offset: total - offset - limit, reversed: true };
}

const inOrder = (span: Span, ids: number[]): number[] => (span.reversed ? ids.reverse() : ids);

const limitsOf = (list: LongList): PathLimits => list.limits ?? LIMITS;
const beside = ({ joins, keys }: Side) => sql`${joins} ${joinsOf(keys)}`;
const table = (side: Side) => sql`${sql.table(side.base)} ${beside(side)}`;
const dealers = (list: LongList, side: Side): Condition[] => (list.hsts === null ? [] : [oneOf(side.hst, list.hsts)]);
const counted = (list: LongList, side: Side): Condition[] => [...dealers(list, side), ...side.onBase, ...side.onJoined];

/** Only the rows of the scope, behind an optimisation fence. */
function scopeOnly(list: LongList): RawBuilder<unknown> {
  const { base, onBase, creator, keyed } = list.scope;
  const conditions = all([...dealers(list, list.scope), ...onBase, ...creator, ...keyed]);
  return sql`(select * from ${sql.table(base)} where ${conditions} offset 0) as ${sql.ref(base)} ${beside(list.scope)}`;
}

async function idsOf(db: Db, statement: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await statement.execute(db)).rows.map((row) => Number(row.id));
}

async function pageOfCounted(db: Db, list: LongList, { total, ...counts }: Counted): Promise<Page> {
  const span = spanOf(list.page, total);
  if (span === undefined) return { ids: [], total };
  const { walked, scope } = list;
  const dealersOf = list.hsts ?? [];
  const perDealer = isWalkedByDealer(list) && dealersOf.length <= Math.max(1, limitsOf(list).merged);
  const part = (side: Side) =>
    sql`order by ${orderBy(side.keys, span.reversed)} limit ${span.limit} offset ${span.offset}`;
  let statement: RawBuilder<{ id: number }>;
  if (perDealer && dealersOf.length > 1) {
    statement = mergedDealers(walked, dealersOf, span);
  } else if (!perDealer && (await gatheringPays(db, list, { total, ...counts }, span))) {
    statement = sql`select ${sql.ref(scope.id)} as id from ${scopeOnly(list)} where ${all(scope.onJoined)} ${part(scope)}`;
  } else {
    statement = sql`select ${sql.ref(walked.id)} as id from ${table(walked)}
      where ${all(counted(list, walked))} ${part(walked)}`;
  }
  return { ids: inOrder(span, await idsOf(db, statement)), total };
}

/** An index starts with the dealer and has the order, and no other row has to be looked up. */
function isWalkedByDealer({ walked, hsts }: LongList): boolean {
  const { keys, onJoined } = walked;
  return hsts !== null && keys[0]?.indexedByDealer === true && keys.length <= 2 && onJoined.length === 0;
}

/**
 * Each dealer's rows from the index, merged while reading: an index that starts with the dealer has no common order,
 * and sorting all of their rows costs several times the page.
 */
function mergedDealers(side: Side, hsts: readonly string[], span: Span): RawBuilder<{ id: number }> {
  const named = side.keys.map((key, index) => ({ ...key, as: sql.ref(`key_${index}`) }));
  const columns = sql.join([sql`${sql.ref(side.id)} as id`, ...named.map(({ by, as }) => sql`${by} as ${as}`)]);
  const merged = named.map(({ as, descending }) => ({ by: as, descending }));
  const parts = hsts.map(
    (hst) => sql`(select ${columns} from ${table(side)}
      where ${all([oneOf(side.hst, [hst]), ...side.onBase, ...side.onJoined])}
      order by ${orderBy(side.keys, span.reversed)} limit ${span.offset + span.limit})`,
  );
  return sql`select id from (${sql.join(parts, sql` union all `)}) as part
    order by ${orderBy(merged, span.reversed)} limit ${span.limit} offset ${span.offset}`;
}

/** Whether reading and sorting the small scope is cheaper than walking an order in which its rows are rare. */
async function gatheringPays(db: Db, list: LongList, { total, range, aside }: Counted, span: Span): Promise<boolean> {
  const bounded = list.hsts !== null;
  if (!bounded && list.counters.aside === undefined) return false;
  if (list.walked.keys[0]?.indexed !== true) return bounded;
  const rows = bounded ? await estimateRows(db, list.kind) : range;
  return 2 * (bounded ? range : aside) < ((span.offset + span.limit) * rows) / total;
}

async function pageBeyond(db: Db, list: LongList, counts: Counted): Promise<Page> {
  const { walked, scope, found } = list;
  const { smallScope, smallScopeOfCodes } = limitsOf(list);
  const small = list.byCode ? smallScopeOfCodes : smallScope;
  if (isOfOneCreator(list)) {
    const page = await pageOfCreator(db, list, counts.total);
    if (page !== undefined) return page;
  }
  if ((await scopeSize(db, list, counts, small)) <= small) return pageOfSmall(db, list);
  const conditions = [...counted(list, scope), ...scope.creator, ...scope.gathering];
  const gathering = sql`${table(scope)} where ${all(conditions)}`;
  if (found === null) return gathered(db, list.page, scope, gathering);
  const { ids, total } = await foundAtOnce(db, list, found, counts.total);
  if (ids !== null) return { ids, total };
  const span = spanOf(list.page, total);
  if (span === undefined) return { ids: [], total };
  const ofWalk = await walk(db, list, walked, { span, total, visible: counts.total });
  return { ids: inOrder(span, ofWalk ?? (await allFound(db, scope, found, span))), total };
}

/** All rows of one creator at one dealer, in an order by which the dealer's rows are walked. */
function isOfOneCreator(list: LongList): boolean {
  const { creator, keyed, gathering, onJoined } = list.scope;
  const created = creator.length > 0 && keyed.length + gathering.length + onJoined.length === 0;
  return created && list.hsts?.length === 1 && isWalkedByDealer(list);
}

/** A creator's rows in the scope, using only the index of creators. */
function createdRows(list: LongList): RawBuilder<unknown> {
  const { base, onBase, creator } = list.scope;
  return sql`${sql.table(base)} where ${all([...dealers(list, list.scope), ...onBase, ...creator])}`;
}

/** Counts by the index on creators, then walks in the dealer's order. @returns undefined when walking does not pay. */
async function pageOfCreator(db: Db, list: LongList, visible: number): Promise<Page | undefined> {
  const { walked } = list;
  const total = await countUpTo(db, createdRows(list), visible);
  const span = spanOf(list.page, total);
  if (span === undefined) return { ids: [], total };
  const wanted = { span, total, visible };
  // A few rows are read from the index of creators only; a walk visits rows.
  if (total < budgetOf(list, wanted)) return undefined;
  const ids = await walk(db, list, { ...walked, probing: walked.creator }, wanted);
  return ids && { ids: inOrder(span, ids), total };
}

/** The scope is read completely, and each row is checked. */
function pageOfSmall(db: Db, list: LongList): Promise<Page> {
  const { onJoined, probing } = list.scope;
  return gathered(db, list.page, list.scope, sql`${scopeOnly(list)} where ${all([...onJoined, ...probing])}`);
}

/** Number of rows read for the whole scope, counted as far as needed. */
async function scopeSize(db: Db, list: LongList, { range, aside }: Counted, most: number): Promise<number> {
  const size = list.hsts === null && list.counters.aside !== undefined ? aside : range;
  if (list.scope.creator.length === 0 || size <= most) return size;
  return countUpTo(db, createdRows(list), most + 1);
}

/** Gathers, counts and sorts in one statement. @param hits the rows, with the columns it is given. */
export async function gatheredPage(
  db: Db,
  { page, size }: PageQuery,
  side: Pick<Side, 'id' | 'keys'>,
  hits: (columns: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Page> {
  const named = side.keys.map(({ by, descending }, index) => ({ by, descending, as: sql.ref(`key_${index}`) }));
  const columns = sql.join([sql`${sql.ref(side.id)} as id`, ...named.map(({ by, as }) => sql`${by} as ${as}`)]);
  const order = orderBy(named.map(({ as, descending }) => ({ by: as, descending })));
  const answer = await sql<{ total: number; ids: number[] }>`
    with hit as materialized (${hits(columns)})
    select count(*) as total, (
      select coalesce(json_agg(part.id), '[]') from (
        select id from hit order by ${order} limit ${size} offset ${page * size}) as part) as ids
    from hit`.execute(db);
  const [row] = answer.rows;
  if (row === undefined) throw new Error('A count has one row');
  return { ids: row.ids, total: Number(row.total) };
}

const gathered = (db: Db, page: PageQuery, side: Side, source: RawBuilder<unknown>): Promise<Page> =>
  gatheredPage(db, page, side, (columns) => sql`select ${columns} from ${source}`);

/**
 * Counts the matches and, unless walking pays (`walk`), fetches the page in the same query, so that the search runs
 * only once.
 * @returns ids null when walking pays.
 */
async function foundAtOnce(
  db: Db,
  list: LongList,
  found: Found,
  visible: number,
): Promise<{ ids: number[] | null; total: number }> {
  const { page, size } = list.page;
  // The total from which `expected * walking <= total`, as `walk` requires.
  const most = Math.ceil(Math.sqrt(limitsOf(list).walking * visible * (page + 1) * size));
  const ids = amongFound(list.scope, found, { limit: size, offset: page * size, reversed: false });
  const answer = await sql<{ total: number; ids: number[] | null }>`
    with ${found.tables}, counted as materialized (select (${found.total})::bigint as total)
    select total, case when ${isWalkable(list.walked) ? sql`total < ${most}` : sql`true`} then (
      select coalesce(json_agg(part.id), '[]') from (${ids}) as part) end as ids
    from counted`.execute(db);
  const [row] = answer.rows;
  if (row === undefined) throw new Error('A count has one row');
  return { ids: row.ids, total: Number(row.total) };
}

const allFound = (db: Db, side: Side, found: Found, span: Span): Promise<number[]> =>
  idsOf(db, sql`with ${found.tables} ${amongFound(side, found, span)}`);

/** A sorted range of the matches; sorting by id needs no row access. */
function amongFound(side: Side, found: Found, span: Span): RawBuilder<{ id: number }> {
  const part = sql`limit ${span.limit} offset ${span.offset}`;
  const { id, keys } = side;
  const [first] = keys;
  if (first?.field === 'id') {
    const order = orderBy([{ by: sql.ref('hit.id'), descending: first.descending }], span.reversed);
    return sql`select hit.id from (${found.ids}) as hit (id) order by ${order} ${part}`;
  }
  return sql`select ${sql.ref(id)} as id from ${table(side)}
    where ${sql.ref(id)} in (${found.ids}) order by ${orderBy(keys, span.reversed)} ${part}`;
}

const isWalkable = ({ keys }: Side): boolean => keys[0]?.indexed === true;

interface Wanted {
  span: Span;
  total: number;
  /** Number of rows among which they are. */
  visible: number;
}

/** Rows that a walk is expected to visit. */
const expectedOf = ({ span, total, visible }: Wanted): number => ((span.offset + span.limit) * visible) / total;

/** Rows that a walk may visit. */
function budgetOf(list: LongList, wanted: Wanted): number {
  const { margin, slack } = limitsOf(list);
  return Math.ceil(margin * expectedOf(wanted)) + slack;
}

/**
 * Reads rows in order until the page is full. All matches may be old: a budget limits the walk.
 * @returns undefined when walking does not pay or the budget was too small.
 */
async function walk(db: Db, list: LongList, side: Side, wanted: Wanted): Promise<number[] | undefined> {
  const { span, total } = wanted;
  if (!isWalkable(side) || expectedOf(wanted) * limitsOf(list).walking > total) return undefined;
  const order = orderBy(side.keys, span.reversed);
  const ids = await idsOf(
    db,
    sql`select ${sql.ref(side.id)} as id from (
        select ${sql.table(side.base)}.* from ${table(side)} where ${all(counted(list, side))}
        order by ${order} limit ${budgetOf(list, wanted)}
      ) as ${sql.ref(side.base)} ${beside(side)}
      where ${all(side.probing)} order by ${order} limit ${span.limit} offset ${span.offset}`,
  );
  return ids.length === span.limit ? ids : undefined;
}
