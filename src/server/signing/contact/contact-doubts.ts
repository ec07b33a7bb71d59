/** Detects telephones and addresses that may not be the customer's own: refuses the start, or requires a second person's confirmation. */
import type { contactCheckAnswer } from '#contract/signing/contact-checks.ts';
import { type Actor, may } from '#domain/access.ts';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import { requirePossible } from '#domain/documents/require-possible.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { maskEmail, maskPhone } from '#domain/evidence/masking.ts';
import { changesCountSince } from '#domain/identity/four-eyes.ts';
import { coSigners } from '#domain/papers/co-signers.ts';
import { driverFieldName, MAX_DRIVERS } from '#domain/papers/labels/driver-fields.ts';
import {
  CONTACT_KINDS,
  type ContactKind,
  type ContactVerdict,
  countOtherPeople,
  judgeContact,
  mayVouch,
  normalisedContact,
} from '#domain/signing/contact/contact-doubts.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { findVisible, loadForSigning, type SigningDocument } from '../../documents/index.ts';
import { holdDossier } from '../../dossiers/index.ts';
import { documentSubject, listTrail, record } from '../../evidence/index.ts';
import { findUser, listUsersByContact, type User, wasChangedBy } from '../../identity/index.ts';
import { isCompanyPhone } from '../../papers/index.ts';
import type { World } from '../../world.ts';
import { listNamesByPhone } from '../queries.ts';
import {
  type ContactConfirmation,
  consumeConfirmation,
  deleteOpenConfirmations,
  insertConfirmation,
  listOpenConfirmations,
  lockPhones,
} from './confirmed-contacts.queries.ts';
import { listContactWriters } from './contact-changes.ts';

interface Recipient {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
  readonly email: string;
}

interface Doubt {
  readonly verdict: Exclude<ContactVerdict, 'fine'>;
  readonly kind: ContactKind;
  readonly signer: string;
  /** Normalised for comparison. */
  readonly contact: string;
  readonly staff: readonly User[];
  readonly company: boolean;
  readonly others: number;
  /** Index of the signer: the first one is the dossier's customer. */
  readonly index: number;
}

/** A doubt with the confirmation that overrides it. */
export interface ConfirmedDoubt {
  readonly doubt: Doubt;
  readonly word: ContactConfirmation;
  readonly user: User;
}

const maskContact = ({ kind, contact }: Pick<Doubt, 'kind' | 'contact'>): string =>
  kind === 'phone' ? maskPhone(contact) : maskEmail(contact);

async function listDoubts(
  db: Db,
  { settings }: World,
  people: readonly Recipient[],
  { kinds = CONTACT_KINDS, otherThan = 0 }: { kinds?: readonly ContactKind[]; otherThan?: number } = {},
): Promise<Doubt[]> {
  const doubts: Doubt[] = [];
  for (const [index, { first_name: firstName, last_name: lastName, phone, email }] of people.entries()) {
    const signer = { firstName, lastName };
    for (const kind of kinds) {
      const contact = normalisedContact(kind, kind === 'phone' ? phone : email);
      const staff = await listUsersByContact(db, kind === 'phone' ? { phone: contact } : { email: contact });
      const company = kind === 'phone' && (await isCompanyPhone(db, contact));
      const names = kind === 'phone' ? await listNamesByPhone(db, { phone: contact, otherThan }) : [];
      const facts = { kind, signer, staff, company, others: countOtherPeople(names, signer) };
      const verdict = judgeContact(facts, settings.contacts);
      if (verdict === 'fine') continue;
      doubts.push({ ...facts, verdict, contact, signer: `${firstName} ${lastName}`, index });
    }
  }
  return doubts;
}

function refuseDoubt(doubt: Doubt, confirmationCode: 'signing.contactWord' | 'signing.contactWordFirst'): never {
  const codes = { word: confirmationCode, staff: 'signing.contactStaff', shared: 'signing.contactShared' } as const;
  const parameters = { name: doubt.signer, contact: maskContact(doubt) };
  throw new Refusal(codes[doubt.verdict], { parameters });
}

/** The author of a document, and users who changed the telephone or address of one of its further borrowers. */
async function writersOfFields(db: Db, { document }: SigningDocument, kind: ContactKind): Promise<string[]> {
  const fields = Array.from({ length: MAX_DRIVERS - 1 }, (_, index) =>
    driverFieldName(index + 2, kind === 'phone' ? 'PHONE' : 'EMAIL'),
  );
  const edits = (await listTrail(db, documentSubject(document.id))).filter(
    ({ type, detail }) =>
      type === 'document.edited' && fields.some((field) => (detail.changed as readonly string[]).includes(field)),
  );
  return [document.created_by, ...edits.map(({ actor }) => actor.name)].filter((login) => login !== null);
}

