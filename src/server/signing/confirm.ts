/** The act of signing: the code is judged under the signer's lock, then every point is confirmed (D-15, D-41, R-8). */
import { Refusal } from '#domain/errors.ts';
import { afterWrongCode, codeIsLive } from '#domain/signing/code.ts';
import type { Tx } from '#ports/database/database.ts';
import { moveDocument } from '../documents/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import type { World } from '../world.ts';
import { type Client, type Link, lockLink, signerActor } from './ceremony.ts';
import { closedRefusal, currentBinding } from './code-request.ts';
import { deriveCode } from './codes.ts';
import { answeredPoints, choiceEvents, isSignature, type PointInput } from './consents.ts';
import { loadParties } from './parties.ts';
import { publicPointId } from './present.ts';
import {
  answerPoint,
  type Code,
  confirmPoints,
  countWrongCode,
  endLiveCode,
  findLiveCode,
  listPoints,
  listReadings,
  listSessionDocuments,
  listSigners,
  noteEvent,
  type Point,
  type SessionDocument,
  setSessionState,
  setSignerState,
} from './queries.ts';
import { bookCode, releaseForSession } from './quota.ts';
import { releaseSession } from './start.ts';
import { equalText } from './tokens.ts';

/** What a try led to. Wrong codes are results, not exceptions: what they change must commit. */
export type Confirmation =
  | { readonly kind: 'signed' }
  | { readonly kind: 'wrong'; readonly attemptsLeft: number }
  | { readonly kind: 'expired' }
  | { readonly kind: 'locked' };

export interface SignatureInput {
  readonly code: string;
  readonly points: readonly PointInput[];
}

interface Ground {
  readonly tx: Tx;
  readonly link: Link;
  readonly documents: readonly SessionDocument[];
  readonly points: readonly Point[];
  readonly client: Client;
  readonly now: Date;
}

/**
 * Judges a code and signs.
 * @throws Refusal signing.notRead, signing.pointMissing, otp.none, or why the link is closed; none of these counts as a try.
 */
export async function confirmSignature(
  world: World,
  entered: Link,
  input: SignatureInput,
  client: Client,
): Promise<Confirmation> {
  return world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const link = await lockLink(tx, entered, now);
    // The same call again, after an answer that was lost on the way.
    if (link.state === 'SIGNED' || link.state === 'COMPLETED') return { kind: 'signed' };
    if (link.state !== 'OPEN') throw closedRefusal(link.state);
    const documents = await listSessionDocuments(tx, link.session.id);
    const points = (await listPoints(tx, link.session.id)).filter((point) => point.signer_id === link.signer.id);
    const asked: Ground = { tx, link, documents, points, client, now };
    await requireReading(asked);
    requireEveryPoint(points, input);
    const ground: Ground = { ...asked, points: answeredPoints(points, input.points) };
    const code = await findLiveCode(tx, link.signer.id);
    if (code === undefined) throw new Refusal('otp.none');
    const bound = await currentBinding(tx, link.session, link.signer);
    const attempts = {
      attempts: code.attempts,
      failedAttempts: link.signer.failed_attempts,
      expiresDate: code.expires_date,
    };
    if (!codeIsLive(attempts, now) || !equalText(bound, code.bound_to)) return expired(ground);
    if (!equalText(deriveCode(world.secrets, code.salt, code.bound_to), input.code)) {
      return wrong(ground, code, afterWrongCode(attempts));
    }
    await signed(world, ground, bound);
    if (code.delivery === 'QUEUED') {
      // The right code tells that the gateway took its message, even if whoever sent it died before booking it.
      const { legalEntity } = await loadParties(tx, link.session.id);
      await bookCode(tx, code, { legalEntity, parts: 1 }, now);
    }
    return { kind: 'signed' };
  });
}

async function requireReading({ tx, link, documents }: Ground): Promise<void> {
  const readings = await listReadings(tx, link.signer.id);
  const unread = documents.some(
    (entry) =>
      !readings.some(
        (reading) => reading.document_id === entry.document_id && reading.prepared_sha256 === entry.prepared_sha256,
      ),
  );
  if (unread) throw new Refusal('signing.notRead');
}

