/** Starts, cancels, renews and expires signatures. */
import type { Actor } from '#domain/access.ts';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import { isStarting } from '#domain/documents/document-states.ts';
import { requirePossible } from '#domain/documents/require-possible.ts';
import type { LifeReason } from '#domain/documents/unsigned-actions.ts';
import { MOBILE_PHONE, normalisedPhone } from '#domain/dossiers/contact-patterns.ts';
import { Refusal } from '#domain/errors.ts';
import { type EvidenceActor, SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { canReceiveCodes } from '#domain/signing/contact/contact.ts';
import { linkExpiry } from '#domain/signing/messages/link.ts';
import { signaturePointLabel } from '#domain/signing/messages/paper-names.ts';
import type { Tx } from '#ports/database/database.ts';
import { recordUses, requestAdherence } from '../../adherences/index.ts';
import {
  type FeaState,
  findVisible,
  loadForSigning,
  moveDocument,
  type PaperToSign,
  refuseUnlessDrawnAlike,
  type SigningDocument,
} from '../../documents/index.ts';
import { holdDossier } from '../../dossiers/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import { noteContactHistory, noteSharedNumbers } from '../contact/contact-changes.ts';
import { type ConfirmedDoubt, noteConfirmedContacts, refuseUnlessConfirmed } from '../contact/contact-doubts.ts';
import { handReadinessOf } from '../handwriting/readiness.ts';
import { notifyStarter } from '../messages/notify-staff.ts';
import { lockOpenSession } from '../open-session.ts';
import { readFileToSign, settlePlaces } from '../places/places.ts';
import type { FileRead } from '../places/read-layout.ts';
import {
  insertPoint,
  insertSession,
  insertSessionDocument,
  insertSigner,
  lockSession,
  setSessionState,
} from '../queries.ts';
import { listStaffSignatures } from '../staff/staff-signature.queries.ts';
import { type ChosenStaff, insertStaff, resolveStaffSigners, type StaffSigner } from '../staff/staff-signers.ts';
import { addedFieldsOf } from './added-fields.ts';
import { consentPoints } from './consents.ts';
import { releaseSession } from './end-session.ts';
import { releaseForSession, reserveForSession } from './quota.ts';
import {
  areSignedTogether,
  type NewCustomer,
  refuseUnlessAlike,
  refuseUnlessTogether,
  togetherFacts,
  withDocumentId,
} from './signed-together.ts';

/** The refusal names the module to sign first, if any, or who else has to adhere. */
function refuseWithReason(reason: LifeReason | null, { moduleId, coSigner }: FeaState): void {
  if (reason === null) return;
  if (reason === 'feaCoSigner') throw new Refusal('life.feaCoSigner', { parameters: { name: coSigner ?? '' } });
  const concernsModule = reason === 'feaModuleUnsigned' || reason === 'feaModuleSigning';
  const moduleParameters: Record<string, number> = concernsModule && moduleId !== null ? { feaModuleId: moduleId } : {};
  throw new Refusal(`life.${reason}`, { parameters: moduleParameters, extra: moduleParameters });
}

/** Requirements for signing by hand besides the document, at its dealer. */
type HandReadiness = (hst: string) => Promise<'ready' | 'noDevice' | 'noCustodian'>;

/**
 * @param lock with its transaction: the adherences that the signature relies on stay unchanged until it ends.
 * @returns the ids of those adherences. @throws Refusal life.… when a signature of the document could not start,
 * or could not on a tablet or a phone.
 */
export async function refuseUnlessStartable(
  loaded: SigningDocument,
  now: Date,
  handReadiness: HandReadiness,
  action: 'sign' | 'tablet' | 'qr' = 'sign',
  lock?: { readonly until: Tx },
): Promise<readonly number[]> {
  const { document, folder } = loaded;
  const fea = await loaded.feaState(now, lock);
  refuseWithReason(
    DOCUMENT_ACTIONS[action].refusal({
      status: document.status,
      signable: document.signable,
      sigType: document.sig_type,
      mimeType: document.mime_type,
      everSigned: document.ever_signed,
      folderStatus: folder.status,
      feaBlocked: fea.blocked,
      feaModuleId: fea.moduleId,
      feaModuleSigning: fea.moduleSigning,
      feaCoSigner: fea.coSigner !== null,
      byHand: loaded.document.sig_type === 'GRAPHOMETRIC' ? await handReadiness(loaded.document.hst) : 'ready',
    }),
    fea,
  );
  return fea.adherenceIds;
}

/**
 * On a tablet, the signature starts when the customer opens it: at that time, no staff can choose who signs for the
 * dealer.
 * @param request `given` names the people who sign for the dealer.
 * @throws Refusal life.…, and document.invalid, signing.signersMissing or signing.signerUnfit for a signature that
 * has not started.
 */
export async function refuseUnlessForTablet(
  tx: Tx,
  loaded: SigningDocument,
  request: { actor: Actor; chosen: ChosenStaff; now: Date },
): Promise<void> {
  const { actor, chosen, now } = request;
  await refuseUnlessStartable(loaded, now, async () => 'ready', 'tablet');
  if (!isStarting(loaded.document.status)) {
    await resolveStaffSigners(tx, loaded, { actor, given: chosen });
    return;
  }
  const staff = await listStaffSignatures(tx, [loaded.document.id]);
  // The customers have signed; the remaining signers are staff, who sign in the portal.
  if (staff.some(({ is_turn }) => is_turn)) throw new Refusal('life.notReady');
}

/** @throws Refusal signing.phoneCountry for a number to which no code is sent. */
function refuseUnreachablePhone(world: World, person: { name: string; phone: string }): void {
  const { name, phone } = person;
  if (!canReceiveCodes(phone, world.settings.otpCountries))
    throw new Refusal('signing.phoneCountry', { parameters: { name } });
}

/** @throws Refusal when the dossier's phone or address cannot be used for a signature. */
function signingContactOf(customer: SigningDocument['customer']): { phone: string; email: string } {
  if (!MOBILE_PHONE.test(customer.mobile_phone) || customer.email === '') throw new Refusal('signing.phoneMissing');
  return { phone: normalisedPhone(customer.mobile_phone), email: customer.email };
}

const nameOf = ({ first_name, last_name }: SigningDocument['customer']) => ({ first_name, last_name });

/** One signer for each customer, in order; those who sign for the dealer follow. @returns their ids. */
async function insertCustomers(tx: Tx, sessionId: number, people: readonly NewCustomer[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, person] of people.entries()) {
    const signerColumns = { session_id: sessionId, role: 'customer', position: index + 1, state: 'WAITING' } as const;
    ids.push(await insertSigner(tx, { ...signerColumns, ...person }));
  }
  return ids;
}