/** Users who wrote the contact: in the dossier, or among the document's fields. */
async function writersOf(db: Db, loaded: SigningDocument, doubt: Doubt): Promise<string[]> {
  if (doubt.index > 0) return writersOfFields(db, loaded, doubt.kind);
  const what = doubt.kind === 'phone' ? 'phone' : 'address';
  return listContactWriters(db, loaded.customer, { what, masked: maskContact(doubt) });
}

/** Whether one of the contact's writers recently created or changed this account. */
function isWritersAccount(
  db: Db,
  { settings, clock }: World,
  user: Pick<Actor, 'id' | 'login'>,
  writers: readonly string[],
): Promise<boolean> {
  const since = changesCountSince(settings.fourEyesDays, clock.now());
  return wasChangedBy(db, user, { logins: writers, since });
}

/** The newest valid confirmation: for this contact of this person in its current form, by a user with the right to give it. */
async function findConfirmation(
  db: Db,
  {
    world,
    loaded,
    doubt,
    writers,
  }: { world: World; loaded: SigningDocument; doubt: Doubt; writers: readonly string[] },
  confirmations: readonly ContactConfirmation[],
): Promise<Omit<ConfirmedDoubt, 'doubt'> | undefined> {
  const { document, customer } = loaded;
  const { hst, brand, folder_type: folderType } = document;
  for (const word of confirmations) {
    const same = word.kind === doubt.kind && word.contact === doubt.contact && word.signer_name === doubt.signer;
    const isUnchanged =
      word.dossier_date.getTime() === customer.last_modified_date.getTime() &&
      word.document_date.getTime() === document.last_modified_date.getTime();
    if (!same || !isUnchanged) continue;
    const user = await findUser(db, { id: word.user_id });
    if (user?.activated !== true || !mayVouch(user.login, writers)) continue;
    if (await isWritersAccount(db, world, user, writers)) continue;
    if (may(user, 'document.sign', { hst, brand, folderType }).ok) return { word, user };
  }
  return undefined;
}

/**
 * Users cannot start on their own confirmation. Locked until the transaction ends, so that two starts with one number
 * are judged in turn.
 * @throws Refusal signing.contactStaff, signing.contactShared, signing.contactWord
 */
export async function refuseUnlessConfirmed(
  tx: Tx,
  world: World,
  { loaded, actor, customers }: { loaded: SigningDocument; actor: Actor; customers: readonly Recipient[] },
): Promise<ConfirmedDoubt[]> {
  await lockPhones(
    tx,
    customers.map(({ phone }) => phone),
  );
  const doubts = await listDoubts(tx, world, customers);
  if (doubts.length === 0) return [];
  const words = (await listOpenConfirmations(tx, loaded.document.id)).filter(({ user_id }) => user_id !== actor.id);
  const confirmed: ConfirmedDoubt[] = [];
  for (const doubt of doubts) {
    if (doubt.verdict !== 'word') refuseDoubt(doubt, 'signing.contactWord');
    const writers = await writersOf(tx, loaded, doubt);
    // The starting user must not confirm through another account that they created or changed.
    const row = await findConfirmation(tx, { world, loaded, doubt, writers: [...writers, actor.login] }, words);
    if (row === undefined) refuseDoubt(doubt, 'signing.contactWord');
    else confirmed.push({ doubt, ...row });
  }
  return confirmed;
}

/** Consumes the confirmation, and records in the signature's events who gave it. */
export async function noteConfirmedContacts(
  tx: Tx,
  confirmed: readonly ConfirmedDoubt[],
  { documentId, sessionId, by, at }: { documentId: number; sessionId: number; by: EvidenceActor; at: Date },
): Promise<void> {
  for (const { doubt, word: confirmation, user } of confirmed) {
    await consumeConfirmation(tx, confirmation.id, sessionId);
    const confirmedBy = { by: user.fullname, login: user.login, at: confirmation.created_date.toISOString() };
    const detail = { sessionId, ...toldOf(doubt), ...confirmedBy };
    await record(tx, documentSubject(documentId), { type: 'contact.vouched', actor: by, detail }, at);
  }
}

const toldOf = (doubt: Doubt) => ({
  ...{ signer: doubt.signer, contact: maskContact(doubt), others: doubt.others },
  staff: doubt.staff.map(({ login }) => login),
  ...(doubt.company ? { company: true as const } : {}),
});

/**
 * Checks a contact corrected while the signature is pending: doubts are confirmed in the same way as at the start.
 * @throws Refusal signing.contactStaff, signing.contactShared, signing.contactWordFirst
 */
