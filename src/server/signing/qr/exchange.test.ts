/** A scanned code is used once by one phone and confirmed by two digits; any other code gets the answer of an unknown one. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QrExchange } from '#contract/signing/qr.ts';
import { buildApp } from '#server/app.ts';
import { printedText } from '../../../../test/papers/printed-text.ts';
import { type Browser, openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { findUser } from '../../identity/index.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A phone with its own key and cookies. */
class Phone {
  readonly key = randomBytes(32).toString('base64url');
  readonly browser: Browser;

  constructor(app = stage.app) {
    this.browser = app === stage.app ? stage.browser() : new (stage.browser().constructor as typeof Browser)(app);
  }

  use(token: string) {
    return this.browser.post(`/qr/${token}`, { key: this.key });
  }

  async told(token: string): Promise<QrExchange> {
    const answer = await this.use(token);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }
}

const newCode = async (id: number, login = 'dealer'): Promise<string> => {
  const answer = await stage.callAs(login, 'GET', `/mobile/fdd/qrcode/generate/${id}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().token;
};
/** A document whose code a phone has scanned. */
async function scannedDocument(values?: Parameters<typeof stage.newDocument>[0]) {
  const { id } = await stage.newDocument(values);
  const phone = new Phone();
  const token = await newCode(id);
  await phone.told(token);
  return { id, phone, token };
}
const loadRequest = async (id: number, login = 'dealer') =>
  (await stage.callAs(login, 'GET', `/api/documents/${id}/qr-request`)).json().request;
const decide = async (decision: 'confirm' | 'refuse', id: number, body: object, login = 'dealer') => {
  const answer = await stage.callAs(login, 'POST', `/api/documents/${id}/qr-request/${decision}`, body);
  return answer.statusCode === 204 ? [204] : [answer.statusCode, answer.json().code];
};
const eventsOf = async (id: number) =>
  (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<
    { type: string; actorName: string; detail: string }[]
  >();
/** Confirms the waiting phone. */
async function confirm(id: number, login = 'dealer', part: object = {}) {
  const { id: requestId, number } = await loadRequest(id, login);
  return decide('confirm', id, { requestId, number, ...part }, login);
}
/** Attempts count per network; this file has more than one network may make. */
const clearRateLimits = () =>
  stage.test.world.database.transaction((tx) => tx.deleteFrom('rate_limit').execute()).then(() => undefined);

/** The answer to a phone, without the parts that differ between calls. */
async function answerTo(token: string, phone = new Phone()) {
  const answer = await phone.use(token);
  const { correlationId: _, ...body } = answer.json<Record<string, unknown>>();
  const { date: __, 'x-correlation-id': ___, ...headers } = answer.headers;
  return { status: answer.statusCode, body, headers };
}
const trailOf = async (id: number): Promise<string[]> =>
  (await stage.trail(id)).filter((type) => /^(qr|sign|link)\./.test(type));

/** The audit PDF of a signed document. */
async function auditText(id: number): Promise<string> {
  const { signedDocumentId } = await stage.document(id);
  const audit = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${signedDocumentId}/download`);
  return printedText(audit.rawPayload);
}

