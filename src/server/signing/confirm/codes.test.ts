/** One-time codes over HTTP: requested, tried, used, locked. */
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODES_PER_DEALER_AND_DAY, CODES_PER_DEALER_AND_HOUR } from '#domain/signing/one-time-code.ts';
import { hitLimit } from '#server/identity/index.ts';
import { makePaper } from '../../../../test/papers/paper.ts';
import { openStage, type Stage, wrongCode } from '../../../../test/stages/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
});

const sent = async (phone: string): Promise<number> => (await stage.test.outbox(phone.replace(' ', ''))).length;

describe('requesting a code', () => {
  it('is possible once a minute, and otherwise states the time to wait', async () => {
    const { customer, ...document } = await stage.newDocument();
    const path = await stage.startSigning(document.id);
    const browser = stage.browser();
    expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
    const soon = await browser.post(`${path}/otp`);
    expect(soon.statusCode).toBe(429);
    expect(soon.json()).toMatchObject({ code: 'otp.tooSoon' });
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(60);
    await stage.test.world.jobs.drain();
    expect(await sent(customer.phone)).toBe(1);
  });

  it('gives the first code and three more per session', async () => {
    const { customer, id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    const codes = new Set<string>();
    for (let round = 0; round < 4; round++) {
      expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
      codes.add(await stage.code(customer));
      stage.test.clock.advance(61);
    }
    expect(codes.size).toBeGreaterThan(1);
    const refused = await browser.post(`${path}/otp`);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'otp.tooMany']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(await sent(customer.phone)).toBe(4);
  });

  it('sends at most ten codes a day to a phone, for all documents', async () => {
    const customer = { phone: '+39 3339998877', email: 'molti@example.com' };
    let granted = 0;
    for (let paper = 0; paper < 4; paper++) {
      const { id } = await stage.newDocument({ customer });
      const path = await stage.startSigning(id);
      const browser = stage.browser();
      for (let round = 0; round < 3; round++) {
        const answer = await browser.post(`${path}/otp`);
        if (answer.statusCode === 200) granted += 1;
        else expect(answer.json().code).toBe('otp.tooMany');
        await stage.test.world.jobs.drain();
        stage.test.clock.advance(61);
      }
    }
    expect(granted).toBe(10);
    expect(await sent(customer.phone)).toBe(10);
  });

  it.each([
    ['an hour', 'otp-dealer:10001', CODES_PER_DEALER_AND_HOUR, 3_600],
    ['a day', 'otp-dealer-day:10001', CODES_PER_DEALER_AND_DAY, 86_400],
  ])('limits the codes of a dealer in %s', async (_name, subject, limit, windowSeconds) => {
    const { customer, id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const { database, clock } = stage.test.world;
    await database.transaction(async (tx) => {
      const uncounted = { limit: Number.MAX_SAFE_INTEGER, windowSeconds };
      for (let code = 0; code < limit; code++) await hitLimit(tx, subject, uncounted, clock.now());
    });
    const browser = stage.browser();
    const refused = await browser.post(`${path}/otp`);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'otp.tooMany']);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(windowSeconds);
    await stage.test.world.jobs.drain();
    expect(await sent(customer.phone)).toBe(0);
    // The link is valid for three days.
    stage.test.clock.advance(windowSeconds);
    expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
  });

  it('books one unit for each accepted SMS', async () => {
    const { customer, id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const { read } = stage.test.world.database;
    const booked = async () =>
      (await read.selectFrom('ledger_entry').selectAll().where('kind', '=', 'OTP').execute()).length;
    const before = await booked();
    await stage.browser().post(`${path}/otp`);
    await stage.code(customer);
    expect(await booked()).toBe(before + 1);
  });

  it('does not store the code', async () => {
    const { code } = await stage.readyToConfirm();
    const { read } = stage.test.world.database;
    const rows = JSON.stringify([
      await read.selectFrom('otp_code').selectAll().execute(),
      await read.selectFrom('signer').selectAll().execute(),
      await read.selectFrom('evidence_event').select('body').where('type', 'like', 'otp.%').execute(),
    ]);
    expect(rows).not.toContain(`"${code}"`);
  });
});

