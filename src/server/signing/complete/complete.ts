/** Job: puts every confirmed signature on the file, seals it, checks it, seals its trail; once, even if it runs repeatedly. */

import { FEA_MODULE } from '#domain/documents/fea.ts';
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { isSealLate } from '#domain/notifications/notification.ts';
import { releaseBuffer } from '#formats/release-buffer.ts';
import type { Tx } from '#ports/database/database.ts';
import { activateAdherence } from '../../adherences/index.ts';
import { queueFormPush, recordSignedConsents } from '../../consents/index.ts';
import { explainDocument, loadForSigning, moveDocument } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import { eraseSealedHands } from '../handwriting/handwriting.queries.ts';
import { announceCopies } from '../messages/copy-message.ts';
import { lastSignedDate } from '../messages/mail-starter.ts';
import { notifyStarter } from '../messages/notify-staff.ts';
import { findSession, lockSession, releaseDocuments, setSessionState } from '../queries.ts';
import { loadSessionContext, type Paper } from '../session-context.ts';
import { signedForm } from '../start/consents.ts';
import { archiveSession } from '../start/quota.ts';
import {
  type CompletionContext,
  loadCompletion,
  makeSignedFile,
  recordApplied,
  type SignedBytes,
} from './apply-signatures.ts';
import { makeSealedTrail } from './audit-pdf.ts';
import { findSigned, insertSigned, type SignedDocument, setAudit } from './signed-files.queries.ts';

/** Signs, seals, checks and stores one document of the session; if already done, returns the existing result. */
async function signDocument(context: CompletionContext, paper: Paper): Promise<SignedDocument> {
  const { world, session } = context;
  const { entry } = paper;
  const existing = await findSigned(world.database.read, session.id, entry.document_id);
  if (existing !== undefined) return existing;
  const published = await publish(context, paper, await makeSignedFile(context, entry, { concluded: true }));
  const row = published ?? (await findSigned(world.database.read, session.id, entry.document_id));
  if (row === undefined) throw new Error(`Document ${entry.document_id} was signed but is not on record`);
  return row;
}

/** Writes the row and its events, or nothing when another run was first. */
async function publish(
  context: CompletionContext,
  paper: Paper,
  file: SignedBytes,
): Promise<SignedDocument | undefined> {
  const { world, session } = context;
  const sessionId = session.id;
  const documentId = paper.entry.document_id;
  const subject = documentSubject(documentId);
  return world.database.transaction(async (tx) => {
    const now = world.clock.now();
    if ((await lockSession(tx, sessionId)).state !== 'COMPLETING') return undefined;
    const signatures = file.applied.length;
    const { sha256: hash, size } = file;
    const row = {
      session_id: sessionId,
      document_id: documentId,
      sha256: hash,
      size,
      signatures,
      created_date: now,
      archive_due: now,
    };
    const signed = await insertSigned(tx, row);
    if (signed === undefined) return undefined;
    const actor = SYSTEM_ACTOR;
    await recordApplied(tx, { sessionId, documentId }, file.applied, now);
    await recordSignedConsents(world, tx, signedForm(context, paper, signed.id), now);
    await record(tx, subject, { type: 'sealed', actor, detail: { sessionId, sha256: hash, size, signatures } }, now);
    return signed;
  });
}

interface SealedTrail {
  readonly paper: Paper;
  readonly signed: SignedDocument;
  readonly sha256: string;
  readonly size: number;
}

async function sealTrail(context: CompletionContext, paper: Paper, signed: SignedDocument): Promise<SealedTrail> {
  const { world, session, signers, parties } = context;
  const points = context.points.filter((point) => point.document_id === paper.entry.document_id);
  const sealed = await makeSealedTrail(world, {
    documentId: paper.entry.document_id,
    session,
    entry: paper.entry,
    signed,
    signers,
    points,
    documentType: paper.type,
    dealerName: parties.dealer.name,
  });
  const size = sealed.byteLength;
  const sha256 = await world.storage.put(sealed);
  releaseBuffer(sealed);
  return { paper, signed, sha256, size };
}