function requireEveryPoint(points: readonly Point[], input: SignatureInput): void {
  const known = new Set(points.map(publicPointId));
  const consents = new Set(points.filter((point) => !isSignature(point)).map(publicPointId));
  // A signature is confirmed by its name, a consent by a choice: the one never stands for the other.
  const given = new Set(
    input.points.flatMap((point) => {
      const id = typeof point === 'string' ? point : point.id;
      return (typeof point === 'string') === consents.has(id) ? [] : [id];
    }),
  );
  const missing = [...known].filter((id) => !given.has(id));
  const foreign = input.points
    .map((point) => (typeof point === 'string' ? point : point.id))
    .filter((id) => !known.has(id));
  if (missing.length === 0 && foreign.length === 0 && given.size === input.points.length) return;
  throw new Refusal('signing.pointMissing', {
    fieldErrors: [...new Set([...missing, ...foreign])].map((field) => ({
      objectName: 'sign',
      field,
      code: consents.has(field) ? 'consentChoice' : known.has(field) ? 'signaturePoint' : 'unknown',
    })),
  });
}

async function onEach(ground: Ground, event: Parameters<typeof record>[2]): Promise<void> {
  for (const { document_id } of ground.documents) {
    await record(ground.tx, documentSubject(document_id), event, ground.now);
  }
}

async function expired(ground: Ground): Promise<Confirmation> {
  const { tx, link, now } = ground;
  await endLiveCode(tx, link.signer.id, now);
  await noteEvent(tx, link.signer.id, 'otp.expired', now);
  const actor = signerActor(link.signer, ground.client);
  await onEach(ground, { type: 'otp.expired', actor, detail: { sessionId: link.session.id } });
  return { kind: 'expired' };
}

async function wrong(ground: Ground, code: Code, after: ReturnType<typeof afterWrongCode>): Promise<Confirmation> {
  const { tx, link, now } = ground;
  const actor = signerActor(link.signer, ground.client);
  const sessionId = link.session.id;
  await countWrongCode(tx, code.id, link.signer.id);
  if (after.codeSpent || after.locked) await endLiveCode(tx, link.signer.id, now);
  await noteEvent(tx, link.signer.id, after.locked ? 'otp.locked' : 'otp.wrong', now);
  await onEach(ground, { type: 'otp.wrong', actor, detail: { sessionId, attemptsLeft: after.attemptsLeft } });
  if (!after.locked) return { kind: 'wrong', attemptsLeft: after.attemptsLeft };
  await setSignerState(tx, link.signer.id, 'LOCKED');
  await setSessionState(tx, sessionId, 'LOCKED', { endedDate: now });
  for (const id of await releaseSession(tx, link.session, now)) {
    if (!(await moveDocument(tx, id, 'lock', { statusReason: 'signing.locked', statusDetail: null }))) {
      throw new Error(`Document ${id} of an open session does not wait`);
    }
  }
  const attempts = link.signer.failed_attempts + 1;
  await onEach(ground, { type: 'otp.locked', actor, detail: { sessionId, attempts } });
  await releaseForSession(tx, sessionId);
  return { kind: 'locked' };
}

async function signed(world: World, ground: Ground, bound: string): Promise<void> {
  const { tx, link, documents, points, now } = ground;
  const { signer, session } = link;
  const actor = signerActor(signer, ground.client);
  await endLiveCode(tx, signer.id, now);
  await confirmPoints(tx, signer.id, now);
  for (const { id, choice } of points) if (choice !== null) await answerPoint(tx, id, choice);
  await setSignerState(tx, signer.id, 'SIGNED', { signedDate: now });
  const last = (await listSigners(tx, session.id)).every((one) => one.id === signer.id || one.state === 'SIGNED');
  if (last) await setSessionState(tx, session.id, 'COMPLETING');
  for (const entry of documents) {
    const subject = documentSubject(entry.document_id);
    const mine = points.filter((point) => point.document_id === entry.document_id);
    for (const event of choiceEvents(session.id, mine)) await record(tx, subject, { ...event, actor }, now);
    for (const { field, label } of mine.filter(isSignature)) {
      await record(
        tx,
        subject,
        { type: 'point.confirmed', actor, detail: { sessionId: session.id, field, label } },
        now,
      );
    }
    await record(tx, subject, { type: 'otp.verified', actor, detail: { sessionId: session.id, boundTo: bound } }, now);
    // The intent is in the trail before any key is made or used.
    const intent = { sessionId: session.id, preparedSha256: entry.prepared_sha256 ?? '', points: mine.length };
    await record(tx, subject, { type: 'sign.confirmed', actor, detail: intent }, now);
    if (
      last &&
      !(await moveDocument(tx, entry.document_id, 'lastSignature', { everSigned: true, statusReason: null }))
    ) {
      throw new Error(`Document ${entry.document_id} of an open session does not wait`);
    }
  }
  if (last) {
    await world.jobs.send(tx, 'signing.complete', { sessionId: session.id }, { key: `complete:${session.id}` });
  }
}
