/** A staff member signs in the portal: reads, authenticates again, confirms each point, or declines. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnSignature, OwnTurn } from '#contract/signing/own-signature.ts';
import type { SeenInput } from '#contract/signing/signing.ts';
import type { Actor } from '#domain/access.ts';
import { type Language, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import { isStaffsTurn, maySignAs } from '#domain/signing/staff-signers.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { findDocumentsById, findVisible, loadForSigning } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { type FreshAsk, type FreshAsks, findUser, freshSignIn } from '../../identity/index.ts';
import type { World } from '../../world.ts';
import { insertReading, listReadings } from '../ceremony/reading.queries.ts';
import { preparedFile, signerFileName } from '../ceremony/reading.ts';
import { requireShown } from '../ceremony/shown-hashes.ts';
import { boundToPerson } from '../confirm/codes.ts';
import { requireEveryPoint, requireReading } from '../confirm/confirm.ts';
import { endDeclined } from '../confirm/decline.ts';
import { giveSignature } from '../confirm/record-signature.ts';
import { publicPointId, sessionFingerprint } from '../present.ts';
import {
  bindCeremony,
  findLatestSession,
  listPoints,
  listSessionDocuments,
  listSigners,
  lockSession,
  lockSigner,
  markOpened,
  noteEvent,
  type Session,
  type SessionDocument,
  type SignaturePoint,
  type Signer,
} from '../queries.ts';
import { loadSessionContext } from '../session-context.ts';
import { naming } from '../start/together.ts';
import { listTurns, MOST_TURNS } from './staff-signature.queries.ts';
import { placeOf } from './staff-signers.ts';

/** A staff member with their staff session. */
export interface StaffCaller {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly by: EvidenceActor;
}

interface Own {
  readonly session: Session;
  readonly signers: readonly Signer[];
  readonly signer: Signer;
  readonly documents: readonly SessionDocument[];
  /** This signer's points. */
  readonly points: readonly SignaturePoint[];
}

/** For a user with two roles, the one still open. @throws Refusal document.notFound for users who are not its signers. */
async function findOwn(db: Db, actor: Actor, documentId: number): Promise<Own> {
  await findVisible(db, actor, documentId, 'document.sign');
  const session = await findLatestSession(db, documentId);
  if (session === undefined || session.state === 'PREPARING' || session.state === 'FAILED') {
    throw new Refusal('document.notFound');
  }
  const signers = await listSigners(db, session.id);
  const own = signers.filter((one) => one.user_id === actor.id);
  const signer = own.find((one) => one.state === 'WAITING') ?? own[0];
  if (signer === undefined) throw new Refusal('document.notFound');
  const documents = await listSessionDocuments(db, session.id);
  const points = (await listPoints(db, session.id)).filter((point) => point.signer_id === signer.id);
  return { session, signers, signer, documents, points };
}

/** The same, locked until the transaction ends; the session first, as everywhere. */
async function holdOwn(tx: Tx, actor: Actor, documentId: number): Promise<Own> {
  // Checked before locking, so that users without access block nothing.
  await findVisible(tx, actor, documentId, 'document.sign');
  const session = await findLatestSession(tx, documentId);
  if (session === undefined) throw new Refusal('document.notFound');
  await lockSession(tx, session.id);
  const own = await findOwn(tx, actor, documentId);
  // Started again meanwhile: the new session is not locked.
  if (own.session.id !== session.id) throw new Refusal('signing.closed');
  await lockSigner(tx, own.signer.id);
  return own;
}

function stateOf({ session, signer }: Own, now: Date): OwnSignature['state'] {
  if (session.state === 'COMPLETED') return 'COMPLETED';
  if (signer.state === 'DECLINED') return 'DECLINED';
  if (session.state !== 'OPEN' && session.state !== 'COMPLETING') return 'CLOSED';
  if (signer.state === 'SIGNED') return 'SIGNED';
  return session.expires_date.getTime() > now.getTime() ? 'OPEN' : 'CLOSED';
}

