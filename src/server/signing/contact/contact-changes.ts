/**
 * Handles a changed telephone or e-mail of a customer: records it on the customer's chain, notifies the former contact,
 * and records it again on the chains of documents signed afterwards.
 */
import { MOBILE_PHONE, normalisedPhone } from '#domain/dossiers/contact-patterns.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { maskEmail, maskPhone } from '#domain/evidence/masking.ts';
import { canReceiveCodes } from '#domain/signing/contact/contact.ts';
import { type ContactChange, MAX_LISTED_CHANGES } from '#domain/signing/contact/contact-changes.ts';
import { countOtherPeople } from '#domain/signing/contact/contact-doubts.ts';
import { contactChangedMail, contactChangedSms } from '#domain/signing/messages/contact-messages.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { isFinalFailure, SmsUncertain } from '#ports/messages.ts';
import { findDossiers } from '../../dossiers/index.ts';
import { documentSubject, dossierSubject, listTrail, record } from '../../evidence/index.ts';
import { writeToEach } from '../../jobs/write-to-each.ts';
import type { World } from '../../world.ts';
import { listNamesByPhone } from '../queries.ts';
import { dealerNameOf } from '../session-context.ts';
import { bookFormerSms } from '../start/quota.ts';
import { deleteFormerContact, findFormerContact, insertFormerContact } from './contact-changes.queries.ts';

export interface Contact {
  readonly phone: string;
  readonly email: string;
}

export interface ChangedContact {
  readonly dossierId: number;
  readonly hst: string;
  readonly before: Contact;
  readonly after: Contact;
  readonly by: EvidenceActor;
  readonly at: Date;
}

function compareContacts({ before, after }: Pick<ChangedContact, 'before' | 'after'>) {
  return {
    phone: normalisedPhone(before.phone) !== normalisedPhone(after.phone),
    address: before.email !== after.email,
  };
}

/**
 * Queues notices to the former contact; they are sent once this transaction commits. The addresses are deleted once the
 * notices are sent.
 */
export async function queueFormerNotice(world: World, tx: Tx, changed: ChangedContact): Promise<void> {
  const { dossierId, hst, before, after, at } = changed;
  const differs = compareContacts(changed);
  const phone = differs.phone && MOBILE_PHONE.test(before.phone) ? normalisedPhone(before.phone) : null;
  const email = differs.address && before.email !== '' ? before.email : null;
  if (phone === null && email === null) return;
  const id = await insertFormerContact(tx, {
    ...{ dossier_id: dossierId, hst, phone, email, created_date: at },
    new_phone: differs.phone ? maskPhone(after.phone) : null,
  });
  await world.jobs.send(tx, 'signing.tellFormerContact', { contactId: id }, { key: `former:${id}` });
}

/** Does nothing when the contact differs only in notation. */
export async function noteContactChange(world: World, tx: Tx, changed: ChangedContact): Promise<void> {
  const { dossierId, before, after, by, at } = changed;
  const differs = compareContacts(changed);
  if (!differs.phone && !differs.address) return;
  const detail = {
    phone: differs.phone ? { before: maskPhone(before.phone), after: maskPhone(after.phone) } : null,
    address: differs.address ? { before: maskEmail(before.email), after: maskEmail(after.email) } : null,
  };
  await record(tx, dossierSubject(dossierId), { type: 'customer.contactChanged', actor: by, detail }, at);
  await queueFormerNotice(world, tx, changed);
}

/** Records the changes made before this signature on the document's own chain, which its audit PDF prints. */
export async function noteContactHistory(
  tx: Tx,
  signature: { dossierId: number; documentId: number; sessionId: number; by: EvidenceActor; at: Date },
): Promise<void> {
  const { dossierId, documentId, sessionId, by, at } = signature;
  const changes = await listChanges(tx, dossierId);
  if (changes.length === 0) return;
  const recent = changes.slice(-MAX_LISTED_CHANGES);
  const detail = { sessionId, at: at.toISOString(), changes: recent, earlier: changes.length - recent.length };
  await record(tx, documentSubject(documentId), { type: 'contact.history', actor: by, detail }, at);
}

