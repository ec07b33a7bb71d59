/** Dealers and legal entities through HTTP: who gets which, what is refused, and the effect of a failing directory. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openToolsService } from '#adapters/dealer-directory/tools-http.ts';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { guardedDealers } from '#adapters/outside/guarded-ports.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { DEALER_DIRECTORY } from '#server/demo/dealers.ts';
import { type ToolsBehaviour, ToolsService } from '../../../test/hosts/tools-host.ts';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';
import { claimRefresh } from './queries.ts';
import { refreshDealers, STALE_SECONDS } from './refresh-dealers.ts';
import { dealerTasks } from './tasks.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const ask = (login: string, body: object) => portal.callAs(login, 'POST', '/tools/conc/list', body);
const hsts = async (login: string, body: object): Promise<string[]> =>
  (await ask(login, body)).json<{ concs: { hst2011: string }[] }>().concs.map((one) => one.hst2011);

describe('the list of dealers', () => {
  it('has the requested fields only', async () => {
    const answer = await ask('admin', { brand: 'bmw,mini', fields: 'hst2011,name,tipo_auto', test: false });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().concs[0]).toEqual({ hst2011: '10001', name: 'Autoesempio Bologna', tipo_auto: 'C' });
  });

  it('has all fields when none are requested', async () => {
    const [first] = (await ask('dealer', {})).json().concs;
    expect(first).toMatchObject({ hst2011: '10001', legal_entity: 'LE001', citta: 'Bologna', tipo_moto: 'C' });
    expect(Object.keys(first)).toHaveLength(12);
  });

  it('filters by brand: C, F, S and O handle it, a dash does not', async () => {
    expect(await hsts('admin', { brand: 'moto' })).toEqual([
      ...['10001', '10003', '10006', '10007', '10008', '10011', '10012'],
    ]);
    expect(await hsts('admin', { brand: 'bmw,bmwi,mini,moto' })).toHaveLength(12);
    expect(await hsts('admin', {})).toContain('10010');
  });

  it('contains only own dealers except for administrators and the national organisation', async () => {
    expect(await hsts('nsc', {})).toHaveLength(12);
    expect(await hsts('supervisor', {})).toEqual(['10001', '10002']);
    expect(await hsts('milano', {})).toEqual(['10003']);
    expect(await hsts('nobody', {})).toEqual([]);
  });

  it.each([
    [{ brand: 'bmw,fiat' }, 'dealer.brand.1 oneOf'],
    [{ fields: 'hst2011,password' }, 'dealer.fields.1 oneOf'],
    [{ brand: ['bmw'] }, 'dealer.brand type'],
    [{ test: 'forse' }, 'dealer.test type'],
    [{ altro: 1 }, 'dealer.altro unknown'],
  ])('refuses %j', async (body, field) => {
    const answer = await ask('admin', body);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });
});

describe('legal entities', () => {
  it('are those of the caller’s dealers, and list those dealers', async () => {
    expect((await portal.callAs('supervisor', 'GET', '/api/legal-entities')).json()).toEqual([
      { legalEntity: 'LE001', name: 'Autoesempio S.p.A.', hstList: ['10001', '10002'] },
    ]);
    expect((await portal.callAs('modena', 'GET', '/api/legal-entities')).json()).toEqual([
      { legalEntity: 'LE001', name: 'Autoesempio S.p.A.', hstList: ['10002'] },
    ]);
    expect((await portal.callAs('admin', 'GET', '/api/legal-entities')).json()).toHaveLength(6);
    expect((await portal.callAs('nobody', 'GET', '/api/legal-entities')).json()).toEqual([]);
  });
});

/** A portal with a real tools service on loopback, behind a guard with short limits. */
async function openNetwork(options: { empty?: boolean } = {}) {
  const service = await new ToolsService(DEALER_DIRECTORY).listen();
  const network = await openPortal({
    override: ({ clock, log }) => ({
      dealerDirectory: guardedDealers(
        openToolsService({ url: service.url, token: 'segreto' }),
        openCircuitBreaker({
          ...{ system: 'tools', clock, log, failures: 3, pause: 30 },
          // Short for a service that never answers; a working one may take as long as a busy machine needs.
          get timeLimit() {
            return ['silent', 'drip'].includes(service.behaviour.kind) ? 150 : 30_000;
          },
        }),
      ),
    }),
  });
  const { world, clock } = network.test;
  if (options.empty) {
    await world.database.transaction(async (tx) => {
      await tx.deleteFrom('dealer').execute();
      await tx.deleteFrom('legal_entity').execute();
    });
  }
  const list = (login = 'admin', body: object = { fields: 'hst2011,name' }) =>
    network.callAs(login, 'POST', '/tools/conc/list', body);
  return {
    ...{ network, service, world, clock, list },
    names: async (login?: string) =>
      (await list(login)).json<{ concs: { hst2011: string; name: string }[] }>().concs.map((one) => one.hst2011),
    logged: (text: string) => network.test.logLines.filter((line) => line.includes(text)).length,
    async close() {
      await network.close();
      await service.close();
    },
  };
}

