/** Job: puts every confirmed signature on the file, seals it, checks it, seals its trail; once, however often it runs (P-10, R-4, R-12). */
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { maskPhoneShort } from '#domain/evidence/masking.ts';
import { romeShort } from '#domain/signing/printed-time.ts';
import { type AppliedSignature, applySignature } from '#pdf/sign.ts';
import { queueFormPush, recordSignedConsents } from '../consents/index.ts';
import { explainDocument, moveDocument } from '../documents/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import type { World } from '../world.ts';
import { AUDIT_SEAL_FIELD, renderTrail } from './audit.ts';
import { answersOf, isSignature, signedForm } from './consents.ts';
import { loadParties, type Paper, type Parties } from './parties.ts';
import { roleName, sealFieldOf, signerName } from './prepare.ts';
import {
  endRunning,
  findSession,
  findSigned,
  insertSigned,
  listPoints,
  listSigners,
  lockSession,
  type Point,
  type Session,
  type SignedDocument,
  type Signer,
  setAudit,
  setSessionState,
} from './queries.ts';
import { archiveSession } from './quota.ts';

/** Our own output did not pass our own verifier: nothing of it is stored, the job tries again and says so. */
export class SelfCheckFailed extends Error {
  override readonly name = 'SelfCheckFailed';
}

interface Ground {
  readonly world: World;
  readonly session: Session;
  readonly signers: readonly Signer[];
  readonly points: readonly Point[];
  readonly parties: Parties;
}

interface Applied extends Omit<AppliedSignature, 'bytes' | 'byteRange'> {
  readonly field: string;
  /** SHA-256 of the file as it stood after this signature. */
  readonly revisionSha256: string;
}

async function sha256(bytes: Uint8Array): Promise<string> {
  // WebCrypto hashes off the main thread; large files must not hold up other requests.
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Buffer.from(digest).toString('hex');
}

/** @throws SelfCheckFailed unless the file is intact and carries exactly these signatures, each TOTAL-PASSED. */
async function checkOwnOutput(world: World, bytes: Uint8Array, signatures: number): Promise<void> {
  const result = await world.checker.verify(bytes, {
    anchors: await world.authority.anchors(),
    at: world.clock.now(),
    expected: { signatures },
  });
  const bad = result.signatures.filter((one) => one.indication !== 'TOTAL-PASSED');
  if (result.intact && bad.length === 0 && result.signatures.length === signatures) return;
  const problems = [
    ...result.problems,
    ...bad.flatMap((one) => [`${one.field}: ${one.subIndication}`, ...one.problems]),
  ];
  throw new SelfCheckFailed(`${result.signatures.length} of ${signatures} signatures; ${problems.join(', ')}`);
}

/** X.520 allows 64 characters in most attributes of a name. */
const within64 = (text: string): string => [...text].slice(0, 64).join('').trim();

async function signPoint(
  ground: Ground,
  bytes: Uint8Array,
  point: Point,
  answers: ReadonlyMap<string, 'yes' | 'no'> | null,
): Promise<AppliedSignature> {
  const { world, session, parties } = ground;
  const signer = ground.signers.find((one) => one.id === point.signer_id);
  if (signer === undefined) throw new Error(`Point ${point.id} has no signer`);
  const now = world.clock.now();
  const key = await world.authority.issueSignerKey(
    {
      commonName: within64(signerName(signer)),
      givenName: within64(signer.first_name),
      surname: within64(signer.last_name),
      organization: within64(parties.dealer.organization),
      actId: `FASCICOLO-${session.id}-${point.id}`,
    },
    now,
  );
  try {
    return await applySignature(bytes, {
      field: point.field,
      key,
      stamp: (digest) => world.timestamp.stamp(digest),
      // The first signature of a file certifies it, and covers what was answered.
      certify: answers !== null,
      ...(answers?.size ? { answers } : {}),
      signedAt: now,
      reason: point.label,
      appearance: {
        kind: 'signature',
        demo: world.settings.mode === 'demo',
        lines: [
          signerName(signer),
          roleName(signer),
          `Firmato il ${romeShort(signer.signed_date ?? now)}`,
          `Codice per SMS al numero ${maskPhoneShort(signer.phone)}`,
        ],
      },
    });
  } finally {
    // One key, one act (P-10): whatever happened, it signs nothing else.
    key.destroy();
  }
}

async function seal(ground: Ground, bytes: Uint8Array, field: string, certify: boolean): Promise<AppliedSignature> {
  const { world, parties } = ground;
  const now = world.clock.now();
  return applySignature(bytes, {
    field,
    key: await world.sealer.sealingKey(),
    stamp: (digest) => world.timestamp.stamp(digest),
    certify,
    lock: true,
    signedAt: now,
    reason: 'Sigillo del servizio di firma',
    appearance: {
      kind: 'seal',
      demo: world.settings.mode === 'demo',
      lines: ['Sigillo elettronico', `per ${parties.dealer.name}`, `Apposto il ${romeShort(now)}`],
    },
  });
}

