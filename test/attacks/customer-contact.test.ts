/**
 * A seller replaces the customer's telephone and e-mail with their own, signs as the customer and changes them back:
 * every document records it, and the customer is notified.
 */
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGsm7, SMS_PART } from '#domain/signing/messages/messages.ts';
import { documentSubject, dossierSubject, listTrail } from '#server/evidence/index.ts';
import { type Customer, openStage, type Stage } from '../stages/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const SELLERS_CONTACT = { phone: '+39 3339990001', email: 'venditore.privato@example.com' };

async function edit(dossierId: number, change: object, login = 'dealer'): Promise<void> {
  const dossier = (await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}`)).json();
  const answer = await stage.callAs(login, 'PUT', '/api/dossiers', { ...dossier, ...change });
  expect(answer.statusCode, answer.body).toBe(200);
}
const setContact = (dossierId: number, { phone, email }: Customer) => edit(dossierId, { mobilePhone: phone, email });

async function auditOf(documentId: number): Promise<string> {
  const { signedDocumentId } = await stage.document(documentId);
  const file = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${signedDocumentId}/download`);
  expect(file.statusCode).toBe(200);
  const pages = (await PDF.load(new Uint8Array(file.rawPayload))).getPages();
  return pages
    .map((page) => page.extractText().text)
    .join(' ')
    .replace(/\s+/g, ' ');
}
/** Confirms the contact as a second person. */
async function confirmContact(id: number, { contact, signer }: { contact: string; signer: string }, login: string) {
  const word = { kind: contact.includes('@') ? 'email' : 'phone', signer, contact };
  const answer = await stage.callAs(login, 'POST', `/api/documents/${id}/confirm-contact`, word);
  expect(answer.statusCode, answer.body).toBe(200);
}
const contactChanges = async (dossierId: number) =>
  (await listTrail(stage.read, dossierSubject(dossierId))).filter(({ type }) => type === 'customer.contactChanged');
const messagesTo = async (to: string): Promise<string[]> => {
  await stage.test.world.jobs.drain();
  return (await stage.test.outbox(to.replaceAll(' ', ''))).map(({ text }) => text);
};