/** The document's customer signs it with the link that the phone received. */
async function signOn(phone: Phone, signUrl: string, customer: { phone: string; email: string }) {
  const path = new URL(signUrl).pathname.replace(/^\/sign\//, '/api/sign/');
  await phone.browser.read(path);
  const codeRequest = await phone.browser.post(`${path}/otp`);
  expect(codeRequest.statusCode, codeRequest.body).toBe(200);
  const points = await stage.points(path);
  const signed = await phone.browser.post(`${path}/sign`, { code: await stage.code(customer), points });
  await stage.test.world.jobs.drain();
  return signed;
}

describe('a scanned code', () => {
  it('starts the signature once it is confirmed, and binds it to that phone', async () => {
    const { id, customer } = await stage.newDocument();
    const token = await newCode(id);
    const phone = new Phone();
    const waiting = await phone.told(token);
    expect(waiting).toMatchObject({ state: 'WAITING', number: expect.stringMatching(/^[1-9]\d$/), signUrl: null });
    const pending = await loadRequest(id);
    expect([waiting.dealer, (await stage.document(id)).status]).toEqual(['Autoesempio Bologna', 'READY_TO_SIGN']);
    expect(pending).toMatchObject({ number: waiting.number, contended: false, expiresAt: waiting.waitsUntil });
    expect(await confirm(id)).toEqual([204]);
    await stage.test.world.jobs.drain();
    expect(await loadRequest(id)).toBeNull();
    const open = await phone.told(token);
    expect(open).toMatchObject({ state: 'OPEN', number: null, waitsUntil: null, dealer: null });
    expect(open.signUrl).toBe((await stage.document(id)).signUrl);
    expect(phone.browser.cookie).toMatch(/^fascicolo-sign-\d+=/);
    // Another browser has the link but does not hold the signature.
    const path = new URL(open.signUrl ?? '').pathname.replace(/^\/sign\//, '/api/sign/');
    expect((await stage.browser().post(`${path}/otp`)).json().code).toBe('signing.notYours');
    expect((await signOn(phone, open.signUrl ?? '', customer)).statusCode).toBe(200);
    expect((await stage.document(id)).status).toBe('SIGNED');
    expect(await trailOf(id)).toEqual(
      expect.arrayContaining(['qr.requested', 'sign.started', 'qr.confirmed', 'link.opened', 'sign.confirmed']),
    );
    expect((await answerTo(token, phone)).status).toBe(404);
    // The scanning person is unidentified, and it was not the product.
    const printed = await auditText(id);
    expect(printed).toContain('Codice QR usato da un telefono indirizzo IP 127.0.0.1 Telefono non identificato');
  });

  it('stays valid for the same phone under repeated and concurrent requests', async () => {
    const { id } = await stage.newDocument();
    const token = await newCode(id);
    const phone = new Phone();
    const exchanges = await Promise.all([1, 2, 3, 4, 5].map(() => phone.told(token)));
    expect(new Set(exchanges.map(({ number }) => number)).size).toBe(1);
    expect(await phone.told(token)).toEqual(exchanges[0]);
    expect(await trailOf(id)).toEqual(['qr.requested']);
    await confirm(id);
    await stage.test.world.jobs.drain();
    const [first, second] = [await phone.told(token), await phone.told(token)];
    expect(second).toEqual(first);
    expect((await trailOf(id)).filter((type) => type === 'link.opened')).toHaveLength(1);
  });

  it('is bound to one phone: of many one wins, and staff see that there were others', async () => {
    const { id } = await stage.newDocument();
    const token = await newCode(id);
    const phones = Array.from({ length: 6 }, () => new Phone());
    const answers = await Promise.all(phones.map((phone) => phone.use(token)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    const winner = phones[answers.findIndex(({ statusCode }) => statusCode === 200)] as Phone;
    expect(await loadRequest(id)).toMatchObject({ contended: true, number: (await winner.told(token)).number });
    expect(await trailOf(id)).toEqual(['qr.requested', 'qr.contended']);
  });

  it('is bound to one phone across two nodes as well', async () => {
    const { id } = await stage.newDocument();
    const token = await newCode(id);
    const other = await buildApp(stage.test.world);
    const [here, there] = [new Phone(), new Phone(other)];
    const answers = await Promise.all([here.use(token), there.use(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    await other.close();
  });

  it('starts once, however many staff confirm concurrently', async () => {
    const { id } = await stage.newDocument();
    await new Phone().told(await newCode(id));
    const { id: requestId, number } = await loadRequest(id);
    const yes = () => decide('confirm', id, { requestId, number });
    expect(await Promise.all([yes(), yes(), yes()])).toEqual([[204], [204], [204]]);
    expect(await yes()).toEqual([204]);
    await stage.test.world.jobs.drain();
    const trail = await trailOf(id);
    for (const type of ['sign.started', 'qr.confirmed']) expect(trail.filter((one) => one === type)).toHaveLength(1);
  });

  it('joins a signature that already waits, and leaves it unchanged', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const token = await newCode(id);
    const phone = new Phone();
    await phone.told(token);
    expect(await confirm(id)).toEqual([204]);
    const { signUrl } = await phone.told(token);
    expect(signUrl?.endsWith(path.replace('/api', ''))).toBe(true);
    expect((await phone.browser.post(`${path}/otp`)).statusCode).toBe(200);
    expect((await trailOf(id)).filter((type) => type === 'sign.started')).toHaveLength(1);
  });

  it('takes the signature over from the browser that had started it, since staff identified the signer', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const first = stage.browser();
    await first.read(path);
    expect((await first.post(`${path}/otp`)).statusCode).toBe(200);
    const token = await newCode(id);
    const phone = new Phone();
    await phone.told(token);
    await confirm(id);
    const { signUrl } = await phone.told(token);
    expect((await first.post(`${path}/otp`)).json().code).toBe('signing.unknownLink');
    stage.test.clock.advance(61);
    expect((await signOn(phone, signUrl ?? '', customer)).statusCode).toBe(200);
    const events = await eventsOf(id);
    expect(events.find(({ type }) => type === 'qr.confirmed')?.detail).toContain('altro browser');
  });

  it('sends the same phone its cookie again when the response was lost', async () => {
    const { id, customer } = await stage.newDocument();
    const token = await newCode(id);
    const phone = new Phone();
    await phone.told(token);
    await confirm(id);
    await stage.test.world.jobs.drain();
    await phone.told(token);
    const lost = phone.browser.cookie;
    phone.browser.cookie = undefined;
    const { signUrl } = await phone.told(token);
    expect(phone.browser.cookie).toBe(lost);
    expect((await trailOf(id)).filter((type) => type === 'link.opened')).toHaveLength(1);
    expect((await signOn(phone, signUrl ?? '', customer)).statusCode).toBe(200);
  });

  it('ends with the confirmation of another phone of the same signer', async () => {
    const { id } = await stage.newDocument();
    const [wrong, right] = [new Phone(), new Phone()];
    const first = await newCode(id);
    await wrong.told(first);
    await confirm(id);
    await stage.test.world.jobs.drain();
    stage.test.clock.advance(2);
    const second = await newCode(id);
    await right.told(second);
    await confirm(id);
    expect((await wrong.use(first)).statusCode).toBe(404);
    expect(wrong.browser.cookie).toBeUndefined();
    expect(await right.told(second)).toMatchObject({ state: 'OPEN' });
    expect(right.browser.cookie).toBeDefined();
  });

  it('reports that the file is being prepared until it is ready', async () => {
    const { id } = await stage.newDocument();
    const token = await newCode(id);
    const phone = new Phone();
    await phone.told(token);
    await confirm(id);
    const { database } = stage.test.world;
    await stage.test.world.jobs.drain();
    const session = await database.read.selectFrom('signing_session').select('id').orderBy('id', 'desc').limit(1);
    const { id: sessionId } = await session.executeTakeFirstOrThrow();
    const put = (state: 'PREPARING' | 'OPEN' | 'FAILED') =>
      database.read.updateTable('signing_session').set({ state }).where('id', '=', sessionId).execute();
    await put('PREPARING');
    expect(Object.entries(await phone.told(token)).filter(([, value]) => value)).toEqual([['state', 'PREPARING']]);
    await put('FAILED');
    expect((await phone.use(token)).statusCode).toBe(404);
    await put('OPEN');
    expect((await phone.told(token)).state).toBe('OPEN');
  });
});

describe('an invalid code', () => {
  it('gets the same 404 whether altered, foreign, expired, used, refused, superseded or without anything to sign', async () => {
    const { id } = await stage.newDocument();
    const token = await newCode(id);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const turned = (text: string, at: number) =>
      `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
    const known = await answerTo('non-esiste');
    expect(known).toMatchObject({ status: 404, body: { code: 'qr.unknown' } });
    const other = await newCode((await stage.newDocument()).id);
    const forged = [
      `${head}.${turned(claims, 20)}.${signature}`,
      `${head}.${claims}.${turned(signature, 10)}`,
      `${head}.${claims}.${other.split('.')[2]}`,
      `${head}.${other.split('.')[1]}.${signature}`,
      `${Buffer.from('{"alg":"none","typ":"qr+jwt"}').toString('base64url')}.${claims}.`,
      await stage.token('dealer'),
      token.slice(0, -2),
      `${token}.`,
      'A'.repeat(600),
    ];
    for (const one of forged) expect(await answerTo(one), one).toEqual(known);
    await clearRateLimits();

    // Another encoding of the same token signature counts as the same used code.
    const phone = new Phone();
    await phone.told(token);
    expect(await answerTo(token)).toEqual(known);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(token.at(-1) ?? '');
    for (const spare of [1, 2, 3]) {
      const again = `${token.slice(0, -1)}${alphabet[(last & ~3) | ((last + spare) & 3)]}`;
      expect(await answerTo(again), again).toEqual(known);
    }
    const { id: requestId } = await loadRequest(id);
    expect(await decide('refuse', id, { requestId })).toEqual([204]);
    expect(await answerTo(token, phone)).toEqual(known);
    expect(await answerTo(token)).toEqual(known);
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');

    const late = await newCode(id);
    stage.test.clock.advance(5 * 60 + 1);
    expect(await answerTo(late)).toEqual(known);

    const [earlier] = [await newCode(id), stage.test.clock.advance(1)];
    const first = new Phone();
    await first.told(earlier);
    stage.test.clock.advance(1);
    const newer = await newCode(id);
    expect((await first.told(earlier)).state).toBe('WAITING');
    const second = new Phone();
    await second.told(newer);
    expect(await answerTo(earlier, first)).toEqual(known);
    expect(await loadRequest(id)).toMatchObject({ number: (await second.told(newer)).number });

    const [draft] = [await stage.newDocument(), await clearRateLimits()];
    const soon = await newCode(draft.id);
    await stage.callAs('dealer', 'POST', `/api/documents/${draft.id}/take-back`, {});
    expect(await answerTo(soon)).toEqual(known);
    const left = await newCode(draft.id, 'dealer').catch(() => null);
    expect(left).toBeNull();
  });

  it('is an earlier unused one once a later one was created', async () => {
    const { id } = await stage.newDocument();
    const earlier = await newCode(id);
    stage.test.clock.advance(2);
    await new Phone().told(await newCode(id));
    expect((await new Phone().use(earlier)).statusCode).toBe(404);
  });

  it('is one whose requester may no longer sign', async () => {
    const { id } = await stage.newDocument();
    const { database } = stage.test.world;
    const [unused, used] = [await newCode(id, 'sales'), await newCode(id, 'sales')];
    await new Phone().told(used);
    const leave = (activated: boolean) =>
      database.read.updateTable('app_user').set({ activated }).where('login', '=', 'sales').execute();
    await leave(false);
    expect((await new Phone().use(unused)).statusCode).toBe(404);
    expect(await confirm(id)).toEqual([409, 'qr.askerUnfit']);
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
    await leave(true);
  });

  it('can be tried a limited number of times per network', async () => {
    await clearRateLimits();
    const answers: number[] = [];
    const { id } = await stage.newDocument();
    for (let count = 0; count < 61; count += 1) answers.push((await new Phone().use('x')).statusCode);
    expect(answers.slice(0, 60).every((status) => status === 404)).toBe(true);
    expect(answers[60]).toBe(429);
    // Valid codes do not count against others behind the same address.
    expect(await new Phone().told(await newCode(id))).toMatchObject({ state: 'WAITING' });
    await clearRateLimits();
  });
});

describe('the confirmation by staff', () => {
  it('requires the number shown on both sides, within its time', async () => {
    const { id } = await stage.newDocument();
    const token = await newCode(id);
    const phone = new Phone();
    const { number } = await phone.told(token);
    const { id: requestId } = await loadRequest(id);
    const wrong = number === '10' ? '11' : '10';
    expect(await decide('confirm', id, { requestId, number: wrong })).toEqual([409, 'qr.otherNumber']);
    expect(await decide('confirm', id, { requestId: requestId + 1_000, number })).toEqual([409, 'qr.noRequest']);
    stage.test.clock.advance(7 * 60);
    expect(await loadRequest(id)).toBeNull();
    expect(await decide('confirm', id, { requestId, number })).toEqual([409, 'qr.noRequest']);
    expect(await decide('refuse', id, { requestId })).toEqual([409, 'qr.noRequest']);
    expect((await phone.use(token)).statusCode).toBe(404);
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
    expect(await trailOf(id)).toEqual(['qr.requested']);
  });

  it('leaves two minutes to a phone that used its code at the last moment', async () => {
    const { id } = await stage.newDocument();
    const token = await newCode(id);
    stage.test.clock.advance(5 * 60 - 5);
    const phone = new Phone();
    await phone.told(token);
    stage.test.clock.advance(100);
    expect((await phone.told(token)).state).toBe('WAITING');
    expect(await confirm(id)).toEqual([204]);
  });

  it('is refused for another document', async () => {
    const { id } = await stage.newDocument();
    const mine = await stage.newDocument();
    await new Phone().told(await newCode(id));
    const { id: requestId, number } = await loadRequest(id);
    expect(await decide('confirm', mine.id, { requestId, number })).toEqual([409, 'qr.noRequest']);
    expect(await decide('refuse', mine.id, { requestId })).toEqual([409, 'qr.noRequest']);
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
  });

  it('cannot follow a rejection: a new code is needed', async () => {
    const { id } = await stage.newDocument();
    await new Phone().told(await newCode(id));
    const { id: requestId, number } = await loadRequest(id);
    expect(await Promise.all([1, 2].map(() => decide('refuse', id, { requestId })))).toEqual([[204], [204]]);
    expect(await decide('confirm', id, { requestId, number })).toEqual([409, 'qr.noRequest']);
    expect(await trailOf(id)).toEqual(['qr.requested', 'qr.refused']);
    const phone = new Phone();
    const next = await newCode(id);
    expect((await phone.told(next)).state).toBe('WAITING');
  });

  it('requires a waiting phone before any check of a start', async () => {
    const { id } = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
    await new Phone().told(await newCode(id));
    const { id: requestId, number } = await loadRequest(id);
    expect(await decide('refuse', id, { requestId })).toEqual([204]);
    expect(await decide('confirm', id, { requestId, number })).toEqual([409, 'qr.noRequest']);
    await new Phone().told(await newCode(id));
    const late = await loadRequest(id);
    stage.test.clock.advance(7 * 60);
    expect(await decide('confirm', id, { requestId: late.id, number: late.number })).toEqual([409, 'qr.noRequest']);
  });

  it('may name the staff signer: one call starts and confirms', async () => {
    const { id, phone, token } = await scannedDocument({ type: 'SALE_NEW_PROPOSAL' });
    expect(await confirm(id)).toEqual([409, 'signing.signersMissing']);
    const manager = await findUser(stage.read, { login: 'manager' });
    expect(await confirm(id, 'dealer', { signers: { salesManager: manager?.id } })).toEqual([204]);
    await stage.test.world.jobs.drain();
    expect((await phone.told(token)).state).toBe('OPEN');
  });

  it('is not available for handwriting', async () => {
    const { id } = await scannedDocument();
    const { database } = stage.test.world;
    await stage.startSigning(id);
    await database.read.updateTable('document').set({ sig_type: 'GRAPHOMETRIC' }).where('id', '=', id).execute();
    expect(await confirm(id)).toEqual([409, 'life.tabletOnly']);
    const qrAnswer = await stage.callAs('dealer', 'GET', `/mobile/fdd/qrcode/generate/${id}`);
    expect([qrAnswer.statusCode, qrAnswer.json().code]).toEqual([409, 'life.tabletOnly']);
  });

  it('starts nothing that the rules of a start forbid, and keeps the phone waiting', async () => {
    const { id, phone, token } = await scannedDocument({ type: 'SALE_NEW_PROPOSAL' });
    expect(await confirm(id)).toEqual([409, 'signing.signersMissing']);
    expect((await phone.told(token)).state).toBe('WAITING');
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
    // Meanwhile started with signers chosen manually: the waiting phone is confirmed for that signature.
    await stage.startSigning(id);
    expect(await confirm(id)).toEqual([204]);
    expect((await phone.told(token)).state).toBe('OPEN');
  });

  it('is recorded in the name of the user who requested the code when another confirms', async () => {
    const { id } = await stage.newDocument();
    await new Phone().told(await newCode(id, 'sales'));
    expect(await confirm(id, 'dealer')).toEqual([204]);
    const events = await eventsOf(id);
    const by = (type: string) => events.find((event) => event.type === type)?.actorName;
    expect([by('sign.started'), by('qr.confirmed'), by('qr.requested')]).toEqual(['sales', 'dealer', null]);
  });
});

describe('the signer of a phone', () => {
  it('is chosen among the customers who have not signed; staff never sign by QR code', async () => {
    const { id, customer } = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
    await stage.startSigning(id);
    const signing = await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`);
    const staff = signing
      .json<{ signers: { id: number; role: string }[] }>()
      .signers.find((one) => one.role !== 'customer');
    const phone = new Phone();
    const token = await newCode(id);
    await phone.told(token);
    expect(await confirm(id, 'dealer', { signerId: staff?.id })).toEqual([409, 'qr.signerUnfit']);
    expect(await confirm(id)).toEqual([204]);
    const { signUrl } = await phone.told(token);
    expect((await signOn(phone, signUrl ?? '', customer)).statusCode).toBe(200);
    const qrAnswer = await stage.callAs('dealer', 'GET', `/mobile/fdd/qrcode/generate/${id}`);
    expect([qrAnswer.statusCode, qrAnswer.json().code]).toEqual([409, 'life.customersSigned']);
  });

  it('is fixed with the current link: a corrected contact ends it', async () => {
    const { id } = await stage.newDocument();
    await stage.startSigning(id);
    const phone = new Phone();
    const token = await newCode(id);
    await phone.told(token);
    await confirm(id);
    const signing = await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`);
    const [{ id: signerId }] = signing.json<{ signers: [{ id: number }] }>().signers;
    const contact = { signerId, mobilePhone: '+39 3339876501', email: 'altra@example.com' };
    expect((await stage.callAs('dealer', 'PUT', `/api/documents/${id}/signer-contact`, contact)).statusCode).toBe(200);
    expect((await phone.use(token)).statusCode).toBe(404);
  });
});