/**
 * Completes a session. Safe to kill at any point, repeat, or run concurrently: there is one signed file, one trail and
 * one event of each kind, because each step is published under the session's lock by the first run to finish it.
 */
export async function completeSession(world: World, sessionId: number): Promise<void> {
  const session = await findSession(world.database.read, sessionId);
  if (session === undefined || session.state !== 'COMPLETING') return;
  const context = await loadCompletion(world, session);
  // Trails are sealed after every file: while one file waits for its timestamp, retries do not redo the trails of the
  // others.
  const files: (readonly [Paper, SignedDocument])[] = [];
  const failures: unknown[] = [];
  for (const paper of context.parties.papers) {
    await signDocument(context, paper).then(
      (signed) => files.push([paper, signed]),
      (error: unknown) => {
        world.log.error({ err: error, sessionId, documentId: paper.entry.document_id }, 'document not sealed yet');
        failures.push(error);
      },
    );
  }
  if (failures.length > 0) throw failures[0];
  const trails: SealedTrail[] = [];
  for (const [paper, signed] of files) trails.push(await sealTrail(context, paper, signed));
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    if ((await lockSession(tx, sessionId)).state !== 'COMPLETING') return;
    for (const { paper, signed, sha256: auditSha256, size } of trails) {
      const subject = documentSubject(signed.document_id);
      if (!(await setAudit(tx, signed.id, { sha256: auditSha256, size }))) {
        throw new Error(`Signed document ${signed.id} already has a trail`);
      }
      // Before the document's row: transactions that start on an adherence lock the adherence first.
      if (paper.type === FEA_MODULE) await activateModule(tx, sessionId, signed, now);
      const changes = { signedDocumentId: signed.id, statusReason: null, statusDetail: null };
      // In PRIVACY_UPDATING the document waits until its data has reached the controller's own system.
      const isPushQueued = await queueFormPush(world, tx, signed.document_id);
      if (!(await moveDocument(tx, signed.document_id, isPushQueued ? 'completePrivacy' : 'complete', changes))) {
        throw new Error(`Document ${signed.document_id} of a confirmed session cannot be completed`);
      }
      const actor = SYSTEM_ACTOR;
      await record(tx, subject, { type: 'audit.sealed', actor, detail: { sessionId, sha256: auditSha256 } }, now);
      const detail = { sessionId, signedDocumentId: signed.id, sha256: signed.sha256, auditSha256 };
      await record(tx, subject, { type: 'document.signed', actor, detail }, now);
    }
    await setSessionState(tx, sessionId, 'COMPLETED', { endedDate: now });
    await releaseDocuments(tx, sessionId);
    // The signed file contains the handwriting: keep no second copy.
    if (context.hands.size > 0) await eraseSealedHands(tx, sessionId);
    // A completing session's signers do not change.
    const { signers } = context;
    await archiveSession(
      tx,
      { id: sessionId, signers, documentIds: trails.map(({ signed }) => signed.document_id) },
      now,
    );
    await announceCopies(world, tx, signers);
    await notifyStarter(world, tx, session, {
      kind: isSealLate(lastSignedDate(signers), now) ? 'sealedLate' : 'signed',
      at: now,
    });
  });
}

/** A module and its adherence come into force together. */
async function activateModule(tx: Tx, sessionId: number, signed: SignedDocument, at: Date): Promise<void> {
  const loaded = await loadForSigning(tx, signed.document_id);
  if (loaded === undefined) return;
  const textVersion = await loaded.termsVersion();
  const { id: documentId, sha256: hash } = signed;
  await activateAdherence(tx, loaded.document, loaded.customer, {
    sessionId,
    documentId,
    sha256: hash,
    textVersion,
    at,
  });
}

/** Shows that a confirmed signature waits for its seal; completion clears it. */
export async function showSealingDelay(world: World, sessionId: number): Promise<void> {
  await world.database.transaction(async (tx) => {
    if ((await lockSession(tx, sessionId)).state !== 'COMPLETING') return;
    for (const { entry } of (await loadSessionContext(tx, sessionId)).papers) {
      await explainDocument(tx, entry.document_id, 'COMPLETING', 'signing.sealingDelayed');
    }
  });
}
