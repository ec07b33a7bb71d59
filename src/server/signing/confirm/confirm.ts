/** The act of signing: checks the code under the signer's lock, then confirms every signature field. */
import type { SeenPagesInput } from '#contract/signing/signing.ts';
import { Refusal } from '#domain/errors.ts';
import { afterWrongCode, isCodeUsable } from '#domain/signing/one-time-code.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { moveDocument } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import { type Client, type Link, lockLink, signerActor } from '../ceremony/ceremony.ts';
import { listReadings } from '../ceremony/reading.queries.ts';
import { requireShown } from '../ceremony/shown-hashes.ts';
import { isEqualText } from '../ceremony/tokens.ts';
import { notifyStarter } from '../messages/notify-staff.ts';
import { publicPointId } from '../present.ts';
import {
  type Code,
  countWrongCode,
  endLiveCode,
  findLiveCode,
  listPoints,
  listSessionDocuments,
  noteEvent,
  type SessionDocument,
  type SignaturePoint,
  setSessionState,
  setSignerState,
} from '../queries.ts';
import { loadSessionContext } from '../session-context.ts';
import { answeredPoints, isSignature, type PointInput } from '../start/consents.ts';
import { releaseSession } from '../start/end-session.ts';
import { bookCode, releaseForSession } from '../start/quota.ts';
import { bindingOf, closedRefusal } from './code-request.ts';
import { deriveCode } from './codes.ts';
import { recordSignature } from './record-signature.ts';

/** Result of an attempt. Wrong codes are results instead of exceptions, because their changes must commit. */
export type Confirmation =
  | { readonly kind: 'signed' }
  | { readonly kind: 'wrong'; readonly attemptsLeft: number }
  | { readonly kind: 'expired' }
  | { readonly kind: 'locked' };

export interface SignatureInput {
  readonly code: string;
  readonly points: readonly PointInput[];
  /** One per document, as computed by the page that showed it. */
  readonly shown: readonly string[];
  readonly seen?: SeenPagesInput;
}

interface ConfirmationContext {
  readonly world: World;
  readonly tx: Tx;
  readonly link: Link;
  readonly documents: readonly SessionDocument[];
  readonly points: readonly SignaturePoint[];
  readonly client: Client;
  readonly now: Date;
}

/**
 * Checks a code and signs.
 * @throws Refusal signing.notRead, signing.otherBytes, signing.pointMissing, otp.none, or the reason why the link is closed; none of these counts as an attempt.
 */
export async function confirmSignature(
  world: World,
  enteredLink: Link,
  input: SignatureInput,
  client: Client,
): Promise<Confirmation> {
  return world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const link = await lockLink(tx, enteredLink, now);
    // The same call repeated after a lost answer.
    if (link.state === 'SIGNED' || link.state === 'COMPLETED') return { kind: 'signed' };
    if (link.state !== 'OPEN') throw closedRefusal(link.state);
    const documents = await listSessionDocuments(tx, link.session.id);
    const sessionPoints = await listPoints(tx, link.session.id);
    const points = sessionPoints.filter((point) => point.signer_id === link.signer.id);
    const unansweredContext: ConfirmationContext = { world, tx, link, documents, points, client, now };
    await requireReading(tx, link.signer.id, documents);
    const shown = requireShown(documents, input.shown, input.seen);
    requireEveryPoint(points, input);
    const context: ConfirmationContext = { ...unansweredContext, points: answeredPoints(points, input.points) };
    const code = await findLiveCode(tx, link.signer.id);
    if (code === undefined) throw new Refusal('otp.none');
    const binding = bindingOf(link, { documents, points: sessionPoints });
    const attempts = {
      attempts: code.attempts,
      failedAttempts: link.signer.failed_attempts,
      expiresDate: code.expires_date,
    };
    if (!isCodeUsable(attempts, now) || !isEqualText(binding, code.bound_to)) return recordExpiredCode(context);
    if (!isEqualText(deriveCode(world.secrets, code.salt, code.bound_to), input.code)) {
      return wrong(context, code, afterWrongCode(attempts));
    }
    const proof = { type: 'otp.verified', detail: { sessionId: link.session.id, boundTo: binding } } as const;
    await endLiveCode(tx, link.signer.id, now);
    await recordSignature(world, { ...context, ...link, shown, actor: signerActor(link.signer, client), proof });
    if (code.delivery === 'QUEUED') {
      // A correct code proves that the gateway accepted its message, even if the sending process died before booking
      // it.
      const { legalEntity } = await loadSessionContext(tx, link.session.id);
      await bookCode(tx, code, { legalEntity, parts: 1 }, now);
    }
    return { kind: 'signed' };
  });
}