const renamed = (name: string): Dealer[] =>
  DEALER_DIRECTORY.map((dealer) => (dealer.hst2011 === '10001' ? { ...dealer, name } : dealer));

describe('the copy of the dealer directory', () => {
  let ground: Awaited<ReturnType<typeof openNetwork>>;
  beforeAll(async () => {
    ground = await openNetwork();
  });
  afterAll(() => ground.close());
  beforeEach(async () => {
    ground.service.behaviour = { kind: 'list', concs: DEALER_DIRECTORY };
    // Long enough for any pause of the guard and any claim to expire.
    ground.clock.advance(300);
    expect(await refreshDealers(ground.world)).toBe('refreshed');
  });

  it('is read from the directory and states its age', async () => {
    ground.service.behaviour = {
      kind: 'list',
      concs: [...renamed('Autoesempio Nuova'), { ...DEALER_DIRECTORY[0], hst2011: '20001', legal_entity: 'LE900' }],
    };
    expect(await refreshDealers(ground.world)).toBe('refreshed');
    ground.clock.advance(42);
    const answer = await ground.list();
    expect(Number(answer.headers.age)).toBeGreaterThanOrEqual(42);
    expect(Number(answer.headers.age)).toBeLessThan(60);
    expect(answer.json().concs[0]).toEqual({ hst2011: '10001', name: 'Autoesempio Nuova' });
    expect(await ground.names()).toContain('20001');
    const entities = (await ground.network.callAs('admin', 'GET', '/api/legal-entities')).json();
    expect(entities).toContainEqual({ legalEntity: 'LE900', name: 'Autoesempio S.p.A.', hstList: ['20001'] });
  });

  it.each<[string, ToolsBehaviour]>([
    ['is slow', { kind: 'silent' }],
    ['drips', { kind: 'drip' }],
    ['answers 500', { kind: 'status', status: 500 }],
    ['refuses us', { kind: 'status', status: 401 }],
    ['sends us elsewhere', { kind: 'status', status: 302, location: 'http://127.0.0.1:1/' }],
    ['says nonsense', { kind: 'body', text: '<html>' }],
    ['has one wrong dealer', { kind: 'list', concs: [...renamed('Mai'), { hst2011: '' }] }],
    ['lists a dealer twice', { kind: 'list', concs: [...renamed('Mai'), ...DEALER_DIRECTORY] }],
    ['lists nobody', { kind: 'list', concs: [] }],
    ['lacks more than half of the network', { kind: 'list', concs: renamed('Mai').slice(0, 5) }],
    ['resets the connection', { kind: 'reset' }],
  ])('is served unchanged while the directory %s', async (_name, behaviour) => {
    const before = (await ground.list()).json();
    ground.service.behaviour = behaviour;
    ground.clock.advance(60);
    expect(await refreshDealers(ground.world)).toBe('failed');
    const answer = await ground.list();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(before);
    expect(Number(answer.headers.age)).toBeGreaterThanOrEqual(60);
    expect(ground.logged('serving the copy')).toBeGreaterThan(0);
  });

  it('keeps customers of a dealer no longer listed, and accepts no new ones', async () => {
    const { network } = ground;
    const id = await network.create('modena', '/api/dossiers', network.dossier({ hst: '10002' }));
    ground.service.behaviour = { kind: 'list', concs: DEALER_DIRECTORY.filter(({ hst2011 }) => hst2011 !== '10002') };
    expect(await refreshDealers(ground.world)).toBe('refreshed');
    expect(await ground.names('supervisor')).toEqual(['10001']);
    expect(await ground.names('modena')).toEqual([]);
    expect((await network.callAs('modena', 'GET', `/api/dossiers/${id}`)).statusCode).toBe(200);
    expect((await network.callAs('modena', 'POST', '/api/dossiers/search', {})).json()).toMatchObject([
      { id, hst: '10002' },
    ]);
    expect((await network.callAs('modena', 'GET', '/api/legal-entities')).json()).toEqual([
      { legalEntity: 'LE001', name: 'Autoesempio S.p.A.', hstList: [] },
    ]);
    const refused = await network.callAs('modena', 'POST', '/api/dossiers', network.dossier({ hst: '10002' }));
    expect(refused.statusCode).toBe(400);
    expect(refusedFields(refused)).toEqual(['dossier.hst goneDealer']);
    const search = '/api/dms/customers?email.contains=example&mobilePhone.contains=333';
    expect((await network.callAs('modena', 'GET', search)).json()).toEqual([]);
    const named = await network.callAs('modena', 'GET', `${search}&hst.equals=10002`);
    expect(refusedFields(named)).toEqual(['customer.hst.equals goneDealer']);
    ground.service.behaviour = { kind: 'list', concs: DEALER_DIRECTORY };
    expect(await refreshDealers(ground.world)).toBe('refreshed');
    expect(await ground.names('modena')).toEqual(['10002']);
    await network.create('modena', '/api/dossiers', network.dossier({ hst: '10002' }));
  });

  it('is refreshed by one node at a time; another node takes over when that one dies', async () => {
    const asked = ground.service.requests.length;
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refreshDealers(ground.world)));
    expect(outcomes.filter((outcome) => outcome === 'refreshed').length).toBeGreaterThan(0);
    expect(ground.service.requests.length - asked).toBe(outcomes.filter((outcome) => outcome === 'refreshed').length);
    expect(outcomes).not.toContain('failed');
    const at = ground.clock.now();
    const until = new Date(at.getTime() + 60_000);
    await ground.world.database.transaction((tx) => claimRefresh(tx, at, until));
    expect(await refreshDealers(ground.world)).toBe('elsewhere');
    ground.clock.advance(61);
    expect(await refreshDealers(ground.world)).toBe('refreshed');
  });

  it('is not refreshed while the directory keeps failing, and is again once it recovers', async () => {
    ground.service.behaviour = { kind: 'status', status: 500 };
    for (let time = 0; time < 3; time++) expect(await refreshDealers(ground.world)).toBe('failed');
    const asked = ground.service.requests.length;
    expect(await refreshDealers(ground.world)).toBe('failed');
    ground.service.behaviour = { kind: 'list', concs: renamed('Tornata') };
    expect(await refreshDealers(ground.world)).toBe('failed');
    expect(ground.service.requests.length).toBe(asked);
    ground.clock.advance(31);
    expect(await refreshDealers(ground.world)).toBe('refreshed');
    expect((await ground.list()).json().concs[0].name).toBe('Tornata');
  });

  it('is served at once when it is old, and refreshed in the background, not on every request', async () => {
    ground.clock.advance(STALE_SECONDS + 60);
    ground.service.behaviour = { kind: 'silent' };
    const asked = ground.service.requests.length;
    const failed = ground.logged('no answer within');
    const answers = await Promise.all(Array.from({ length: 10 }, () => ground.list()));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(Number(answer.headers.age)).toBeGreaterThan(STALE_SECONDS);
    }
    await until(() => ground.logged('no answer within') > failed);
    await ground.list();
    expect(ground.service.requests.length - asked).toBe(1);
    ground.service.behaviour = { kind: 'list', concs: renamed('Rinfrescata') };
    ground.clock.advance(61);
    await ground.list();
    await until(async () => (await ground.list()).json().concs[0].name === 'Rinfrescata');
  });
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(holds, { interval: 10, timeout: 20_000 }).toBe(true);
}

