/** Attacks on the signer's ceremony: other people's cookies and codes, guesses, replays, data that must stay frozen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, openStage, type Stage, wrongCode } from '../../stages/signing-stage.ts';
import { answerProblem } from './raw-http.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
});

type Ready = Awaited<ReturnType<Stage['readyToConfirm']>>;

const sign = (signing: Ready, values: { code?: string; points?: unknown } = {}, browser: Browser = signing.browser) =>
  browser.post(`${signing.path}/sign`, { code: values.code ?? signing.code, points: values.points ?? signing.points });

/** Every row that belongs to a signature, to prove that nothing changed. */
async function rowsOf(id: number): Promise<string> {
  const { read } = stage.test.world.database;
  const sessions = await read.selectFrom('session_document').selectAll().where('document_id', '=', id).execute();
  const ids = sessions.map((session) => session.session_id);
  const signers = await read.selectFrom('signer').selectAll().where('session_id', 'in', ids).execute();
  const signerIds = signers.map((signer) => signer.id);
  return JSON.stringify({
    document: await read.selectFrom('document').selectAll().where('id', '=', id).execute(),
    sessions,
    states: await read.selectFrom('signing_session').selectAll().where('id', 'in', ids).execute(),
    signers,
    codes: await read.selectFrom('otp_code').selectAll().where('signer_id', 'in', signerIds).execute(),
    readings: await read.selectFrom('signer_reading').selectAll().where('signer_id', 'in', signerIds).execute(),
    events: await stage.trail(id),
  });
}

const comparable = (answer: { statusCode: number; body: string }): string =>
  `${answer.statusCode} ${answer.body.replace(/"correlationId":"[^"]+"/, '')}`;

describe('a changed token', () => {
  it('with any character changed, cut, extended or respelled is an unknown link', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const token = path.split('/').at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const flipped = [...token].flatMap((character, at) =>
      [1, 2, 4, 8, 16, 32].map((bit) => {
        const other = alphabet[alphabet.indexOf(character) ^ bit] ?? 'A';
        return token.slice(0, at) + other + token.slice(at + 1);
      }),
    );
    const others = [
      ...Array.from({ length: token.length }, (_, length) => token.slice(0, length)),
      `${token}A`,
      `${token}=`,
      ` ${token}`,
      token.toLowerCase(),
      [...token].reverse().join(''),
      token.slice(0, 8) + 'A'.repeat(24),
      token.replaceAll('-', '+').replaceAll('_', '/').padEnd(33, '='),
      Buffer.from(token).toString('base64url'),
    ].filter((candidate) => candidate !== token && candidate !== '');
    const unknown = comparable(await stage.app.inject(`/api/sign/${'A'.repeat(32)}`));
    expect(unknown).toContain('404');
    const before = await rowsOf(id);
    for (const changedToken of [...flipped, ...others]) {
      const answer = await stage.app.inject(`/api/sign/${encodeURIComponent(changedToken)}`);
      expect(comparable(answer), changedToken).toBe(unknown);
    }
    for (const changedToken of flipped.slice(0, 20)) {
      expect(comparable(await stage.browser().post(`/api/sign/${changedToken}/otp`)), changedToken).toBe(unknown);
    }
    expect(await rowsOf(id)).toBe(before);
  });

  it('of a cancelled, declined or completed session is an unknown link', async () => {
    const unknown = comparable(await stage.app.inject(`/api/sign/${'A'.repeat(32)}`));
    const cancelled = await stage.readyToConfirm();
    await stage.callAs('dealer', 'POST', `/api/documents/${cancelled.id}/cancel-sign`);
    const declined = await stage.readyToConfirm();
    await declined.browser.post(`${declined.path}/decline`, { reason: 'No' });
    const signed = await stage.readyToConfirm();
    expect((await sign(signed)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    for (const { path, code, points } of [cancelled, declined, signed]) {
      const stranger = stage.browser();
      expect(comparable(await stranger.get(path))).toBe(unknown);
      expect(comparable(await stranger.get(`${path}/document`))).toBe(unknown);
      expect(comparable(await stranger.get(`${path}/signed`))).toBe(unknown);
      expect(comparable(await stranger.post(`${path}/otp`))).toBe(unknown);
      expect(comparable(await stranger.post(`${path}/sign`, { code, points }))).toBe(unknown);
      expect(comparable(await stranger.post(`${path}/decline`, { reason: 'No' }))).toBe(unknown);
      expect(stranger.cookie).toBeUndefined();
    }
    // A new start creates another link; the old one stays invalid.
    const again = await stage.startSigning(cancelled.id);
    expect(again).not.toBe(cancelled.path);
    expect(comparable(await stage.browser().get(cancelled.path))).toBe(unknown);
  });
});

describe('the cookie of another signature', () => {
  it('opens nothing, whole or cut, under its own name or another', async () => {
    const own = await stage.readyToConfirm();
    const other = await stage.readyToConfirm();
    const before = await rowsOf(own.id);
    const thief = stage.browser();
    for (const cookie of [
      other.browser.cookie,
      own.browser.cookie?.replace(/=.*/, `=${other.browser.cookie?.split('=')[1]}`),
      own.browser.cookie?.slice(0, -1),
      `${own.browser.cookie?.split('=')[0]}=`,
      `${own.browser.cookie?.split('=')[0]}=%00`,
    ]) {
      thief.cookie = cookie;
      const answer = await sign(own, {}, thief);
      expect(answer.json().code, cookie).toBe('signing.notYours');
      expect((await thief.post(`${own.path}/otp`)).json().code).toBe('signing.notYours');
      expect((await thief.post(`${own.path}/decline`, { reason: 'x' })).json().code).toBe('signing.notYours');
    }
    expect(await rowsOf(own.id)).toBe(before);

    expect((await sign(own)).json().state).toBe('SIGNED');
  });
});

describe('confirmed signature fields', () => {
  it.each([
    ['an answer to a field without choices', 'choice'],
    ['prototype names', ['__proto__', 'constructor']],
  ])('with %s are refused without counting an attempt', async (_name, body) => {
    const signing = await stage.readyToConfirm();
    const [point = ''] = signing.points;
    const points = body === 'choice' ? [{ id: point, choice: 'GRANTED' }] : body;
    const answer = await sign(signing, { points });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answerProblem(answer)).toBeNull();
    expect((await sign(signing, { code: wrongCode(signing.code) })).json().attemptsLeft).toBe(2);
  });
});