/** @throws Refusal signing.notRead unless every byte of each document was fetched by this signer. */
export async function requireReading(db: Db, signerId: number, documents: readonly SessionDocument[]): Promise<void> {
  const readings = await listReadings(db, signerId);
  const unread = documents.some(
    (entry) =>
      !readings.some(
        (reading) => reading.document_id === entry.document_id && reading.prepared_sha256 === entry.prepared_sha256,
      ),
  );
  if (unread) throw new Refusal('signing.notRead');
}

/** @throws Refusal signing.pointMissing unless each point is confirmed, and nothing else. */
export function requireEveryPoint(points: readonly SignaturePoint[], input: Pick<SignatureInput, 'points'>): void {
  const expectedIds = new Set(points.map(publicPointId));
  const consentIds = new Set(points.filter((point) => !isSignature(point)).map(publicPointId));
  // Signatures are confirmed by name, consents by a choice: neither is accepted for the other.
  const givenIds = new Set(
    input.points.flatMap((point) => {
      const id = typeof point === 'string' ? point : point.id;
      return (typeof point === 'string') === consentIds.has(id) ? [] : [id];
    }),
  );
  const missingIds = [...expectedIds].filter((id) => !givenIds.has(id));
  const unknownIds = input.points
    .map((point) => (typeof point === 'string' ? point : point.id))
    .filter((id) => !expectedIds.has(id));
  if (missingIds.length === 0 && unknownIds.length === 0 && givenIds.size === input.points.length) return;
  throw new Refusal('signing.pointMissing', {
    fieldErrors: [...new Set([...missingIds, ...unknownIds])].map((field) => ({
      objectName: 'sign',
      field,
      code: consentIds.has(field) ? 'consentChoice' : expectedIds.has(field) ? 'signaturePoint' : 'unknown',
    })),
  });
}

async function recordOnEach(context: ConfirmationContext, event: Parameters<typeof record>[2]): Promise<void> {
  for (const { document_id } of context.documents) {
    await record(context.tx, documentSubject(document_id), event, context.now);
  }
}

async function recordExpiredCode(context: ConfirmationContext): Promise<Confirmation> {
  const { tx, link, now } = context;
  await endLiveCode(tx, link.signer.id, now);
  await noteEvent(tx, link.signer.id, 'otp.expired', now);
  const actor = signerActor(link.signer, context.client);
  await recordOnEach(context, { type: 'otp.expired', actor, detail: { sessionId: link.session.id } });
  return { kind: 'expired' };
}

async function wrong(
  context: ConfirmationContext,
  code: Code,
  outcome: ReturnType<typeof afterWrongCode>,
): Promise<Confirmation> {
  const { world, tx, link, now } = context;
  const actor = signerActor(link.signer, context.client);
  const sessionId = link.session.id;
  await countWrongCode(tx, code.id, link.signer.id);
  if (outcome.codeSpent || outcome.locked) await endLiveCode(tx, link.signer.id, now);
  await noteEvent(tx, link.signer.id, outcome.locked ? 'otp.locked' : 'otp.wrong', now);
  await recordOnEach(context, { type: 'otp.wrong', actor, detail: { sessionId, attemptsLeft: outcome.attemptsLeft } });
  if (!outcome.locked) return { kind: 'wrong', attemptsLeft: outcome.attemptsLeft };
  await setSignerState(tx, link.signer.id, 'LOCKED');
  await setSessionState(tx, sessionId, 'LOCKED', { endedDate: now });
  const { documentIds, part } = await releaseSession(world, tx, link.session, now);
  const changes = { statusReason: 'signing.locked', statusDetail: null, ...part };
  for (const id of documentIds) {
    if (!(await moveDocument(tx, id, 'lock', changes))) {
      throw new Error(`Document ${id} of an open session is not waiting`);
    }
  }
  const attempts = link.signer.failed_attempts + 1;
  await recordOnEach(context, { type: 'otp.locked', actor, detail: { sessionId, attempts } });
  await releaseForSession(tx, sessionId);
  await notifyStarter(world, tx, link.session, { kind: 'locked', at: now });
  return { kind: 'locked' };
}