/** What is signed: a generated paper, or an uploaded file that was read. */
interface StartPreparation {
  /** A document's customer never changes. */
  readonly dossierId: number;
  /** Last change of the customer; null when nothing was read. */
  readonly customerDate: Date | null;
  readonly paper: PaperToSign | null;
  readonly file: FileRead | null;
}

/**
 * File work before the start: regenerates a generated paper whose content has changed, reads an upload for its
 * signature fields. The transaction of the start checks all of it again. @throws Refusal as the start does
 */
async function prepareStart(world: World, actor: Actor, documentId: number): Promise<StartPreparation> {
  const now = world.clock.now();
  const { read } = world.database;
  const document = await findVisible(read, actor, documentId, 'document.sign');
  const loaded = await loadForSigning(read, document);
  const { dossier_id: dossierId } = document;
  if (loaded === undefined || isStarting(document.status))
    return { dossierId, customerDate: null, paper: null, file: null };
  await refuseUnlessStartable(loaded, now, (hst) => handReadinessOf(world, read, hst, now));
  const paper = await loaded.paper(world, now);
  const customerDate = loaded.customer.last_modified_date;
  if (paper) return { dossierId, customerDate, paper, file: null };
  const file = await readFileToSign(world, loaded);
  await refuseUnlessDrawnAlike(world, file.sha256, file.layout.pages.length);
  return { dossierId, customerDate, paper, file };
}

/** The signature fields of a generated paper, and one on the added page for each staff signer without one. */
function fieldsOnPaper(paper: PaperToSign, staff: readonly StaffSigner[], added: { label: string; added: string }) {
  const boxes = paper.boxes.map(({ id, role, caption, borrower = 1 }) => ({
    field: id,
    role,
    label: caption,
    borrower,
  }));
  const withoutField = staff.filter(({ role }) => !boxes.some((box) => box.role === role));
  return [
    ...boxes,
    ...withoutField.map(({ role }, index) => {
      return { field: `${added.added}${index + 1}`, role, label: added.label, borrower: 1 };
    }),
  ];
}

/** Options of a start besides the document. */
interface StartOptions {
  /** Staff signers, where no field of the document names them. */
  readonly chosen?: ChosenStaff;
  /** Other documents of its folder signed together: one link, one code, all of them or none. */
  readonly together?: readonly number[];
  /** Runs in the transaction of the start, even when another call has already started it. */
  readonly also?: (tx: Tx) => Promise<void>;
}