describe('after the signature', () => {
  it('a replay, another code, a decline, a cancellation and a start change nothing', async () => {
    const signing = await stage.readyToConfirm();
    expect((await sign(signing)).json().state).toBe('SIGNED');
    await stage.test.world.jobs.drain();
    const before = await rowsOf(signing.id);
    expect((await sign(signing)).statusCode).toBe(200);
    expect((await sign(signing, { code: wrongCode(signing.code) })).json().state).toBe('COMPLETED');
    expect((await signing.browser.post(`${signing.path}/decline`, { reason: 'Ripensandoci' })).statusCode).toBe(409);
    expect((await signing.browser.post(`${signing.path}/otp`)).statusCode).toBe(409);
    for (const what of ['cancel-sign', 'renew', 'take-back', 'sign']) {
      expect((await stage.callAs('dealer', 'POST', `/api/documents/${signing.id}/${what}`)).statusCode, what).toBe(409);
    }
    expect(await rowsOf(signing.id)).toBe(before);
  });
});

describe('two codes', () => {
  it('confirmed in parallel sign once, with the newer code', async () => {
    const one = await stage.readyToConfirm();
    stage.test.clock.advance(61);
    expect((await one.browser.post(`${one.path}/otp`)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    const view = await stage.callAs('dealer', 'GET', `/api/documents/${one.id}/signing`);
    expect(view.statusCode).toBe(200);
    const sent = (await stage.test.outbox()).filter((message) => message.channel === 'SMS');
    const newer = /\b\d{6}\b/.exec(sent[0]?.text ?? '')?.[0] ?? '';
    expect(newer).not.toBe(one.code);
    const answers = await Promise.all([sign(one), sign(one, { code: newer }), sign(one), sign(one, { code: newer })]);
    await stage.test.world.jobs.drain();
    expect(answers.every((answer) => [200, 422].includes(answer.statusCode))).toBe(true);
    const trail = await stage.trail(one.id);
    expect(trail.filter((type) => type === 'otp.verified')).toHaveLength(1);
    expect(trail.filter((type) => type === 'document.signed')).toHaveLength(1);
  });
});

describe('a late code', () => {
  it('signs nothing after a cancellation, and a queued code is not sent', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    await browser.read(path);
    const points = await stage.points(path);
    const [codeAnswer, cancelled] = await Promise.all([
      browser.post(`${path}/otp`),
      stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`),
    ]);
    expect([200, 404]).toContain(codeAnswer.statusCode);
    expect(cancelled.statusCode).toBe(200);
    const code = (await stage.code(customer)) || '123456';
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(404);
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
    expect(await stage.trail(id)).not.toContain('otp.verified');
  });
});

describe('a signature under way', () => {
  it('ignores later changes of phone, address or file', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const { read } = stage.test.world.database;
    await read
      .updateTable('dossier')
      .set({ mobile_phone: '+39 3399999999', email: 'ladro@example.com', first_name: 'Ladro' })
      .where('email', '=', customer.email)
      .execute();
    const browser = stage.browser();
    const shown = await browser.read(path);
    expect((await browser.post(`${path}/otp`)).json().maskedPhone).toContain(customer.phone.slice(-3));
    const code = await stage.code(customer);
    expect(code).toMatch(/^\d{6}$/);
    expect(await stage.test.outbox('+393399999999')).toEqual([]);
    expect(await stage.test.outbox('ladro@example.com')).toEqual([]);
    await read
      .updateTable('document')
      .set({ file_sha256: 'f'.repeat(64) })
      .where('id', '=', id)
      .execute();
    expect((await browser.read(path)).rawPayload.equals(shown.rawPayload)).toBe(true);
    expect((await browser.post(`${path}/sign`, { code, points: await stage.points(path) })).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    const signed = await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`);
    expect(signed.json()).toMatchObject({ intact: true });
    expect(signed.body).toContain('Ginevra');
    expect(signed.body).not.toContain('Ladro');
  });
});

describe('a phone', () => {
  it('gets ten codes a day, across signatures and dealers', async () => {
    const customer = { phone: '+39 3338887766', email: 'molti@example.com' };
    const paths: string[] = [];
    for (let session = 0; session < 14; session += 1) {
      paths.push(await stage.startSigning((await stage.newDocument({ customer })).id));
    }
    // In parallel, so that the counting is tested too.
    const codeRequests = await Promise.all(paths.map((path) => stage.browser().post(`${path}/otp`)));
    const answers = codeRequests.map((answer) => answer.statusCode).sort();
    await stage.test.world.jobs.drain();
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429, 429, 429]);
    expect(await stage.test.outbox('+393338887766')).toHaveLength(10);
  });
});

