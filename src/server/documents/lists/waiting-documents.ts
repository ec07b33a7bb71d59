/**
 * Lists documents that wait for a signer, their progress, and how many there are of each kind.
 * Few wait at a time, since links expire after 72 hours: they have their own index, and all of a scope are read.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import type { PageQuery } from '#contract/definition/paging.ts';
import { WAITING_SORTS, type WaitingCount } from '#contract/signing/waiting.ts';
import { type Actor, visibleTo } from '#domain/access.ts';
import type { Document } from '#domain/documents/document.ts';
import type { Progress, Waiting } from '#domain/signing/signer-progress.ts';
import type { Db } from '#ports/database/database.ts';
import { all, conditionsOf } from '../../database/criteria.ts';
import { gatheredPage, type Page } from '../../database/list-page.ts';
import { oneOf } from '../../database/scope-conditions.ts';
import { asIs, readSort, type SortKey, sortKeys } from '../../database/sorting.ts';
import { presentDocuments, type Viewer } from '../present.ts';
import { searchOfEach, WAITING_ONLY, waitingSorts } from '../queries.ts';
import { narrowDocuments, sourceOf } from './search.ts';

/** Signing's view of waiting documents; provided by signing. */
export interface WaitingSignatures {
  /** SQL of the state of the newest signature of the document in `column`: `progress`, `last_date` and `since`. */
  progressIn(column: string): RawBuilder<unknown>;
  describe(db: Db, documentIds: readonly number[], now: Date): Promise<Map<number, Waiting>>;
}

const isProgress = ({ field }: Criterion): boolean => field === 'progress';

/** Every waiting document for which this actor may start a signature. @param request.columns to select for each. */
function waitingQuery(
  signatures: WaitingSignatures,
  request: { actor: Actor; criteria: readonly Criterion[]; keys: readonly SortKey[]; columns: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { actor, criteria, keys, columns } = request;
  const narrowing = narrowDocuments(
    visibleTo(actor, 'document.sign'),
    criteria.filter((criterion) => !isProgress(criterion)),
  );
  const side = sourceOf('document', narrowing);
  const dealers = narrowing.hsts === null ? [] : [oneOf(side.hst, narrowing.hsts)];
  const conditions = [...dealers, ...side.onBase, ...side.onJoined, ...side.creator, ...side.keyed, ...side.probing];
  const sortedBy = (name: string): boolean => keys.some(({ field }) => field === name);
  const needsSearchTable = narrowing.uncounted.length > 0 || sortedBy('customerName');
  const progressConditions = conditionsOf(criteria.filter(isProgress), { progress: PROGRESS });
  // The state of each signature is looked up only when the result depends on it.
  const needsState = progressConditions.length > 0 || keys.length === 0 || sortedBy('lastDate') || sortedBy('since');
  return sql`select ${columns} from ${sql.table(side.base)} ${needsSearchTable ? searchOfEach : sql``}
    ${needsState ? sql`left join lateral (${signatures.progressIn(side.id)}) as state on true` : sql``}
    where ${all([WAITING_ONLY, ...conditions, ...progressConditions])}`;
}

const PROGRESS = sql`coalesce(state.progress, 'SENT')`;

/** @throws Refusal for an unknown sort. */
export async function searchWaiting(
  db: Db,
  signatures: WaitingSignatures,
  search: { actor: Actor; page: PageQuery; criteria: readonly Criterion[] },
): Promise<Page> {
  const keys = sortKeys(readSort(search.page.sort, WAITING_SORTS, 'document'), {
    ...waitingSorts,
    lastDate: asIs('state.last_date'),
    since: asIs('state.since'),
  });
  return gatheredPage(db, search.page, { id: 'document.id', keys }, (columns) =>
    waitingQuery(signatures, { ...search, keys, columns }),
  );
}

/** @param request.legalEntity counts only its documents; null: all that the actor may see. */
export async function countWaiting(
  db: Db,
  signatures: WaitingSignatures,
  request: { actor: Actor; legalEntity: string | null },
): Promise<WaitingCount> {
  const { actor, legalEntity } = request;
  const chosen: Criterion = { field: 'legalEntity', kind: 'code', operator: 'equals', values: [legalEntity ?? ''] };
  const criteria = legalEntity === null ? [] : [chosen];
  const countOf = (progress: Progress) => sql`count(*) filter (where progress = ${progress})`;
  const result = await sql<WaitingCount>`
    select ${countOf('SENT')} as sent, ${countOf('OPENED')} as opened, ${countOf('STUCK')} as stuck
    from (${waitingQuery(signatures, { actor, criteria, keys: [], columns: sql`${PROGRESS} as progress` })}) as hit`.execute(
    db,
  );
  const [row] = result.rows;
  if (row === undefined) throw new Error('A count has one row');
  return { sent: Number(row.sent), opened: Number(row.opened), stuck: Number(row.stuck) };
}

/** A document that waits without a signing session, as an import may leave it. */
const NO_SESSION: Waiting = {
  progress: 'SENT',
  last: { event: 'sign.started', at: null },
  of: null,
  sentAt: null,
  openedAt: null,
  readAt: null,
  expiresAt: null,
  codesSpent: false,
  reminders: 0,
  resend: { refused: 'notWaiting', from: null },
};

export async function presentWaiting(
  db: Db,
  signatures: WaitingSignatures,
  ids: readonly number[],
  viewer: Viewer,
): Promise<(Document & { waiting: Waiting })[]> {
  const documents = await presentDocuments(db, ids, viewer, { summaries: true });
  const states = await signatures.describe(db, ids, viewer.at);
  return documents.map((document) => ({ ...document, waiting: states.get(document.id) ?? NO_SESSION }));
}