/**
 * Starts the signature of a document, alone or with others; a call that finds it already started changes nothing.
 * @param by the same person, as recorded in the evidence trail.
 * @throws Refusal life.… when its state or fields do not allow it, signing.changedMeanwhile, signing.phoneMissing,
 * signing.phoneCountry, signing.contact…, signing.signersMissing, signing.signerUnfit, document.invalid for people
 * who may not sign, places.unread for a file that cannot be read now, quota.… when messages or archive space are
 * used up; with several documents, the `documentId` concerned, and together.… when they cannot be signed together.
 */
export async function beginSigning(
  world: World,
  actor: Actor,
  documentId: number,
  by: EvidenceActor,
  { chosen = {}, together = [], also }: StartOptions = {},
): Promise<void> {
  // Sorted, so that two starts cannot deadlock.
  const documentIds = [...new Set([documentId, ...together])].sort((a, b) => a - b);
  await refuseUnlessTogether(world.database.read, actor, documentIds);
  const beforehand = new Map<number, StartPreparation>();
  for (const id of documentIds) {
    beforehand.set(id, await withDocumentId(documentIds, id, () => prepareStart(world, actor, id)));
  }
  await world.database.transaction(async (tx) => {
    await startSession(tx, world, { actor, documentIds, by, chosen, beforehand });
    await also?.(tx);
  });
}

interface StartRequest {
  readonly actor: Actor;
  /** Ascending. */
  readonly documentIds: readonly number[];
  readonly by: EvidenceActor;
  readonly chosen: ChosenStaff;
  /** By document id. */
  readonly beforehand: ReadonlyMap<number, StartPreparation>;
}

/** A document that may start, with the data for its signature. */
interface ReadyDocument extends StartPreparation {
  readonly loaded: SigningDocument;
  readonly adherenceIds: readonly number[];
  readonly originalSha256: string;
  readonly customers: readonly NewCustomer[];
  readonly vouched: readonly ConfirmedDoubt[];
  readonly staff: readonly StaffSigner[];
}

/** @throws Refusal as {@link beginSigning} */
async function checkStartable(
  tx: Tx,
  world: World,
  loaded: SigningDocument,
  { actor, chosen }: StartRequest,
  preparation: StartPreparation,
): Promise<ReadyDocument> {
  const now = world.clock.now();
  const { document, customer } = loaded;
  const { customerDate, paper, file } = preparation;
  // It was being signed when it was read and has returned since, so its content was not read.
  if (customerDate === null) throw new Refusal('signing.changedMeanwhile');
  const adherenceIds = await refuseUnlessStartable(loaded, now, (hst) => handReadinessOf(world, tx, hst, now), 'sign', {
    until: tx,
  });
  if (document.file_sha256 === null) throw new Refusal('document.noFile');
  const contact = signingContactOf(customer);
  const staff = await resolveStaffSigners(tx, loaded, { actor, given: chosen });
  // The paper prints the customer's data at the time it was drawn.
  if (paper && customerDate?.getTime() !== customer.last_modified_date.getTime()) {
    throw new Refusal('signing.changedMeanwhile');
  }
  // Taken back and edited meanwhile.
  if ((paper && !paper.hasSameFile(document)) || (file && file.sha256 !== document.file_sha256)) {
    throw new Refusal('signing.changedMeanwhile');
  }
  const customers = [
    { ...contact, ...nameOf(customer), organization_name: customer.organization_name },
    ...(paper?.coSigners ?? []).map(({ firstName, lastName, phone, email }) => ({
      ...{ first_name: firstName, last_name: lastName, organization_name: null, phone: normalisedPhone(phone), email },
    })),
  ];
  // Signing by hand needs no code, so a telephone abroad is accepted.
  for (const { first_name, last_name, phone } of document.sig_type === 'GRAPHOMETRIC' ? [] : customers) {
    refuseUnreachablePhone(world, { name: `${first_name} ${last_name}`.trim(), phone });
  }
  const vouched = await refuseUnlessConfirmed(tx, world, { loaded, actor, customers });
  const originalSha256 = paper?.sha256 ?? document.file_sha256;
  return { ...preparation, loaded, adherenceIds, customers, vouched, staff, originalSha256 };
}

/** Another call was first: accept its result, unless it started something else or the document moved on. */
async function yieldTo(tx: Tx, actor: Actor, documentIds: readonly number[], startedId: number): Promise<void> {
  const document = await findVisible(tx, actor, startedId, 'document.sign');
  if (!isStarting(document.status)) throw new Refusal('life.notReady');
  if (documentIds.length > 1 && !(await areSignedTogether(tx, documentIds))) {
    throw new Refusal('together.started', { parameters: { documentId: startedId } });
  }
}

