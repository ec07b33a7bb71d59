/** The short code in the QR picture: the same exchange and lifetime as its token, as hard to guess, and smaller. */
import { randomBytes } from 'node:crypto';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { makeShortCode, readShortCode } from './short-code.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const newKey = () => randomBytes(32).toString('base64url');
async function newCode(id: number, login = 'dealer') {
  const answer = await stage.callAs(login, 'GET', `/mobile/fdd/qrcode/generate/${id}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const { token, url, shortUrl } = answer.json<Record<'token' | 'url' | 'shortUrl', string>>();
  return { token, url, shortUrl, code: shortUrl.split('/qr/')[1] ?? '' };
}
const use = (code: string, key = newKey()) => stage.browser().post(`/qr/${code}`, { key });
const statusOf = async (code: string, key?: string) => (await use(code, key)).statusCode;
const loadRequest = async (id: number) =>
  (await stage.callAs('dealer', 'GET', `/api/documents/${id}/qr-request`)).json().request;
const clearRateLimits = () => stage.test.world.database.transaction((tx) => tx.deleteFrom('rate_limit').execute());

describe('the QR picture', () => {
  it('has 33 modules per side instead of 57, for a base address of maximum length', async () => {
    const { token, code } = await newCode((await stage.newDocument()).id);
    const sideOf = (text: string) => encode(`https://fascicolo.example.it/qr/${text}`, { ecc: 'L', border: 0 }).size;
    expect([sideOf(token), sideOf(code)]).toEqual([57, 33]);
    const { secrets } = stage.test.world;
    const later = makeShortCode(secrets, { documentId: 9_999_999, askedBy: 99_999, issued: 2_000_000_000 }).code;
    expect(sideOf(later)).toBe(33);
  });
});

describe('a short code', () => {
  it('is used once, together with its token', async () => {
    const { id } = await stage.newDocument();
    const [{ token, code }, key] = [await newCode(id), newKey()];
    expect((await use(code, key)).json()).toMatchObject({ state: 'WAITING' });
    // The same phone may continue with either form; another phone is refused with both.
    expect((await use(token, key)).json()).toEqual((await use(code, key)).json());
    expect([await statusOf(code), await statusOf(token)]).toEqual([404, 404]);
    expect(await loadRequest(id)).toMatchObject({ contended: true });
  });

  it('is valid for five minutes, like its token', async () => {
    const { id } = await stage.newDocument();
    const [early, late] = [await newCode(id), await newCode(id)];
    stage.test.clock.advance(5 * 60 - 1);
    expect(await statusOf(early.code)).toBe(200);
    stage.test.clock.advance(2);
    expect([await statusOf(late.code), await statusOf(late.token)]).toEqual([404, 404]);
  });

  it('answers its phone as long as its token does', async () => {
    const { id } = await stage.newDocument();
    const [{ code }, key] = [await newCode(id), newKey()];
    await use(code, key);
    const { id: requestId, number } = await loadRequest(id);
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/qr-request/confirm`, { requestId, number });
    await stage.test.world.jobs.drain();
    stage.test.clock.advance(9 * 60);
    expect((await use(code, key)).json()).toMatchObject({ state: 'OPEN' });
    stage.test.clock.advance(20 * 60);
    expect(await statusOf(code, key)).toBe(404);
  });

  it('ends with a newer code, a rejection, or its requester’s rights', async () => {
    const { id } = await stage.newDocument();
    const older = await newCode(id);
    stage.test.clock.advance(2);
    const newer = await newCode(id);
    const key = newKey();
    expect(await statusOf(newer.code, key)).toBe(200);
    expect(await statusOf(older.code)).toBe(404);
    const { id: requestId } = await loadRequest(id);
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/qr-request/refuse`, { requestId });
    expect(await statusOf(newer.code, key)).toBe(404);
    const { code } = await newCode(id, 'sales');
    const change = (activated: boolean) =>
      stage.read.updateTable('app_user').set({ activated }).where('login', '=', 'sales').execute();
    await change(false);
    expect(await statusOf(code)).toBe(404);
    await change(true);
  });

  it('is accepted only by its exchange', async () => {
    const { code } = await newCode((await stage.newDocument()).id);
    const call = { method: 'GET', url: '/api/account', headers: { authorization: `Bearer ${code}` } } as const;
    expect((await stage.app.inject(call)).statusCode).toBe(401);
    expect((await stage.browser().get(`/api/sign/${code.slice(0, 32)}`)).statusCode).toBe(404);
  });

  it('of another installation, truncated, extended, altered or in another spelling is invalid', async () => {
    await clearRateLimits();
    const { secrets } = stage.test.world;
    const facts = { documentId: 48_190, askedBy: 7, issued: 1_700_000_000 };
    const { code, id } = makeShortCode(secrets, facts);
    expect(readShortCode(secrets, code)).toEqual({ ...facts, id });
    const turned = [...code].map(
      (letter, at) => `${code.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${code.slice(at + 1)}`,
    );
    const foreign = { derive: () => new Uint8Array(32) };
    const forged = [
      ...turned,
      ...[code.slice(1), code.slice(0, -4), `${code}AAAA`, `${code}=`, ` ${code}`, `${code}\n`, code.toUpperCase()],
      ...[makeShortCode(foreign, facts).code, '', 'A'.repeat(36), 'A'.repeat(64), '-'.repeat(40)],
    ];
    for (const one of forged) expect(readShortCode(secrets, one), one).toBeNull();
    // The unused bits of the last letter do not give a second spelling of the code.
    const odd = makeShortCode(secrets, { documentId: 128, askedBy: 7, issued: 1 }).code;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters.indexOf(odd.at(-1) ?? '');
    expect(odd.length % 4).not.toBe(0);
    expect(readShortCode(secrets, `${odd.slice(0, -1)}${letters[last + 1]}`)).toBeNull();
  });

  it('allows sixty attempts per network', async () => {
    await clearRateLimits();
    const { code } = await newCode((await stage.newDocument()).id);
    const guess = () => statusOf(code.slice(0, -22) + randomBytes(16).toString('base64url'));
    const answers: number[] = [];
    for (let count = 0; count < 61; count += 1) answers.push(await guess());
    expect([new Set(answers.slice(0, 60)), answers[60]]).toEqual([new Set([404]), 429]);
    expect(await statusOf(code)).toBe(200);
    await clearRateLimits();
  });
});
