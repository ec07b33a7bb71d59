/** SQL of the signers whose turn it is, and of the state of a document's newest signature. */
import { type RawBuilder, sql } from 'kysely';
import type { SigningState } from '#domain/signing/messages/link.ts';
import { CODES_PER_SESSION } from '#domain/signing/one-time-code.ts';
import { STUCK_AFTER } from '#domain/signing/signer-progress.ts';
import type { Db } from '#ports/database/database.ts';
import { awaitedSignersIn, type Signer } from '../queries.ts';

const IS_STUCK = sql`(last_event in (${sql.join(STUCK_AFTER.map((event) => sql`${event}`))})
  or codes_requested >= ${CODES_PER_SESSION})`;

/**
 * SQL of the state of the newest signature of the document in `column`: `progress` and `last_date` of the signer who
 * most needs help, `since` of the one awaited longest; no row when no signer is awaited.
 */
export function progressIn(column: string): RawBuilder<unknown> {
  return sql`select case when ${IS_STUCK} then 'STUCK' when seen_date is not null then 'OPENED' else 'SENT' end as progress,
      last_event_date as last_date, min(since) over () as since
    from ${awaitedSignersIn(sql.ref(column))}
    order by ${IS_STUCK} desc, seen_date is not null, position, id limit 1`;
}

export type AwaitedRow = Signer & {
  document_id: number;
  session_state: SigningState;
  expires_date: Date;
  since: Date | null;
};

/** By document, in signing order. */
export async function listAwaitedSigners(db: Db, documentIds: readonly number[]): Promise<AwaitedRow[]> {
  if (documentIds.length === 0) return [];
  const result = await sql<AwaitedRow>`select awaited.*
    from unnest(${`{${documentIds.join(',')}}`}::bigint[]) as wanted (id)
    cross join lateral ${awaitedSignersIn(sql.ref('wanted.id'))}
    order by awaited.position, awaited.id`.execute(db);
  return result.rows;
}
