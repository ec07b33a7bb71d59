/** SQL of who has to sign a document now, in its newest signature (P-6, P-19). */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { CODES_PER_SESSION } from '#domain/signing/code.ts';
import type { SigningState } from '#domain/signing/link.ts';
import { STUCK_AFTER } from '#domain/signing/waiting.ts';
import type { Db } from '#ports/database/database.ts';
import type { Signer } from './queries.ts';

/** Staff follow the customers; of a locked signature whoever has locked it. */
const IS_AWAITED = sql<SqlBool>`(signing_session.state = 'LOCKED' and signer.state = 'LOCKED'
  or signing_session.state in ('PREPARING', 'OPEN') and signer.state = 'WAITING' and (signer.role = 'customer' or not exists (
    select 1 from signer as other where other.session_id = signer.session_id and other.role = 'customer' and other.state <> 'SIGNED')))`;

/** The signers of the newest session of the document whose id is `document`. */
const newestOf = (document: RawBuilder<unknown>) => sql`(select session_id, document_id from session_document
    where document_id = ${document} order by session_id desc limit 1) as entry
  join signing_session on signing_session.id = entry.session_id
  join signer on signer.session_id = entry.session_id`;

/** A corrected contact is awaited from its own link on. */
const SINCE = sql<Date | null>`case when signer.role = 'customer' then coalesce(
    (select min(sent_date) from link_delivery where signer_id = signer.id and link_epoch = signer.link_epoch),
    signing_session.created_date)
  else (select max(signed_date) from signer as other where other.session_id = signer.session_id and other.role = 'customer') end`;

const IS_STUCK = sql`(signer.last_event in (${sql.join(STUCK_AFTER.map((event) => sql`${event}`))})
  or signer.codes_requested >= ${CODES_PER_SESSION})`;

/**
 * SQL of where the newest signature of the document in `column` stands: `progress` and `last_date` of the signer who needs
 * help most, `since` of the one awaited longest; no row when nobody is awaited.
 */
export function progressIn(column: string): RawBuilder<unknown> {
  return sql`select case when ${IS_STUCK} then 'STUCK' when signer.seen_date is not null then 'OPENED' else 'SENT' end as progress,
      signer.last_event_date as last_date, min(${SINCE}) over () as since
    from ${newestOf(sql.ref(column))}
    where ${IS_AWAITED}
    order by ${IS_STUCK} desc, signer.seen_date is not null, signer.position, signer.id limit 1`;
}

export type AwaitedRow = Signer & {
  document_id: number;
  session_state: SigningState;
  expires_date: Date;
  since: Date | null;
};

/** Of each document, in the order in which they sign. */
export async function listAwaited(db: Db, documentIds: readonly number[]): Promise<AwaitedRow[]> {
  if (documentIds.length === 0) return [];
  const answer = await sql<AwaitedRow>`select signer.*, entry.document_id, signing_session.state as session_state,
      signing_session.expires_date, ${SINCE} as since
    from unnest(${`{${documentIds.join(',')}}`}::bigint[]) as wanted (id) cross join lateral ${newestOf(sql.ref('wanted.id'))}
    where ${IS_AWAITED}
    order by signer.position, signer.id`.execute(db);
  return answer.rows;
}