describe('an installation without a copy', () => {
  it('waits for the directory at the first call', async () => {
    const ground = await openNetwork({ empty: true });
    const answers = await Promise.all([ground.names(), ground.names('supervisor'), ground.names()]);
    expect(answers.map((hsts) => hsts.length)).toEqual([12, 2, 12]);
    expect(ground.service.requests).toHaveLength(1);
    await ground.close();
  });

  it('names the system that does not answer; all else works', async () => {
    const ground = await openNetwork({ empty: true });
    ground.service.behaviour = { kind: 'status', status: 500 };
    for (const answer of [await ground.list(), await ground.network.callAs('admin', 'GET', '/api/legal-entities')]) {
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({
        code: 'dealers.unavailable',
        message: expect.stringContaining('concessionarie non risponde'),
      });
      expect(answer.headers['retry-after']).toBeDefined();
    }
    expect((await ground.network.callAs('admin', 'GET', '/api/account')).statusCode).toBe(200);
    expect((await ground.network.callAs('admin', 'POST', '/api/dossiers/search', {})).statusCode).toBe(200);
    ground.service.behaviour = { kind: 'list', concs: DEALER_DIRECTORY };
    expect(await ground.names()).toHaveLength(12);
    await ground.close();
  });

  it('starts without the directory, and has a copy after the task runs', async () => {
    const ground = await openNetwork({ empty: true });
    ground.service.behaviour = { kind: 'reset' };
    await dealerTasks(ground.world);
    expect(ground.logged('serving the copy')).toBe(1);
    await ground.close();
  });
});