describe('reading requests', () => {
  it('have no effect: no cookie, no row, no message, by GET, by HEAD or by a page', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const before = await rowsOf(id);
    const messages = (await stage.test.outbox()).length;
    const page = path.replace('/api', '');
    for (const url of [path, `${path}/signed`, page, `${path}/otp`, `${path}/sign`, `${path}/decline`]) {
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
        const answer = await stage.app.inject({ method, url });
        expect(answer.headers['set-cookie'], `${method} ${url}`).toBeUndefined();
        expect(answer.statusCode).toBeLessThan(500);
      }
    }
    const head = await stage.app.inject({ method: 'HEAD', url: `${path}/document` });
    expect(head.statusCode).toBe(405);
    expect(await rowsOf(id)).toBe(before);
    expect(await stage.test.outbox()).toHaveLength(messages);
    expect((await stage.browser().post(`${path}/otp`)).statusCode).toBe(200);
  });

  it('for part of the document do not count as reading it', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    await browser.post(`${path}/open`);
    const headers = { range: 'bytes=0-10', cookie: browser.cookie };
    const part = await stage.app.inject({ method: 'GET', url: `${path}/document`, headers });
    // Ranges are not served: a request for a part gets the whole file.
    expect(part.statusCode).toBe(200);
    expect(part.rawPayload.byteLength).toBe(Number(part.headers['content-length']));
  });
});
