/** SQL of signing: sessions, signers, points, readings, codes, link deliveries and signed files. */

import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { ConsentAnswer } from '#domain/consents/consent.ts';
import type { SignerRole } from '#domain/folders/folder-types.ts';
import type { SigningState } from '#domain/signing/messages/link.ts';
import { ACTS_OF_SIGNER, type WaitingEvent } from '#domain/signing/signer-progress.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type {
  LinkDeliveryTable,
  OtpCodeTable,
  SessionDocumentTable,
  SignaturePointTable,
  SignerReadingTable,
  SignerTable,
  SigningSessionTable,
} from '#ports/database/tables.ts';
import { anyOf } from '../database/criteria.ts';
import { addsRow, changesRow, findsRow } from '../database/outcome.ts';
import { type DocumentFacts, factsIn } from '../documents/index.ts';
import { linkWasGivenUp } from './messages/messages.queries.ts';
import { SESSION_COLUMNS } from './session-columns.ts';

export type Session = Selectable<SigningSessionTable>;
export type SessionDocument = Selectable<SessionDocumentTable>;
export type Signer = Selectable<SignerTable>;
export type SignaturePoint = Selectable<SignaturePointTable>;
export type Reading = Selectable<SignerReadingTable>;
export type Code = Selectable<OtpCodeTable>;