/** @throws Refusal signing.alreadySigned, signing.closed */
function requireOpen(own: Own, now: Date): void {
  const state = stateOf(own, now);
  if (state === 'SIGNED' || state === 'COMPLETED') throw new Refusal('signing.alreadySigned');
  if (state !== 'OPEN') throw new Refusal('signing.closed');
}

/** Checked against the current users and documents, not those at the start. @throws Refusal signing.notEntitled, signing.customerFirst */
async function requireTurn(db: Db, own: Own): Promise<void> {
  const { signer, signers, documents } = own;
  const user = await findUser(db, { id: signer.user_id ?? 0 });
  const rows = await findDocumentsById(
    db,
    documents.map(({ document_id }) => document_id),
  );
  for (const { document_id } of documents) {
    const document = rows.get(document_id);
    const { role } = signer;
    if (role === 'customer' || !user || !document || !maySignAs(role, user, placeOf(document))) {
      throw new Refusal('signing.notEntitled');
    }
  }
  if (!isStaffsTurn(signers)) throw new Refusal('signing.customerFirst');
}

function askFor({ session, signer, documents, points }: Own, { actor, sessionId }: StaffCaller): FreshAsk {
  const boundTo = boundToPerson({
    sessionId: session.id,
    signerId: signer.id,
    epoch: signer.link_epoch,
    userId: actor.id,
    preparedSha256: documents.map((entry) => entry.prepared_sha256 ?? ''),
    pointIds: points.map((point) => point.id),
  });
  return { userId: actor.id, sessionId, boundTo };
}

/** @throws Refusal document.notFound for users who are not its signers */
export async function presentOwn(
  world: World,
  caller: StaffCaller,
  documentId: number,
  language: Language,
): Promise<OwnSignature> {
  const { read } = world.database;
  const now = world.clock.now();
  const own = await findOwn(read, caller.actor, documentId);
  const { session, signer, signers, points } = own;
  const { papers } = await loadSessionContext(read, session.id);
  const readings = await listReadings(read, signer.id);
  const fresh = await freshSignIn.find(read, askFor(own, caller), now);
  if (signer.role === 'customer') throw new Error(`Signer ${signer.id} is a user and a customer`);
  return {
    state: stateOf(own, now),
    turn: isStaffsTurn(signers),
    role: signer.role,
    expiresAt: session.expires_date.toISOString(),
    signedAt: signer.signed_date?.toISOString() ?? null,
    fingerprint: sessionFingerprint(papers.map(({ entry }) => entry)),
    documents: papers.map(({ entry, type }) => ({
      id: entry.document_id,
      label: paperName(type, language),
      sha256: entry.prepared_sha256 ?? '',
      pages: entry.pages ?? 0,
      size: entry.prepared_size ?? 0,
      read: readings.some(
        (one) => one.document_id === entry.document_id && one.prepared_sha256 === entry.prepared_sha256,
      ),
    })),
    points: points.map((point) => ({
      id: publicPointId(point),
      documentId: point.document_id,
      label: point.label,
      page: point.page ?? 1,
      ...(point.box ? { box: point.box } : {}),
      signed: point.confirmed_date !== null,
    })),
    signers: signers.map((one) => ({
      name: `${one.first_name} ${one.last_name}`.trim(),
      role: one.role,
      signed: one.state === 'SIGNED',
    })),
    identity: {
      method: await freshSignIn.methodOf(read, caller.sessionId),
      confirmedUntil: fresh?.expires_date.toISOString() ?? null,
    },
  };
}

/** The exact bytes that are signed. @throws Refusal document.notFound also for a document outside this signature. */
export async function findOwnDocument(
  world: World,
  caller: StaffCaller,
  { documentId, id = documentId }: { documentId: number; id?: number | undefined },
): Promise<{ file: ReturnType<typeof preparedFile> & { fileName: string }; noteRead: () => Promise<void> }> {
  const own = await findOwn(world.database.read, caller.actor, documentId);
  const entry = own.documents.find((one) => one.document_id === id);
  if (entry === undefined || entry.prepared_sha256 === null) throw new Refusal('document.notFound');
  const file = { ...preparedFile(entry), fileName: await signerFileName(world.database.read, entry) };
  return { file, noteRead: () => noteOwnReading(world, caller, documentId, entry) };
}

