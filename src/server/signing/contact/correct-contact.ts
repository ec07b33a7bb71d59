/** Corrects a wrong phone or e-mail while a signature waits: link, code and reading start again for that signer. */
import type { Actor } from '#domain/access.ts';
import { FEA_MODULE } from '#domain/documents/fea.ts';
import { normalisedPhone } from '#domain/dossiers/contact-patterns.ts';
import { documentIssue, type FieldIssue, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { maskEmail, maskPhone } from '#domain/evidence/masking.ts';
import { type ContactInput, canReceiveCodes, hasAnySigned } from '#domain/signing/contact/contact.ts';
import { restsOnAdherence } from '../../adherences/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import { deleteReadings } from '../ceremony/reading.queries.ts';
import { lockLiveSignature } from '../open-session.ts';
import { endLiveCode, listSessionDocuments, noteEvent, redirectSigner } from '../queries.ts';
import { noteContactChange, queueFormerNotice } from './contact-changes.ts';
import { refuseDoubtfulContact } from './contact-doubts.ts';

const invalid = (field: string, code: FieldIssue['code']) =>
  new Refusal('document.invalid', { fieldErrors: [documentIssue(field, code)] });

/**
 * Links and codes sent before become invalid immediately, for every holder; the signature's time limit and the count of
 * wrong codes continue. Repeating the same contact changes nothing.
 * @param request.by the same person, as recorded in the evidence trail.
 * @throws Refusal document.notFound, life.notWaiting, signing.someoneSigned, signing.phonePrinted,
 * document.invalid when no such signer is waiting or another signer has the phone, signing.contact… for a contact
 * that is not the customer's own, or that needs another person's confirmation.
 */
export async function correctContact(
  world: World,
  request: { actor: Actor; by: EvidenceActor; documentId: number; contact: ContactInput },
): Promise<void> {
  const { actor, by, documentId, contact } = request;
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const target = { actor, documentId, action: 'correct-contact', now } as const;
    const { document, session, signers } = await lockLiveSignature(tx, target);
    if (hasAnySigned(signers)) throw new Refusal('signing.someoneSigned');
    const signer = signers.find(
      (signer) => signer.id === contact.signerId && signer.role === 'customer' && signer.state === 'WAITING',
    );
    if (signer === undefined) throw invalid('signerId', 'unknown');
    const phone = normalisedPhone(contact.mobilePhone);
    const { email } = contact;
    if (phone === signer.phone && email === signer.email) return;
    // Adherence and code are bound to the number printed on the module: a different number requires a new
    // identification.
    const isPhoneLocked = document.type === FEA_MODULE || (await restsOnAdherence(tx, session.id));
    if (isPhoneLocked && phone !== signer.phone) throw new Refusal('signing.phonePrinted');
    const usesCodes = session.method === 'OTP';
    if (usesCodes && phone !== signer.phone && !canReceiveCodes(phone, world.settings.otpCountries)) {
      throw invalid('mobilePhone', 'phoneCountry');
    }
    if (signers.some((one) => one.id !== signer.id && one.phone === phone)) throw invalid('mobilePhone', 'phoneTwice');
    await refuseDoubtfulContact(tx, world, { ...signer, phone, email }, session.id, [
      ...(phone === signer.phone ? [] : (['phone'] as const)),
      ...(email === signer.email ? [] : (['email'] as const)),
    ]);
    await endLiveCode(tx, signer.id, now);
    await deleteReadings(tx, signer.id);
    const epoch = await redirectSigner(tx, signer.id, { phone, email });
    await noteEvent(tx, signer.id, 'contact.corrected', now);
    const detail = {
      sessionId: session.id,
      phone: maskPhone(phone),
      phoneBefore: maskPhone(signer.phone),
      phoneChanged: phone !== signer.phone,
      address: maskEmail(email),
      addressBefore: maskEmail(signer.email),
      addressChanged: email !== signer.email,
      signer: `${signer.first_name} ${signer.last_name}`,
    };
    const changed = {
      ...{ dossierId: document.dossier_id, hst: document.hst, by, at: now },
      ...{ before: { phone: signer.phone, email: signer.email }, after: { phone, email } },
    };
    // Co-signers have no dossier: only the documents' trails record the change.
    await (signer.position === 1 ? noteContactChange : queueFormerNotice)(world, tx, changed);
    for (const { document_id } of await listSessionDocuments(tx, session.id)) {
      await record(tx, documentSubject(document_id), { type: 'contact.corrected', actor: by, detail }, now);
    }
    await world.jobs.send(
      tx,
      'signing.sendLink',
      { signerId: signer.id, epoch },
      { key: `link:${signer.id}:${epoch}` },
    );
  });
}
