/** Counts the documents of each view of all documents in one statement. */
import { type RawBuilder, sql } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import type { DocumentViewCounts } from '#contract/lists/all-documents.ts';
import { type Actor, visibleTo } from '#domain/access.ts';
import { DOCUMENT_VIEWS, VIEW_STATUSES } from '#domain/documents/document-views.ts';
import { recordOf } from '#domain/record-of.ts';
import type { Db } from '#ports/database/database.ts';
import { counterQuery, type Narrowing } from '../../../database/counted-criteria.ts';
import type { Condition } from '../../../database/criteria.ts';
import { cellsByStatus } from '../../../database/queries.ts';
import { oneOf } from '../../../database/scope-conditions.ts';
import { countByStatus, countDeclined } from '../../queries.ts';
import { COUNTER_FIELDS, narrowDocuments, sourceOf } from '../search.ts';

/** Ready to sign and refused by a signer; all other rows count by status. */
const DECLINED = 'declined';

/** Uses the maintained counters when they cover all criteria, otherwise counts the matching rows. */
export async function countViews(db: Db, actor: Actor, criteria: readonly Criterion[]): Promise<DocumentViewCounts> {
  const narrowing = narrowDocuments(visibleTo(actor, 'document.read'), criteria);
  const { creators, keyed, uncounted: beyond } = narrowing;
  const isCovered = creators.length + keyed.length + beyond.length === 0;
  const statement = isCovered ? byCells(narrowing) : byRows(narrowing);
  const { rows } = await sql<{ status: string; n: number }>`${statement}`.execute(db);
  const numbers = new Map(rows.map(({ status, n }) => [status, Number(n)]));
  const of = (status: string) => numbers.get(status) ?? 0;
  const refused = of(DECLINED);
  const byStatus = recordOf(DOCUMENT_VIEWS, (view) => VIEW_STATUSES[view].reduce((sum, status) => sum + of(status), 0));
  const total = [...numbers].reduce((sum, [status, n]) => (status === DECLINED ? sum : sum + n), 0);
  return { ...byStatus, all: total, toSign: byStatus.toSign - refused, declined: refused };
}

function conditionsOn(narrowing: Narrowing): Condition[] {
  const { onBase, onJoined, creator, keyed, gathering, hst } = sourceOf('document', narrowing);
  const dealerConditions = narrowing.hsts === null ? [] : [oneOf(hst, narrowing.hsts)];
  return [...dealerConditions, ...onBase, ...onJoined, ...creator, ...keyed, ...gathering];
}

function byCells(narrowing: Narrowing): RawBuilder<unknown> {
  const { hsts, counters } = counterQuery(narrowing, COUNTER_FIELDS);
  return sql`${cellsByStatus('document', { hsts, ...counters })}
    union all select ${DECLINED}, n from (${countDeclined(conditionsOn(narrowing))}) as refused`;
}

/** Counts each row under its status, and again as declined when a signer refused it. */
const byRows = (narrowing: Narrowing): RawBuilder<unknown> => sql`
  with hit as materialized (${countByStatus(conditionsOn(narrowing))})
  select status, n from hit union all select ${DECLINED}, coalesce(sum(declined), 0)::bigint from hit`;