describe('entering a code', () => {
  it('invalidates a code after the third wrong attempt', async () => {
    const { path, browser, code, points, id } = await stage.readyToConfirm();
    const left: number[] = [];
    for (let round = 0; round < 3; round++) {
      const answer = await browser.post(`${path}/sign`, { code: wrongCode(code), points });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().code).toBe('otp.wrong');
      left.push(answer.json().attemptsLeft);
    }
    expect(left).toEqual([2, 1, 0]);
    const right = await browser.post(`${path}/sign`, { code, points });
    expect([right.statusCode, right.json().code]).toEqual([409, 'otp.none']);
    expect((await stage.document(id)).status).toBe('START_SIGN');
  });

  it('locks the signature after the fifth wrong attempt of the session and returns the document with the reason', async () => {
    const { customer, id, path, browser, points, code: first } = await stage.readyToConfirm();
    for (let round = 0; round < 3; round++) await browser.post(`${path}/sign`, { code: wrongCode(first), points });
    stage.test.clock.advance(61);
    await browser.post(`${path}/otp`);
    const second = await stage.code(customer);
    const fourth = await browser.post(`${path}/sign`, { code: wrongCode(second), points });
    expect(fourth.json()).toMatchObject({ code: 'otp.wrong', attemptsLeft: 1 });
    const fifth = await browser.post(`${path}/sign`, { code: wrongCode(second), points });
    expect([fifth.statusCode, fifth.json().code]).toEqual([409, 'signing.locked']);
    for (const [call, body] of [
      ['sign', { code: second, points }],
      ['otp', {}],
      ['decline', { reason: 'Basta' }],
    ] as const) {
      expect((await browser.post(`${path}/${call}`, body)).json().code, call).toBe('signing.locked');
    }
    expect((await browser.get(path)).json().state).toBe('LOCKED');
    expect((await stage.browser().get(path)).statusCode).toBe(404);
    expect(await stage.document(id)).toMatchObject({
      status: 'READY_TO_SIGN',
      signUrl: null,
      statusReason: { code: 'signing.locked' },
    });
    expect((await stage.trail(id)).filter((type) => type.startsWith('otp.'))).toEqual([
      ...['otp.requested', 'otp.sent', 'otp.wrong', 'otp.wrong', 'otp.wrong'],
      ...['otp.requested', 'otp.sent', 'otp.wrong', 'otp.wrong', 'otp.locked'],
    ]);
    expect(await stage.startSigning(id)).not.toBe(path);
  });

  it('checks at most three of a hundred concurrent guesses', async () => {
    const { path, browser, code, points } = await stage.readyToConfirm();
    const guesses = Array.from({ length: 100 }, (_, index) => String(index).padStart(6, '0')).filter(
      (one) => one !== code,
    );
    const answers = await Promise.all(guesses.map((guess) => browser.post(`${path}/sign`, { code: guess, points })));
    const codes = answers.map((answer) => answer.json<{ code: string }>().code);
    expect(codes.filter((one) => one === 'otp.wrong')).toHaveLength(3);
    expect(new Set(codes)).toEqual(new Set(['otp.wrong', 'otp.none']));
  });

  it('refuses a code after five minutes', async () => {
    const { path, browser, code, points } = await stage.readyToConfirm();
    stage.test.clock.advance(5 * 60 + 1);
    const answer = await browser.post(`${path}/sign`, { code, points });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'otp.expired']);
    expect((await browser.post(`${path}/sign`, { code, points })).json().code).toBe('otp.none');
  });

  it('refuses the earlier code once a new one was sent', async () => {
    const { customer, path, browser, points, code: first } = await stage.readyToConfirm();
    stage.test.clock.advance(61);
    await browser.post(`${path}/otp`);
    const second = await stage.code(customer);
    if (first !== second) {
      expect((await browser.post(`${path}/sign`, { code: first, points })).json().code).toBe('otp.wrong');
    }
    expect((await browser.post(`${path}/sign`, { code: second, points })).statusCode).toBe(200);
  });

  it('refuses the code of another session, even with the same phone and person', async () => {
    const customer = { phone: '+39 3331112223', email: 'due@example.com' };
    const one = await stage.newDocument({ customer });
    const two = await stage.newDocument({ customer });
    const paths = [await stage.startSigning(one.id), await stage.startSigning(two.id)] as const;
    const browsers = [stage.browser(), stage.browser()] as const;
    for (const index of [0, 1] as const) {
      await browsers[index].read(paths[index]);
      await browsers[index].post(`${paths[index]}/otp`);
    }
    await stage.test.world.jobs.drain();
    const texts = (await stage.test.outbox('+393331112223')).map((message) => message.text);
    const view = (await browsers[0].get(paths[0])).json();
    const codeOf = (own: boolean) =>
      /\b\d{6}\b/.exec(texts.find((text) => text.includes(view.fingerprint) === own) ?? '')?.[0] ?? '';
    const points = [view.points[0].id];
    expect(codeOf(false)).toMatch(/^\d{6}$/);
    if (codeOf(false) !== codeOf(true)) {
      const foreign = await browsers[0].post(`${paths[0]}/sign`, { code: codeOf(false), points });
      expect(foreign.json().code).toBe('otp.wrong');
    }
    expect((await browsers[0].post(`${paths[0]}/sign`, { code: codeOf(true), points })).statusCode).toBe(200);
  });

  it.each([
    [
      'another phone',
      (world: Stage['test']['world']) => world.database.read.updateTable('signer').set({ phone: '+393330000000' }),
    ],
    [
      'another file',
      (world: Stage['test']['world']) =>
        world.database.read.updateTable('signer_reading').set({ prepared_sha256: 'f'.repeat(64) }),
    ],
  ])('is invalid for %s than it was created for', async (_name, change) => {
    const { path, browser, code, points, id } = await stage.readyToConfirm();
    await change(stage.test.world).execute();
    const answer = await browser.post(`${path}/sign`, { code, points });
    expect(['otp.expired', 'signing.notRead']).toContain(answer.json().code);
    expect((await stage.document(id)).status).toBe('START_SIGN');
  });

  it('does not count an attempt with a missing or foreign signature field or an ill-formed code', async () => {
    const { path, browser, code, points, id } = await stage.readyToConfirm();
    const foreign = await stage.readyToConfirm();
    for (const wrong of [[], ['p999999'], foreign.points, [...points, ...foreign.points], [...points, ...points]]) {
      const answer = await browser.post(`${path}/sign`, { code: wrongCode(code), points: wrong });
      expect([answer.statusCode, answer.json().code], JSON.stringify(wrong)).toEqual([400, 'signing.pointMissing']);
    }
    for (const bad of ['12345', '1234567', 'abcdef', '', '12 456', '１２３４５６', null, 123456, ['123456']]) {
      const answer = await browser.post(`${path}/sign`, { code: bad, points });
      expect([answer.statusCode, answer.json().code], JSON.stringify(bad)).toEqual([400, 'request.invalid']);
    }
    expect((await browser.post(`${path}/sign`, { code, points, extra: 1 })).statusCode).toBe(400);
    expect((await stage.trail(id)).includes('otp.wrong')).toBe(false);
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
  });

  it('accepts only JSON', async () => {
    const { path, browser } = await stage.readyToConfirm();
    const answer = await stage.app.inject({
      method: 'POST',
      url: `${path}/decline`,
      headers: { cookie: browser.cookie ?? '', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'reason=No',
    });
    expect(answer.statusCode).toBe(415);
  });
});

