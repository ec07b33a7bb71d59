/**
 * One page of a long list: the ids of its rows and the exact total (database.md §1, §4). Which way is taken is chosen by
 * numbers that the counters give, never by a guess about the data:
 * - lists that the counters know: total from the cells; the page along an index, or from the few rows of a small scope;
 * - other criteria in a small scope, or in the few rows that are named: these are read and each is looked at;
 * - other criteria elsewhere: what they find by their own indexes is counted and sorted in one statement;
 * - where a cheaper count is known (texts of documents) and much is found: the page by walking along the order, within a
 *   budget.
 */
import { type RawBuilder, sql } from 'kysely';
import type { PageQuery } from '#contract/definition/paging.ts';
import type { Db } from '#ports/database/database.ts';
import { all, type Condition } from './criteria.ts';
import { type Counted, type CounterKind, countCells, countUpTo, estimateRows } from './queries.ts';
import { oneOf } from './scope.ts';
import { joinsOf, orderBy, type SortKey } from './sorting.ts';

/** Numbers of rows that decide which way is taken; other values change the time, never the answer. */
export interface PathLimits {
  /** Scopes up to this size are read whole; about 3 µs a row. */
  smallScope: number;
  /** The same when a code is looked for: few rows have it, and its trigrams find them at once. */
  smallScopeOfCodes: number;
  /** Dealers whose own orders are merged: each costs the planner some tenths of a millisecond. */
  merged: number;
  /** Walking pays when it is expected to look at so many times fewer rows than are found. */
  walking: number;
  /** A walk may look at so many times the rows it is expected to need, and some more. */
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

/** One table, what is joined to it, and what is asked of both. */
export interface Side {
  base: string;
  /** Columns of the base. */
  id: string;
  hst: string;
  /** Joins to what the base lacks, each by its primary key. */
  joins: RawBuilder<unknown>;
  /** Conditions on the base alone, and on what is joined: what the counters know, but for the dealers. */
  onBase: Condition[];
  onJoined: Condition[];
  /** Who created the rows, on the base: not counted, but an index begins with it. */
  creator: Condition[];
  /** Which rows, or what they belong to, on the base: not counted either, and so few that nobody asks how many. */
  keyed: Condition[];
  /** What the counters do not know, for rows that are at hand: every subquery is one look by primary key. */
  probing: Condition[];
  /** The same for finding the rows by the indexes of whatever is asked for. */
  gathering: Condition[];
  keys: SortKey[];
}

/** Counts and finds more cheaply than one by one. */
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
  /** True when what is looked for has digits, as plates, VINs and numbers of proposals have. */
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

/** From the other end beyond the middle (database.md §9); undefined when the page is behind the last row. */
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

/** The rows of the scope alone, behind a fence that the planner does not look across. */
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

/** An index begins with the dealer and has the order, and no row has to be looked up beside it. */
function isWalkedByDealer({ walked, hsts }: LongList): boolean {
  const { keys, onJoined } = walked;
  return hsts !== null && keys[0]?.indexedByDealer === true && keys.length <= 2 && onJoined.length === 0;
}

/**
 * Each dealer's rows by its own index, merged as they are read: an index that begins with the dealer has no common order,
 * and sorting all that they have costs several times the page.
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

/** Whether reading the small scope and sorting it is less than walking an order in which its rows are rare. */
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

/** All that somebody created at one dealer, in an order that the dealer's rows are walked by. */
function isOfOneCreator(list: LongList): boolean {
  const { creator, keyed, gathering, onJoined } = list.scope;
  const created = creator.length > 0 && keyed.length + gathering.length + onJoined.length === 0;
  return created && list.hsts?.length === 1 && isWalkedByDealer(list);
}

/** What somebody created in the scope, by the index of creators alone. */
function createdRows(list: LongList): RawBuilder<unknown> {
  const { base, onBase, creator } = list.scope;
  return sql`${sql.table(base)} where ${all([...dealers(list, list.scope), ...onBase, ...creator])}`;
}

/** Counted by the index of creators, then walked along the dealer's order. @returns undefined when walking does not pay. */
async function pageOfCreator(db: Db, list: LongList, visible: number): Promise<Page | undefined> {
  const { walked } = list;
  const total = await countUpTo(db, createdRows(list), visible);
  const span = spanOf(list.page, total);
  if (span === undefined) return { ids: [], total };
  const wanted = { span, total, visible };
  // Few are read from the index of creators alone, a walk looks at rows.
  if (total < budgetOf(list, wanted)) return undefined;
  const ids = await walk(db, list, { ...walked, probing: walked.creator }, wanted);
  return ids && { ids: inOrder(span, ids), total };
}

/** The scope is read whole, and each of its rows looked at. */
function pageOfSmall(db: Db, list: LongList): Promise<Page> {
  const { onJoined, probing } = list.scope;
  return gathered(db, list.page, list.scope, sql`${scopeOnly(list)} where ${all([...onJoined, ...probing])}`);
}

/** How many rows reading the scope whole would read, as far as it matters. */
async function scopeSize(db: Db, list: LongList, { range, aside }: Counted, most: number): Promise<number> {
  const size = list.hsts === null && list.counters.aside !== undefined ? aside : range;
  if (list.scope.creator.length === 0 || size <= most) return size;
  return countUpTo(db, createdRows(list), most + 1);
}

/** Gathers, counts and sorts in one statement. */
async function gathered(db: Db, { page, size }: PageQuery, side: Side, source: RawBuilder<unknown>): Promise<Page> {
  const named = side.keys.map(({ by, descending }, index) => ({ by, descending, as: sql.ref(`key_${index}`) }));
  const columns = sql.join([sql`${sql.ref(side.id)} as id`, ...named.map(({ by, as }) => sql`${by} as ${as}`)]);
  const order = orderBy(named.map(({ as, descending }) => ({ by: as, descending })));
  const answer = await sql<{ total: number; ids: number[] }>`
    with hit as materialized (select ${columns} from ${source})
    select count(*) as total, (
      select coalesce(json_agg(part.id), '[]') from (
        select id from hit order by ${order} limit ${size} offset ${page * size}) as part) as ids
    from hit`.execute(db);
  const [row] = answer.rows;
  if (row === undefined) throw new Error('A count has one row');
  return { ids: row.ids, total: Number(row.total) };
}

/**
 * Counts what is found, and takes the page with it unless walking pays (`walk`): then nothing is found twice.
 * @returns ids null where walking pays.
 */
async function foundAtOnce(
  db: Db,
  list: LongList,
  found: Found,
  visible: number,
): Promise<{ ids: number[] | null; total: number }> {
  const { page, size } = list.page;
  // The total from which on `expected * walking <= total`, as `walk` asks.
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

/** Part of all that was found, sorted; by id alone it need not be looked at. */
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
  /** Rows among which they are. */
  visible: number;
}

/** Rows that a walk is expected to look at. */
const expectedOf = ({ span, total, visible }: Wanted): number => ((span.offset + span.limit) * visible) / total;

/** Rows that a walk may look at. */
function budgetOf(list: LongList, wanted: Wanted): number {
  const { margin, slack } = limitsOf(list);
  return Math.ceil(margin * expectedOf(wanted)) + slack;
}

/**
 * Looks at rows in their order until the page is full. What is asked for may all be old: the budget ends the walk.
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
