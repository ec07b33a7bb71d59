/** Synchronization with RSP through HTTP and in the background: states, double clicks, failures, processes that die. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import type { RspDirectory } from '#ports/customer-search.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { sweepSynchronizations, synchronizationTasks, synchronizeDossier } from './synchronization.ts';

let portal: Portal;
let person: DirectoryCustomer;
/** RSP's answer to a record request; undefined uses the built-in one. */
let answering: ((key: string) => Promise<DirectoryCustomer | undefined>) | undefined;
let asked: string[] = [];

beforeAll(async () => {
  portal = await openPortal({
    override: ({ rsp }): { rsp: RspDirectory } => ({
      rsp: {
        ...rsp,
        find: (key) => {
          asked.push(key);
          return (answering ?? rsp.find)(key);
        },
      },
    }),
  });
  const found = await portal.test.world.rsp.find('R-000123');
  if (found === undefined) throw new Error('R-000123 is not in RSP');
  person = found;
});
afterAll(() => portal.close());
beforeEach(() => {
  answering = undefined;
  asked = [];
});

const down = async (): Promise<never> => {
  throw new OutsideFailure('RSP', 'down', 'no connection');
};
const linked = (change: Record<string, unknown> = {}): Promise<number> =>
  portal.create('dealer', '/api/dossiers', { ...person, hst: '10001', brand: 'bmw', ...change });
const path = (id: number): string => `/api/dossiers/rsp-synchronization/${id}`;
const status = async (id: number, login = 'dealer') => (await portal.callAs(login, 'GET', `${path(id)}/status`)).json();
const schedule = (id: number, login = 'dealer') => portal.callAs(login, 'POST', path(id));
const dossier = async (id: number) => (await portal.callAs('dealer', 'GET', `/api/dossiers/${id}`)).json();
const synchronize = (id: number, lastTry = false) => synchronizeDossier(portal.test.world, id, { lastTry });
const jobsOf = async (id: number): Promise<number> => {
  const queued = await portal.read
    .selectFrom('dossier')
    .select('sync_queued_date')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return queued.sync_queued_date === null ? 0 : 1;
};
const NOTHING = { syncStatus: null, lastSync: null };

describe('the status', () => {
  it('is empty for a customer without a link to RSP', async () => {
    for (const change of [{ businessId: null }, { searchType: 'DMS', rspSearchType: null }, { searchType: null }]) {
      const id = await linked(change);
      expect(await status(id)).toEqual(NOTHING);
      const refused = await schedule(id);
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        code: 'dossier.notLinked',
        message: expect.stringContaining('non è collegato al sistema RSP'),
      });
      expect(await status(id)).toEqual(NOTHING);
    }
  });

  it('of a customer just found in RSP is TO_SYNC', async () => {
    expect(await status(await linked())).toEqual({ syncStatus: 'TO_SYNC', lastSync: null });
  });

  it('of a customer created by a DMS account is available to that account', async () => {
    const body = { ...person, hst: '10001', brand: 'bmw' };
    const id = await portal.create('dms', '/api/dossiers', body);
    expect((await schedule(id, 'dms')).statusCode).toBe(202);
    expect(await status(id, 'dms')).toMatchObject({ syncStatus: 'TO_SYNC' });
  });

  it('of a deleted customer is not found', async () => {
    const id = await linked();
    expect((await portal.callAs('dealer', 'DELETE', `/api/dossiers/${id}`)).statusCode).toBe(204);
    expect((await portal.callAs('dealer', 'GET', `${path(id)}/status`)).statusCode).toBe(404);
    expect((await schedule(id)).statusCode).toBe(404);
    await synchronize(id);
    expect(asked).toEqual([]);
  });
});