/** Signs, seals, checks and stores one document of the session; a run that finds it done takes what is there. */
async function signDocument(ground: Ground, paper: Paper): Promise<SignedDocument> {
  const { world, session } = ground;
  const { entry } = paper;
  const known = await findSigned(world.database.read, session.id, entry.document_id);
  if (known !== undefined) return known;
  let bytes = await world.storage.get(entry.prepared_sha256 ?? '');
  const applied: Applied[] = [];
  const keep = async (field: string, one: AppliedSignature): Promise<void> => {
    bytes = one.bytes;
    const { contentSha256, certificateSerial, timestamp } = one;
    applied.push({ field, contentSha256, certificateSerial, timestamp, revisionSha256: await sha256(bytes) });
  };
  const mine = ground.points.filter((one) => one.document_id === entry.document_id);
  const answers = answersOf(mine);
  for (const point of mine.filter(isSignature)) {
    await keep(point.field, await signPoint(ground, bytes, point, applied.length === 0 ? answers : null));
  }
  await keep(sealFieldOf(session.id), await seal(ground, bytes, sealFieldOf(session.id), applied.length === 0));
  await checkOwnOutput(world, bytes, applied.length);
  const stored = await world.storage.put(bytes);
  await publish(ground, paper, { sha256: stored, size: bytes.byteLength, applied });
  const row = await findSigned(world.database.read, session.id, entry.document_id);
  if (row === undefined) throw new Error(`Document ${entry.document_id} was signed but is not on record`);
  return row;
}

/** One row and its events, or nothing when another run was first. */
async function publish(
  ground: Ground,
  paper: Paper,
  file: { sha256: string; size: number; applied: readonly Applied[] },
): Promise<void> {
  const { world, session } = ground;
  const sessionId = session.id;
  const documentId = paper.entry.document_id;
  const subject = documentSubject(documentId);
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    if ((await lockSession(tx, sessionId)).state !== 'COMPLETING') return;
    const signatures = file.applied.length;
    const { sha256: hash, size } = file;
    const row = { session_id: sessionId, document_id: documentId, sha256: hash, size, signatures, created_date: now };
    const signedDocumentId = await insertSigned(tx, row);
    if (signedDocumentId === undefined) return;
    const actor = SYSTEM_ACTOR;
    for (const { field, certificateSerial, contentSha256, revisionSha256, timestamp } of file.applied) {
      const signature = { sessionId, field, certificateSerial, contentSha256, revisionSha256 };
      await record(tx, subject, { type: 'signature.applied', actor, detail: signature }, now);
      const { serial, genTime, sha256: tokenSha256 } = timestamp;
      const stamp = { sessionId, field, serial, genTime: genTime.toISOString(), tokenSha256 };
      await record(tx, subject, { type: 'timestamp.applied', actor, detail: stamp }, now);
    }
    await recordSignedConsents(world, tx, signedForm(ground, paper, signedDocumentId), now);
    await record(tx, subject, { type: 'sealed', actor, detail: { sessionId, sha256: hash, size, signatures } }, now);
  });
}

interface SealedTrail {
  readonly signed: SignedDocument;
  readonly sha256: string;
  readonly size: number;
}

async function sealTrail(ground: Ground, paper: Paper, signed: SignedDocument): Promise<SealedTrail> {
  const { world, session, signers, parties } = ground;
  const points = ground.points.filter((point) => point.document_id === paper.entry.document_id);
  const trail = await renderTrail(world, {
    session,
    entry: paper.entry,
    signed,
    signers,
    points,
    documentType: paper.type,
    dealerName: parties.dealer.name,
  });
  const sealed = await seal(ground, trail, AUDIT_SEAL_FIELD, true);
  await checkOwnOutput(world, sealed.bytes, 1);
  return { signed, sha256: await world.storage.put(sealed.bytes), size: sealed.bytes.byteLength };
}

/**
 * Completes a session. May be killed anywhere and run again, or twice at once: there is one signed file, one trail and
 * one event of each kind, because each step is published under the session's lock by whoever comes first.
 */
export async function completeSession(world: World, sessionId: number): Promise<void> {
  const session = await findSession(world.database.read, sessionId);
  if (session === undefined || session.state !== 'COMPLETING') return;
  const ground: Ground = {
    world,
    session,
    signers: await listSigners(world.database.read, sessionId),
    points: await listPoints(world.database.read, sessionId),
    parties: await loadParties(world.database.read, sessionId),
  };
  const trails: SealedTrail[] = [];
  for (const paper of ground.parties.papers) {
    trails.push(await sealTrail(ground, paper, await signDocument(ground, paper)));
  }
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    if ((await lockSession(tx, sessionId)).state !== 'COMPLETING') return;
    for (const { signed, sha256: auditSha256, size } of trails) {
      const subject = documentSubject(signed.document_id);
      if (!(await setAudit(tx, signed.id, { sha256: auditSha256, size }))) {
        throw new Error(`Signed document ${signed.id} has a trail already`);
      }
      const changes = { signedDocumentId: signed.id, statusReason: null, statusDetail: null };
      // What the controller's own system has to be told is waited for in PRIVACY_UPDATING (P-5).
      const told = await queueFormPush(world, tx, signed.document_id);
      if (!(await moveDocument(tx, signed.document_id, told ? 'completePrivacy' : 'complete', changes))) {
        throw new Error(`Document ${signed.document_id} of a confirmed session does not complete`);
      }
      const actor = SYSTEM_ACTOR;
      await record(tx, subject, { type: 'audit.sealed', actor, detail: { sessionId, sha256: auditSha256 } }, now);
      const detail = { sessionId, signedDocumentId: signed.id, sha256: signed.sha256, auditSha256 };
      await record(tx, subject, { type: 'document.signed', actor, detail }, now);
    }
    await setSessionState(tx, sessionId, 'COMPLETED', { endedDate: now });
    await endRunning(tx, sessionId);
    await archiveSession(tx, sessionId, now);
  });
}

/** Makes visible that a confirmed signature waits for its seal; completing clears it. */
export async function explainDelay(world: World, sessionId: number): Promise<void> {
  await world.database.transaction(async (tx) => {
    if ((await lockSession(tx, sessionId)).state !== 'COMPLETING') return;
    for (const { entry } of (await loadParties(tx, sessionId)).papers) {
      await explainDocument(tx, entry.document_id, 'COMPLETING', 'signing.sealingDelayed');
    }
  });
}
