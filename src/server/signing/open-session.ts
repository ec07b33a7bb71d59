/** Locks a document's open signing session for a change by staff. */
import { Refusal } from '#domain/errors.ts';
import type { Tx } from '#ports/database/database.ts';
import { findLatestSession, lockSession, type Session } from './queries.ts';

/** Also an expired one that is not ended yet. @throws Refusal life.notWaiting when the newest session is not open. */
export async function lockOpenSession(tx: Tx, documentId: number): Promise<Session> {
  const latest = await findLatestSession(tx, documentId);
  const session = latest && (await lockSession(tx, latest.id));
  if (session?.state !== 'OPEN') throw new Refusal('life.notWaiting');
  return session;
}

/** @throws Refusal life.notWaiting when the newest session is not open, or its links have expired. */
export async function lockLiveSession(tx: Tx, documentId: number, at: Date): Promise<Session> {
  const session = await lockOpenSession(tx, documentId);
  if (session.expires_date.getTime() <= at.getTime()) throw new Refusal('life.notWaiting');
  return session;
}
