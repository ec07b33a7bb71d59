/** Detects telephones and addresses that may not be the customer's own: refuses the start, or requires a second person's confirmation. */
import type { contactCheckAnswer } from '#contract/signing/contact-words.ts';
import { type Actor, may } from '#domain/access.ts';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import { requirePossible } from '#domain/documents/require-possible.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { maskEmail, maskPhone } from '#domain/evidence/masking.ts';
import { changesCountSince } from '#domain/identity/four-eyes.ts';
import { coSigners } from '#domain/papers/co-signers.ts';
import { driverFieldName, MAX_DRIVERS } from '#domain/papers/labels/driver-names.ts';
import {
  CONTACT_KINDS,
  type ContactKind,
  type ContactVerdict,
  judgeContact,
  mayVouch,
  otherPeople,
  plainContact,
} from '#domain/signing/contact/contact-doubts.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { findVisible, loadForSigning, type SigningDocument } from '../../documents/index.ts';
import { holdDossier } from '../../dossiers/index.ts';
import { documentSubject, listTrail, record } from '../../evidence/index.ts';
import { findUser, listUsersByContact, type User, wasChangedBy } from '../../identity/index.ts';
import { isCompanyPhone } from '../../papers/index.ts';
import type { World } from '../../world.ts';
import { listNamesOfPhone } from '../queries.ts';
import {
  type ContactWord,
  forgetWords,
  holdPhones,
  insertWord,
  listOpenWords,
  spendWord,
} from './confirmed-contacts.queries.ts';
import { listContactWriters } from './contact-changes.ts';

