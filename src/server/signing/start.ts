/** Starting, cancelling, renewing and expiring a signature (P-5, P-6, D-46). */
import type { Actor } from '#domain/access.ts';
import { documentCan, isStarting, type LifeDecision } from '#domain/documents/life.ts';
import { MOBILE_PHONE } from '#domain/dossiers/dossier.ts';
import { Refusal } from '#domain/errors.ts';
import { type EvidenceActor, SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { linkExpiry } from '#domain/signing/link.ts';
import { signaturePointLabel } from '#domain/signing/paper-names.ts';
import type { Tx } from '#ports/database/database.ts';
import {
  findVisible,
  loadForSigning,
  moveDocument,
  type PaperToSign,
  type SigningDocument,
} from '../documents/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import type { World } from '../world.ts';
import { consentPoints } from './consents.ts';
import { addedFieldsOf } from './points.ts';
import {
  endLiveCode,
  endRunning,
  findLatestSession,
  insertPoint,
  insertSession,
  insertSessionDocument,
  insertSigner,
  listSessionDocuments,
  listSigners,
  lockSession,
  type Session,
  setSessionState,
} from './queries.ts';
import { releaseForSession, reserveForSession } from './quota.ts';

/** Names the module that has to be signed first, when there is one (P-9). */
function refuseUnless(decision: LifeDecision, feaModuleId: number | null): void {
  if (decision.ok) return;
  const named: Record<string, number> =
    decision.reason === 'feaModuleUnsigned' && feaModuleId !== null ? { feaModuleId } : {};
  throw new Refusal(`life.${decision.reason}`, { parameters: named, extra: named });
}

/** @throws Refusal life.… when a signature of the document could not start, or could not on a tablet. */
export async function refuseUnlessStartable(
  loaded: SigningDocument,
  now: Date,
  way: 'startSign' | 'sendToTablet' = 'startSign',
): Promise<void> {
  const { document, folder } = loaded;
  const fea = await loaded.feaState(now);
  refuseUnless(
    documentCan[way]({
      status: document.status,
      signable: document.signable,
      sigType: document.sig_type,
      mimeType: document.mime_type,
      everSigned: document.ever_signed,
      folderStatus: folder.status,
      feaBlocked: fea.blocked,
      feaModuleId: fea.moduleId,
    }),
    fea.moduleId,
  );
}

/** @throws Refusal when the dossier's phone or address cannot carry a signature. */
function contactOf(customer: SigningDocument['customer']): { phone: string; email: string } {
  if (!MOBILE_PHONE.test(customer.mobile_phone) || customer.email === '') throw new Refusal('signing.phoneMissing');
  return { phone: customer.mobile_phone.replaceAll(' ', ''), email: customer.email };
}

/**
 * A generated paper, made anew when what it says has changed; the transaction of the start asks all of this again.
 * @throws Refusal as the start does
 */
async function generatedPaper(world: World, actor: Actor, documentId: number): Promise<PaperToSign | null> {
  const now = world.clock.now();
  const { read } = world.database;
  await findVisible(read, actor, documentId, 'document.sign');
  const loaded = await loadForSigning(read, documentId);
  if (loaded === undefined || isStarting(loaded.document.status)) return null;
  await refuseUnlessStartable(loaded, now);
  return loaded.paper(world, now);
}

/**
 * Starts the signature of a document; the call that finds it started already changes nothing.
 * @param by the same person as the trail shall tell it.
 * @throws Refusal life.… when its state or fields do not allow it, signing.phoneMissing, quota.… when messages or archive space are spent.
 */
export async function beginSigning(world: World, actor: Actor, documentId: number, by: EvidenceActor): Promise<void> {
  const paper = await generatedPaper(world, actor, documentId);
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    await findVisible(tx, actor, documentId, 'document.sign');
    const loaded = await loadForSigning(tx, documentId);
    if (loaded === undefined) throw new Refusal('document.notFound');
    const { document, customer } = loaded;
    if (isStarting(document.status)) return;
    await refuseUnlessStartable(loaded, now);
    if (document.file_sha256 === null) throw new Refusal('document.noFile');
    const contact = contactOf(customer);
    // Taken back and edited meanwhile.
    if (paper && !paper.isOf(document)) throw new Refusal('life.notReady');
    const won = await moveDocument(tx, documentId, 'startSign', {
      statusReason: null,
      statusDetail: null,
      startSignDate: now,
      ...paper?.changes(actor.login),
    });
    if (!won) {
      // Another call was first: its answer is ours too, unless the document went elsewhere meanwhile.
      const after = await findVisible(tx, actor, documentId, 'document.sign');
      if (isStarting(after.status)) return;
      throw new Refusal('life.notReady');
    }
    await paper?.note(tx, by);
    const originalSha256 = paper?.sha256 ?? document.file_sha256;
    const sessionId = await insertSession(tx, {
      folder_id: document.folder_id,
      state: 'PREPARING',
      method: 'OTP',
      started_by: actor.login,
      created_date: now,
      expires_date: linkExpiry(now),
    });
    await insertSessionDocument(tx, {
      session_id: sessionId,
      document_id: documentId,
      original_sha256: originalSha256,
      running: true,
    });
    // The customer alone signs for now; other roles of the configuration come with signing in full (P-6).
    const signerId = await insertSigner(tx, {
      session_id: sessionId,
      role: 'customer',
      position: 1,
      first_name: customer.first_name,
      last_name: customer.last_name,
      organization_name: customer.organization_name,
      ...contact,
      state: 'WAITING',
    });
    const asked = consentPoints(document.type, sessionId);
    for (const point of asked) await insertPoint(tx, { signer_id: signerId, document_id: documentId, ...point });
    const places = paper?.boxes.map(({ id, caption }) => ({ field: id, label: caption })) ?? [
      { field: `${addedFieldsOf(sessionId)}1`, label: signaturePointLabel(document.type) },
    ];
    for (const [index, place] of places.entries()) {
      const point = { signer_id: signerId, document_id: documentId, kind: 'signature' } as const;
      await insertPoint(tx, { ...point, ...place, position: asked.length + index + 1 });
    }
    const detail = { sessionId, originalSha256, method: 'OTP' };
    await record(tx, documentSubject(documentId), { type: 'sign.started', actor: by, detail }, now);
    await world.jobs.send(tx, 'signing.prepare', { sessionId }, { key: `session:${sessionId}` });
    await reserveForSession(tx, { id: sessionId, signerIds: [signerId], documents: [document] }, now);
  });
}

