/** Requests a one-time code and sends it. */
import type { CodeSent } from '#contract/signing/signing.ts';
import { Refusal } from '#domain/errors.ts';
import { maskPhone } from '#domain/evidence/masking.ts';
import { canReceiveCodes } from '#domain/signing/contact/contact.ts';
import {
  CODE_MINUTES,
  CODES_PER_DEALER_AND_DAY,
  CODES_PER_DEALER_AND_HOUR,
  CODES_PER_PHONE_AND_DAY,
  mayRequestCode,
  RESEND_SECONDS,
} from '#domain/signing/one-time-code.ts';
import type { Tx } from '#ports/database/database.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { hitLimit } from '../../identity/index.ts';
import type { World } from '../../world.ts';
import { type Client, type Link, lockLink, signerActor } from '../ceremony/ceremony.ts';
import {
  endLiveCode,
  findLastCode,
  insertCode,
  listPoints,
  listSessionDocuments,
  type Session,
  type SessionDocument,
  type SignaturePoint,
  type Signer,
} from '../queries.ts';
import { loadSessionContext } from '../session-context.ts';
import { reserveCode } from '../start/quota.ts';
import { hashBinding, newSalt } from './codes.ts';

/**
 * What a signer's codes are bound to now: the session's current documents and points. @throws when the
 * session is not prepared.
 */
export function bindingOf(
  { session, signer }: Pick<Link, 'session' | 'signer'>,
  { documents, points }: { documents: readonly SessionDocument[]; points: readonly SignaturePoint[] },
): string {
  return hashBinding({
    sessionId: session.id,
    signerId: signer.id,
    preparedSha256: documents.map((entry) => {
      if (entry.prepared_sha256 === null) throw new Error(`Session ${session.id} is open without a prepared file`);
      return entry.prepared_sha256;
    }),
    phone: signer.phone,
    pointIds: points.filter((point) => point.signer_id === signer.id).map((point) => point.id),
  });
}

/** The refusal for a link that is no longer open. */
export function closedRefusal(state: Link['state']): Refusal {
  if (state === 'SIGNED' || state === 'COMPLETED') return new Refusal('signing.alreadySigned');
  return new Refusal(state === 'LOCKED' ? 'signing.locked' : 'signing.closed');
}

async function countCodeRequest(tx: Tx, target: { phone: string; hst: string }, now: Date): Promise<void> {
  try {
    await hitLimit(tx, `otp-phone:${target.phone}`, { limit: CODES_PER_PHONE_AND_DAY, windowSeconds: 86_400 }, now);
    await hitLimit(tx, `otp-dealer:${target.hst}`, { limit: CODES_PER_DEALER_AND_HOUR, windowSeconds: 3_600 }, now);
    await hitLimit(tx, `otp-dealer-day:${target.hst}`, { limit: CODES_PER_DEALER_AND_DAY, windowSeconds: 86_400 }, now);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'request.tooMany') {
      throw new Refusal('otp.tooMany', { extra: error.extra });
    }
    throw error;
  }
}

/** Signing by hand was also offered: the first code request shows that the signer chose the code. */
async function noteChoice(tx: Tx, by: { session: Session; signer: Signer; client: Client }, now: Date): Promise<void> {
  const { session, signer, client } = by;
  if (session.method !== 'GRAPHOMETRIC' || signer.codes_requested > 0) return;
  const detail = { sessionId: session.id, method: 'OTP' };
  const event = { type: 'method.chosen', actor: signerActor(signer, client), detail } as const;
  for (const { document_id } of await listSessionDocuments(tx, session.id)) {
    await record(tx, documentSubject(document_id), event, now);
  }
}

/**
 * Queues a new code for the signer; an earlier one ends.
 * @throws Refusal otp.phoneCountry, otp.tooSoon with `retryAfter` in seconds, otp.tooMany, otp.noneLeft, or the reason why the link is closed.
 */
export async function requestCode(world: World, enteredLink: Link, client: Client): Promise<CodeSent> {
  return world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const { signer, session, state } = await lockLink(tx, enteredLink, now);
    if (state !== 'OPEN') throw closedRefusal(state);
    if (!canReceiveCodes(signer.phone, world.settings.otpCountries)) throw new Refusal('otp.phoneCountry');
    const last = await findLastCode(tx, signer.id);
    const facts = { codesRequested: signer.codes_requested, lastCode: last?.created_date ?? null };
    const decision = mayRequestCode(facts, now);
    if (!decision.ok) {
      if (decision.reason === 'tooMany') {
        // This link gives no more codes before it expires.
        const retryAfter = Math.ceil((session.expires_date.getTime() - now.getTime()) / 1000);
        throw new Refusal('otp.tooMany', { extra: { retryAfter } });
      }
      throw new Refusal('otp.tooSoon', { extra: { retryAfter: decision.retryAfter } });
    }
    const { hst, legalEntity, papers } = await loadSessionContext(tx, session.id);
    await countCodeRequest(tx, { phone: signer.phone, hst }, now);
    await endLiveCode(tx, signer.id, now);
    const documents = papers.map(({ entry }) => entry);
    const binding = bindingOf({ session, signer }, { documents, points: await listPoints(tx, session.id) });
    const expires = new Date(now.getTime() + CODE_MINUTES * 60_000);
    const codeId = await insertCode(tx, {
      signer_id: signer.id,
      salt: newSalt(),
      bound_to: binding,
      created_date: now,
      expires_date: expires,
      delivery: 'QUEUED',
    });
    await noteChoice(tx, { session, signer, client }, now);
    const detail = { sessionId: session.id, phone: maskPhone(signer.phone), boundTo: binding };
    const actor = signerActor(signer, client);
    for (const { document_id } of documents) {
      await record(tx, documentSubject(document_id), { type: 'otp.requested', actor, detail }, now);
    }
    await world.jobs.send(tx, 'signing.sendCode', { codeId }, { key: `code:${codeId}` });
    await reserveCode(tx, { id: signer.id, legalEntity }, now);
    return {
      maskedPhone: maskPhone(signer.phone),
      expiresAt: expires.toISOString(),
      resendAfter: new Date(now.getTime() + RESEND_SECONDS * 1000).toISOString(),
    };
  });
}
