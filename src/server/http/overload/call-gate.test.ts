/** One user's calls share slots over all sessions: a flood is refused with 503 and delays no other user. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPortal, type Portal } from '../../../../test/portal.ts';

const LIMITS = {
  account: { active: 2, waiting: 3 },
  link: { active: 1, waiting: 1 },
  network: { active: 20, waiting: 20 },
};
const SEARCH = '/api/rsp/customers?lastName.contains=prov&firstName.contains=gin';

let portal: Portal;
/** Searches in progress, which end when released. */
let hanging: (() => void)[];

let watchers: Set<() => void>;

beforeAll(async () => {
  portal = await openPortal({
    override: ({ rsp, settings }) => ({
      settings: { ...settings, callLimits: LIMITS },
      rsp: {
        ...rsp,
        searchCustomers: () =>
          new Promise((resolve) => {
            hanging.push(() => resolve({ rows: [], total: 0 }));
            for (const look of [...watchers]) look();
          }),
      },
    }),
  });
  for (const login of ['dealer', 'supervisor']) await portal.callAs(login, 'GET', '/api/account');
});
beforeEach(() => {
  hanging = [];
  watchers = new Set();
});
afterAll(() => portal.close());

const started = (count: number): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (hanging.length < count) return;
      watchers.delete(look);
      resolve();
    };
    watchers.add(look);
    look();
  });
const search = (login = 'dealer', headers = {}) => portal.callAs(login, 'GET', SEARCH, undefined, headers);
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);
/** Releases every search, including those that start meanwhile. */
async function endAll(count: number): Promise<void> {
  for (let ended = 0; ended < count; ended += 1) {
    await started(ended + 1);
    hanging[ended]?.();
  }
}
/** Sent one by one, so that each is admitted or refused before the next. */
const oneAfterAnother = async (count: number, login?: string) => {
  const sent: ReturnType<typeof search>[] = [];
  for (let n = 0; n < count; n += 1) {
    sent.push(search(login));
    await new Promise(setImmediate);
  }
  return sent;
};

describe('the requests of one user', () => {
  it('queue above their slots, are refused above their queue, and delay no other user', async () => {
    const sent = await oneAfterAnother(5);
    await started(2);
    const refused = await search();
    expect(refused.statusCode, refused.body).toBe(503);
    expect(refused.json()).toMatchObject({ code: 'system.busy' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(hanging).toHaveLength(2);
    expect((await portal.callAs('supervisor', 'GET', '/api/account')).statusCode).toBe(200);
    await endAll(5);
    expect(statuses(await Promise.all(sent))).toEqual([200, 200, 200, 200, 200]);
    expect((await portal.callAs('dealer', 'GET', '/api/account')).statusCode).toBe(200);
  });

  it('are counted together over all sessions of the user', async () => {
    const payload = { username: 'dealer', password: 'prova' };
    const again = await portal.app.inject({ method: 'POST', url: '/api/auth/login', payload });
    const headers = { authorization: `Bearer ${again.json<{ token: string }>().token}` };
    expect((await portal.callAs('dealer', 'GET', '/api/account', undefined, headers)).statusCode).toBe(200);
    const sent = await oneAfterAnother(5);
    await started(2);
    expect((await search('dealer', headers)).json()).toMatchObject({ code: 'system.busy' });
    await endAll(5);
    await Promise.all(sent);
  });

  it('include writes while a read is in progress', async () => {
    const sent = await oneAfterAnother(1);
    await started(1);
    const created = await portal.callAs('dealer', 'POST', '/api/dossiers', portal.dossier());
    expect(created.statusCode, created.body).toBe(201);
    await endAll(1);
    await Promise.all(sent);
  });

  it('are not delayed by open live streams', async () => {
    // These streams end with the server.
    const streams = Array.from({ length: 3 }, () => portal.callAs('dealer', 'GET', '/api/events?seconds=3000'));
    for (let n = 0; n < 3; n += 1) expect((await portal.callAs('dealer', 'GET', '/api/account')).statusCode).toBe(200);
    expect(streams).toHaveLength(3);
  });
});