/** Records that every byte was sent; once, and only while the signature is open. */
export async function noteOwnReading(
  world: World,
  { actor, by }: StaffCaller,
  documentId: number,
  entry: SessionDocument,
): Promise<void> {
  await world.database.transaction(async (tx) => {
    const own = await holdOwn(tx, actor, documentId);
    const now = world.clock.now();
    // A new start meanwhile shows other bytes.
    if (own.session.id !== entry.session_id || stateOf(own, now) !== 'OPEN') return;
    const { signer, session } = own;
    await noteAct(tx, signer, by, now);
    const preparedSha256 = entry.prepared_sha256 ?? '';
    const first = await insertReading(tx, {
      signer_id: signer.id,
      document_id: entry.document_id,
      prepared_sha256: preparedSha256,
      complete_date: now,
    });
    if (!first) return;
    await noteEvent(tx, signer.id, 'document.shown', now);
    const detail = { sessionId: session.id, preparedSha256, pages: entry.pages ?? 0 };
    await record(tx, documentSubject(entry.document_id), { type: 'document.shown', actor: by, detail }, now);
  });
}

/** Records the user's address and the time of the first act, as for a customer's browser. */
async function noteAct(tx: Tx, signer: Signer, { ip, userAgent }: EvidenceActor, now: Date): Promise<void> {
  const binding = `user:${signer.user_id}`;
  await bindCeremony(tx, signer.id, { ceremony_binding: binding, cookie_sent_date: now, ip, user_agent: userAgent });
  await markOpened(tx, signer.id, binding, now);
}

/** @returns the hash of each act; documents signed together are one act. */
function asksFor(acts: readonly Own[], caller: StaffCaller): FreshAsks {
  const [first, ...others] = new Set(acts.map((own) => askFor(own, caller).boundTo));
  if (first === undefined) throw new Error('Nothing to sign');
  return { userId: caller.actor.id, sessionId: caller.sessionId, boundTo: [first, ...others] };
}

const returnTo = ([first, ...others]: readonly number[]): string =>
  others.length === 0 ? `/app/documents/${first}/sign` : `/app/sign/${[first, ...others].join('-')}`;

/**
 * Proves the signer's identity again, for each of these documents, which must have been read first, so that the person
 * knows what they confirm. A document that cannot be signed now causes all of them to be refused.
 * @returns the address to which the browser is redirected, when the identity provider proves the identity.
 * @throws Refusal document.notFound, signing.…, with the id of the document where there are several;
 * request.tooMany
 */
export async function proveIdentity(
  world: World,
  caller: StaffCaller,
  asked: { documentIds: readonly number[]; password: string | null; request: FastifyRequest; reply: FastifyReply },
): Promise<string | null> {
  const { password, request, reply } = asked;
  const documentIds = [...new Set(asked.documentIds)];
  const { read } = world.database;
  const acts: Own[] = [];
  for (const id of documentIds) {
    const own = await naming(documentIds, id, async () => {
      const found = await findOwn(read, caller.actor, id);
      requireOpen(found, world.clock.now());
      await requireTurn(read, found);
      await requireReading(read, found.signer.id, found.documents);
      return found;
    });
    acts.push(own);
  }
  const asks = asksFor(acts, caller);
  if ((await freshSignIn.methodOf(read, caller.sessionId)) === 'PROVIDER') {
    return freshSignIn.begin(world, asks, { request, reply, returnTo: returnTo(documentIds) });
  }
  await freshSignIn.byPassword(world, asks, { actor: caller.actor, password: password ?? '', request });
  return null;
}

/**
 * Signs every point. A repetition after a lost answer changes nothing.
 * @throws Refusal document.notFound, signing.notRead, signing.otherBytes, signing.pointMissing, signing.customerFirst, signing.notEntitled, signing.identityNeeded, signing.closed
 */