describe('a synchronization', () => {
  it('writes the RSP record to the rsp fields; the dealer’s values stay, and it is no edit', async () => {
    const id = await linked({ lastName: 'Battuta a mano', city: 'Altrove', mobilePhone: '+39 3339999999' });
    const before = await dossier(id);
    expect(before).toMatchObject({ rspLastName: 'Battuta a mano', rspCity: 'Altrove' });
    portal.test.clock.advance(60);
    const from = portal.test.clock.now().getTime();
    await synchronize(id);
    const after = await dossier(id);
    expect(asked).toEqual(['R-000123']);
    expect(after).toEqual({
      ...before,
      ...{ rspFirstName: person.firstName, rspLastName: person.lastName, rspCompanyName: null },
      ...{ rspPhone: person.mobilePhone, rspAddress: person.street, rspCity: person.city },
      rspPostalCode: person.postalCode,
      ...{ syncStatus: 'SYNCED', lastSync: after.lastSync },
    });
    expect(Date.parse(after.lastSync)).toBeGreaterThanOrEqual(from);
    expect(await status(id)).toEqual({ syncStatus: 'SYNCED', lastSync: after.lastSync });
    expect(after.lastModifiedDate).toBe(before.lastModifiedDate);
  });

  it('of a company reads its name', async () => {
    const company = await portal.test.world.rsp.find('R-003123');
    const id = await linked({ ...company, organizationName: 'Scritta male' });
    await synchronize(id);
    expect(await dossier(id)).toMatchObject({
      organizationName: 'Scritta male',
      rspCompanyName: company?.organizationName,
    });
  });

  it('keeps a stale edit refused and a fresh one accepted, whenever it runs', async () => {
    const id = await linked();
    const read = await dossier(id);
    await synchronize(id);
    const edited = await portal.callAs('dealer', 'PUT', '/api/dossiers', { ...read, email: 'nuova@example.com' });
    expect(edited.statusCode, edited.body).toBe(200);
    expect(edited.json()).toMatchObject({ syncStatus: 'SYNCED', rspFirstName: person.firstName });
    const stale = await portal.callAs('dealer', 'PUT', '/api/dossiers', { ...read, email: 'vecchia@example.com' });
    expect(stale.statusCode).toBe(409);
  });

  it('is SYNCING while RSP is called, and never inside a transaction', async () => {
    const id = await linked();
    answering = async () => {
      // On the embedded database this call would wait forever for an open transaction.
      expect(await status(id)).toMatchObject({ syncStatus: 'SYNCING' });
      return person;
    };
    await synchronize(id);
    expect(await status(id)).toMatchObject({ syncStatus: 'SYNCED' });
  });

  it('scheduled again runs again, and keeps the last date until then', async () => {
    const id = await linked();
    await synchronize(id);
    const { lastSync } = await status(id);
    portal.test.clock.advance(5);
    const answer = await schedule(id);
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({ syncStatus: 'TO_SYNC', lastSync });
    await synchronize(id);
    expect(Date.parse((await status(id)).lastSync)).toBeGreaterThan(Date.parse(lastSync));
  });
});

