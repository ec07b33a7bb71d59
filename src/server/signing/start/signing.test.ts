/** The complete process of a signature over HTTP: start, link, reading, code, signature, seal, copies. */
import { createHash } from 'node:crypto';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { openStage, pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
});

describe('a signature from start to copy', () => {
  it('ends with an intact PAdES file, a sealed trail and the status SIGNED', async () => {
    const { id, customer } = await stage.newDocument();
    const started = await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
    expect(started.statusCode).toBe(200);
    expect(started.json()).toMatchObject({ id, status: 'PENDING_START_SIGN', signedDocumentId: null });
    await stage.test.world.jobs.drain();
    const waiting = await stage.document(id);
    expect(waiting.status).toBe('START_SIGN');
    expect(waiting.signUrl).toMatch(/^http:\/\/localhost:80\/sign\/[\w-]{32}$/);

    const [mail, ...more] = await stage.test.outbox(customer.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(waiting.signUrl);
    expect(mail?.text).toContain('Autoesempio Bologna');
    // The recipient's name is in the greeting, and nowhere else.
    expect(mail?.text.split('Provetti')).toHaveLength(2);
    expect(mail?.text).toContain('\n\nBuongiorno Ginevra Provetti,\n');
    const path = pathOf(waiting.signUrl ?? '');

    const phone = stage.browser();
    const view = (await phone.get(path)).json();
    expect(view).toMatchObject({
      state: 'OPEN',
      dealer: { name: 'Autoesempio Bologna', initials: 'AB' },
      brand: 'bmw',
      signer: { role: 'customer', maskedPhone: `*** *** ${customer.phone.slice(-3)}` },
      documents: [{ id, label: 'Preventivo', pages: 3 }],
      points: [
        { documentId: id, kind: 'signature', label: 'Firma del preventivo', page: 3, optional: false, signed: false },
      ],
    });
    expect(view.fingerprint).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{2}$/);
    expect(mail?.text).toContain(view.fingerprint);

    const opened = await phone.post(`${path}/open`);
    expect(opened.json()).toMatchObject({ state: 'OPEN', place: 'HERE' });
    const [cookie] = opened.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path });
    const read = await phone.get(`${path}/document`);
    expect(read.headers['content-type']).toBe('application/pdf');
    expect(sha256(read.rawPayload)).toBe(view.documents[0].sha256);
    expect(read.rawPayload.length).toBe(view.documents[0].size);

    const asked = await phone.post(`${path}/otp`);
    expect(asked.statusCode).toBe(200);
    expect(Object.keys(asked.json()).sort()).toEqual(['expiresAt', 'maskedPhone', 'resendAfter']);
    expect(asked.cookies).toEqual([]);
    const code = await stage.code(customer);
    const [sms] = await stage.test.outbox(customer.phone.replace(' ', ''));
    expect(sms?.text).toContain(view.fingerprint);
    expect(sms?.text.length).toBeLessThanOrEqual(160);

    const points = view.points.map((point: { id: string }) => point.id);
    const signed = await phone.post(`${path}/sign`, { code, points });
    expect(signed.statusCode, signed.body).toBe(200);
    expect(signed.json()).toMatchObject({ state: 'SIGNED', points: [{ signed: true }] });
    await stage.test.world.jobs.drain();

    const done = await stage.document(id);
    expect(done.status).toBe('SIGNED');
    expect((await phone.get(path)).json().state).toBe('COMPLETED');
    const copy = await phone.get(`${path}/signed`);
    expect(copy.statusCode).toBe(200);
    const staffCopy = await stage.callAs('dealer', 'GET', `/api/signed-documents/${done.signedDocumentId}/download`);
    expect(staffCopy.headers['content-disposition']).toContain(`Preventivo - Ginevra Provetti - ${id} - firmato.pdf"`);
    // The customer's file names contain no person: a copy link may be passed on.
    expect(read.headers['content-disposition']).toMatch(/^inline; filename="Preventivo - Autoesempio Bologna\.pdf"/);
    expect(copy.headers['content-disposition']).toContain('Preventivo - Autoesempio Bologna - firmato.pdf"');
    expect(copy.rawPayload.equals(staffCopy.rawPayload)).toBe(true);
    expect(copy.rawPayload.subarray(0, read.rawPayload.length).equals(read.rawPayload)).toBe(true);

    const anchors = await stage.test.world.authority.anchors();
    const verified = await verifyPdf(new Uint8Array(copy.rawPayload), { anchors });
    expect(verified.intact).toBe(true);
    expect(verified.signatures.map((one) => [one.indication, one.signer])).toEqual([
      ['TOTAL-PASSED', 'Ginevra Provetti'],
      ['TOTAL-PASSED', 'Sigillo di Fascicolo (DEMO senza valore)'],
    ]);

    const audit = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${done.signedDocumentId}/download`);
    expect(audit.headers['content-disposition']).toContain(`- ${id} - tracciato.pdf"`);
    const trail = await verifyPdf(new Uint8Array(audit.rawPayload), { anchors });
    expect(trail.intact).toBe(true);
    expect(trail.signatures.map((one) => one.indication)).toEqual(['TOTAL-PASSED']);
    // The complete number once, for the signer; the events have it masked.
    const printed = (await PDF.load(new Uint8Array(audit.rawPayload)))
      .getPages()
      .map((page) => page.extractText().text);
    expect(printed.join('\n').split(customer.phone.replace(' ', ''))).toHaveLength(2);
    expect(printed.join('\n')).toContain(`*** *** ${customer.phone.slice(-3)}`);

    const validation = await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`);
    expect(validation.json()).toMatchObject({
      intact: true,
      sha256: sha256(staffCopy.rawPayload),
      signatures: [
        {
          indication: 'TOTAL-PASSED',
          subIndication: null,
          level: 'B-LT',
          signer: 'Ginevra Provetti',
          changesAfter: [],
        },
        { indication: 'TOTAL-PASSED', level: 'B-LT' },
      ],
    });
    expect(await stage.trail(id)).toEqual([
      'document.created',
      'content.gate.passed',
      'sign.started',
      'sign.prepared',
      'link.sent',
      'link.opened',
      'document.shown',
      'otp.requested',
      'otp.sent',
      'point.confirmed',
      'otp.verified',
      'sign.confirmed',
      'signature.applied',
      'timestamp.applied',
      'signature.applied',
      'timestamp.applied',
      'sealed',
      'audit.sealed',
      'document.signed',
      'copy.sent',
      'downloaded',
      'downloaded',
      'downloaded',
    ]);
    const signing = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    expect(signing).toMatchObject({
      signers: [{ role: 'customer', name: 'Ginevra Provetti', state: 'SIGNED' }],
      expiresAt: null,
    });
  });
});
