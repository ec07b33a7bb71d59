/** Puts confirmed signatures on a prepared file: one key and one timestamp each, then the seal. */

import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { maskPhone } from '#domain/evidence/masking.ts';
import { romeShort } from '#domain/signing/trail/printed-time.ts';
import type { InkDrawing } from '#formats/ink/drawing.ts';
import { releaseBuffer } from '#formats/release-buffer.ts';
import type { SealRequest } from '#pdf/pool.ts';
import type { AppliedRevision } from '#pdf/signing/apply-series.ts';
import type { Tx } from '#ports/database/database.ts';
import type { OneUseKey } from '#ports/sealer.ts';
import { documentSubject, listTrail, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import { listSealedHands, type SealedHand } from '../handwriting/handwriting.queries.ts';
import type { Session, SessionDocument, SignaturePoint } from '../queries.ts';
import { loadSigningContext, type SigningContext } from '../session-context.ts';
import { answersOf, isSignature } from '../start/consents.ts';
import { roleName, sealFieldOf, signerName } from '../start/prepare-session.ts';
import { sealWith } from './seal.ts';

/** A signing session whose signatures are put on its files. */
export interface CompletionContext extends SigningContext {
  readonly world: World;
  /** By point id. */
  readonly hands: ReadonlyMap<number, SealedHand>;
}

async function sha256(bytes: Uint8Array): Promise<string> {
  // WebCrypto hashes off the main thread; large files must not block other requests.
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Buffer.from(digest).toString('hex');
}

type Trail = Awaited<ReturnType<typeof listTrail>>;

/** X.520 allows 64 characters in most attributes of a name. */
const truncateTo64 = (text: string): string => [...text].slice(0, 64).join('').trim();

/** The handwriting exactly as received from the tablet. @throws when it differs from the trail: a defect. */
async function handwritingOf(
  { hands }: CompletionContext,
  point: SignaturePoint,
): Promise<{ envelope: Uint8Array; drawing: InkDrawing } | undefined> {
  const row = hands.get(point.id);
  if (row === undefined) return undefined;
  if (row.envelope === null || row.drawing === null) throw new Error(`Point ${point.id} has lost its handwriting`);
  const envelope = new Uint8Array(Buffer.from(row.envelope, 'base64'));
  if ((await sha256(envelope)) !== row.envelope_sha256)
    throw new Error(`Point ${point.id} has handwriting that differs from the trail`);
  return { envelope, drawing: row.drawing };
}

/** A signature with its one-use key. */
type PointSignature = SealRequest['signatures'][number] & { readonly key: OneUseKey };

/** @param answers consent answers, for the file's first signature, which certifies the file and covers them; null for every other. */
async function buildSignature(
  context: CompletionContext,
  point: SignaturePoint,
  answers: ReadonlyMap<string, 'yes' | 'no'> | null,
): Promise<PointSignature> {
  const { world, session, parties } = context;
  const signer = context.signers.find((candidate) => candidate.id === point.signer_id);
  if (signer === undefined) throw new Error(`Point ${point.id} has no signer`);
  const hand = await handwritingOf(context, point);
  const now = world.clock.now();
  const key = await world.authority.issueSignerKey(
    {
      commonName: truncateTo64(signerName(signer)),
      givenName: truncateTo64(signer.first_name),
      surname: truncateTo64(signer.last_name),
      organization: truncateTo64(parties.dealer.organization),
      actId: `FASCICOLO-${session.id}-${point.id}`,
    },
    now,
  );
  return {
    field: point.field,
    key,
    certify: answers !== null,
    ...(answers?.size ? { answers } : {}),
    signedAt: now,
    reason: point.label,
    appearance: {
      kind: 'signature',
      demo: world.settings.mode === 'demo',
      time: romeShort(signer.signed_date ?? now),
      ...(hand ? { drawing: hand.drawing } : {}),
      lines: [
        signerName(signer),
        roleName(signer),
        `Firmato il ${romeShort(signer.signed_date ?? now)}`,
        hand
          ? 'Firma autografa su tablet'
          : signer.user_id === null
            ? `Codice SMS al ${maskPhone(signer.phone)}`
            : 'Identità confermata con un nuovo accesso',
      ],
    },
    ...(hand ? { handwriting: hand.envelope } : {}),
  };
}

/**
 * Requires that the signers confirmed these signatures, according to the trail, because rows could have been changed
 * since.
 * @throws when the file differs, or a point was not confirmed by its signer: a defect, never a signature.
 */
function requireConfirmed(
  { session, signers }: SigningContext,
  trail: Trail,
  entry: SessionDocument,
  points: readonly SignaturePoint[],
): void {
  const { id } = session;
  for (const { type, detail } of trail) {
    if (type !== 'sign.confirmed' || detail.sessionId !== id || detail.preparedSha256 === entry.prepared_sha256)
      continue;
    throw new Error(`Document ${entry.document_id} is not the file that was confirmed`);
  }
  // Staff sign with the account of their staff session.
  const actorOf = new Map(signers.map((signer) => [signer.id, signer.user_id ?? signer.id]));
  const isConfirmed = ({ field, signer_id }: SignaturePoint): boolean =>
    trail.some(
      ({ type, detail, actor }) =>
        type === 'point.confirmed' &&
        detail.sessionId === id &&
        detail.field === field &&
        actor.id === actorOf.get(signer_id),
    );
  const unconfirmed = points.find((point) => !isConfirmed(point));
  if (unconfirmed !== undefined) throw new Error(`Point ${unconfirmed.id} was confirmed by nobody`);
}

/** @throws when a handwritten signature has no handwriting: a defect, never a signature by code. */
function requireHands({ session, hands }: CompletionContext, trail: Trail, points: readonly SignaturePoint[]): void {
  if (session.method !== 'GRAPHOMETRIC') return;
  const given = trail.filter(({ type, detail }) => type === 'hand.given' && detail.sessionId === session.id);
  const lost = points.find(({ id, signer_id }) => !hands.has(id) && given.some(({ actor }) => actor.id === signer_id));
  if (lost !== undefined) throw new Error(`Point ${lost.id} was signed by hand, but its handwriting is missing`);
}

export async function loadCompletion(world: World, session: Session): Promise<CompletionContext> {
  const { read } = world.database;
  return {
    world,
    ...(await loadSigningContext(read, session)),
    hands: session.method === 'GRAPHOMETRIC' ? await listSealedHands(read, session.id) : new Map(),
  };
}

/** A checked and stored file with signatures and seal. */
export interface SignedBytes {
  readonly sha256: string;
  readonly size: number;
  readonly applied: readonly AppliedRevision[];
}

/**
 * Signs every signature field of this document, then seals, checks and stores it.
 * @param concluded false: a signer has not signed, and the seal states it.
 */
export async function makeSignedFile(
  context: CompletionContext,
  entry: SessionDocument,
  { concluded }: { concluded: boolean },
): Promise<SignedBytes> {
  const { world, session } = context;
  const documentPoints = context.points.filter((point) => point.document_id === entry.document_id);
  const points = documentPoints.filter(isSignature);
  const answers = answersOf(documentPoints);
  const trail = await listTrail(world.database.read, documentSubject(entry.document_id));
  requireConfirmed(context, trail, entry, points);
  requireHands(context, trail, points);
  const signatures: PointSignature[] = [];
  try {
    for (const point of points) {
      signatures.push(await buildSignature(context, point, signatures.length === 0 ? answers : null));
    }
    const prepared = await world.storage.get(entry.prepared_sha256 ?? '');
    const sealing = {
      ...{ field: sealFieldOf(session.id), certify: points.length === 0, for: context.parties.dealer.name, concluded },
    };
    const { bytes, applied } = await sealWith(world, signatures, sealing, (all) => world.pdf.seal(prepared, all));
    const size = bytes.byteLength;
    const sha256 = await world.storage.put(bytes);
    releaseBuffer(bytes);
    return { sha256, size, applied };
  } finally {
    // One key per act: destroy it in every case.
    for (const { key } of signatures) key.destroy();
  }
}

/** Records each signature with its timestamp in the trail. */
export async function recordApplied(
  tx: Tx,
  target: { sessionId: number; documentId: number },
  applied: readonly AppliedRevision[],
  at: Date,
): Promise<void> {
  const { sessionId, documentId } = target;
  const subject = documentSubject(documentId);
  const actor = SYSTEM_ACTOR;
  for (const { field, certificateSerial, contentSha256, revisionSha256, timestamp } of applied) {
    const signature = { sessionId, field, certificateSerial, contentSha256, revisionSha256 };
    await record(tx, subject, { type: 'signature.applied', actor, detail: signature }, at);
    const { authority, serial, genTime, sha256: tokenSha256 } = timestamp;
    const stamp = { sessionId, field, authority, serial, genTime: genTime.toISOString(), tokenSha256 };
    await record(tx, subject, { type: 'timestamp.applied', actor, detail: stamp }, at);
  }
}