export async function refuseDoubtfulContact(
  tx: Tx,
  world: World,
  signer: Recipient,
  sessionId: number,
  changed: readonly ContactKind[],
): Promise<void> {
  if (changed.includes('phone')) await lockPhones(tx, [signer.phone]);
  const [doubt] = await listDoubts(tx, world, [signer], { kinds: changed, otherThan: sessionId });
  if (doubt !== undefined) refuseDoubt(doubt, 'signing.contactWordFirst');
}

/** The recipients of links and codes, as the start would determine them, without regenerating a paper. */
async function recipientsOf({ customer, document, ...loaded }: SigningDocument): Promise<Recipient[]> {
  const extraSigners = (await loaded.isGenerated()) ? coSigners(document.type, document.variable_fields) : [];
  return [
    { ...customer, phone: customer.mobile_phone },
    ...extraSigners.map((coSigner) => ({
      first_name: coSigner.firstName,
      last_name: coSigner.lastName,
      phone: coSigner.phone,
      email: coSigner.email,
    })),
  ];
}

/** Which contacts of a ready document need a confirmation, or cannot be used for a signature. */
export async function checkContacts(
  db: Db,
  world: World,
  actor: Actor,
  documentId: number,
): Promise<(typeof contactCheckAnswer)['_output'][]> {
  const { status, signable } = await findVisible(db, actor, documentId, 'document.sign');
  const loaded = await loadForSigning(db, documentId);
  if (status !== 'READY_TO_SIGN' || !signable || loaded === undefined) return [];
  const doubts = await listDoubts(db, world, await recipientsOf(loaded));
  const confirmations = doubts.length === 0 ? [] : await listOpenConfirmations(db, documentId);
  const checks = [];
  for (const doubt of doubts) {
    const { verdict, kind, signer, contact, staff, company, others } = doubt;
    const writers = await writersOf(db, loaded, doubt);
    const row = await findConfirmation(db, { world, loaded, doubt, writers }, confirmations);
    checks.push({
      ...{ verdict, kind, signer, contact, staff: staff.length > 0, company, others },
      word: row
        ? { by: row.user.fullname, at: row.word.created_date.toISOString(), own: row.user.id === actor.id }
        : null,
      mayConfirm:
        verdict === 'word' && mayVouch(actor.login, writers) && !(await isWritersAccount(db, world, actor, writers)),
    });
  }
  return checks;
}

/**
 * Confirms that the contact is the customer's: for one start of this document, with customer and document in their
 * current form.
 * @throws Refusal document.notFound, life.notReady, signing.wordNotNeeded for another contact than the one in doubt, signing.wordOwn, signing.wordOwnAccount
 */
export async function confirmContact(
  world: World,
  request: {
    actor: Actor;
    by: EvidenceActor;
    documentId: number;
    word: { kind: ContactKind; signer: string; contact: string };
  },
): Promise<void> {
  const { actor, by, documentId, word } = request;
  await world.database.transaction(async (tx) => {
    const at = world.clock.now();
    const document = await findVisible(tx, actor, documentId, 'document.sign');
    // The confirmation applies to the current dossier, so serialise with edits.
    await holdDossier(tx, document.dossier_id);
    const loaded = await loadForSigning(tx, documentId);
    if (loaded === undefined) throw new Refusal('document.notFound');
    requirePossible(DOCUMENT_ACTIONS['confirm-contact'].refusal(loaded.document));
    const contact = normalisedContact(word.kind, word.contact);
    const doubt = (await listDoubts(tx, world, await recipientsOf(loaded))).find(
      (candidate) => candidate.kind === word.kind && candidate.signer === word.signer && candidate.contact === contact,
    );
    if (doubt?.verdict !== 'word') throw new Refusal('signing.wordNotNeeded');
    const writers = await writersOf(tx, loaded, doubt);
    if (!mayVouch(actor.login, writers)) throw new Refusal('signing.wordOwn');
    if (await isWritersAccount(tx, world, actor, writers)) throw new Refusal('signing.wordOwnAccount');
    const key = { document_id: documentId, user_id: actor.id, kind: doubt.kind, signer_name: doubt.signer };
    await deleteOpenConfirmations(tx, key);
    await insertConfirmation(tx, {
      ...{ ...key, contact, created_date: at, session_id: null },
      dossier_date: loaded.customer.last_modified_date,
      document_date: loaded.document.last_modified_date,
    });
    await record(tx, documentSubject(documentId), { type: 'contact.confirmed', actor: by, detail: toldOf(doubt) }, at);
  });
}