/** Ends a session's codes and frees its documents. The caller holds the session's lock and sets its state. */
export async function releaseSession(tx: Tx, session: Session, now: Date): Promise<number[]> {
  for (const signer of await listSigners(tx, session.id)) await endLiveCode(tx, signer.id, now);
  await endRunning(tx, session.id);
  return (await listSessionDocuments(tx, session.id)).map((entry) => entry.document_id);
}

/** Withdraws a signature that waits. @throws Refusal life.notWaiting in any other state. */
export async function cancelSigning(world: World, actor: Actor, documentId: number, by: EvidenceActor): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const seen = await findVisible(tx, actor, documentId, 'document.sign');
    const found = await findLatestSession(tx, documentId);
    if (found === undefined || seen.status !== 'START_SIGN') throw new Refusal('life.notWaiting');
    const session = await lockSession(tx, found.id);
    if (session.state !== 'OPEN') throw new Refusal('life.notWaiting');
    await setSessionState(tx, session.id, 'CANCELLED', { endedDate: now });
    for (const id of await releaseSession(tx, session, now)) {
      const moved = await moveDocument(tx, id, 'cancel', { statusReason: 'signing.cancelled', statusDetail: null });
      if (!moved) throw new Refusal('life.notWaiting');
      await record(tx, documentSubject(id), { type: 'cancelled', actor: by, detail: { sessionId: session.id } }, now);
    }
    await releaseForSession(tx, session.id);
  });
}

/** Makes an expired document ready again. @throws Refusal life.notExpired in any other state. */
export async function renewSigning(world: World, actor: Actor, documentId: number, by: EvidenceActor): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    await findVisible(tx, actor, documentId, 'document.sign');
    const moved = await moveDocument(tx, documentId, 'renew', { statusReason: null, statusDetail: null });
    if (!moved) throw new Refusal('life.notExpired');
    const detail = { status: 'READY_TO_SIGN' };
    await record(tx, documentSubject(documentId), { type: 'renewed', actor: by, detail }, now);
  });
}

/** Expires one session whose links have run out; a session that ended meanwhile stays as it is. */
export async function expireSession(world: World, sessionId: number): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const session = await lockSession(tx, sessionId);
    if (session.state !== 'OPEN' || session.expires_date.getTime() > now.getTime()) return;
    await setSessionState(tx, session.id, 'EXPIRED', { endedDate: now });
    for (const id of await releaseSession(tx, session, now)) {
      if (!(await moveDocument(tx, id, 'expire'))) throw new Error(`Document ${id} of an open session does not wait`);
      const detail = { sessionId: session.id };
      await record(tx, documentSubject(id), { type: 'expired', actor: SYSTEM_ACTOR, detail }, now);
    }
    await releaseForSession(tx, session.id);
  });
}