export async function signOwn(
  world: World,
  caller: StaffCaller,
  documentId: number,
  { points, shown: hashes, seen }: { points: readonly string[]; shown: readonly string[]; seen?: SeenInput },
): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const own = await holdOwn(tx, caller.actor, documentId);
    const { session, signer, documents } = own;
    const state = stateOf(own, now);
    if (state === 'SIGNED' || state === 'COMPLETED') return;
    requireOpen(own, now);
    await requireTurn(tx, own);
    await requireReading(tx, signer.id, documents);
    const shown = requireShown(documents, hashes, seen);
    requireEveryPoint(own.points, { points });
    const ask = askFor(own, caller);
    const fresh = await freshSignIn.take(tx, ask, now);
    if (fresh === undefined) throw new Refusal('signing.identityNeeded');
    await noteAct(tx, signer, caller.by, now);
    const detail = {
      sessionId: session.id,
      method: fresh.method,
      login: caller.actor.login,
      at: fresh.confirmed_date.toISOString(),
      boundTo: ask.boundTo,
      ...(fresh.acts > 1 && { acts: fresh.acts }),
    };
    const proof = { type: 'identity.confirmed', detail } as const;
    const { points: confirmed } = own;
    const given = { tx, session, signer, documents, shown, points: confirmed, actor: caller.by, proof, now };
    await giveSignature(world, given);
  });
}

/**
 * Ends the signature for all signers; a repetition has no effect. @throws Refusal document.notFound,
 * signing.alreadySigned, signing.closed
 */
export async function declineOwn(
  world: World,
  { actor, by }: StaffCaller,
  documentId: number,
  reason: string,
): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const own = await holdOwn(tx, actor, documentId);
    if (stateOf(own, now) === 'DECLINED') return;
    requireOpen(own, now);
    await noteAct(tx, own.signer, by, now);
    await endDeclined(
      world,
      tx,
      { session: own.session, signer: own.signer, actor: by, now },
      { code: 'signing.declined', reason },
    );
  });
}

/** All steps in one call, without a browser, for the demo world. */
export async function signInPortal(world: World, caller: StaffCaller, documentId: number): Promise<void> {
  const own = await findOwn(world.database.read, caller.actor, documentId);
  for (const entry of own.documents) await noteOwnReading(world, caller, documentId, entry);
  await world.database.transaction((tx) => freshSignIn.note(tx, asksFor([own], caller), world.clock.now()));
  const shown = own.documents.map((entry) => entry.prepared_sha256 ?? '');
  await signOwn(world, caller, documentId, { points: own.points.map(publicPointId), shown });
}

/**
 * What waits for this user's signature, restricted to documents they may still sign: one row per act, however many
 * documents it signs.
 * @param legalEntity only documents of this legal entity; null: of all
 */
export async function listOwnTurns(world: World, actor: Actor, legalEntity: string | null): Promise<OwnTurn[]> {
  const { read } = world.database;
  const turns: OwnTurn[] = [];
  const user = await findUser(read, { id: actor.id });
  const acts = Map.groupBy(await listTurns(read, actor.id, world.clock.now()), (turn) => turn.signer_id);
  for (const act of acts.values()) {
    if (turns.length === MOST_TURNS) break;
    const first = act.reduce((one, other) => (other.document_id < one.document_id ? other : one));
    const { document_id: documentId, role, turn_date, expires_date } = first;
    const loaded = await loadForSigning(read, documentId);
    if (!loaded || !user || !maySignAs(role, user, placeOf(loaded.document))) continue;
    const { document, customer } = loaded;
    if (legalEntity !== null && document.legal_entity !== legalEntity) continue;
    turns.push({
      documentId,
      documents: act.length,
      role,
      type: document.type,
      brand: document.brand,
      customer: customer.organization_name ?? `${customer.first_name} ${customer.last_name}`,
      since: (turn_date ?? expires_date).toISOString(),
      expiresAt: expires_date.toISOString(),
    });
  }
  return turns;
}