interface NamedPhone {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
}

/** Records on the document's chain that a number was also used by other signers: a shared telephone, or a seller's own. */
export async function noteSharedNumbers(
  tx: Tx,
  signers: readonly NamedPhone[],
  signature: { documentId: number; sessionId: number; by: EvidenceActor; at: Date },
): Promise<void> {
  const { documentId, sessionId, by, at } = signature;
  for (const { first_name: firstName, last_name: lastName, phone } of signers) {
    const names = await listNamesByPhone(tx, { phone, otherThan: sessionId });
    const others = countOtherPeople(names, { firstName, lastName });
    if (others === 0) continue;
    const detail = { sessionId, signer: `${firstName} ${lastName}`, phone: maskPhone(phone), others };
    await record(tx, documentSubject(documentId), { type: 'contact.shared', actor: by, detail }, at);
  }
}

/**
 * Logins of all users who entered this contact in a customer's dossier or corrected it in a waiting signature; compared
 * masked, as in the trail, so similar contacts count too.
 */
export async function listContactWriters(
  db: Db,
  customer: { readonly id: number; readonly created_by: string | null },
  { what, masked }: { what: 'phone' | 'address'; masked: string },
): Promise<string[]> {
  const isSame = (value: string): boolean => value.toLowerCase() === masked.toLowerCase();
  const changes = (await listChanges(db, customer.id)).flatMap((change) => {
    const values = change[what];
    return values === null ? [] : [{ by: change.by, ...values }];
  });
  const put = changes.filter(({ after }) => isSame(after)).map(({ by }) => by);
  const [first] = changes;
  // The initial contact was written by the user who created the dossier.
  const initialAuthors = first === undefined || isSame(first.before) || put.length === 0 ? [customer.created_by] : [];
  return [...initialAuthors, ...put].filter((login) => login !== null);
}

/** Oldest first. */
async function listChanges(db: Db, dossierId: number): Promise<ContactChange[]> {
  const events = await listTrail(db, dossierSubject(dossierId));
  return events.flatMap(({ type, time, actor, detail }) => {
    if (type !== 'customer.contactChanged') return [];
    const { phone, address } = detail as unknown as Pick<ContactChange, 'phone' | 'address'>;
    return [{ at: time, by: actor.name, phone, address }];
  });
}

/**
 * Job: notifies the former number and address, and books what the gateway charged. Safe to repeat: the gateways
 * recognise the message ids.
 */
export async function notifyFormerContact(world: World, contactId: number): Promise<void> {
  const row = await findFormerContact(world.database.read, contactId);
  if (row === undefined) return;
  const { read } = world.database;
  const dealer = await dealerNameOf(read, row.hst);
  const dossier = (await findDossiers(read, [row.dossier_id])).get(row.dossier_id);
  const demo = world.settings.mode === 'demo';
  // A number that cannot receive codes never received one: no signature can have used it, so no message is sent or paid
  // for.
  let parts = 0;
  if (row.phone !== null && canReceiveCodes(row.phone, world.settings.otpCountries)) {
    const text = contactChangedSms({ dealer, newPhone: row.new_phone });
    try {
      ({ parts } = await world.sms.send({ id: `former:${row.id}:SMS`, to: row.phone, text }));
    } catch (error) {
      if (!(error instanceof SmsUncertain || isFinalFailure(error))) throw error;
      // A former number is often abandoned, so retries rarely help: do not delay the e-mail for it.
      world.log.warn({ err: error, contactId }, 'SMS to the former number not confirmed');
    }
  }
  if (row.email !== null) {
    await writeToEach(world, [
      { id: `former:${row.id}:EMAIL`, to: row.email, ...contactChangedMail({ dealer, demo }) },
    ]);
  }
  await world.database.transaction(async (tx) => {
    await deleteFormerContact(tx, row.id);
    if (parts === 0 || dossier === undefined) return;
    await bookFormerSms(tx, { contactId: row.id, legalEntity: dossier.legal_entity, parts }, world.clock.now());
  });
}