describe('a seller’s own telephone and e-mail in a customer record', () => {
  it('appear in the audit PDF of the signature with the time of the change, even if restored afterwards', async () => {
    const { id, dossierId, customer } = await stage.newDocument();
    await setContact(dossierId, SELLERS_CONTACT);
    stage.test.clock.advance(3 * 60);
    await stage.sign(await stage.startSigning(id), SELLERS_CONTACT);
    await setContact(dossierId, customer);
    const paper = await auditOf(id);
    expect(paper).toContain('numero cambiato 3 minuti prima da dealer');
    expect(paper).toContain('e-mail cambiata 3 minuti prima da dealer');
    expect(paper).toContain('*** 001 → ');
    expect(paper).not.toMatch(/ \? /);
    // Also recorded in the chain that the document carries: removing the words from the paper does not remove the
    // event.
    const [told] = (await listTrail(stage.read, documentSubject(id))).filter(({ type }) => type === 'contact.history');
    expect(told?.detail).toMatchObject({ earlier: 0, changes: [{ by: 'dealer' }] });
  });

  it('leave each change on the customer’s evidence trail, masked, including the restoration', async () => {
    const { dossierId, customer } = await stage.newDocument();
    await setContact(dossierId, SELLERS_CONTACT);
    await edit(dossierId, { mobilePhone: customer.phone }, 'supervisor');
    await edit(dossierId, { email: customer.email });
    const chain = await contactChanges(dossierId);
    expect(chain.map(({ actor, detail }) => [actor.name, detail.phone !== null, detail.address !== null])).toEqual([
      ['dealer', true, true],
      ['supervisor', true, false],
      ['dealer', false, true],
    ]);
    for (const secret of [SELLERS_CONTACT.phone.slice(4), SELLERS_CONTACT.email, customer.email]) {
      expect(JSON.stringify(chain)).not.toContain(secret);
    }
  });

  it('are reported once each to the previous number and address, which are then not kept', async () => {
    const { dossierId, customer } = await stage.newDocument();
    await setContact(dossierId, SELLERS_CONTACT);
    const [message, ...more] = await messagesTo(customer.phone);
    expect(more).toEqual([]);
    expect(message).toContain('ora finisce con 001');
    expect(message).not.toContain(SELLERS_CONTACT.phone.slice(4));
    expect(isGsm7(message ?? '') && (message ?? '').length <= SMS_PART).toBe(true);
    const [mail, ...mails] = await messagesTo(customer.email);
    expect(mails).toEqual([]);
    expect(mail).toContain('avvisa subito la concessionaria');
    expect(mail).not.toContain(SELLERS_CONTACT.email);
    const { read } = stage.test.world.database;
    expect(await read.selectFrom('former_contact').selectAll().execute()).toEqual([]);
  });

  it('are reported in the same way when corrected while the signature waits', async () => {
    const { id, dossierId, customer } = await stage.newDocument();
    await stage.startSigning(id);
    const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    const contact = { signerId: signers[0].id, mobilePhone: SELLERS_CONTACT.phone, email: SELLERS_CONTACT.email };
    expect((await stage.callAs('dealer', 'PUT', `/api/documents/${id}/signer-contact`, contact)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect((await messagesTo(customer.phone))[0]).toContain('ora finisce con 001');
    expect(await contactChanges(dossierId)).toHaveLength(1);
    stage.test.clock.advance(60);
    const link = String((await stage.document(id)).signUrl);
    await stage.sign(new URL(link).pathname.replace('/sign/', '/api/sign/'), SELLERS_CONTACT);
    expect(await auditOf(id)).toContain('numero cambiato un minuto prima da dealer');
  });

  it('are not reported when only the notation changes', async () => {
    const { id, dossierId, customer } = await stage.newDocument();
    await edit(dossierId, { mobilePhone: customer.phone.replaceAll(' ', ''), street: 'Via Nuova 9' });
    expect(await contactChanges(dossierId)).toEqual([]);
    await stage.sign(await stage.startSigning(id), customer);
    expect(await stage.trail(id)).not.toContain('contact.history');
  });

  it('are not hidden among many changes: the newest are listed with the total', async () => {
    const { id, dossierId } = await stage.newDocument();
    for (let n = 0; n < 12; n++) await edit(dossierId, { mobilePhone: `+39 33399910${String(10 + n)}` });
    await setContact(dossierId, SELLERS_CONTACT);
    await stage.sign(await stage.startSigning(id), SELLERS_CONTACT);
    const paper = await auditOf(id);
    expect(paper).toContain('numero cambiato meno di un minuto prima da dealer');
    expect(paper).toContain('altri 3 prima');
  });
});

describe('a customer record changed while a signature waits', () => {
  const THEIRS = { phone: '+39 3339990009', email: 'altro.privato@example.com' };
  const toldOfTheFile = /avvisa|ora finisce con/i;
  /** The messages of the signature: links and codes, without the notices about a changed dossier. */
  const signing = async (to: string) => (await messagesTo(to)).filter((text) => !toldOfTheFile.test(text));
  const contactOf = async (id: number) => {
    const [signer] = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json().signers;
    return { contact: signer.contact, signUrl: signer.signUrl };
  };

  it('leaves link, codes and reminders at the contacts of the start, and the audit PDF prints that number', async () => {
    const { id, dossierId, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const before = await contactOf(id);
    await setContact(dossierId, THEIRS);
    expect(await contactOf(id)).toEqual(before);
    expect(before.contact).toEqual({ mobilePhone: customer.phone.replaceAll(' ', ''), email: customer.email });
    stage.test.clock.advance(16 * 60);
    const mails = (await signing(customer.email)).length;
    const resent = await stage.callAs('dealer', 'POST', `/api/documents/${id}/resend-link`, {});
    expect(resent.statusCode, resent.body).toBe(200);
    expect(await signing(customer.email)).toHaveLength(mails + 1);
    await stage.sign(path, customer);
    await setContact(dossierId, customer);
    for (const to of [THEIRS.phone, THEIRS.email]) expect(await signing(to)).toEqual([]);
    const paper = await auditOf(id);
    expect(paper).toContain(`*** ${customer.phone.slice(-3)}`);
    expect(paper).not.toContain('*** 009');
    // The dossier's changes in the meantime are on the customer's chain; they did not reach this signature.
    expect(await contactChanges(dossierId)).toHaveLength(2);
    expect(await stage.trail(id)).not.toContain('contact.corrected');
  });

  it('does not invalidate a code already sent or the ceremony under way', async () => {
    const { id, dossierId, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    await browser.read(path);
    expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
    // Before the message is sent: its job reads the number only when it runs.
    await setContact(dossierId, THEIRS);
    const [message = ''] = await signing(customer.phone);
    const code = /\b\d{6}\b/.exec(message)?.[0];
    expect(code, message).toBeDefined();
    expect(await signing(THEIRS.phone)).toEqual([]);
    const signed = await browser.post(`${path}/sign`, { code, points: await stage.points(path) });
    expect(signed.statusCode, signed.body).toBe(200);
    await stage.test.world.jobs.drain();
    expect((await stage.document(id)).status).toBe('SIGNED');
  });

  it('applies to the next signature, which reports the change', async () => {
    const { id, dossierId } = await stage.newDocument();
    await stage.startSigning(id);
    await setContact(dossierId, THEIRS);
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {})).statusCode).toBe(200);
    await stage.sign(await stage.startSigning(id), THEIRS);
    expect(await auditOf(id)).toContain('numero cambiato meno di un minuto prima da dealer');
  });
});

describe('a number shared by several customers', () => {
  const PHONE = '+39 3339992222';
  const signAs = async (firstName: string, colleague: string | null = null) => {
    const { id, dossierId, customer } = await stage.newDocument({ firstName });
    const before = customer.phone;
    await edit(dossierId, { mobilePhone: PHONE });
    if (colleague !== null) await confirmContact(id, { contact: PHONE, signer: `${firstName} Provetti` }, colleague);
    await stage.sign(await stage.startSigning(id), { ...customer, phone: PHONE });
    await edit(dossierId, { mobilePhone: before });
    return id;
  };
  const shared = async (id: number) =>
    (await listTrail(stage.read, documentSubject(id))).filter(({ type }) => type === 'contact.shared');

  it('is reported in the audit PDF of the second customer with the count, even if each record was restored', async () => {
    expect(await shared(await signAs('Ginevra'))).toEqual([]);
    expect(await shared(await signAs('GINEVRA'))).toEqual([]);
    const second = await signAs('Marta');
    expect((await shared(second)).map(({ detail }) => detail.others)).toEqual([1]);
    expect(await auditOf(second)).toContain('già usato a nome di un’altra persona');
    const third = await signAs('Lucia', 'sales');
    expect(await auditOf(third)).toContain('già usato a nome di altre 2 persone');
    expect(await auditOf(third)).toContain('Numero usato prima a nome di');
  });
});

describe('a code', () => {
  const startWith = async (mobilePhone: string) => {
    const { id, dossierId } = await stage.newDocument();
    await edit(dossierId, { mobilePhone });
    return { id, answer: await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {}) };
  };

  it.each(['+49 1701234567', '+44 7700900123', '+88 216123456', '+39 0512345678', '+39 8991234567'])(
    'is sent only to mobile numbers of listed countries: not to %s, at the start or as a correction',
    async (phone) => {
      const { id, answer } = await startWith(phone);
      expect(answer.json()).toMatchObject({ status: 409, code: 'signing.phoneCountry' });
      expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
      const waiting = await stage.newDocument();
      await stage.startSigning(waiting.id);
      const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${waiting.id}/signing`)).json();
      const contact = { signerId: signers[0].id, mobilePhone: phone, email: SELLERS_CONTACT.email };
      const refused = await stage.callAs('dealer', 'PUT', `/api/documents/${waiting.id}/signer-contact`, contact);
      expect(refused.json().fieldErrors).toMatchObject([{ field: 'mobilePhone', code: 'phoneCountry' }]);
      expect(await messagesTo(phone)).toEqual([]);
    },
  );

  it('is sent to a mobile of a further country once it is listed', async () => {
    const { settings } = stage.test.world;
    const before = settings.otpCountries;
    Object.assign(settings, { otpCountries: ['39', '49'] });
    try {
      const { answer } = await startWith('+49 1701234567');
      expect(answer.statusCode, answer.body).toBe(200);
    } finally {
      Object.assign(settings, { otpCountries: before });
    }
  });
});
