/** A customer's telephone or e-mail is another one: written on the customer's chain, told where the messages went before, and told again on what is signed afterwards (D-45). */
import { dialled, MOBILE_PHONE } from '#domain/dossiers/patterns.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { maskEmail, maskPhone } from '#domain/evidence/masking.ts';
import { takesCodes } from '#domain/signing/contact/contact.ts';
import { CHANGES_TOLD, type ContactChange } from '#domain/signing/contact/contact-changes.ts';
import { otherPeople } from '#domain/signing/contact/contact-doubts.ts';
import { changedMail, changedMessage } from '#domain/signing/messages/contact-messages.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { isFinalFailure, SmsUncertain } from '#ports/messages.ts';
import { findDossiers } from '../../dossiers/index.ts';
import { documentSubject, dossierSubject, listTrail, record } from '../../evidence/index.ts';
import { writeToEach } from '../../jobs/write-to-each.ts';
import type { World } from '../../world.ts';
import { listNamesOfPhone } from '../queries.ts';
import { dealerNameOf } from '../session-context.ts';
import { bookFormerSms } from '../start/quota.ts';
import { findFormerContact, forgetFormerContact, insertFormerContact } from './contact-changes.queries.ts';

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

function difference({ before, after }: Pick<ChangedContact, 'before' | 'after'>) {
  return {
    phone: dialled(before.phone) !== dialled(after.phone),
    address: before.email !== after.email,
  };
}

/**
 * Has whoever was reached there before told; both messages go out once this transaction commits. The addresses are
 * forgotten as soon as they were told.
 */
export async function tellFormer(world: World, tx: Tx, changed: ChangedContact): Promise<void> {
  const { dossierId, hst, before, after, at } = changed;
  const differs = difference(changed);
  const phone = differs.phone && MOBILE_PHONE.test(before.phone) ? dialled(before.phone) : null;
  const email = differs.address && before.email !== '' ? before.email : null;
  if (phone === null && email === null) return;
  const id = await insertFormerContact(tx, {
    ...{ dossier_id: dossierId, hst, phone, email, created_date: at },
    new_phone: differs.phone ? maskPhone(after.phone) : null,
  });
  await world.jobs.send(tx, 'signing.tellFormerContact', { contactId: id }, { key: `former:${id}` });
}

/** Nothing happens when the contact is the same, however it is written. */
export async function noteContactChange(world: World, tx: Tx, changed: ChangedContact): Promise<void> {
  const { dossierId, before, after, by, at } = changed;
  const differs = difference(changed);
  if (!differs.phone && !differs.address) return;
  const detail = {
    phone: differs.phone ? { before: maskPhone(before.phone), after: maskPhone(after.phone) } : null,
    address: differs.address ? { before: maskEmail(before.email), after: maskEmail(after.email) } : null,
  };
  await record(tx, dossierSubject(dossierId), { type: 'customer.contactChanged', actor: by, detail }, at);
  await tellFormer(world, tx, changed);
}

/** Puts what was changed before this signature on the document's own chain, which its audit paper prints. */
export async function noteContactHistory(
  tx: Tx,
  signature: { dossierId: number; documentId: number; sessionId: number; by: EvidenceActor; at: Date },
): Promise<void> {
  const { dossierId, documentId, sessionId, by, at } = signature;
  const changes = await listChanges(tx, dossierId);
  if (changes.length === 0) return;
  const told = changes.slice(-CHANGES_TOLD);
  const detail = { sessionId, at: at.toISOString(), changes: told, earlier: changes.length - told.length };
  await record(tx, documentSubject(documentId), { type: 'contact.history', actor: by, detail }, at);
}

interface Called {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
}

/** Tells on the document's chain that a number has served others than whoever signs now: a shared telephone, or a seller's own. */
export async function noteSharedNumbers(
  tx: Tx,
  signers: readonly Called[],
  signature: { documentId: number; sessionId: number; by: EvidenceActor; at: Date },
): Promise<void> {
  const { documentId, sessionId, by, at } = signature;
  for (const { first_name: firstName, last_name: lastName, phone } of signers) {
    const names = await listNamesOfPhone(tx, { phone, otherThan: sessionId });
    const others = otherPeople(names, { firstName, lastName });
    if (others === 0) continue;
    const detail = { sessionId, signer: `${firstName} ${lastName}`, phone: maskPhone(phone), others };
    await record(tx, documentSubject(documentId), { type: 'contact.shared', actor: by, detail }, at);
  }
}

/**
 * Logins of everybody who has put this contact into a customer's file, or beside one of their signatures that waited; as
 * the trail keeps it, masked: one that only looks alike counts too.
 */
export async function listContactWriters(
  db: Db,
  customer: { readonly id: number; readonly created_by: string | null },
  { what, masked }: { what: 'phone' | 'address'; masked: string },
): Promise<string[]> {
  const same = (told: string): boolean => told.toLowerCase() === masked.toLowerCase();
  const changes = (await listChanges(db, customer.id)).flatMap((change) => {
    const values = change[what];
    return values === null ? [] : [{ by: change.by, ...values }];
  });
  const put = changes.filter(({ after }) => same(after)).map(({ by }) => by);
  const [first] = changes;
  // Whoever made the file wrote what it began with.
  const began = first === undefined || same(first.before) || put.length === 0 ? [customer.created_by] : [];
  return [...began, ...put].filter((login) => login !== null);
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

/** Job: tells the former number and address, and books what the gateway charged (D-44). Sent once however often it runs: the gateways know the ids. */
export async function tellFormerContact(world: World, contactId: number): Promise<void> {
  const row = await findFormerContact(world.database.read, contactId);
  if (row === undefined) return;
  const { read } = world.database;
  const dealer = await dealerNameOf(read, row.hst);
  const dossier = (await findDossiers(read, [row.dossier_id])).get(row.dossier_id);
  const demo = world.settings.mode === 'demo';
  // Where no code goes none ever went: nobody there can have signed by it, and no message is paid for.
  let parts = 0;
  if (row.phone !== null && takesCodes(row.phone, world.settings.otpCountries)) {
    const text = changedMessage({ dealer, newPhone: row.new_phone });
    try {
      ({ parts } = await world.sms.send({ id: `former:${row.id}:SMS`, to: row.phone, text }));
    } catch (error) {
      if (!(error instanceof SmsUncertain || isFinalFailure(error))) throw error;
      // Another try changes nothing, a former number is often given up: the e-mail must not wait for it.
      world.log.warn({ err: error, contactId }, 'SMS to the former number not confirmed');
    }
  }
  if (row.email !== null) {
    await writeToEach(world, [{ id: `former:${row.id}:EMAIL`, to: row.email, ...changedMail({ dealer, demo }) }]);
  }
  await world.database.transaction(async (tx) => {
    await forgetFormerContact(tx, row.id);
    if (parts === 0 || dossier === undefined) return;
    await bookFormerSms(tx, { contactId: row.id, legalEntity: dossier.legal_entity, parts }, world.clock.now());
  });
}
