/** Records a given signature: confirms every point, records the intent, and completes the session after the last signer. */
import { FEA_MODULE } from '#domain/documents/fea.ts';
import type { EvidenceActor, EvidenceEvent } from '#domain/evidence/events.ts';
import { nextReminder } from '#domain/signing/messages/automatic-reminders.ts';
import { linkExpiry } from '#domain/signing/messages/link.ts';
import { isStaffTurn } from '#domain/signing/staff-signers.ts';
import type { Tx } from '#ports/database/database.ts';
import { findDocumentsById, loadForSigning, moveDocument } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import type { ShownDocuments } from '../ceremony/shown-hashes.ts';
import { notifyStarter } from '../messages/notify-staff.ts';
import {
  answerPoint,
  confirmPoints,
  listSigners,
  type Session,
  type SessionDocument,
  type SignaturePoint,
  type Signer,
  setSessionState,
  setSignerState,
} from '../queries.ts';
import { inviteStaff } from '../staff/staff-signers.ts';
import { choiceEvents, isSignature } from '../start/consents.ts';
import { planReminder } from '../waiting/reminders.queries.ts';

type WithoutActor<T> = T extends EvidenceEvent ? Omit<T, 'actor'> : never;

export interface SignatureInput {
  readonly tx: Tx;
  /** The caller holds both rows. */
  readonly session: Session;
  readonly signer: Signer;
  readonly documents: readonly SessionDocument[];
  readonly shown: ShownDocuments;
  /** This signer's points, with the answers. */
  readonly points: readonly SignaturePoint[];
  readonly actor: EvidenceActor;
  /** The evidence of who signs, for the trail. */
  readonly proof: WithoutActor<EvidenceEvent>;
  readonly now: Date;
}

/** Signing a module accepts the terms printed on it; no other paper contains terms of the signature. */
async function acceptTerms(signature: SignatureInput, entry: SessionDocument, type: string | undefined): Promise<void> {
  const { tx, session, signer, actor, now } = signature;
  if (signer.role !== 'customer' || type !== FEA_MODULE) return;
  const textVersion = (await (await loadForSigning(tx, entry.document_id))?.termsVersion()) ?? null;
  if (textVersion === null) return;
  const detail = { sessionId: session.id, textVersion, sha256: entry.prepared_sha256 ?? '' };
  await record(tx, documentSubject(entry.document_id), { type: 'terms.accepted', actor, detail }, now);
}

/** All documents of a session belong to one dealer. @throws when it has none: a defect. */
function hstOf(rows: Awaited<ReturnType<typeof findDocumentsById>>): string {
  for (const { hst } of rows.values()) return hst;
  throw new Error('A session has no documents');
}

/** @param hst dealers take turns: one with sixty papers signed together does not delay the customers of others. */
export async function queueCompletion(world: World, tx: Tx, sessionId: number, hst: string): Promise<void> {
  await world.jobs.send(tx, 'signing.complete', { sessionId }, { key: `complete:${sessionId}`, owner: hst });
}

export async function recordSignature(world: World, signature: SignatureInput): Promise<void> {
  const { tx, session, signer, documents, points, actor, now } = signature;
  const sessionId = session.id;
  const ids = documents.map(({ document_id }) => document_id);
  const rows = await findDocumentsById(tx, ids);
  await confirmPoints(tx, signer.id, now);
  for (const { id, choice } of points) if (choice !== null) await answerPoint(tx, id, choice);
  await setSignerState(tx, signer.id, 'SIGNED', { signedDate: now });
  const signers = await listSigners(tx, sessionId);
  const isLast = signers.every((other) => other.id === signer.id || other.state === 'SIGNED');
  if (isLast) await setSessionState(tx, sessionId, 'COMPLETING');
  for (const entry of documents) {
    const subject = documentSubject(entry.document_id);
    const documentPoints = points.filter((point) => point.document_id === entry.document_id);
    for (const event of choiceEvents(sessionId, documentPoints)) await record(tx, subject, { ...event, actor }, now);
    for (const { field, label } of documentPoints.filter(isSignature)) {
      await record(tx, subject, { type: 'point.confirmed', actor, detail: { sessionId, field, label } }, now);
    }
    await record(tx, subject, { ...signature.proof, actor } as EvidenceEvent, now);
    await acceptTerms(signature, entry, rows.get(entry.document_id)?.type);
    // Record the intent before any key is made or used.
    const shown = signature.shown.get(entry.document_id);
    if (shown === undefined) throw new Error(`Document ${entry.document_id} is signed but was not shown`);
    const { sha256: shownSha256, ...reading } = shown;
    const preparedSha256 = entry.prepared_sha256 ?? '';
    const intent = { sessionId, preparedSha256, shownSha256, ...reading, points: documentPoints.length };
    await record(tx, subject, { type: 'sign.confirmed', actor, detail: intent }, now);
    if (
      isLast &&
      !(await moveDocument(tx, entry.document_id, 'lastSignature', { everSigned: true, statusReason: null }))
    ) {
      throw new Error(`Document ${entry.document_id} of an open session is not waiting`);
    }
  }
  if (isLast) await queueCompletion(world, tx, sessionId, hstOf(rows));
  // After the last customer's signature, notify the staff signers; a staff signature notifies no one further.
  else if (signer.role === 'customer' && isStaffTurn(signers)) {
    // Staff get the full time from their turn, even when a customer signs late.
    const expires = linkExpiry(now);
    await setSessionState(tx, sessionId, 'OPEN', { expiresDate: expires });
    await planReminder(tx, sessionId, nextReminder({ started: now, expires }, now));
    await inviteStaff(world, tx, signers, now);
    await notifyStarter(world, tx, session, {
      kind: 'customerSigned',
      at: now,
      knownTo: signers.map((signer) => signer.user_id),
    });
  }
}
