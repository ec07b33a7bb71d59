/** Counts the documents of each view of all documents in one statement. */
import { type RawBuilder, sql } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import type { DocumentViewCounts } from '#contract/lists/all-documents.ts';
import { type Actor, visibleTo } from '#domain/access.ts';
import { DOCUMENT_VIEWS, VIEW_STATUSES } from '#domain/documents/views.ts';
import { ofEach } from '#domain/each.ts';
import type { Db } from '#ports/database/database.ts';
import type { Condition } from '../../../database/criteria.ts';
import { type Narrowing, onCounters } from '../../../database/narrowing.ts';
import { cellsByStatus } from '../../../database/queries.ts';
import { oneOf } from '../../../database/scope.ts';
import { countByStatus, countDeclined } from '../../queries.ts';
import { COUNTED, narrowDocuments, sideOf } from '../search.ts';

/** Ready to sign and refused by a signer; all other rows count by status. */
const REFUSED = 'declined';

/** Uses the maintained counters when they cover all criteria, otherwise counts the matching rows. */
export async function countViews(db: Db, actor: Actor, criteria: readonly Criterion[]): Promise<DocumentViewCounts> {
  const narrowing = narrowDocuments(visibleTo(actor, 'document.read'), criteria);
  const { creators, keyed, beyond } = narrowing;
  const counted = creators.length + keyed.length + beyond.length === 0;
  const source = counted ? byCells(narrowing) : byRows(narrowing);
  const { rows } = await sql<{ status: string; n: number }>`${source}`.execute(db);
  const numbers = new Map(rows.map(({ status, n }) => [status, Number(n)]));
  const of = (status: string) => numbers.get(status) ?? 0;
  const refused = of(REFUSED);
  const byStatus = ofEach(DOCUMENT_VIEWS, (view) => VIEW_STATUSES[view].reduce((sum, status) => sum + of(status), 0));
  const total = [...numbers].reduce((sum, [status, n]) => (status === REFUSED ? sum : sum + n), 0);
  return { ...byStatus, all: total, toSign: byStatus.toSign - refused, declined: refused };
}

function conditionsOn(narrowing: Narrowing): Condition[] {
  const { onBase, onJoined, creator, keyed, gathering, hst } = sideOf('document', narrowing);
  const dealers = narrowing.hsts === null ? [] : [oneOf(hst, narrowing.hsts)];
  return [...dealers, ...onBase, ...onJoined, ...creator, ...keyed, ...gathering];
}

function byCells(narrowing: Narrowing): RawBuilder<unknown> {
  const { hsts, counters } = onCounters(narrowing, COUNTED);
  return sql`${cellsByStatus('document', { hsts, ...counters })}
    union all select ${REFUSED}, n from (${countDeclined(conditionsOn(narrowing))}) as refused`;
}

/** Counts each row under its status, and again as declined when a signer refused it. */
const byRows = (narrowing: Narrowing): RawBuilder<unknown> => sql`
  with hit as materialized (${countByStatus(conditionsOn(narrowing))})
  select status, n from hit union all select ${REFUSED}, coalesce(sum(declined), 0)::bigint from hit`;