describe('display before signing', () => {
  it('is verified: other content than prepared is refused, and uses up no code', async () => {
    const { path, browser, code, points } = await stage.readyToConfirm();
    const refused = await browser.post(`${path}/sign`, { code, points, shown: ['f'.repeat(64)] });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'signing.otherBytes']);
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
  });

  it('must cover the file to its last byte', async () => {
    const { customer, id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    await browser.post(`${path}/otp`);
    const code = await stage.code(customer);
    const points = await stage.points(path);
    const refused = await browser.post(`${path}/sign`, { code, points });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'signing.notRead']);
    // Another browser cannot read the document.
    expect((await stage.browser().get(`${path}/document`)).json().code).toBe('signing.notYours');
    expect((await browser.post(`${path}/sign`, { code, points })).json().code).toBe('signing.notRead');
    await browser.read(path);
    await browser.read(path);
    expect((await stage.trail(id)).filter((type) => type === 'document.shown')).toHaveLength(1);
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
  });

  it('does not count an interrupted download', async () => {
    const { customer, id } = await stage.newDocument({ file: await makePaper({ pages: 1, bytes: 12_000_000 }) });
    const path = await stage.startSigning(id);
    const address = await stage.app.listen({ port: 0, host: '127.0.0.1' });
    const browser = stage.browser();
    await browser.post(`${path}/open`);
    const headers = { host: 'localhost', cookie: browser.cookie };
    const broken = await new Promise<number>((resolve, reject) => {
      const request = get(new URL(`${path}/document`, address), { headers }, (response) => {
        response.once('data', (chunk: Buffer) => {
          response.destroy();
          resolve(chunk.length);
        });
      });
      request.once('error', reject);
    });
    expect(broken).toBeLessThan(12_000_000);
    await browser.post(`${path}/otp`);
    const code = await stage.code(customer);
    const points = await stage.points(path);
    expect((await browser.post(`${path}/sign`, { code, points })).json().code).toBe('signing.notRead');
    expect(await stage.trail(id)).not.toContain('document.shown');
    expect((await browser.read(path)).rawPayload.length).toBeGreaterThan(12_000_000);
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
  });
});
