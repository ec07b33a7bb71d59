/** Job: makes the file to show and sign, adds the signature fields, sends the links. */

import { REFUSALS } from '#domain/errors.ts';
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { nextReminder } from '#domain/signing/messages/automatic-reminders.ts';
import { isHandedOver, linkExpiry } from '#domain/signing/messages/link.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import { signerRoleName } from '#domain/signing/staff-signers.ts';
import { releaseBuffer } from '#formats/release-buffer.ts';
import type { PreparedPdf, PreparedPoint } from '#pdf/signing/prepare-pdf.ts';
import { drawnAlike, moveDocument } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import { notifyStarter } from '../messages/notify-staff.ts';
import { fingerprintOf } from '../present.ts';
import {
  findSession,
  listSessionDocuments,
  listSigners,
  lockSession,
  placePoint,
  releaseDocuments,
  type SessionDocument,
  type Signer,
  setPrepared,
  setSessionState,
} from '../queries.ts';
import { loadSigningContext, type Paper, type SigningContext } from '../session-context.ts';
import { planReminder } from '../waiting/reminders.queries.ts';
import { addedFieldsOf } from './added-fields.ts';
import { consentPlan, isSignature } from './consents.ts';
import { releaseForSession } from './quota.ts';

export const sealFieldOf = (sessionId: number): string => `Fascicolo_Sigillo_${sessionId}`;

export const signerName = (signer: Signer): string => `${signer.first_name} ${signer.last_name}`.trim();

export const roleName = (signer: Signer): string => signerRoleName(signer.role);

const needsMail = (signer: Signer): boolean => signer.role === 'customer' && !isHandedOver(signer);

interface PreparedDocument {
  entry: SessionDocument;
  sha256: string;
  size: number;
  pages: number;
  points: PreparedPoint[];
}

/** Preparation failed permanently: the result depends only on the file and the plan. */
export class FileUnprepared extends Error {
  override readonly name = 'FileUnprepared';
  readonly documentId: number;

  constructor(documentId: number, cause: unknown) {
    super(`Document ${documentId} cannot be prepared`, { cause });
    this.documentId = documentId;
  }
}

/** The worker thread ended (`src/pdf/pool.ts`): the file is not the cause, so a retry makes sense. */
const isThreadEnded = (error: unknown): boolean => error instanceof Error && error.name === 'PdfThreadEnded';

async function prepareDocument(
  world: World,
  { entry, type }: Paper,
  { session, parties, signers, points }: SigningContext,
): Promise<PreparedDocument> {
  const original = await world.storage.get(entry.original_sha256);
  const documentPoints = points.filter((point) => point.document_id === entry.document_id);
  const plan = {
    title: paperName(type),
    ...consentPlan(type, documentPoints, {
      controllerName: parties.dealer.organization,
      sessionId: session.id,
    }),
    points: documentPoints.filter(isSignature).map((point) => {
      const signer = signers.find((candidate) => candidate.id === point.signer_id);
      if (signer === undefined) throw new Error(`Point ${point.id} has no signer`);
      const isAddedField = point.field.startsWith(addedFieldsOf(session.id));
      // Settled when the signature was started; without a place the field is on the added page.
      const place = point.page === null || point.box === null ? {} : { place: { page: point.page, box: point.box } };
      return {
        id: point.field,
        caption: point.label,
        // The dealer's signer may change until they sign: the signature itself states who it was.
        signerName: signer.user_id === null ? signerName(signer) : parties.dealer.name,
        role: roleName(signer),
        ...(isAddedField ? place : { existingField: point.field }),
      };
    }),
    sealField: sealFieldOf(session.id),
    notes: [
      `Sessione di firma ${session.id}. Ogni firma ha un certificato proprio e una marca temporale.`,
      ...(world.settings.mode === 'demo' ? ['DEMO senza valore: firme e certificati di prova.'] : []),
    ],
    language: 'it' as const,
  };
  const prepared = await world.pdf.prepare(original, plan).catch((error: unknown) => {
    throw isThreadEnded(error) ? error : new FileUnprepared(entry.document_id, error);
  });
  await refuseUnlessUnchanged(world, entry, original, prepared);
  const size = prepared.bytes.byteLength;
  const sha256 = await world.storage.put(prepared.bytes);
  releaseBuffer(prepared.bytes);
  return { entry, sha256, size, pages: prepared.pages, points: prepared.points };
}

/**
 * Draws the prepared file: its pages must look as in the original, and added content the same in both engines. Files
 * drawn at upload are compared by stored hashes.
 * @throws FileUnprepared, DrawingFailed
 */