async function startSession(tx: Tx, world: World, request: StartRequest): Promise<void> {
  const { actor, documentIds, by, beforehand } = request;
  const now = world.clock.now();
  const papers: ReadyDocument[] = [];
  for (const id of documentIds) {
    const preparation = beforehand.get(id);
    if (preparation === undefined) throw new Error(`Document ${id} was not prepared for the start`);
    // The customer at the start of the signature is the signer: lock against concurrent edits.
    await holdDossier(tx, preparation.dossierId);
    const loaded = await loadForSigning(tx, await findVisible(tx, actor, id, 'document.sign'));
    if (loaded === undefined) throw new Refusal('document.notFound');
    if (isStarting(loaded.document.status))
      return withDocumentId(documentIds, id, () => yieldTo(tx, actor, documentIds, id));
    papers.push(await withDocumentId(documentIds, id, () => checkStartable(tx, world, loaded, request, preparation)));
  }
  const [first] = papers;
  if (first === undefined) throw new Error('Nothing to sign');
  refuseUnlessAlike(papers.map((paper) => ({ ...paper, facts: togetherFacts(paper.loaded) })));
  for (const { loaded, paper } of papers) {
    const { id } = loaded.document;
    const isMoved = await moveDocument(tx, id, 'startSign', {
      statusReason: null,
      statusDetail: null,
      startSignDate: now,
      // Only if it was not taken back and edited since the checks.
      edit: { since: loaded.document.last_modified_date, values: {} },
      ...paper?.changes(actor.login),
    });
    if (!isMoved) return withDocumentId(documentIds, id, () => yieldTo(tx, actor, documentIds, id));
  }
  const method = first.loaded.document.sig_type === 'GRAPHOMETRIC' ? 'GRAPHOMETRIC' : 'OTP';
  const sessionId = await insertSession(tx, {
    folder_id: first.loaded.document.folder_id,
    state: 'PREPARING',
    method,
    started_by: actor.login,
    created_date: now,
    expires_date: linkExpiry(now),
  });
  const signerIds = await insertCustomers(tx, sessionId, first.customers);
  const staffIds = await insertStaff(tx, sessionId, first.staff, signerIds.length);
  let position = 0;
  for (const paper of papers) {
    const others = documentIds.filter((id) => id !== paper.loaded.document.id);
    const newSession = { sessionId, signerIds, staffIds, by, now, method, others, after: position } as const;
    position += await enterDocument(tx, world, paper, newSession);
  }
  const { hst } = first.loaded.document;
  await world.jobs.send(tx, 'signing.prepare', { sessionId }, { key: `session:${sessionId}`, owner: hst });
  const coded = signerIds.filter((_, at) =>
    canReceiveCodes(first.customers[at]?.phone ?? '', world.settings.otpCountries),
  );
  const documents = papers.map(({ loaded }) => loaded.document);
  await reserveForSession(tx, { id: sessionId, signerIds: coded, documents }, now);
}

interface NewSession {
  readonly sessionId: number;
  /** Ids of the customers, in order. */
  readonly signerIds: readonly number[];
  readonly staffIds: ReadonlyMap<StaffSigner['role'], number>;
  readonly by: EvidenceActor;
  readonly now: Date;
  readonly method: 'OTP' | 'GRAPHOMETRIC';
  /** The other documents of the session. */
  readonly others: readonly number[];
  /** Number of points of the session's earlier documents. */
  readonly after: number;
}

/** A document without a paper or a file was not read and never reaches this point. */
function requireFile(file: FileRead | null): FileRead {
  if (file === null) throw new Error('The file to sign was not read');
  return file;
}

