/** Exchange of a scanned code: a phone uses it, and staff accept or refuse the phone by two digits that both sides show. */
import { createHash, randomInt } from 'node:crypto';
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { QR_CONFIRM_MINUTES, QR_FETCH_MINUTES } from '#domain/signing/qr-times.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { findVisible, loadForSigning } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { staffActor } from '../../http/request/caller.ts';
import { findUser } from '../../identity/index.ts';
import type { World } from '../../world.ts';
import type { Client } from '../ceremony/ceremony.ts';
import { deleteReadings } from '../ceremony/reading.queries.ts';
import { isEqualText, linkToken } from '../ceremony/tokens.ts';
import { isAtDeskOnly } from '../messages/desk-links.ts';
import {
  endLiveCode,
  findLatestSession,
  findSignerInSession,
  listSessionDocuments,
  listSigners,
  lockSession,
  lockSigner,
  noteHanded,
  redirectSigner,
  type Signer,
} from '../queries.ts';
import { dealerNameOf } from '../session-context.ts';
import type { ChosenStaff } from '../staff/staff-signers.ts';
import { beginSigning } from '../start/start.ts';
import {
  type Exchange,
  endExchange,
  findExchange,
  findExchangeOf,
  insertExchange,
  isOutdated,
  noteContended,
  voidEarlierConfirmations,
  voidWaitingPhones,
} from './qr.queries.ts';
import { type QrContent, refuseHandwriting, refuseUnlessScannable } from './qr.ts';

const MINUTE = 60_000;
const addMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE);
const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The holder of the phone is not identified yet. */
const stranger = (client: Client): EvidenceActor => ({ kind: 'signer', id: null, name: null, role: null, ...client });

/** The exchange of this phone, if it is the one that used the code. */
export async function findOwnExchange(world: World, code: QrContent, key: string): Promise<Exchange | undefined> {
  const row = await findExchange(world.database.read, code.hash);
  return row !== undefined && isEqualText(row.phone_hash, hashKey(key)) ? row : undefined;
}

/** The user who created the code, with their current rights. @throws Refusal qr.askerUnfit without the right to sign the document. */
async function findAsker(db: Db, userId: number, documentId: number): Promise<Actor> {
  const user = await findUser(db, { id: userId });
  if (user?.activated !== true) throw new Refusal('qr.askerUnfit');
  try {
    await findVisible(db, user, documentId, 'document.sign');
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('qr.askerUnfit');
    throw error;
  }
  return user;
}