async function refuseUnlessUnchanged(
  world: World,
  entry: SessionDocument,
  original: Uint8Array,
  prepared: Pick<PreparedPdf, 'bytes' | 'pages' | 'originalPages'>,
): Promise<void> {
  const { document_id: documentId, original_sha256: sha256 } = entry;
  const { bytes, pages, originalPages } = prepared;
  const owner = `document:${documentId}`;
  const storedDrawing = await drawnAlike(world, sha256);
  // A generated paper is drawn by both engines now, for the first time.
  const from = storedDrawing ? originalPages : 0;
  const range = { from, to: pages, pages, originalPages, kept: storedDrawing?.fingerprints ?? [], madeHere: true };
  const check = await world.pages.comparePrepared(original, bytes, range, owner);
  if (check.ok) return;
  throw new FileUnprepared(documentId, new Error(`page ${check.page + 1}, ${check.finding}: ${check.detail}`));
}

/** Idempotent: the prepared bytes depend only on the original and the plan, and only one run opens the session. */
export async function prepareSession(world: World, sessionId: number): Promise<void> {
  const session = await findSession(world.database.read, sessionId);
  if (session === undefined || session.state !== 'PREPARING') return;
  const context = await loadSigningContext(world.database.read, session);
  const { points } = context;
  const prepared: PreparedDocument[] = [];
  for (const paper of context.parties.papers) prepared.push(await prepareDocument(world, paper, context));

  const preparedSha256 = prepared.map(({ sha256 }) => sha256);
  const together =
    prepared.length === 1 ? {} : { together: { fingerprint: fingerprintOf(preparedSha256), preparedSha256 } };
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    if ((await lockSession(tx, sessionId)).state !== 'PREPARING') return;
    for (const { entry, sha256, size, pages, points: placedPoints } of prepared) {
      await setPrepared(tx, sessionId, entry.document_id, { sha256, size, pages });
      for (const point of points.filter((candidate) => candidate.document_id === entry.document_id)) {
        const place = placedPoints.find((candidate) => candidate.id === point.field);
        if (place === undefined) throw new Error(`Point ${point.id} was not placed`);
        await placePoint(tx, point.id, place);
      }
      if (!(await moveDocument(tx, entry.document_id, 'linksSent'))) {
        throw new Error(`Document ${entry.document_id} of a new session does not start`);
      }
      const detail = {
        sessionId,
        originalSha256: entry.original_sha256,
        preparedSha256: sha256,
        pages,
        points: placedPoints.length,
        ...together,
      };
      await record(tx, documentSubject(entry.document_id), { type: 'sign.prepared', actor: SYSTEM_ACTOR, detail }, now);
    }
    // The 72 hours start when there is a link to open.
    const expires = linkExpiry(now);
    await setSessionState(tx, sessionId, 'OPEN', { expiresDate: expires });
    await planReminder(tx, sessionId, nextReminder({ started: now, expires }, now));
    // Read again: the link may have been handed over at the desk during preparation.
    for (const signer of (await listSigners(tx, sessionId)).filter(needsMail)) {
      const data = { signerId: signer.id, epoch: signer.link_epoch };
      await world.jobs.send(tx, 'signing.sendLink', data, { key: `link:${signer.id}:${signer.link_epoch}` });
    }
  });
}

type PreparationFailure = 'signing.preparationFailed' | 'signing.fileUnprepared' | 'signing.otherFileUnprepared';

/**
 * Ends the session and returns its documents to READY_TO_SIGN with the reason.
 * @param unprepared the document whose file cannot be prepared; null when the retries are used up.
 */
export async function giveUpPreparing(
  world: World,
  sessionId: number,
  unprepared: number | null = null,
): Promise<void> {
  const refusalCodeFor = (documentId: number): PreparationFailure => {
    if (unprepared === null) return 'signing.preparationFailed';
    return documentId === unprepared ? 'signing.fileUnprepared' : 'signing.otherFileUnprepared';
  };
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const session = await lockSession(tx, sessionId);
    if (session.state !== 'PREPARING') return;
    await setSessionState(tx, sessionId, 'FAILED', { endedDate: now });
    await releaseDocuments(tx, sessionId);
    for (const { document_id } of await listSessionDocuments(tx, sessionId)) {
      const code = refusalCodeFor(document_id);
      if (!(await moveDocument(tx, document_id, 'preparationFailed', { statusReason: code, statusDetail: null }))) {
        throw new Error(`Document ${document_id} of a new session does not start`);
      }
      const detail = { sessionId, reason: REFUSALS[code].it };
      const event = { type: 'sign.preparationFailed', actor: SYSTEM_ACTOR, detail } as const;
      await record(tx, documentSubject(document_id), event, now);
    }
    await releaseForSession(tx, sessionId);
    await notifyStarter(world, tx, session, { kind: 'failed', at: now });
  });
}
