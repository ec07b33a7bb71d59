/** What staff may and may not do with a signature: start, cancel, renew, view, download. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_STATUSES } from '#domain/documents/document-states.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';

const NOT_ME_TEXT = 'Chi ha aperto il link segnala di non essere la persona indicata.';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
});

const post = (login: string, id: number, call: string, body: object = {}) =>
  stage.callAs(login, 'POST', `/api/documents/${id}/${call}`, body);

async function outcome(login: string, id: number, call: string): Promise<[number, string]> {
  const answer = await post(login, id, call);
  return [answer.statusCode, answer.json().code ?? answer.json().status];
}

describe('starting', () => {
  it('has no effect when already started, and is refused once signed', async () => {
    const { id } = await stage.newDocument();
    expect(await outcome('dealer', id, 'sign')).toEqual([200, 'PENDING_START_SIGN']);
    await stage.test.world.jobs.drain();
    const trail = await stage.trail(id);
    expect(await outcome('dealer', id, 'sign')).toEqual([200, 'START_SIGN']);
    expect(await outcome('admin', id, 'sign')).toEqual([200, 'START_SIGN']);
    await stage.test.world.jobs.drain();
    expect(await stage.trail(id)).toEqual(trail);
    const signed = await stage.newSignedDocument();
    expect(await outcome('dealer', signed.id, 'sign')).toEqual([409, 'life.notReady']);
  });

  it('refuses unexpected fields', async () => {
    const { id } = await stage.newDocument();
    const answer = await post('dealer', id, 'sign', { status: 'SIGNED' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fieldErrors).toEqual([expect.objectContaining({ field: 'status', code: 'unknown' })]);
  });
});

describe('every call in every state', () => {
  const ALLOWED: Record<string, readonly string[]> = {
    sign: ['READY_TO_SIGN', 'PENDING_START_SIGN', 'START_SIGN'],
    // Without a running session even START_SIGN has nothing to cancel.
    'cancel-sign': [],
    renew: ['EXPIRED'],
  };
  it.each(DOCUMENT_STATUSES)('%s: is refused with 409 without a change where not allowed', async (status) => {
    const { id } = await stage.newDocument();
    const { read } = stage.test.world.database;
    const row = () => read.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await read.updateTable('document').set({ status }).where('id', '=', id).execute();
    for (const [call, allowed] of Object.entries(ALLOWED)) {
      if (allowed.includes(status)) continue;
      const [before, trail] = [await row(), await stage.trail(id)];
      expect((await outcome('dealer', id, call))[0], call).toBe(409);
      expect(await row(), call).toEqual(before);
      expect(await stage.trail(id), call).toEqual(trail);
    }
  });
});

describe('cancelling and renewing', () => {
  it('returns the document with the reason and allows a new start', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    const cancelled = await post('dealer', id, 'cancel-sign');
    expect(cancelled.json()).toMatchObject({
      id,
      status: 'READY_TO_SIGN',
      signUrl: null,
      statusReason: { code: 'signing.cancelled', text: 'La firma è stata annullata dalla concessionaria.' },
    });
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(404);
    expect((await stage.trail(id)).at(-1)).toBe('cancelled');
    await stage.startSigning(id);
    expect(await stage.document(id)).toMatchObject({ status: 'START_SIGN', statusReason: null });
  });

  it('is refused in every other state', async () => {
    const { id } = await stage.newDocument();
    expect(await outcome('dealer', id, 'cancel-sign')).toEqual([409, 'life.notWaiting']);
    expect(await outcome('dealer', id, 'renew')).toEqual([409, 'life.notExpired']);
    await stage.startSigning(id);
    expect(await outcome('dealer', id, 'renew')).toEqual([409, 'life.notExpired']);
    const signed = await stage.newSignedDocument();
    expect(await outcome('dealer', signed.id, 'cancel-sign')).toEqual([409, 'life.notWaiting']);
    expect(await outcome('dealer', signed.id, 'renew')).toEqual([409, 'life.notExpired']);
    expect((await stage.document(signed.id)).status).toBe('SIGNED');
  });
});

describe('declining', () => {
  it('ends the signature for all and shows staff the reason', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    for (const reason of ['', '   ', 'x'.repeat(501), 'a\u0000b', null, 7]) {
      expect((await browser.post(`${path}/decline`, { reason })).statusCode, JSON.stringify(reason)).toBe(400);
    }
    const declined = await browser.post(`${path}/decline`, { reason: 'Dati sbagliati: la targa' });
    expect([declined.statusCode, declined.json().state]).toEqual([200, 'DECLINED']);
    expect((await browser.post(`${path}/decline`, { reason: 'Di nuovo' })).statusCode).toBe(200);
    expect((await browser.post(`${path}/sign`, { code, points })).json().code).toBe('signing.closed');
    expect((await browser.post(`${path}/otp`)).json().code).toBe('signing.closed');
    expect((await stage.browser().get(path)).statusCode).toBe(404);
    const { statusReason, status } = await stage.document(id);
    expect(status).toBe('READY_TO_SIGN');
    expect(statusReason).toEqual({
      code: 'signing.declined',
      text: 'Chi doveva firmare ha rifiutato. Dati sbagliati: la targa',
    });
    expect((await stage.trail(id)).filter((type) => type === 'declined')).toHaveLength(1);
  });

  // The page of an earlier version sends the sentence.
  it.each(['signing.notMe', NOT_ME_TEXT])(
    'distinguishes a wrong recipient, reported as %s, from a refusal',
    async (reason) => {
      const { id } = await stage.newDocument();
      const path = await stage.startSigning(id);
      expect((await stage.browser().post(`${path}/decline`, { reason })).statusCode).toBe(200);
      expect((await stage.document(id)).statusReason).toEqual({ code: 'signing.notMe', text: NOT_ME_TEXT });
      const trail = await stage.test.world.database.read
        .selectFrom('evidence_event')
        .select('body')
        .where('subject', '=', `document:${id}`)
        .execute();
      expect(JSON.stringify(trail)).toContain(NOT_ME_TEXT);
    },
  );

  it('is refused after signing', async () => {
    const { path, browser, code, points, id } = await stage.readyToConfirm();
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
    expect((await browser.post(`${path}/decline`, { reason: 'Ripensamento' })).json().code).toBe(
      'signing.alreadySigned',
    );
    expect((await browser.post(`${path}/otp`)).json().code).toBe('signing.alreadySigned');
    await stage.test.world.jobs.drain();
    expect((await browser.post(`${path}/decline`, { reason: 'Ripensamento' })).json().code).toBe(
      'signing.alreadySigned',
    );
    expect((await stage.document(id)).status).toBe('SIGNED');
  });
});

describe('looking and downloading', () => {
  it('shows the signers’ progress, with masked phones, and the contact while it can be corrected', async () => {
    const { id, customer } = await stage.newDocument();
    const read = async () => (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    expect(await read()).toEqual({
      signers: [],
      expiresAt: null,
      points: [],
      resend: { refused: 'notWaiting', from: null },
      together: [],
      partlySigned: [],
      messages: [],
    });
    const path = await stage.startSigning(id);
    const waiting = await read();
    expect(waiting.signers).toEqual([
      {
        id: expect.any(Number),
        role: 'customer',
        name: 'Ginevra Provetti',
        state: 'WAITING',
        signedAt: null,
        maskedPhone: expect.stringMatching(/^\*\*\* \*\*\* \d{3}$/),
        userId: null,
        turn: true,
        signUrl: (await stage.document(id)).signUrl,
        contact: { mobilePhone: customer.phone.replaceAll(' ', ''), email: customer.email },
      },
    ]);
    expect(Date.parse(waiting.expiresAt) - stage.test.clock.now().getTime()).toBeGreaterThan(71 * 3_600_000);
    await stage.browser().post(`${path}/otp`);
    await stage.test.world.jobs.drain();
    expect((await read()).signers[0].state).toBe('OPENED');
  });

  it('shows the trail newest first in the caller’s language, without phones, addresses or codes', async () => {
    const { id, code } = await stage.readyToConfirm();
    const answer = await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`);
    const events = answer.json<{ seq: number; time: string }[]>();
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => events.length - index));
    expect(answer.body).not.toContain(code);
    expect(answer.body).not.toMatch(/333\d{7}|cliente\d+@/);
  });

  it('returns the signed file and its trail whole, in ranges and as a preview, each recorded in the trail', async () => {
    const { id, signedDocumentId } = await stage.newSignedDocument();
    const before = (await stage.trail(id)).length;
    for (const url of [
      `/api/signed-documents/${signedDocumentId}/download`,
      `/api/audit-documents/signed/${signedDocumentId}/download`,
    ]) {
      const whole = await stage.callAs('dealer', 'GET', url);
      expect(whole.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(whole.rawPayload.byteLength),
        'accept-ranges': 'bytes',
        etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      });
      const part = async (range: string, query = '') =>
        stage.app.inject({
          url: `${url}${query}`,
          headers: { authorization: `Bearer ${await stage.token('dealer')}`, range },
        });
      for (const query of ['', '?preview=true', '?preview=true']) {
        const answer = await part('bytes=100-299', query);
        expect([answer.statusCode, answer.headers['content-range']]).toEqual([
          206,
          `bytes 100-299/${whole.rawPayload.byteLength}`,
        ]);
        expect(answer.rawPayload.equals(whole.rawPayload.subarray(100, 300))).toBe(true);
      }
      const beyond = await part(`bytes=${whole.rawPayload.byteLength}-`);
      expect([beyond.statusCode, beyond.json().code]).toEqual([416, 'file.range']);
    }
    expect((await stage.trail(id)).slice(before)).toEqual(['downloaded', 'viewed', 'downloaded', 'viewed']);
  });

  it('still finds every signature valid a year later, after the signers’ certificates have expired', async () => {
    const { id } = await stage.newSignedDocument();
    stage.test.clock.advance(365 * 86_400);
    const { intact, signatures } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(intact).toBe(true);
    expect(signatures.map((one: { indication: string }) => one.indication)).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED']);
  });
});
