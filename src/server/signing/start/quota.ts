/** Quota of a signature: what it reserves, uses and releases. Call last in each transaction, since quota rows are the most contended. */
import { Refusal } from '#domain/errors.ts';
import type { Tx } from '#ports/database/database.ts';
import { findDocumentsById, type LoadedDocument } from '../../documents/index.ts';
import { bookSpace, bookUse, release, reserve } from '../../entitlements/index.ts';
import { type Code, listSigners, type Signer } from '../queries.ts';

const signerCause = (signerId: number): string => `signer:${signerId}`;
const sessionCause = (sessionId: number): string => `session:${sessionId}`;

const oneMessage = (legalEntity: string, signerId: number) =>
  ({ legalEntity, kind: 'OTP', amount: 1, cause: signerCause(signerId) }) as const;

/**
 * Reserves one message for each signer who may request a code, and archive space for the documents that need it once
 * signed. @throws Refusal quota.…: nothing has started.
 */
export async function reserveForSession(
  tx: Tx,
  session: { id: number; signerIds: readonly number[]; documents: readonly LoadedDocument[] },
  at: Date,
): Promise<void> {
  const { id, signerIds, documents } = session;
  const legalEntity = documents[0]?.legal_entity;
  if (legalEntity === undefined) throw new Error(`Session ${id} has no documents`);
  const archived = documents.reduce((sum, document) => sum + (document.archivable ? (document.file_size ?? 0) : 0), 0);
  const archive = { legalEntity, kind: 'STRONGDOX_SPACE', amount: archived, cause: sessionCause(id) } as const;
  await reserve(tx, [...signerIds.map((signerId) => oneMessage(legalEntity, signerId)), archive], at);
}

/**
 * Reserves one message for the requested code; the first code uses the reservation of the start.
 * @throws Refusal otp.noneLeft: the signer cannot buy more, only contact the dealer.
 */
export async function reserveCode(tx: Tx, signer: { id: number; legalEntity: string }, at: Date): Promise<void> {
  try {
    await reserve(tx, [oneMessage(signer.legalEntity, signer.id)], at);
  } catch (error) {
    if (error instanceof Refusal && error.code.startsWith('quota.')) throw new Refusal('otp.noneLeft');
    throw error;
  }
}

const messageUse = ({ legalEntity, parts }: { legalEntity: string; parts: number }) =>
  ({ legalEntity, kind: 'OTP', amount: parts }) as const;

/** Books a code's message that the gateway has accepted. @param message.parts the parts charged by the gateway. */
export async function bookCode(
  tx: Tx,
  code: Pick<Code, 'id' | 'signer_id'>,
  message: { legalEntity: string; parts: number },
  at: Date,
): Promise<void> {
  await bookUse(tx, { ...messageUse(message), cause: `otp:${code.id}`, reservation: signerCause(code.signer_id) }, at);
}

const reminderCause = (reminderId: number): string => `reminder:${reminderId}`;

/** Reserves one more message for each link by SMS. @throws Refusal quota.otp… */
export async function reserveLinkSms(
  tx: Tx,
  { reminderIds, legalEntity }: { reminderIds: readonly number[]; legalEntity: string },
  at: Date,
): Promise<void> {
  const needs = reminderIds.map((id) => ({ legalEntity, kind: 'OTP', amount: 1, cause: reminderCause(id) }) as const);
  await reserve(tx, needs, at);
}

/** Books a link's SMS that the gateway has accepted. @param message.parts the parts charged by the gateway. */
export async function bookLinkSms(
  tx: Tx,
  { reminderId, ...message }: { reminderId: number; legalEntity: string; parts: number },
  at: Date,
): Promise<void> {
  const cause = reminderCause(reminderId);
  await bookUse(tx, { ...messageUse(message), cause, reservation: cause }, at);
}

export const releaseLinkSms = (tx: Tx, reminderId: number): Promise<void> => release(tx, [reminderCause(reminderId)]);

/**
 * Books the SMS that notifies a telephone number of its replacement. It needs no reservation and is never refused: a
 * used-up quota must not make an unnoticed change of contact possible (record 0040). @param message.parts the parts
 * charged by the gateway.
 */
export async function bookFormerSms(
  tx: Tx,
  { contactId, ...message }: { contactId: number; legalEntity: string; parts: number },
  at: Date,
): Promise<void> {
  await bookUse(tx, { ...messageUse(message), cause: `former:${contactId}` }, at);
}

type Signers = readonly Pick<Signer, 'id'>[];

/** Releases the unused reservations of a session that has ended. */
export async function releaseForSession(tx: Tx, sessionId: number, knownSigners?: Signers): Promise<void> {
  const signers = knownSigners ?? (await listSigners(tx, sessionId));
  await release(tx, [sessionCause(sessionId), ...signers.map((signer) => signerCause(signer.id))]);
}

/** A session's documents are signed: their reserved archive space is now used. */
export async function archiveSession(
  tx: Tx,
  session: { id: number; signers: Signers; documentIds: readonly number[] },
  at: Date,
): Promise<void> {
  await releaseForSession(tx, session.id, session.signers);
  const documents = await findDocumentsById(tx, session.documentIds);
  await bookSpace(tx, [...documents.values()], at);
}
