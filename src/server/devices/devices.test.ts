/** Pairing of tablets and proof of their calls: codes, keys, confirmation by staff, how a pairing ends, concurrent calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAIRING_CODE_MINUTES } from '#domain/devices/pairing-code.ts';
import { PROOF_HEADER } from '#domain/devices/proof.ts';
import { openTestApi, type TestApi } from '../../../test/specification/test-api.ts';
import { newPairingCode, pairedTablet, type Reach, TestTablet, waitingTablet } from '../../../test/stages/devices.ts';
import { newActivation } from '../../../test/stages/tablets.ts';
import { sweepDevices } from './tasks.ts';

let walk: TestApi;
beforeAll(async () => {
  walk = await openTestApi();
});
afterAll(() => walk.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const reach: Reach = (path, body) => walk.ask({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });
const now = () => walk.test.clock.now().getTime();
const at = (id: number, rest = '') => `/api/activations/${id}/device${rest}`;
const ask = (tablet: TestTablet, headers = tablet.proof({ method: 'GET', path: '/api/device', time: now() })) =>
  walk.ask({ method: 'GET', path: '/api/device', headers });
const stateOf = async (tablet: TestTablet): Promise<string> => (await ask(tablet)).json().state;
const device = (id: number, login = 'admin') => walk.bodyOf(walk.get(login, at(id)));
const told = async (answering: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await answering;
  return statusCode < 300 ? statusCode : [statusCode, (JSON.parse(body) as { code: string }).code];
};
const claim = (tablet: TestTablet, code: string) => told(reach('/api/device/pairing', tablet.pairingRequest(code)));
const trailOf = async (id: number) =>
  (
    await walk.database.read
      .selectFrom('evidence_event')
      .select('type')
      .where('subject', '=', `activation:${id}`)
      .orderBy('seq')
      .execute()
  ).map(({ type }) => type);

describe('a pairing code', () => {
  it('has 80 bits in four groups, is in the URL fragment, and is not stored', async () => {
    const id = await newActivation(walk, 'Banco 1');
    const { code, url } = await walk.bodyOf(walk.post('supervisor', `/api/activations/${id}/device-code`));
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(url).toBe(`http://127.0.0.1:${walk.port}/device/activate#${code}`);
    const kept = await walk.database.read.selectFrom('device_pairing').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(code.replaceAll('-', ''));
    expect(walk.test.logLines.join('\n')).not.toContain(code);
    expect(await device(id)).toMatchObject({ state: 'CODE', code: { issuedBy: 'supervisor' }, request: null });
  });

  it('becomes void when a newer one is created, and after 15 minutes', async () => {
    const { id, code: first } = await newPairingCode(walk);
    const { code: second } = await newPairingCode(walk, 'admin', id);
    expect(await claim(new TestTablet(), first)).toEqual([422, 'device.codeUnknown']);
    walk.test.clock.advance(PAIRING_CODE_MINUTES * 60 + 1);
    expect(await claim(new TestTablet(), second)).toEqual([422, 'device.codeUnknown']);
    expect((await device(id)).state).toBe('NONE');
    walk.test.clock.advance(-PAIRING_CODE_MINUTES * 60 - 1);
  });

  it('is accepted in the usual ways of typing it', async () => {
    const { code } = await newPairingCode(walk);
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect(await claim(new TestTablet(), typed)).toBe(200);
  });

  it('pairs only the first tablet of many concurrent ones, and repeats its lost response', async () => {
    const { id, code } = await newPairingCode(walk);
    const tablets = Array.from({ length: 6 }, () => new TestTablet());
    const answers = await Promise.all(tablets.map((tablet) => claim(tablet, code)));
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
    expect(
      answers.filter((answer) => answer !== 200).every((answer) => String(answer) === '422,device.codeUnknown'),
    ).toBe(true);
    const winner = tablets[answers.indexOf(200)] ?? new TestTablet();
    const [one, again] = [await reach('/api/device/pairing', winner.pairingRequest(code)), await ask(winner)];
    expect(JSON.parse(one.body)).toEqual(again.json());
    expect(again.json()).toMatchObject({ state: 'WAITING', number: expect.stringMatching(/^\d\d$/) });
    expect((await device(id)).request.number).toBe(again.json().number);
    expect(await trailOf(id)).toEqual(['device.codeIssued', 'device.requested']);
  });

  it('requires the private key of the submitted public key', async () => {
    const { code } = await newPairingCode(walk);
    const [mine, other] = [new TestTablet(), new TestTablet()];
    const stolen = { ...mine.pairingRequest(code), publicKey: other.publicKey };
    expect(await told(reach('/api/device/pairing', stolen))).toEqual([401, 'device.unproved']);
    const rsa = { ...mine.pairingRequest(code), publicKey: 'A'.repeat(122) };
    expect(await told(reach('/api/device/pairing', rsa))).toEqual([401, 'device.unproved']);
    expect(await claim(mine, code)).toBe(200);
  });

  it('allows a limited number of attempts per network, then refuses for a while', async () => {
    const { code } = await newPairingCode(walk);
    const wrong = () => claim(new TestTablet(), '0000-0000-0000-0000');
    let last: unknown = 0;
    for (let tries = 0; tries < 31; tries++) last = await wrong();
    expect(last).toEqual([429, 'request.tooMany']);
    expect(await claim(new TestTablet(), code)).toEqual([429, 'request.tooMany']);
    await walk.database.transaction((tx) => tx.deleteFrom('rate_limit').execute());
    expect(await claim(new TestTablet(), code)).toBe(200);
  });
});

describe('the confirmation by staff', () => {
  it('sets the activation to ACTIVATED with the tablet’s name, once, and records it in the trail', async () => {
    const { id, pairingId, number, tablet } = await waitingTablet(walk, reach);
    const answers = await Promise.all(
      ['admin', 'supervisor', 'admin'].map((login) => walk.post(login, at(id, '/confirm'), { pairingId, number })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const done = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(done).toMatchObject({ status: 'ACTIVATED', deviceName: 'Tablet di prova' });
    expect(await stateOf(tablet)).toBe('ACTIVE');
    expect((await device(id)).device).toMatchObject({ deviceName: 'Tablet di prova', disabledDate: null });
    expect(await trailOf(id)).toEqual(['device.codeIssued', 'device.requested', 'device.confirmed']);
  });

  it('is refused with a wrong number, and the tablet keeps waiting', async () => {
    const { id, pairingId, number, tablet } = await waitingTablet(walk, reach);
    const other = number === '10' ? '11' : '10';
    expect(await told(walk.post('admin', at(id, '/confirm'), { pairingId, number: other }))).toEqual([
      409,
      'device.otherNumber',
    ]);
    expect(await stateOf(tablet)).toBe('WAITING');
  });

  it('can be a rejection, which uses up the code', async () => {
    const { id, pairingId, number, tablet, code } = await waitingTablet(walk, reach);
    for (const login of ['supervisor', 'admin']) {
      expect(await told(walk.post(login, at(id, '/refuse'), { pairingId }))).toBe(204);
    }
    expect(await stateOf(tablet)).toBe('REFUSED');
    expect(await told(walk.post('admin', at(id, '/confirm'), { pairingId, number }))).toEqual([
      409,
      'device.noRequest',
    ]);
    expect(await claim(new TestTablet(), code)).toEqual([422, 'device.codeUnknown']);
    expect((await walk.bodyOf(walk.get('admin', `/api/activations/${id}`))).status).toBe('DRAFT');
  });

  it('is refused after the code expires or a newer one is created', async () => {
    const late = await waitingTablet(walk, reach);
    walk.test.clock.advance(PAIRING_CODE_MINUTES * 60 + 1);
    expect(await told(walk.post('admin', at(late.id, '/confirm'), late))).toEqual([400, 'activation.invalid']);
    const { pairingId, number } = late;
    expect(await told(walk.post('admin', at(late.id, '/confirm'), { pairingId, number }))).toEqual([
      409,
      'device.noRequest',
    ]);
    expect(await stateOf(late.tablet)).toBe('EXPIRED');
    walk.test.clock.advance(-PAIRING_CODE_MINUTES * 60 - 1);
    const old = await waitingTablet(walk, reach);
    await newPairingCode(walk, 'admin', old.id);
    expect(await stateOf(old.tablet)).toBe('EXPIRED');
  });

  it('concurrent for two activations never gives one key two seats', async () => {
    const [one, two] = [await newPairingCode(walk), await newPairingCode(walk)];
    const tablet = new TestTablet();
    expect([await claim(tablet, one.code), await claim(tablet, two.code)]).toEqual([200, 200]);
    const words = await Promise.all(
      [one, two].map(async ({ id }) => {
        const { pairingId, number } = (await device(id)).request;
        return told(walk.post('admin', at(id, '/confirm'), { pairingId, number }));
      }),
    );
    expect(words.map(String).sort()).toEqual(['200', '409,device.noRequest']);
  });
});

describe('a device', () => {
  it('is disabled at once, enabled again, and not offered while disabled', async () => {
    const { id, tablet } = await pairedTablet(walk, reach);
    const offered = async () =>
      (await walk.bodyOf(walk.get('dealer', '/api/tablets?hst=10001'))).some((one: { id: number }) => one.id === id);
    expect(await offered()).toBe(true);
    for (const again of [1, 2]) {
      const answer = await walk.bodyOf(walk.put('supervisor', at(id), { disabled: true }));
      expect(answer.device, String(again)).toMatchObject({ disabledBy: 'supervisor' });
    }
    expect([await stateOf(tablet), await offered()]).toEqual(['DISABLED', false]);
    await walk.bodyOf(walk.put('admin', at(id), { disabled: false }));
    expect([await stateOf(tablet), await offered()]).toEqual(['ACTIVE', true]);
    expect((await trailOf(id)).slice(-2)).toEqual(['device.disabled', 'device.enabled']);
  });

  it('is revoked permanently when replaced, and its seat goes to its successor', async () => {
    const { id, tablet } = await pairedTablet(walk, reach);
    const before = await walk.bodyOf(walk.get('admin', `/api/activations/${id}`));
    const after = await walk.bodyOf(walk.post('supervisor', at(id, '/replace')));
    expect(after).toMatchObject({ status: 'DRAFT', deviceName: null });
    const seats = async () =>
      (await walk.bodyOf(walk.get('admin', `/api/licenses/${before.licenseId}`))).activationsCount;
    expect(await seats()).toBe(1);
    expect(await stateOf(tablet)).toBe('ENDED');
    expect(await told(walk.post('admin', at(id, '/replace')))).toEqual([409, 'activation.noDevice']);
    const next = await pairedTablet(walk, reach, id);
    expect([await stateOf(next.tablet), await stateOf(tablet), await seats()]).toEqual(['ACTIVE', 'ENDED', 1]);
    expect(await told(walk.post('admin', `/api/activations/${id}/device-code`))).toEqual([409, 'activation.hasDevice']);
  });

  it('ends with its activation, and expires with the end of it or of its licence', async () => {
    const { id, tablet } = await pairedTablet(walk, reach);
    const row = await walk.bodyOf(walk.get('admin', `/api/activations/${id}`));
    await walk.bodyOf(walk.put('admin', '/api/activations', { ...row, expiresAt: '2020-01-01' }));
    expect(await stateOf(tablet)).toBe('LAPSED');
    await walk.bodyOf(walk.put('admin', '/api/activations', { id, expiresAt: null }));
    expect(await stateOf(tablet)).toBe('ACTIVE');
    const license = await walk.bodyOf(walk.get('admin', `/api/licenses/${row.licenseId}`));
    await walk.bodyOf(walk.put('admin', '/api/licenses', { ...license, expiresAt: '2020-01-01' }));
    expect(await stateOf(tablet)).toBe('LAPSED');
    expect(await told(walk.post('admin', `/api/activations/${id}/device-code`))).toEqual([409, 'activation.expired']);
    expect((await walk.remove('admin', `/api/activations/${id}`)).statusCode).toBe(204);
    expect(await stateOf(tablet)).toBe('ENDED');
    expect((await trailOf(id)).at(-1)).toBe('device.withdrawn');
  });

  it('is NONE for an activation that has neither a device nor a request', async () => {
    const id = await newActivation(walk, 'Vuota');
    expect(await device(id)).toEqual({ state: 'NONE', code: null, request: null, device: null });
    expect(await told(walk.put('admin', at(id), { disabled: true }))).toEqual([409, 'activation.noDevice']);
    expect(await told(walk.post('admin', at(id, '/replace')))).toEqual([409, 'activation.noDevice']);
    expect(await device(id, 'nsc')).toMatchObject({ state: 'NONE' });
  });
});

describe('the proof of a request', () => {
  const refusedAs = (answer: { statusCode: number; json(): { code: string } }) => [
    answer.statusCode,
    answer.json().code,
  ];
  const UNPROVED = [401, 'device.unproved'];

  it('is accepted once, however often and over however many connections it is sent', async () => {
    const { tablet } = await pairedTablet(walk, reach);
    const headers = tablet.proof({ method: 'GET', path: '/api/device', time: now() });
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(tablet, headers)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(refusedAs(await ask(tablet, headers))).toEqual(UNPROVED);
  });

  it('is valid only for this request, this minute and this key', async () => {
    const { tablet } = await pairedTablet(walk, reach);
    const { tablet: other } = await pairedTablet(walk, reach);
    const call = { method: 'GET', path: '/api/device', time: now() } as const;
    const swapped = tablet.proof(call)[PROOF_HEADER]?.replace(tablet.keyId, other.keyId) ?? '';
    for (const headers of [
      {},
      { [PROOF_HEADER]: 'nessuna' },
      { [PROOF_HEADER]: swapped },
      new TestTablet().proof(call),
      tablet.proof({ ...call, path: '/api/device/queue' }),
      tablet.proof({ ...call, method: 'POST' }),
      tablet.proof({ ...call, body: '{}' }),
      tablet.proof({ ...call, time: now() - 61_000 }),
      tablet.proof({ ...call, time: now() + 61_000 }),
    ]) {
      expect(refusedAs(await ask(tablet, headers))).toEqual(UNPROVED);
    }
    expect((await ask(tablet, tablet.proof({ ...call, time: now() - 55_000 }))).statusCode).toBe(200);
    const late = (await ask(tablet, tablet.proof({ ...call, time: 1_500_000_000_000 }))).json();
    expect(Math.abs(Date.parse(late.now) - now())).toBeLessThan(10_000);
  });

  it('covers the body', async () => {
    const { tablet } = await pairedTablet(walk, reach);
    const path = '/api/device/queue/1/open';
    const headers = { ...JSON_TYPE, ...tablet.proof({ method: 'POST', path, body: '{ }', time: now() }) };
    expect(refusedAs(await walk.ask({ method: 'POST', path, headers, body: '{}' }))).toEqual(UNPROVED);
    const right = { ...JSON_TYPE, ...tablet.proof({ method: 'POST', path, body: '{}', time: now() }) };
    expect(refusedAs(await walk.ask({ method: 'POST', path, headers: right, body: '{}' }))).toEqual([
      404,
      'document.notFound',
    ]);
  });

  it('updates the stored browser when it changes, and keeps it when the header is missing', async () => {
    const { id, tablet } = await pairedTablet(walk, reach);
    const call = async (userAgent: string | null, later = 0) => {
      walk.test.clock.advance(later);
      const proof = tablet.proof({ method: 'GET', path: '/api/device', time: now() });
      await ask(tablet, userAgent === null ? proof : { ...proof, 'user-agent': userAgent });
      const { userAgent: known, lastSeenDate } = (await device(id)).device;
      return [known, Date.parse(lastSeenDate) - now()];
    };
    expect(await call('Chrome/130')).toEqual(['Chrome/130', 0]);
    expect(await call('Chrome/130', 5)).toEqual(['Chrome/130', -5_000]);
    expect(await call('Chrome/131', 5)).toEqual(['Chrome/131', 0]);
    expect(await call(null, 60)).toEqual(['Chrome/131', 0]);
    expect(await call('x'.repeat(400))).toEqual(['x'.repeat(300), 0]);
  });

  it('records when the tablet was last seen, and is forgotten after it expires', async () => {
    const { id, tablet } = await pairedTablet(walk, reach);
    expect((await device(id)).device.lastSeenDate).toBeNull();
    await ask(tablet);
    expect((await device(id)).device.lastSeenDate).toEqual(expect.any(String));
    const count = async () =>
      (await walk.database.read.selectFrom('device_nonce').selectAll().where('device_key', '=', tablet.keyId).execute())
        .length;
    await sweepDevices(walk.test.world);
    expect(await count()).toBe(1);
    walk.test.clock.advance(241);
    await sweepDevices(walk.test.world);
    walk.test.clock.advance(-241);
    expect(await count()).toBe(0);
  });
});