interface Reached {
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
export interface Vouched {
  readonly doubt: Doubt;
  readonly word: ContactWord;
  readonly user: User;
}

const masked = ({ kind, contact }: Pick<Doubt, 'kind' | 'contact'>): string =>
  kind === 'phone' ? maskPhone(contact) : maskEmail(contact);

async function listDoubts(
  db: Db,
  { settings }: World,
  people: readonly Reached[],
  { kinds = CONTACT_KINDS, otherThan = 0 }: { kinds?: readonly ContactKind[]; otherThan?: number } = {},
): Promise<Doubt[]> {
  const doubts: Doubt[] = [];
  for (const [index, { first_name: firstName, last_name: lastName, phone, email }] of people.entries()) {
    const signer = { firstName, lastName };
    for (const kind of kinds) {
      const contact = plainContact(kind, kind === 'phone' ? phone : email);
      const staff = await listUsersByContact(db, kind === 'phone' ? { phone: contact } : { email: contact });
      const company = kind === 'phone' && (await isCompanyPhone(db, contact));
      const names = kind === 'phone' ? await listNamesOfPhone(db, { phone: contact, otherThan }) : [];
      const facts = { kind, signer, staff, company, others: otherPeople(names, signer) };
      const verdict = judgeContact(facts, settings.contacts);
      if (verdict === 'fine') continue;
      doubts.push({ ...facts, verdict, contact, signer: `${firstName} ${lastName}`, index });
    }
  }
  return doubts;
}

function refuse(doubt: Doubt, word: 'signing.contactWord' | 'signing.contactWordFirst'): never {
  const codes = { word, staff: 'signing.contactStaff', shared: 'signing.contactShared' } as const;
  const parameters = { name: doubt.signer, contact: masked(doubt) };
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
  return listContactWriters(db, loaded.customer, { what, masked: masked(doubt) });
}

/** Whether one of the contact's writers recently created or changed this account. */
function isOwnAccount(
  db: Db,
  { settings, clock }: World,
  user: Pick<Actor, 'id' | 'login'>,
  writers: readonly string[],
): Promise<boolean> {
  const since = changesCountSince(settings.fourEyesDays, clock.now());
  return wasChangedBy(db, user, { logins: writers, since });
}

/** The newest valid confirmation: for this contact of this person in its current form, by a user with the right to give it. */
async function findWord(
  db: Db,
  {
    world,
    loaded,
    doubt,
    writers,
  }: { world: World; loaded: SigningDocument; doubt: Doubt; writers: readonly string[] },
  words: readonly ContactWord[],
): Promise<Omit<Vouched, 'doubt'> | undefined> {
  const { document, customer } = loaded;
  const { hst, brand, folder_type: folderType } = document;
  for (const word of words) {
    const same = word.kind === doubt.kind && word.contact === doubt.contact && word.signer_name === doubt.signer;
    const unchanged =
      word.dossier_date.getTime() === customer.last_modified_date.getTime() &&
      word.document_date.getTime() === document.last_modified_date.getTime();
    if (!same || !unchanged) continue;
    const user = await findUser(db, { id: word.user_id });
    if (user?.activated !== true || !mayVouch(user.login, writers)) continue;
    if (await isOwnAccount(db, world, user, writers)) continue;
    if (may(user, 'document.sign', { hst, brand, folderType }).ok) return { word, user };
  }
  return undefined;
}

/**
 * Users cannot start on their own confirmation. Locked until the transaction ends, so that two starts with one number
 * are judged in turn.
 * @throws Refusal signing.contactStaff, signing.contactShared, signing.contactWord
 */
export async function refuseUnlessVouched(
  tx: Tx,
  world: World,
  { loaded, actor, customers }: { loaded: SigningDocument; actor: Actor; customers: readonly Reached[] },
): Promise<Vouched[]> {
  await holdPhones(
    tx,
    customers.map(({ phone }) => phone),
  );
  const doubts = await listDoubts(tx, world, customers);
  if (doubts.length === 0) return [];
  const words = (await listOpenWords(tx, loaded.document.id)).filter(({ user_id }) => user_id !== actor.id);
  const vouched: Vouched[] = [];
  for (const doubt of doubts) {
    if (doubt.verdict !== 'word') refuse(doubt, 'signing.contactWord');
    const writers = await writersOf(tx, loaded, doubt);
    // The starting user must not confirm through another account that they created or changed.
    const found = await findWord(tx, { world, loaded, doubt, writers: [...writers, actor.login] }, words);
    if (found === undefined) refuse(doubt, 'signing.contactWord');
    else vouched.push({ doubt, ...found });
  }
  return vouched;
}

/** Consumes the confirmation, and records in the signature's events who gave it. */
export async function noteVouched(
  tx: Tx,
  vouched: readonly Vouched[],
  { documentId, sessionId, by, at }: { documentId: number; sessionId: number; by: EvidenceActor; at: Date },
): Promise<void> {
  for (const { doubt, word, user } of vouched) {
    await spendWord(tx, word.id, sessionId);
    const given = { by: user.fullname, login: user.login, at: word.created_date.toISOString() };
    const detail = { sessionId, ...toldOf(doubt), ...given };
    await record(tx, documentSubject(documentId), { type: 'contact.vouched', actor: by, detail }, at);
  }
}

const toldOf = (doubt: Doubt) => ({
  ...{ signer: doubt.signer, contact: masked(doubt), others: doubt.others },
  staff: doubt.staff.map(({ login }) => login),
  ...(doubt.company ? { company: true as const } : {}),
});

/**
 * Checks a contact corrected while the signature is pending: doubts are confirmed in the same way as at the start.
 * @param changed the contacts that changed. @throws Refusal signing.contactStaff, signing.contactShared,
 * signing.contactWordFirst
 */
export async function refuseDoubtful(
  tx: Tx,
  world: World,
  signer: Reached,
  sessionId: number,
  changed: readonly ContactKind[],
): Promise<void> {
  if (changed.includes('phone')) await holdPhones(tx, [signer.phone]);
  const [doubt] = await listDoubts(tx, world, [signer], { kinds: changed, otherThan: sessionId });
  if (doubt !== undefined) refuse(doubt, 'signing.contactWordFirst');
}

/** The recipients of links and codes, as the start would determine them, without regenerating a paper. */
async function peopleOf({ customer, document, ...loaded }: SigningDocument): Promise<Reached[]> {
  const beside = (await loaded.isGenerated()) ? coSigners(document.type, document.variable_fields) : [];
  return [
    { ...customer, phone: customer.mobile_phone },
    ...beside.map((one) => ({
      first_name: one.firstName,
      last_name: one.lastName,
      phone: one.phone,
      email: one.email,
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
  const doubts = await listDoubts(db, world, await peopleOf(loaded));
  const words = doubts.length === 0 ? [] : await listOpenWords(db, documentId);
  const shown = [];
  for (const doubt of doubts) {
    const { verdict, kind, signer, contact, staff, company, others } = doubt;
    const writers = await writersOf(db, loaded, doubt);
    const found = await findWord(db, { world, loaded, doubt, writers }, words);
    shown.push({
      ...{ verdict, kind, signer, contact, staff: staff.length > 0, company, others },
      word: found
        ? { by: found.user.fullname, at: found.word.created_date.toISOString(), own: found.user.id === actor.id }
        : null,
      mayConfirm:
        verdict === 'word' && mayVouch(actor.login, writers) && !(await isOwnAccount(db, world, actor, writers)),
    });
  }
  return shown;
}

/**
 * Confirms that the contact is the customer's: for one start of this document, with customer and document in their
 * current form.
 * @throws Refusal document.notFound, life.notReady, signing.wordNotNeeded for another contact than the one in doubt, signing.wordOwn, signing.wordOwnAccount
 */
export async function confirmContact(
  world: World,
  asked: {
    actor: Actor;
    by: EvidenceActor;
    documentId: number;
    word: { kind: ContactKind; signer: string; contact: string };
  },
): Promise<void> {
  const { actor, by, documentId, word } = asked;
  await world.database.transaction(async (tx) => {
    const at = world.clock.now();
    const seen = await findVisible(tx, actor, documentId, 'document.sign');
    // The confirmation applies to the current dossier, so serialise with edits.
    await holdDossier(tx, seen.dossier_id);
    const loaded = await loadForSigning(tx, documentId);
    if (loaded === undefined) throw new Refusal('document.notFound');
    requirePossible(DOCUMENT_ACTIONS['confirm-contact'].refusal(loaded.document));
    const contact = plainContact(word.kind, word.contact);
    const doubt = (await listDoubts(tx, world, await peopleOf(loaded))).find(
      (one) => one.kind === word.kind && one.signer === word.signer && one.contact === contact,
    );
    if (doubt?.verdict !== 'word') throw new Refusal('signing.wordNotNeeded');
    const writers = await writersOf(tx, loaded, doubt);
    if (!mayVouch(actor.login, writers)) throw new Refusal('signing.wordOwn');
    if (await isOwnAccount(tx, world, actor, writers)) throw new Refusal('signing.wordOwnAccount');
    const key = { document_id: documentId, user_id: actor.id, kind: doubt.kind, signer_name: doubt.signer };
    await forgetWords(tx, key);
    await insertWord(tx, {
      ...{ ...key, contact, created_date: at, session_id: null },
      dossier_date: loaded.customer.last_modified_date,
      document_date: loaded.document.last_modified_date,
    });
    await record(tx, documentSubject(documentId), { type: 'contact.confirmed', actor: by, detail: toldOf(doubt) }, at);
  });
}
