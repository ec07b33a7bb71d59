/**
 * Keeps the partial result of a signature that ended after a signer had signed: the given signatures on the file,
 * sealed as not concluded.
 */
import type { SigningStateOutput } from '#contract/signing/signing-state.ts';
import type { Actor } from '#domain/access.ts';
import { documentDownloadName } from '#domain/documents/download-name.ts';
import { Refusal } from '#domain/errors.ts';
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import type { Db } from '#ports/database/database.ts';
import { findVisible } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { StoredAttachment } from '../../http/response/attachment.ts';
import type { World } from '../../world.ts';
import { eraseSealedHands } from '../handwriting/handwriting.queries.ts';
import {
  findSession,
  listSessionDocuments,
  listSigners,
  lockSession,
  type Session,
  type SessionDocument,
} from '../queries.ts';
import { signerName } from '../start/prepare-session.ts';
import { type CompletionContext, loadCompletion, makeSignedFile, recordApplied } from './apply-signatures.ts';
import {
  findPartlySigned,
  listMissingPartlySigned,
  listPartlySigned,
  setPartlySignedFile,
} from './partly-signed.queries.ts';

/**
 * Job: makes the files of a session that ended. Safe to kill at any point, repeat, or run concurrently: the file
 * published first is kept.
 */
export async function makePartlySignedFiles(world: World, sessionId: number): Promise<void> {
  const { read } = world.database;
  const due = await listMissingPartlySigned(read, sessionId);
  const session = await findSession(read, sessionId);
  if (due.length === 0 || session === undefined) return;
  const completion = await loadCompletion(world, session);
  const signedIds = new Set(completion.signers.filter(({ state }) => state === 'SIGNED').map(({ id }) => id));
  const context = { ...completion, points: completion.points.filter((point) => signedIds.has(point.signer_id)) };
  const entries = (await listSessionDocuments(read, sessionId)).filter((entry) => due.includes(entry.document_id));
  const failures: unknown[] = [];
  for (const entry of entries) {
    // A failed file does not block the others.
    await makePartlySignedFile(context, entry).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function makePartlySignedFile(context: CompletionContext, entry: SessionDocument): Promise<void> {
  const { world, session } = context;
  const sessionId = session.id;
  const { sha256, size, applied } = await makeSignedFile(context, entry, { concluded: false });
  const target = { sessionId, documentId: entry.document_id };
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    await lockSession(tx, sessionId);
    const signatures = applied.length;
    if (!(await setPartlySignedFile(tx, target, { sha256, size, signatures, at: now }))) return;
    await recordApplied(tx, target, applied, now);
    const detail = { sessionId, sha256, size, signatures };
    const event = { type: 'partial.kept', actor: SYSTEM_ACTOR, detail } as const;
    await record(tx, documentSubject(target.documentId), event, now);
    // The kept files contain the handwriting: keep no second copy, even if this process dies next.
    if ((await listMissingPartlySigned(tx, sessionId)).length === 0) await eraseSealedHands(tx, sessionId);
  });
}

/**
 * A partly signed file, for those who may read its document.
 * @throws Refusal document.notFound, the same answer when there is none, it is not made yet, or it is out of the actor's sight.
 */
export async function findPartlySignedFile(
  world: World,
  actor: Actor,
  id: number,
): Promise<StoredAttachment & { documentId: number }> {
  const { read } = world.database;
  const row = await findPartlySigned(read, id);
  if (row === undefined || row.sha256 === null || row.size === null) throw new Refusal('document.notFound');
  const document = await findVisible(read, actor, row.document_id);
  const { sha256, size, document_id: documentId } = row;
  const fileName = documentDownloadName(document, 'partial');
  return { sha256, size, documentId, mimeType: 'application/pdf', fileName };
}

type PartlySigned = SigningStateOutput['partlySigned'][number];

const OUTCOMES: readonly Session['state'][] = [
  'DECLINED',
  'LOCKED',
  'CANCELLED',
  'EXPIRED',
] satisfies readonly PartlySigned['outcome'][];

const isOutcome = (state: Session['state']): state is PartlySigned['outcome'] => OUTCOMES.includes(state);

/** The partly signed files of a document that the caller may see, oldest first. */
export async function presentPartlySigned(db: Db, documentId: number): Promise<PartlySigned[]> {
  const files: PartlySigned[] = [];
  for (const { id, session_id: sessionId, sha256, size } of await listPartlySigned(db, documentId)) {
    const session = await findSession(db, sessionId);
    if (session === undefined || session.ended_date === null || !isOutcome(session.state)) continue;
    const signers = (await listSigners(db, sessionId)).filter(({ state }) => state === 'SIGNED').map(signerName);
    const endedAt = session.ended_date.toISOString();
    files.push({ id, sessionId, outcome: session.state, endedAt, signers, sha256, size });
  }
  return files;
}