/** Enters one document into a new session, with its points and its events. @returns how many points it has */
async function enterDocument(tx: Tx, world: World, ready: ReadyDocument, session: NewSession): Promise<number> {
  const { loaded, paper, file, staff, adherenceIds, originalSha256 } = ready;
  const { sessionId, signerIds, staffIds, by, now, method, others, after } = session;
  const { document, customer } = loaded;
  const documentId = document.id;
  await requestAdherence(tx, document, customer, { must: true, at: now });
  await paper?.recordRegeneration(tx, by);
  await insertSessionDocument(tx, {
    session_id: sessionId,
    document_id: documentId,
    original_sha256: originalSha256,
    running: true,
  });
  await recordUses(tx, adherenceIds, { sessionId, documentId, by, at: now });
  const [signerId = 0] = signerIds;
  const questions = paper?.consents ?? (await loaded.consents(world));
  const consents = consentPoints(questions, sessionId, paper !== null);
  for (const point of consents) {
    const place = { signer_id: signerId, document_id: documentId };
    await insertPoint(tx, { ...place, ...point, position: after + point.position });
  }
  const custodian = method === 'GRAPHOMETRIC' && world.custodian ? { custodianSha256: world.custodian.sha256 } : {};
  const together = others.length > 0 ? { together: others } : {};
  const detail = { sessionId, originalSha256, method, ...custodian, ...together };
  await noteContactHistory(tx, { dossierId: customer.id, documentId, sessionId, by, at: now });
  await noteSharedNumbers(tx, ready.customers, { documentId, sessionId, by, at: now });
  await noteConfirmedContacts(tx, ready.vouched, { documentId, sessionId, by, at: now });
  await record(tx, documentSubject(documentId), { type: 'sign.started', actor: by, detail }, now);
  const placement = { sessionId, addedFields: addedFieldsOf(sessionId), by, at: now };
  const places = paper
    ? fieldsOnPaper(paper, staff, { label: signaturePointLabel(document.type), added: placement.addedFields })
    : (await settlePlaces(tx, loaded, requireFile(file), placement)).map((place) => ({ ...place, borrower: 1 }));
  const borrowers = [1, ...(paper?.coSigners ?? []).map((coSigner) => coSigner.borrower)];
  for (const [index, { role, borrower, ...place }] of places.entries()) {
    const ownerId = role === 'customer' ? signerIds[borrowers.indexOf(borrower)] : staffIds.get(role);
    if (ownerId === undefined) throw new Error(`No signer for ${place.field}`);
    const point = { signer_id: ownerId, document_id: documentId, kind: 'signature' } as const;
    await insertPoint(tx, { ...point, ...place, position: after + consents.length + index + 1 });
  }
  return consents.length + places.length;
}

/** Cancels a waiting signature. @throws Refusal life.notWaiting in any other state. */
export async function cancelSigning(world: World, actor: Actor, documentId: number, by: EvidenceActor): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const document = await findVisible(tx, actor, documentId, 'document.sign');
    requirePossible(DOCUMENT_ACTIONS['cancel-sign'].refusal(document));
    const session = await lockOpenSession(tx, documentId);
    await setSessionState(tx, session.id, 'CANCELLED', { endedDate: now });
    const { documentIds, part } = await releaseSession(world, tx, session, now);
    for (const id of documentIds) {
      const changes = { statusReason: 'signing.cancelled', statusDetail: null, ...part };
      const isMoved = await moveDocument(tx, id, 'cancel', changes);
      if (!isMoved) throw new Refusal('life.notWaiting');
      await record(tx, documentSubject(id), { type: 'cancelled', actor: by, detail: { sessionId: session.id } }, now);
    }
    await releaseForSession(tx, session.id);
  });
}

/** Makes an expired document ready again. @throws Refusal life.notExpired in any other state. */
export async function renewSigning(world: World, actor: Actor, documentId: number, by: EvidenceActor): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const document = await findVisible(tx, actor, documentId, 'document.sign');
    requirePossible(DOCUMENT_ACTIONS.renew.refusal(document));
    const isMoved = await moveDocument(tx, documentId, 'renew', { statusReason: null, statusDetail: null });
    if (!isMoved) throw new Refusal('life.notExpired');
    const detail = { status: 'READY_TO_SIGN' };
    await record(tx, documentSubject(documentId), { type: 'renewed', actor: by, detail }, now);
  });
}

/** Expires one session whose links have expired; a session that ended meanwhile stays unchanged. */
export async function expireSession(world: World, sessionId: number): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const session = await lockSession(tx, sessionId);
    if (session.state !== 'OPEN' || session.expires_date.getTime() > now.getTime()) return;
    await setSessionState(tx, session.id, 'EXPIRED', { endedDate: now });
    const { documentIds, part } = await releaseSession(world, tx, session, now);
    for (const id of documentIds) {
      if (!(await moveDocument(tx, id, 'expire', part)))
        throw new Error(`Document ${id} of an open session is not waiting`);
      const detail = { sessionId: session.id };
      await record(tx, documentSubject(id), { type: 'expired', actor: SYSTEM_ACTOR, detail }, now);
    }
    await releaseForSession(tx, session.id);
    await notifyStarter(world, tx, session, { kind: 'expired', at: now });
  });
}
