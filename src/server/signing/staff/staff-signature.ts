/** A staff member signs in the portal: reads, authenticates again, confirms each point, or declines. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnSignature, OwnTurn } from '#contract/signing/own-signature.ts';
import type { SeenPagesInput } from '#contract/signing/signing.ts';
import type { Actor } from '#domain/access.ts';
import { type Language, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import { isStaffTurn, maySignAs } from '#domain/signing/staff-signers.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { findDocumentsById, findVisible, loadForSigning } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { type FreshSignInOfAct, type FreshSignInOfActs, findUser, freshSignIn } from '../../identity/index.ts';
import type { World } from '../../world.ts';
import { insertReading, listReadings } from '../ceremony/reading.queries.ts';
import { preparedFile, signerFileName } from '../ceremony/reading.ts';
import { requireShown } from '../ceremony/shown-hashes.ts';
import { hashStaffBinding } from '../confirm/codes.ts';
import { requireEveryPoint, requireReading } from '../confirm/confirm.ts';
import { endAsDeclined } from '../confirm/decline.ts';
import { recordSignature } from '../confirm/record-signature.ts';
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
import { withDocumentId } from '../start/signed-together.ts';
import { listTurns, MAX_TURNS } from './staff-signature.queries.ts';
import { signingPlaceOf } from './staff-signers.ts';

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
async function findOwnSigning(db: Db, actor: Actor, documentId: number): Promise<Own> {
  await findVisible(db, actor, documentId, 'document.sign');
  const session = await findLatestSession(db, documentId);
  if (session === undefined || session.state === 'PREPARING' || session.state === 'FAILED') {
    throw new Refusal('document.notFound');
  }
  const signers = await listSigners(db, session.id);
  const ownSigners = signers.filter((candidate) => candidate.user_id === actor.id);
  const signer = ownSigners.find((candidate) => candidate.state === 'WAITING') ?? ownSigners[0];
  if (signer === undefined) throw new Refusal('document.notFound');
  const documents = await listSessionDocuments(db, session.id);
  const points = (await listPoints(db, session.id)).filter((point) => point.signer_id === signer.id);
  return { session, signers, signer, documents, points };
}

/** The same, locked until the transaction ends; the session first, as everywhere. */
async function lockOwnSigning(tx: Tx, actor: Actor, documentId: number): Promise<Own> {
  // Checked before locking, so that users without access block nothing.
  await findVisible(tx, actor, documentId, 'document.sign');
  const session = await findLatestSession(tx, documentId);
  if (session === undefined) throw new Refusal('document.notFound');
  await lockSession(tx, session.id);
  const signing = await findOwnSigning(tx, actor, documentId);
  // Started again meanwhile: the new session is not locked.
  if (signing.session.id !== session.id) throw new Refusal('signing.closed');
  await lockSigner(tx, signing.signer.id);
  return signing;
}

function stateOf({ session, signer }: Own, now: Date): OwnSignature['state'] {
  if (session.state === 'COMPLETED') return 'COMPLETED';
  if (signer.state === 'DECLINED') return 'DECLINED';
  if (session.state !== 'OPEN' && session.state !== 'COMPLETING') return 'CLOSED';
  if (signer.state === 'SIGNED') return 'SIGNED';
  return session.expires_date.getTime() > now.getTime() ? 'OPEN' : 'CLOSED';
}

/** @throws Refusal signing.alreadySigned, signing.closed */
function requireOpen(signing: Own, now: Date): void {
  const state = stateOf(signing, now);
  if (state === 'SIGNED' || state === 'COMPLETED') throw new Refusal('signing.alreadySigned');
  if (state !== 'OPEN') throw new Refusal('signing.closed');
}

/** Checked against the current users and documents, not those at the start. @throws Refusal signing.notEntitled, signing.customerFirst */
async function requireTurn(db: Db, signing: Own): Promise<void> {
  const { signer, signers, documents } = signing;
  const user = await findUser(db, { id: signer.user_id ?? 0 });
  const rows = await findDocumentsById(
    db,
    documents.map(({ document_id }) => document_id),
  );
  for (const { document_id } of documents) {
    const document = rows.get(document_id);
    const { role } = signer;
    if (role === 'customer' || !user || !document || !maySignAs(role, user, signingPlaceOf(document))) {
      throw new Refusal('signing.notEntitled');
    }
  }
  if (!isStaffTurn(signers)) throw new Refusal('signing.customerFirst');
}

