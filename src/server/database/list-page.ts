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
import { type CounterKind, type CounterTotals, countCells, countUpTo, estimateRows } from './queries.ts';
import { oneOf } from './scope-conditions.ts';
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
export interface ListSource {
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
export interface MatchQuery {
  tables: RawBuilder<unknown>;
  total: RawBuilder<unknown>;
  ids: RawBuilder<unknown>;
}

export interface LongList {
  kind: CounterKind;
  /** The table whose order is walked. */
  walked: ListSource;
  /** The table whose indexes find a scope. */
  scope: ListSource;
  hsts: readonly string[] | null;
  counters: { byDealer: boolean; conditions: Condition[]; aside?: Condition[] };
  matchQuery: MatchQuery | null;
  /** True if the search text has digits, like plates, VINs and proposal numbers. */
  searchesCode: boolean;
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
  if (keyed.length > 0) return pageOfSmallScope(db, list);
  const totals = await countCells(db, list.kind, { hsts: list.hsts, ...list.counters });
  if (totals.total === 0) return { ids: [], total: 0 };
  return creator.length + gathering.length === 0 ? pageOfCounted(db, list, totals) : pageOfUncounted(db, list, totals);
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
const beside = ({ joins, keys }: ListSource) => sql`${joins} ${joinsOf(keys)}`;
const fromClause = (side: ListSource) => sql`${sql.table(side.base)} ${beside(side)}`;
const dealers = (list: LongList, side: ListSource): Condition[] =>
  list.hsts === null ? [] : [oneOf(side.hst, list.hsts)];
const counted = (list: LongList, side: ListSource): Condition[] => [
  ...dealers(list, side),
  ...side.onBase,
  ...side.onJoined,
];

/** Only the rows of the scope, behind an optimisation fence. */
function scopeRows(list: LongList): RawBuilder<unknown> {
  const { base, onBase, creator, keyed } = list.scope;
  const conditions = all([...dealers(list, list.scope), ...onBase, ...creator, ...keyed]);
  return sql`(select * from ${sql.table(base)} where ${conditions} offset 0) as ${sql.ref(base)} ${beside(list.scope)}`;
}

async function idsOf(db: Db, statement: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await statement.execute(db)).rows.map((row) => Number(row.id));
}

async function pageOfCounted(db: Db, list: LongList, { total, ...counts }: CounterTotals): Promise<Page> {
  const span = spanOf(list.page, total);
  if (span === undefined) return { ids: [], total };
  const { walked, scope } = list;
  const hsts = list.hsts ?? [];
  const perDealer = isOrderedByDealer(list) && hsts.length <= Math.max(1, limitsOf(list).merged);
  const orderAndRange = (side: ListSource) =>
    sql`order by ${orderBy(side.keys, span.reversed)} limit ${span.limit} offset ${span.offset}`;
  let statement: RawBuilder<{ id: number }>;
  if (perDealer && hsts.length > 1) {
    statement = mergedDealers(walked, hsts, span);
  } else if (!perDealer && (await gatheringPays(db, list, { total, ...counts }, span))) {
    statement = sql`select ${sql.ref(scope.id)} as id from ${scopeRows(list)} where ${all(scope.onJoined)} ${orderAndRange(scope)}`;
  } else {
    statement = sql`select ${sql.ref(walked.id)} as id from ${fromClause(walked)}
      where ${all(counted(list, walked))} ${orderAndRange(walked)}`;
  }
  return { ids: inOrder(span, await idsOf(db, statement)), total };
}

/** An index starts with the dealer and has the order, and no other row has to be looked up. */
function isOrderedByDealer({ walked, hsts }: LongList): boolean {
  const { keys, onJoined } = walked;
  return hsts !== null && keys[0]?.indexedByDealer === true && keys.length <= 2 && onJoined.length === 0;
}

/**
 * Each dealer's rows from the index, merged while reading: an index that starts with the dealer has no common order,
 * and sorting all of their rows costs several times the page.
 */
function mergedDealers(side: ListSource, hsts: readonly string[], span: Span): RawBuilder<{ id: number }> {
  const namedKeys = side.keys.map((key, index) => ({ ...key, as: sql.ref(`key_${index}`) }));
  const columns = sql.join([sql`${sql.ref(side.id)} as id`, ...namedKeys.map(({ by, as }) => sql`${by} as ${as}`)]);
  const merged = namedKeys.map(({ as, descending }) => ({ by: as, descending }));
  const parts = hsts.map(
    (hst) => sql`(select ${columns} from ${fromClause(side)}
      where ${all([oneOf(side.hst, [hst]), ...side.onBase, ...side.onJoined])}
      order by ${orderBy(side.keys, span.reversed)} limit ${span.offset + span.limit})`,
  );
  return sql`select id from (${sql.join(parts, sql` union all `)}) as part
    order by ${orderBy(merged, span.reversed)} limit ${span.limit} offset ${span.offset}`;
}

/** Whether reading and sorting the small scope is cheaper than walking an order in which its rows are rare. */
async function gatheringPays(
  db: Db,
  list: LongList,
  { total, range, aside }: CounterTotals,
  span: Span,
): Promise<boolean> {
  const hasDealerScope = list.hsts !== null;
  if (!hasDealerScope && list.counters.aside === undefined) return false;
  if (list.walked.keys[0]?.indexed !== true) return hasDealerScope;
  const rows = hasDealerScope ? await estimateRows(db, list.kind) : range;
  return 2 * (hasDealerScope ? range : aside) < ((span.offset + span.limit) * rows) / total;
}

async function pageOfUncounted(db: Db, list: LongList, counts: CounterTotals): Promise<Page> {
  const { walked, scope, matchQuery: found } = list;
  const { smallScope, smallScopeOfCodes } = limitsOf(list);
  const smallLimit = list.searchesCode ? smallScopeOfCodes : smallScope;
  if (isOfOneCreator(list)) {
    const page = await pageOfCreator(db, list, counts.total);
    if (page !== undefined) return page;
  }
  if ((await scopeSize(db, list, counts, smallLimit)) <= smallLimit) return pageOfSmallScope(db, list);
  const conditions = [...counted(list, scope), ...scope.creator, ...scope.gathering];
  const gathering = sql`${fromClause(scope)} where ${all(conditions)}`;
  if (found === null) return gatherPage(db, list.page, scope, gathering);
  const { ids, total } = await countAndFetch(db, list, found, counts.total);
  if (ids !== null) return { ids, total };
  const span = spanOf(list.page, total);
  if (span === undefined) return { ids: [], total };
  const walkedIds = await walk(db, list, walked, { span, total, visible: counts.total });
  return { ids: inOrder(span, walkedIds ?? (await matchingIds(db, scope, found, span))), total };
}

/** All rows of one creator at one dealer, in an order by which the dealer's rows are walked. */
function isOfOneCreator(list: LongList): boolean {
  const { creator, keyed, gathering, onJoined } = list.scope;
  const isCreatorOnly = creator.length > 0 && keyed.length + gathering.length + onJoined.length === 0;
  return isCreatorOnly && list.hsts?.length === 1 && isOrderedByDealer(list);
}

/** A creator's rows in the scope, using only the index of creators. */
function creatorRows(list: LongList): RawBuilder<unknown> {
  const { base, onBase, creator } = list.scope;
  return sql`${sql.table(base)} where ${all([...dealers(list, list.scope), ...onBase, ...creator])}`;
}

/** Counts by the index on creators, then walks in the dealer's order. @returns undefined when walking does not pay. */
async function pageOfCreator(db: Db, list: LongList, visible: number): Promise<Page | undefined> {
  const { walked } = list;
  const total = await countUpTo(db, creatorRows(list), visible);
  const span = spanOf(list.page, total);
  if (span === undefined) return { ids: [], total };
  const request = { span, total, visible };
  // A few rows are read from the index of creators only; a walk visits rows.
  if (total < visitBudget(list, request)) return undefined;
  const ids = await walk(db, list, { ...walked, probing: walked.creator }, request);
  return ids && { ids: inOrder(span, ids), total };
}

/** The scope is read completely, and each row is checked. */
function pageOfSmallScope(db: Db, list: LongList): Promise<Page> {
  const { onJoined, probing } = list.scope;
  return gatherPage(db, list.page, list.scope, sql`${scopeRows(list)} where ${all([...onJoined, ...probing])}`);
}

/** Number of rows read for the whole scope, counted as far as needed. */
async function scopeSize(db: Db, list: LongList, { range, aside }: CounterTotals, limit: number): Promise<number> {
  const size = list.hsts === null && list.counters.aside !== undefined ? aside : range;
  if (list.scope.creator.length === 0 || size <= limit) return size;
  return countUpTo(db, creatorRows(list), limit + 1);
}

/** Gathers, counts and sorts in one statement. @param hits the rows, with the columns it is given. */
export async function gatheredPage(
  db: Db,
  { page, size }: PageQuery,
  side: Pick<ListSource, 'id' | 'keys'>,
  hits: (columns: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Page> {
  const namedKeys = side.keys.map(({ by, descending }, index) => ({ by, descending, as: sql.ref(`key_${index}`) }));
  const columns = sql.join([sql`${sql.ref(side.id)} as id`, ...namedKeys.map(({ by, as }) => sql`${by} as ${as}`)]);
  const order = orderBy(namedKeys.map(({ as, descending }) => ({ by: as, descending })));
  const result = await sql<{ total: number; ids: number[] }>`
    with hit as materialized (${hits(columns)})
    select count(*) as total, (
      select coalesce(json_agg(part.id), '[]') from (
        select id from hit order by ${order} limit ${size} offset ${page * size}) as part) as ids
    from hit`.execute(db);
  const [row] = result.rows;
  if (row === undefined) throw new Error('A count has one row');
  return { ids: row.ids, total: Number(row.total) };
}

const gatherPage = (db: Db, page: PageQuery, side: ListSource, source: RawBuilder<unknown>): Promise<Page> =>
  gatheredPage(db, page, side, (columns) => sql`select ${columns} from ${source}`);

/**
 * Counts the matches and, unless walking pays (`walk`), fetches the page in the same query, so that the search runs
 * only once.
 * @returns ids null when walking pays.
 */
async function countAndFetch(
  db: Db,
  list: LongList,
  matchQuery: MatchQuery,
  visible: number,
): Promise<{ ids: number[] | null; total: number }> {
  const { page, size } = list.page;
  // The total from which `expected * walking <= total`, as `walk` requires.
  const maxTotal = Math.ceil(Math.sqrt(limitsOf(list).walking * visible * (page + 1) * size));
  const ids = matchingRange(list.scope, matchQuery, { limit: size, offset: page * size, reversed: false });
  const result = await sql<{ total: number; ids: number[] | null }>`
    with ${matchQuery.tables}, counted as materialized (select (${matchQuery.total})::bigint as total)
    select total, case when ${isWalkable(list.walked) ? sql`total < ${maxTotal}` : sql`true`} then (
      select coalesce(json_agg(part.id), '[]') from (${ids}) as part) end as ids
    from counted`.execute(db);
  const [row] = result.rows;
  if (row === undefined) throw new Error('A count has one row');
  return { ids: row.ids, total: Number(row.total) };
}

const matchingIds = (db: Db, side: ListSource, matchQuery: MatchQuery, span: Span): Promise<number[]> =>
  idsOf(db, sql`with ${matchQuery.tables} ${matchingRange(side, matchQuery, span)}`);

/** A sorted range of the matches; sorting by id needs no row access. */
function matchingRange(side: ListSource, matchQuery: MatchQuery, span: Span): RawBuilder<{ id: number }> {
  const range = sql`limit ${span.limit} offset ${span.offset}`;
  const { id, keys } = side;
  const [first] = keys;
  if (first?.field === 'id') {
    const order = orderBy([{ by: sql.ref('hit.id'), descending: first.descending }], span.reversed);
    return sql`select hit.id from (${matchQuery.ids}) as hit (id) order by ${order} ${range}`;
  }
  return sql`select ${sql.ref(id)} as id from ${fromClause(side)}
    where ${sql.ref(id)} in (${matchQuery.ids}) order by ${orderBy(keys, span.reversed)} ${range}`;
}

const isWalkable = ({ keys }: ListSource): boolean => keys[0]?.indexed === true;

interface WalkRequest {
  span: Span;
  total: number;
  /** Number of rows among which they are. */
  visible: number;
}

/** Rows that a walk is expected to visit. */
const expectedOf = ({ span, total, visible }: WalkRequest): number => ((span.offset + span.limit) * visible) / total;

/** Rows that a walk may visit. */
function visitBudget(list: LongList, request: WalkRequest): number {
  const { margin, slack } = limitsOf(list);
  return Math.ceil(margin * expectedOf(request)) + slack;
}

/**
 * Reads rows in order until the page is full. All matches may be old: a budget limits the walk.
 * @returns undefined when walking does not pay or the budget was too small.
 */
async function walk(db: Db, list: LongList, side: ListSource, request: WalkRequest): Promise<number[] | undefined> {
  const { span, total } = request;
  if (!isWalkable(side) || expectedOf(request) * limitsOf(list).walking > total) return undefined;
  const order = orderBy(side.keys, span.reversed);
  const ids = await idsOf(
    db,
    sql`select ${sql.ref(side.id)} as id from (
        select ${sql.table(side.base)}.* from ${fromClause(side)} where ${all(counted(list, side))}
        order by ${order} limit ${visitBudget(list, request)}
      ) as ${sql.ref(side.base)} ${beside(side)}
      where ${all(side.probing)} order by ${order} limit ${span.limit} offset ${span.offset}`,
  );
  return ids.length === span.limit ? ids : undefined;
}