/** The reason why it cannot be signed is shown to staff only, not to the phone. */
async function canBeScanned(tx: Tx, code: QrContent, at: Date): Promise<boolean> {
  try {
    await findAsker(tx, code.askedBy, code.documentId);
    const loaded = await loadForSigning(tx, code.documentId);
    if (loaded === undefined) return false;
    await refuseUnlessScannable(tx, loaded, at);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * The first phone claims the code; repeating the request with the same key gives the same result. When a later code of
 * the document is used, it replaces an earlier one.
 * @returns undefined for a code that is used, expired, or whose document cannot be signed.
 */
export async function claimCode(
  world: World,
  code: QrContent,
  phone: { readonly key: string; readonly client: Client },
): Promise<Exchange | undefined> {
  const { documentId } = code;
  return world.database.transaction(async (tx) => {
    const at = world.clock.now();
    // Locked, so that two phones are handled in turn.
    if ((await loadForSigning(tx, documentId, { until: tx })) === undefined) return undefined;
    const subject = documentSubject(documentId);
    const actor = stranger(phone.client);
    const exchange = await findExchange(tx, code.hash);
    if (exchange !== undefined) {
      if (isEqualText(exchange.phone_hash, hashKey(phone.key))) return exchange;
      if (await noteContended(tx, exchange.id, at)) {
        await record(tx, subject, { type: 'qr.contended', actor, detail: { exchangeId: exchange.id } }, at);
      }
      return undefined;
    }
    if (code.expires.getTime() <= at.getTime()) return undefined;
    if (await isOutdated(tx, documentId, code.issued)) return undefined;
    if (!(await canBeScanned(tx, code, at))) return undefined;
    await voidWaitingPhones(tx, documentId, at);
    const row = await insertExchange(tx, {
      document_id: documentId,
      code_hash: code.hash,
      asked_by: code.askedBy,
      issued_date: code.issued,
      phone_hash: hashKey(phone.key),
      user_agent: phone.client.userAgent,
      match_number: String(randomInt(10, 100)),
      claimed_date: at,
      expires_date: new Date(Math.max(code.expires.getTime(), addMinutes(at, QR_CONFIRM_MINUTES).getTime())),
    });
    await record(tx, subject, { type: 'qr.requested', actor, detail: { exchangeId: row.id } }, at);
    return row;
  });
}

/** State of the signature for the phone that used a code, with the token of its link once open. */
export type ExchangeStatus =
  | { readonly state: 'WAITING'; readonly number: string; readonly until: Date; readonly dealer: string }
  | { readonly state: 'PREPARING' }
  | { readonly state: 'OPEN'; readonly token: string; readonly epoch: number };

/** @returns null when the exchange is over: refused, expired, superseded, or its signature has ended. */
export async function loadExchangeStatus(world: World, row: Exchange): Promise<ExchangeStatus | null> {
  const { read } = world.database;
  if (row.expires_date.getTime() <= world.clock.now().getTime()) return null;
  if (row.state === 'CLAIMED') {
    const loaded = await loadForSigning(read, row.document_id);
    if (loaded === undefined) return null;
    const dealer = await dealerNameOf(read, loaded.document.hst);
    return { state: 'WAITING', number: row.match_number, until: row.expires_date, dealer };
  }
  if (row.state !== 'CONFIRMED' || row.signer_id === null) return null;
  const match = await findSignerInSession(read, row.signer_id);
  // A renewed link was meant for another phone or address.
  if (match === undefined || match.signer.link_epoch !== row.link_epoch) return null;
  const { signer, session } = match;
  if (session.state === 'PREPARING') return { state: 'PREPARING' };
  if (session.state !== 'OPEN') return null;
  const link = { signerId: signer.id, sessionId: session.id, epoch: signer.link_epoch };
  return { state: 'OPEN', token: linkToken(world.secrets, link), epoch: link.epoch };
}

/** The phone's signer: the chosen one, else the first customer who has not signed. */
async function findPhoneSigner(tx: Tx, documentId: number, signerId: number | null): Promise<Signer> {
  const session = await findLatestSession(tx, documentId);
  const signers = session === undefined ? [] : await listSigners(tx, session.id);
  const waiting = signers.filter((candidate) => candidate.role === 'customer' && candidate.state === 'WAITING');
  const signer = signerId === null ? waiting[0] : waiting.find((candidate) => candidate.id === signerId);
  if (signer === undefined) throw new Refusal('qr.signerUnfit');
  return signer;
}

/** @throws Refusal qr.noRequest when the phone was confirmed for another signer. */
function requireConfirmedFor(row: Exchange, signerId: number | null): void {
  if (signerId !== null && row.signer_id !== signerId) throw new Refusal('qr.noRequest');
}

/**
 * Staff have seen the phone that signs: if another browser holds the signature, its link and its code end.
 * @throws Refusal qr.noRequest when the links have expired.
 */
async function releaseCeremony(
  tx: Tx,
  world: World,
  target: Signer,
  at: Date,
): Promise<{ readonly epoch: number; readonly moved?: true }> {
  const session = await lockSession(tx, target.session_id);
  const signer = await lockSigner(tx, target.id);
  const isOpen =
    session.state === 'PREPARING' || (session.state === 'OPEN' && session.expires_date.getTime() > at.getTime());
  if (!isOpen || signer.state !== 'WAITING') throw new Refusal('qr.noRequest');
  if (signer.ceremony_binding === null) {
    await noteHanded(tx, signer.id, signer.link_epoch);
    return { epoch: signer.link_epoch };
  }
  const atDeskOnly = await isAtDeskOnly(tx, signer);
  await endLiveCode(tx, signer.id, at);
  await deleteReadings(tx, signer.id);
  const epoch = await redirectSigner(tx, signer.id, { phone: signer.phone, email: signer.email });
  // If the ended link was e-mailed, e-mail the new one.
  const data = { signerId: signer.id, epoch };
  if (atDeskOnly) await noteHanded(tx, signer.id, epoch);
  else await world.jobs.send(tx, 'signing.sendLink', data, { key: `link:${signer.id}:${epoch}` });
  return { epoch, moved: true };
}

export interface StaffDecision {
  readonly actor: Actor;
  readonly by: EvidenceActor & { readonly name: string | null };
  readonly documentId: number;
}

/**
 * Confirms the phone after staff compared the number on both sides. A signature that has not started starts with it, on
 * behalf of the user who created the code, with their current rights: both happen or neither.
 * @throws Refusal as the start of a signature; qr.noRequest, qr.otherNumber, qr.signerUnfit, qr.askerUnfit.
 */
export async function confirmPhone(
  world: World,
  { actor, by, documentId }: StaffDecision,
  request: { requestId: number; number: string; signerId: number | null; chosen: ChosenStaff },
): Promise<void> {
  const { read } = world.database;
  await findVisible(read, actor, documentId, 'document.sign');
  const row = await findExchangeOf(read, documentId, request.requestId);
  if (row === undefined) throw new Refusal('qr.noRequest');
  if (row.match_number !== request.number) throw new Refusal('qr.otherNumber');
  // The same call repeated after a lost answer.
  if (row.state === 'CONFIRMED') return requireConfirmedFor(row, request.signerId);
  // Checked before any refusal of the start, which would make staff start it without a phone.
  if (row.state !== 'CLAIMED' || row.expires_date.getTime() <= world.clock.now().getTime()) {
    throw new Refusal('qr.noRequest');
  }
  refuseHandwriting({ document: await findVisible(read, actor, documentId, 'document.sign') });
  const asker = await findAsker(read, row.asked_by, documentId);
  const starter = asker.id === actor.id ? by : staffActor(asker);
  await beginSigning(world, asker, documentId, starter, {
    chosen: request.chosen,
    also: async (tx) => {
      const at = world.clock.now();
      refuseHandwriting({ document: await findVisible(tx, actor, documentId, 'document.sign') });
      const signer = await findPhoneSigner(tx, documentId, request.signerId);
      const { epoch, moved } = await releaseCeremony(tx, world, signer, at);
      const ending = {
        state: 'CONFIRMED',
        signer_id: signer.id,
        link_epoch: epoch,
        expires_date: addMinutes(at, QR_FETCH_MINUTES),
        ended_by: actor.login,
      } as const;
      if (!(await endExchange(tx, row.id, ending, at))) {
        // Two staff members confirmed concurrently.
        const current = await findExchangeOf(tx, documentId, row.id);
        if (current?.state === 'CONFIRMED') return requireConfirmedFor(current, request.signerId);
        throw new Refusal('qr.noRequest');
      }
      await voidEarlierConfirmations(tx, { id: row.id, signerId: signer.id }, at);
      const name = `${signer.first_name} ${signer.last_name}`;
      const detail = { exchangeId: row.id, sessionId: signer.session_id, signer: name, ...(moved && { moved }) };
      for (const { document_id } of await listSessionDocuments(tx, signer.session_id)) {
        await record(tx, documentSubject(document_id), { type: 'qr.confirmed', actor: by, detail }, at);
      }
    },
  });
}

/** @throws Refusal qr.noRequest unless the request is pending or was already refused. */
export async function refusePhone(
  world: World,
  { actor, by, documentId }: StaffDecision,
  requestId: number,
): Promise<void> {
  await world.database.transaction(async (tx) => {
    const at = world.clock.now();
    await findVisible(tx, actor, documentId, 'document.sign');
    const row = await findExchangeOf(tx, documentId, requestId);
    if (row === undefined) throw new Refusal('qr.noRequest');
    if (!(await endExchange(tx, row.id, { state: 'REFUSED', ended_by: actor.login }, at))) {
      const current = await findExchangeOf(tx, documentId, row.id);
      if (current?.state === 'REFUSED') return;
      throw new Refusal('qr.noRequest');
    }
    const detail = { exchangeId: row.id };
    await record(tx, documentSubject(documentId), { type: 'qr.refused', actor: by, detail }, at);
  });
}