describe('a double click', () => {
  it('queues one job for concurrent requests', async () => {
    const id = await linked();
    await synchronize(id);
    const sent: string[] = [];
    const { jobs } = portal.test.world;
    const send = jobs.send.bind(jobs);
    jobs.send = async (tx, name, data, options) => {
      sent.push(JSON.stringify(data));
      await send(tx, name, data, options);
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => schedule(id)));
    jobs.send = send;
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.json().syncStatus}`))).toEqual(
      new Set(['202 TO_SYNC']),
    );
    expect(sent).toEqual([JSON.stringify({ dossierId: id })]);
  });

  it('does not disturb a running synchronization', async () => {
    const id = await linked();
    answering = async () => {
      expect((await schedule(id)).json()).toMatchObject({ syncStatus: 'SYNCING' });
      return person;
    };
    await synchronize(id);
    expect(await status(id)).toMatchObject({ syncStatus: 'SYNCED' });
  });

  it('of the job itself calls RSP at most twice and ends once', async () => {
    const id = await linked();
    await Promise.all([synchronize(id), synchronize(id), synchronize(id)]);
    expect(await status(id)).toMatchObject({ syncStatus: 'SYNCED' });
    const before = asked.length;
    await synchronize(id);
    expect(asked.length).toBe(before);
  });
});

describe('a failing RSP', () => {
  it('leaves the customer waiting for the next attempt, and FAILED after the last one; then it can be scheduled again', async () => {
    const id = await linked();
    answering = down;
    await expect(synchronize(id)).rejects.toBeInstanceOf(OutsideFailure);
    expect(await status(id)).toEqual({ syncStatus: 'TO_SYNC', lastSync: null });
    await synchronize(id, true);
    expect(await status(id)).toEqual({ syncStatus: 'SYNC_FAILED', lastSync: null });
    answering = undefined;
    await synchronize(id);
    expect(await status(id)).toMatchObject({ syncStatus: 'SYNC_FAILED' });
    expect((await schedule(id)).json()).toMatchObject({ syncStatus: 'TO_SYNC' });
    await synchronize(id);
    expect(await status(id)).toMatchObject({ syncStatus: 'SYNCED' });
  });

  it('keeps the values and date of the last success', async () => {
    const id = await linked();
    await synchronize(id);
    const before = await dossier(id);
    await schedule(id);
    answering = down;
    await synchronize(id, true);
    expect(await dossier(id)).toEqual({ ...before, syncStatus: 'SYNC_FAILED' });
  });

  it('fails at once for a record that RSP does not have', async () => {
    const id = await linked({ businessId: 'R-999999' });
    await synchronize(id);
    expect(await status(id)).toEqual({ syncStatus: 'SYNC_FAILED', lastSync: null });
    expect(await jobsOf(id)).toBe(0);
  });

  it('writes nothing to a customer since linked to another record, and reads that one', async () => {
    const other = await portal.test.world.rsp.find('R-000124');
    for (const first of ['answers', 'fails'] as const) {
      const id = await linked();
      asked = [];
      answering = async (key) => {
        if (key !== person.businessId) return other;
        const row = await dossier(id);
        const edited = await portal.callAs('dealer', 'PUT', '/api/dossiers', { ...row, businessId: 'R-000124' });
        expect(edited.json()).toMatchObject({ syncStatus: 'TO_SYNC', lastSync: null });
        return first === 'answers' ? person : down();
      };
      await synchronize(id, true);
      expect(asked).toEqual(['R-000123', 'R-000124']);
      expect(await dossier(id)).toMatchObject({ syncStatus: 'SYNCED', rspLastName: other?.lastName });
    }
  });

  it('writes nothing to a customer since unlinked', async () => {
    const id = await linked();
    answering = async () => {
      await portal.callAs('dealer', 'PUT', '/api/dossiers', { ...(await dossier(id)), businessId: null });
      return person;
    };
    await synchronize(id);
    expect(await dossier(id)).toMatchObject({ ...NOTHING, rspLastName: null });
  });
});

describe('the background job', () => {
  it('synchronizes a newly linked customer once', async () => {
    const { world } = portal.test;
    const id = await linked();
    expect(await jobsOf(id)).toBe(0);
    await Promise.all([sweepSynchronizations(world), sweepSynchronizations(world)]);
    expect(await jobsOf(id)).toBe(1);
    await synchronizationTasks(world);
    await world.jobs.drain();
    expect(await status(id)).toMatchObject({ syncStatus: 'SYNCED' });
    expect(asked.filter((key) => key === 'R-000123').length).toBeGreaterThan(0);
  });

  it('retries after a failure', async () => {
    const { world } = portal.test;
    let failures = 0;
    answering = async () => {
      failures += 1;
      return failures === 1 ? down() : person;
    };
    const id = await linked();
    expect((await schedule(id)).statusCode).toBe(202);
    await world.jobs.drain();
    expect(failures).toBe(2);
    expect(await status(id)).toMatchObject({ syncStatus: 'SYNCED' });
  });

  it('resumes customers left SYNCING by a dead process, at the next start or after a timeout', async () => {
    const { world, clock } = portal.test;
    const left = async (): Promise<number> => {
      const id = await linked();
      await world.database.transaction((tx) =>
        tx
          .updateTable('dossier')
          .set({ sync_status: 'SYNCING', sync_queued_date: clock.now() })
          .where('id', '=', id)
          .execute(),
      );
      return id;
    };
    const atStart = await left();
    clock.advance(1);
    await sweepSynchronizations(world);
    await world.jobs.drain();
    expect(await status(atStart)).toMatchObject({ syncStatus: 'SYNCING' });
    await sweepSynchronizations(world, clock.now());
    await world.jobs.drain();
    expect(await status(atStart)).toMatchObject({ syncStatus: 'SYNCED' });

    const later = await left();
    clock.advance(901);
    await sweepSynchronizations(world);
    await world.jobs.drain();
    expect(await status(later)).toMatchObject({ syncStatus: 'SYNCED' });
  });
});