function askFor({ session, signer, documents, points }: Own, { actor, sessionId }: StaffCaller): FreshSignInOfAct {
  const boundTo = hashStaffBinding({
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
export async function presentOwnSignature(
  world: World,
  caller: StaffCaller,
  documentId: number,
  language: Language,
): Promise<OwnSignature> {
  const { read } = world.database;
  const now = world.clock.now();
  const signing = await findOwnSigning(read, caller.actor, documentId);
  const { session, signer, signers, points } = signing;
  const { papers } = await loadSessionContext(read, session.id);
  const readings = await listReadings(read, signer.id);
  const signIn = await freshSignIn.find(read, askFor(signing, caller), now);
  if (signer.role === 'customer') throw new Error(`Signer ${signer.id} is a user and a customer`);
  return {
    state: stateOf(signing, now),
    turn: isStaffTurn(signers),
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
        (reading) => reading.document_id === entry.document_id && reading.prepared_sha256 === entry.prepared_sha256,
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
    signers: signers.map((participant) => ({
      name: `${participant.first_name} ${participant.last_name}`.trim(),
      role: participant.role,
      signed: participant.state === 'SIGNED',
    })),
    identity: {
      method: await freshSignIn.methodOf(read, caller.sessionId),
      confirmedUntil: signIn?.expires_date.toISOString() ?? null,
    },
  };
}

/** The exact bytes that are signed. @throws Refusal document.notFound also for a document outside this signature. */
export async function findOwnDocument(
  world: World,
  caller: StaffCaller,
  { documentId, id = documentId }: { documentId: number; id?: number | undefined },
): Promise<{ file: ReturnType<typeof preparedFile> & { fileName: string }; noteRead: () => Promise<void> }> {
  const signing = await findOwnSigning(world.database.read, caller.actor, documentId);
  const entry = signing.documents.find((document) => document.document_id === id);
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
    const signing = await lockOwnSigning(tx, actor, documentId);
    const now = world.clock.now();
    // A new start meanwhile shows other bytes.
    if (signing.session.id !== entry.session_id || stateOf(signing, now) !== 'OPEN') return;
    const { signer, session } = signing;
    await noteAct(tx, signer, by, now);
    const preparedSha256 = entry.prepared_sha256 ?? '';
    const isNew = await insertReading(tx, {
      signer_id: signer.id,
      document_id: entry.document_id,
      prepared_sha256: preparedSha256,
      complete_date: now,
    });
    if (!isNew) return;
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
function signInBindings(acts: readonly Own[], caller: StaffCaller): FreshSignInOfActs {
  const [first, ...others] = new Set(acts.map((signing) => askFor(signing, caller).boundTo));
  if (first === undefined) throw new Error('Nothing to sign');
  return { userId: caller.actor.id, sessionId: caller.sessionId, boundTo: [first, ...others] };
}

const returnPath = ([first, ...others]: readonly number[]): string =>
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
  input: { documentIds: readonly number[]; password: string | null; request: FastifyRequest; reply: FastifyReply },
): Promise<string | null> {
  const { password, request, reply } = input;
  const documentIds = [...new Set(input.documentIds)];
  const { read } = world.database;
  const acts: Own[] = [];
  for (const id of documentIds) {
    const signing = await withDocumentId(documentIds, id, async () => {
      const checked = await findOwnSigning(read, caller.actor, id);
      requireOpen(checked, world.clock.now());
      await requireTurn(read, checked);
      await requireReading(read, checked.signer.id, checked.documents);
      return checked;
    });
    acts.push(signing);
  }
  const bindings = signInBindings(acts, caller);
  if ((await freshSignIn.methodOf(read, caller.sessionId)) === 'PROVIDER') {
    return freshSignIn.begin(world, bindings, { request, reply, returnTo: returnPath(documentIds) });
  }
  await freshSignIn.byPassword(world, bindings, { actor: caller.actor, password: password ?? '', request });
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
  { points, shown: hashes, seen }: { points: readonly string[]; shown: readonly string[]; seen?: SeenPagesInput },
): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const signing = await lockOwnSigning(tx, caller.actor, documentId);
    const { session, signer, documents } = signing;
    const state = stateOf(signing, now);
    if (state === 'SIGNED' || state === 'COMPLETED') return;
    requireOpen(signing, now);
    await requireTurn(tx, signing);
    await requireReading(tx, signer.id, documents);
    const shown = requireShown(documents, hashes, seen);
    requireEveryPoint(signing.points, { points });
    const binding = askFor(signing, caller);
    const signIn = await freshSignIn.take(tx, binding, now);
    if (signIn === undefined) throw new Refusal('signing.identityNeeded');
    await noteAct(tx, signer, caller.by, now);
    const detail = {
      sessionId: session.id,
      method: signIn.method,
      login: caller.actor.login,
      at: signIn.confirmed_date.toISOString(),
      boundTo: binding.boundTo,
      ...(signIn.acts > 1 && { acts: signIn.acts }),
    };
    const proof = { type: 'identity.confirmed', detail } as const;
    const { points: confirmed } = signing;
    const signature = { tx, session, signer, documents, shown, points: confirmed, actor: caller.by, proof, now };
    await recordSignature(world, signature);
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
    const signing = await lockOwnSigning(tx, actor, documentId);
    if (stateOf(signing, now) === 'DECLINED') return;
    requireOpen(signing, now);
    await noteAct(tx, signing.signer, by, now);
    await endAsDeclined(
      world,
      tx,
      { session: signing.session, signer: signing.signer, actor: by, now },
      { code: 'signing.declined', reason },
    );
  });
}

/** All steps in one call, without a browser, for the demo world. */
export async function signInPortal(world: World, caller: StaffCaller, documentId: number): Promise<void> {
  const signing = await findOwnSigning(world.database.read, caller.actor, documentId);
  for (const entry of signing.documents) await noteOwnReading(world, caller, documentId, entry);
  await world.database.transaction((tx) => freshSignIn.note(tx, signInBindings([signing], caller), world.clock.now()));
  const shown = signing.documents.map((entry) => entry.prepared_sha256 ?? '');
  await signOwn(world, caller, documentId, { points: signing.points.map(publicPointId), shown });
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
    if (turns.length === MAX_TURNS) break;
    const first = act.reduce((lowest, row) => (row.document_id < lowest.document_id ? row : lowest));
    const { document_id: documentId, role, turn_date, expires_date } = first;
    const loaded = await loadForSigning(read, documentId);
    if (!loaded || !user || !maySignAs(role, user, signingPlaceOf(loaded.document))) continue;
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