export async function insertSession(tx: Tx, values: Insertable<SigningSessionTable>): Promise<number> {
  const row = await tx.insertInto('signing_session').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function insertSessionDocument(tx: Tx, values: Insertable<SessionDocumentTable>): Promise<void> {
  await tx.insertInto('session_document').values(values).execute();
}

export async function insertSigner(tx: Tx, values: Insertable<SignerTable>): Promise<number> {
  const row = await tx.insertInto('signer').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Names under which a number was to receive codes in other sessions of the network; at most a hundred. */
export async function listNamesByPhone(db: Db, { phone, otherThan }: { phone: string; otherThan: number }) {
  const customers = db.selectFrom('signer').where('role', '=', 'customer').where('phone', '=', phone);
  const names = customers.select(['first_name as firstName', 'last_name as lastName']).distinct();
  return names.where('session_id', '!=', otherThan).limit(100).execute();
}

export async function insertPoint(tx: Tx, values: Insertable<SignaturePointTable>): Promise<void> {
  await tx.insertInto('signature_point').values(values).execute();
}

export async function findSession(db: Db, id: number): Promise<Session | undefined> {
  return db.selectFrom('signing_session').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Every change of a session and its signers takes this lock first, so that changes are serialised. */
export async function lockSession(tx: Tx, id: number): Promise<Session> {
  return tx.selectFrom('signing_session').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export async function setSessionState(
  tx: Tx,
  id: number,
  to: SigningState,
  dates: { endedDate?: Date; expiresDate?: Date } = {},
): Promise<void> {
  await tx
    .updateTable('signing_session')
    .set({
      state: to,
      ...(dates.endedDate === undefined ? {} : { ended_date: dates.endedDate }),
      ...(dates.expiresDate === undefined ? {} : { expires_date: dates.expiresDate }),
    })
    .where('id', '=', id)
    .execute();
}

/** Sessions in states that need work or cleanup, oldest first. */
export async function listSessionsByState(db: Db, states: readonly SigningState[], limit: number): Promise<Session[]> {
  return db.selectFrom('signing_session').selectAll().where('state', 'in', states).orderBy('id').limit(limit).execute();
}

export async function listExpiredSessions(db: Db, now: Date, limit: number): Promise<number[]> {
  const result = await sql<{ id: number }>`select id from signing_session
    where state = 'OPEN' and expires_date <= ${now} order by id limit ${limit}`.execute(db);
  return result.rows.map((row) => row.id);
}

export async function listSessionDocuments(db: Db, sessionId: number): Promise<SessionDocument[]> {
  return db
    .selectFrom('session_document')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('document_id')
    .execute();
}

/** Data shown with each document of a session, in their order. */
export async function listSessionPapers(
  db: Db,
  sessionId: number,
): Promise<(SessionDocument & { facts: DocumentFacts })[]> {
  return db
    .selectFrom('session_document')
    .selectAll()
    .select(factsIn('session_document.document_id').as('facts'))
    .where('session_id', '=', sessionId)
    .orderBy('document_id')
    .execute();
}

/** The document's newest session, running or ended. */
export async function findLatestSession(db: Db, documentId: number): Promise<Session | undefined> {
  return db
    .selectFrom('session_document')
    .innerJoin('signing_session', 'signing_session.id', 'session_document.session_id')
    .selectAll('signing_session')
    .where('session_document.document_id', '=', documentId)
    .orderBy('signing_session.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function setPrepared(
  tx: Tx,
  sessionId: number,
  documentId: number,
  prepared: { sha256: string; size: number; pages: number },
): Promise<void> {
  await tx
    .updateTable('session_document')
    .set({ prepared_sha256: prepared.sha256, prepared_size: prepared.size, pages: prepared.pages })
    .where('session_id', '=', sessionId)
    .where('document_id', '=', documentId)
    .execute();
}

/** Frees the documents of a session for another start. */
export async function releaseDocuments(tx: Tx, sessionId: number): Promise<void> {
  await tx.updateTable('session_document').set({ running: false }).where('session_id', '=', sessionId).execute();
}

export async function findSigner(db: Db, id: number): Promise<Signer | undefined> {
  return db.selectFrom('signer').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A signer with the session, in one statement, since every call with a link needs both. */
export async function findSignerInSession(
  db: Db,
  signerId: number,
): Promise<{ signer: Signer; session: Session } | undefined> {
  const row = await db
    .selectFrom('signer')
    .innerJoin('signing_session as session', 'session.id', 'signer.session_id')
    .selectAll('signer')
    .select(SESSION_COLUMNS.map((name) => `session.${name} as session ${name}` as const))
    .where('signer.id', '=', signerId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const session = Object.fromEntries(SESSION_COLUMNS.map((name) => [name, row[`session ${name}`]]));
  const signer = Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('session ')));
  return { signer: signer as unknown as Signer, session: session as unknown as Session };
}

export async function lockSigner(tx: Tx, id: number): Promise<Signer> {
  return tx.selectFrom('signer').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export async function listSigners(db: Db, sessionId: number): Promise<Signer[]> {
  return db
    .selectFrom('signer')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export interface OpenLink {
  documentId: number;
  sessionId: number;
  signerId: number;
  role: SignerRole;
  epoch: number;
}

/** Links of these documents that are valid now. */
export async function listOpenLinks(db: Db, documentIds: readonly number[], now: Date): Promise<OpenLink[]> {
  if (documentIds.length === 0) return [];
  return db
    .selectFrom('session_document')
    .innerJoin('signing_session', 'signing_session.id', 'session_document.session_id')
    .innerJoin('signer', 'signer.session_id', 'signing_session.id')
    .select([
      'session_document.document_id as documentId',
      'signing_session.id as sessionId',
      'signer.id as signerId',
      'signer.role as role',
      'signer.link_epoch as epoch',
    ])
    .where('session_document.document_id', '=', anyOf(documentIds))
    .where('session_document.running', '=', true)
    .where('signing_session.state', '=', 'OPEN')
    .where('signing_session.expires_date', '>', now)
    .where('signer.state', '=', 'WAITING')
    .orderBy('signer.position')
    .orderBy('signer.id')
    .execute();
}

/** The caller holds the signer's lock and has decided that the seat is free. @param lastEvent as {@link noteEvent} */
export async function bindCeremony(
  tx: Tx,
  signerId: number,
  values: Pick<Signer, 'ceremony_binding' | 'cookie_sent_date' | 'ip' | 'user_agent'> & { opened_date?: null },
  lastEvent?: { readonly event: WaitingEvent; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('signer')
    .set({ ...values, ...(lastEvent && eventColumns(lastEvent.event, lastEvent.at)) })
    .where('id', '=', signerId)
    .execute();
}

/** The cookie of a binding is no longer on its way, and has not arrived. */
export async function clearCookieSent(tx: Tx, signerId: number, binding: string): Promise<void> {
  await tx
    .updateTable('signer')
    .set({ cookie_sent_date: null })
    .where('id', '=', signerId)
    .where('ceremony_binding', '=', binding)
    .where('opened_date', 'is', null)
    .execute();
}

export async function markOpened(tx: Tx, signerId: number, binding: string, at: Date): Promise<void> {
  await tx
    .updateTable('signer')
    .set({ opened_date: at })
    .where('id', '=', signerId)
    .where('ceremony_binding', '=', binding)
    .where('opened_date', 'is', null)
    .execute();
}

/** Sends link and code to another contact or person: earlier openings and codes are reset. @returns the new epoch. */
export async function redirectSigner(
  tx: Tx,
  signerId: number,
  recipient: { phone: string; email: string } | Pick<Signer, 'user_id' | 'first_name' | 'last_name' | 'email'>,
): Promise<number> {
  const row = await tx
    .updateTable('signer')
    .set((eb) => ({
      ...recipient,
      link_epoch: eb('link_epoch', '+', 1),
      ceremony_binding: null,
      cookie_sent_date: null,
      opened_date: null,
      seen_date: null,
      ip: null,
      user_agent: null,
      codes_requested: 0,
    }))
    .where('id', '=', signerId)
    .returning('link_epoch')
    .executeTakeFirstOrThrow();
  return row.link_epoch;
}

/** Records that the signer received the link of this epoch at the desk; a new epoch is e-mailed again. */
export async function noteHanded(tx: Tx, signerId: number, epoch: number): Promise<void> {
  await tx.updateTable('signer').set({ handed_epoch: epoch }).where('id', '=', signerId).execute();
}

export async function setSignerState(
  tx: Tx,
  signerId: number,
  state: Signer['state'],
  values: { signedDate?: Date; declineReason?: string } = {},
): Promise<void> {
  await tx
    .updateTable('signer')
    .set({
      state,
      ...(values.signedDate === undefined ? {} : { signed_date: values.signedDate }),
      ...(values.declineReason === undefined ? {} : { decline_reason: values.declineReason }),
    })
    .where('id', '=', signerId)
    .execute();
}

export async function listPoints(db: Db, sessionId: number): Promise<SignaturePoint[]> {
  return db
    .selectFrom('signature_point')
    .innerJoin('signer', 'signer.id', 'signature_point.signer_id')
    .selectAll('signature_point')
    .where('signer.session_id', '=', sessionId)
    .orderBy('signer.position')
    .orderBy('signature_point.position')
    .orderBy('signature_point.id')
    .execute();
}

export async function placePoint(
  tx: Tx,
  pointId: number,
  place: { page: number; box: readonly [number, number, number, number] },
): Promise<void> {
  await tx
    .updateTable('signature_point')
    .set({ page: place.page, box: JSON.stringify(place.box) })
    .where('id', '=', pointId)
    .execute();
}

export async function confirmPoints(tx: Tx, signerId: number, at: Date): Promise<void> {
  await tx.updateTable('signature_point').set({ confirmed_date: at }).where('signer_id', '=', signerId).execute();
}

/** Stores the signer's choice besides the confirmation of the point. */
export async function answerPoint(tx: Tx, pointId: number, choice: ConsentAnswer): Promise<void> {
  await tx.updateTable('signature_point').set({ choice }).where('id', '=', pointId).execute();
}

export async function findCode(db: Db, id: number): Promise<Code | undefined> {
  return db.selectFrom('otp_code').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findLiveCode(tx: Tx, signerId: number): Promise<Code | undefined> {
  return tx
    .selectFrom('otp_code')
    .selectAll()
    .where('signer_id', '=', signerId)
    .where('ended_date', 'is', null)
    .executeTakeFirst();
}

export async function findLastCode(db: Db, signerId: number): Promise<Code | undefined> {
  return db
    .selectFrom('otp_code')
    .selectAll()
    .where('signer_id', '=', signerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function endLiveCode(tx: Tx, signerId: number, at: Date): Promise<void> {
  await tx
    .updateTable('otp_code')
    .set({ ended_date: at })
    .where('signer_id', '=', signerId)
    .where('ended_date', 'is', null)
    .execute();
}

/** Also counts it on the signer, where the count outlives the code, and sets the signer's last event. */
export async function insertCode(
  tx: Tx,
  values: Insertable<OtpCodeTable> & { signer_id: number; created_date: Date },
): Promise<number> {
  await tx
    .updateTable('signer')
    .set((eb) => ({
      codes_requested: eb('codes_requested', '+', 1),
      ...eventColumns('otp.requested', values.created_date),
    }))
    .where('id', '=', values.signer_id)
    .execute();
  const row = await tx.insertInto('otp_code').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Counts a wrong attempt on the code and on the signer. */
export async function countWrongCode(tx: Tx, codeId: number, signerId: number): Promise<void> {
  await tx
    .updateTable('otp_code')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', codeId)
    .execute();
  await tx
    .updateTable('signer')
    .set((eb) => ({ failed_attempts: eb('failed_attempts', '+', 1) }))
    .where('id', '=', signerId)
    .execute();
}

/** Outcome of a message; the id is the gateway's. */
export interface Delivery {
  delivery: 'SENT' | 'FAILED';
  provider_id: string | null;
}

/** @returns false when another run of the job has already recorded the delivery. */
export async function setCodeDelivery(tx: Tx, codeId: number, delivery: Delivery): Promise<boolean> {
  return changesRow(tx.updateTable('otp_code').set(delivery).where('id', '=', codeId).where('delivery', '=', 'QUEUED'));
}

export async function listQueuedCodes(db: Db, now: Date): Promise<number[]> {
  const result = await sql<{ id: number }>`select id from otp_code
    where delivery = 'QUEUED' and ended_date is null and expires_date > ${now}`.execute(db);
  return result.rows.map((row) => row.id);
}

const CUSTOMERS_SIGNED = sql<SqlBool>`not exists (select 1 from signer as other
  where other.session_id = signer.session_id and other.role = 'customer' and other.state <> 'SIGNED')`;

/**
 * SQL of the signers whose turn it is for the document whose id is `document`, in its newest session: staff follow the
 * customers; in a locked session it is the signer who locked it. A corrected contact is awaited from its own link on.
 */
export const awaitedSignersIn = (document: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select signer.*, entry.document_id, signing_session.state as session_state, signing_session.expires_date,
    case when signer.role <> 'customer' then (select max(signed_date) from signer as other
        where other.session_id = signer.session_id and other.role = 'customer')
      else coalesce((select min(sent_date) from link_delivery where signer_id = signer.id
        and link_epoch = signer.link_epoch), signing_session.created_date) end as since
  from (select session_id, document_id from session_document where document_id = ${document}
      order by session_id desc limit 1) as entry
    join signing_session on signing_session.id = entry.session_id join signer on signer.session_id = entry.session_id
  where signing_session.state = 'LOCKED' and signer.state = 'LOCKED'
    or signing_session.state in ('PREPARING', 'OPEN') and signer.state = 'WAITING'
      and (signer.role = 'customer' or ${CUSTOMERS_SIGNED})) as awaited`;

/** Links of open sessions that no gateway has accepted yet; staff are notified when it is their turn. */
export async function listUnsentLinks(db: Db, limit: number): Promise<{ signerId: number; epoch: number }[]> {
  const result = await sql<{
    signerId: number;
    epoch: number;
  }>`select signer.id as "signerId", signer.link_epoch as epoch
    from signer join signing_session on signing_session.id = signer.session_id
    left join link_delivery on link_delivery.signer_id = signer.id and link_delivery.link_epoch = signer.link_epoch
    where signing_session.state = 'OPEN' and link_delivery.signer_id is null and not ${linkWasGivenUp}
      and signer.handed_epoch is distinct from signer.link_epoch
      and (signer.role = 'customer' or (signer.state = 'WAITING' and ${CUSTOMERS_SIGNED}))
    limit ${limit}`.execute(db);
  return result.rows;
}

export async function linkWasSent(db: Db, signerId: number, epoch: number): Promise<boolean> {
  return findsRow(
    db
      .selectFrom('link_delivery')
      .select('sent_date')
      .where('signer_id', '=', signerId)
      .where('link_epoch', '=', epoch)
      .where('channel', '=', 'EMAIL'),
  );
}

/** @returns false when another run of the job has already recorded the delivery. */
export async function insertLinkDelivery(tx: Tx, values: Insertable<LinkDeliveryTable>): Promise<boolean> {
  return addsRow(tx.insertInto('link_delivery').values(values), ['signer_id', 'link_epoch', 'channel']);
}

/** @returns false when the failure of this link was already reported. The caller holds the session's lock. */
export async function noteLinkFailed(tx: Tx, signerId: number, epoch: number): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('signer')
      .set({ link_failed_epoch: epoch })
      .where('id', '=', signerId)
      .where((eb) => eb.or([eb('link_failed_epoch', 'is', null), eb('link_failed_epoch', '<', epoch)])),
  );
}

/** The signer's last event, for the waiting list; the trail itself is written by `record`. */
export async function noteEvent(tx: Tx, signerId: number, event: WaitingEvent, at: Date): Promise<void> {
  await tx.updateTable('signer').set(eventColumns(event, at)).where('id', '=', signerId).execute();
}

function eventColumns(event: WaitingEvent, at: Date) {
  const acts: readonly string[] = ACTS_OF_SIGNER;
  const seenColumns = acts.includes(event) ? { seen_date: sql<Date>`coalesce(seen_date, ${at})` } : {};
  return { last_event: event, last_event_date: at, ...seenColumns };
}

export async function listLinkDeliveries(db: Db, signerIds: readonly number[]) {
  return db.selectFrom('link_delivery').selectAll().where('signer_id', '=', anyOf(signerIds)).execute();
}
