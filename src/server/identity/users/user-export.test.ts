/** Export_Utenti.xlsx through HTTP, read back: who may download it, its cells, its filters, ten thousand rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wallClock } from '#domain/rome-time.ts';
import { type Portal, refusedFields } from '../../../../test/portal.ts';
import { readSheet, textOf } from '../../http/response/workbook-read.suite.ts';
import { openUsers, type UserCalls } from './user-calls.suite.ts';

let portal: Portal;
let users: UserCalls;
beforeAll(async () => {
  ({ portal, users } = await openUsers());
});
afterAll(() => portal.close());

const download = (as: string, query = '') => users.call(as, 'GET', `/api/users/download${query}`);
const rowsOf = async (query: string, as = 'admin') => readSheet((await download(as, query)).rawPayload).slice(1);

describe('the export of users', () => {
  it('is a spreadsheet download, under the specification’s name', async () => {
    const answer = await download('nsc');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Export_Utenti.xlsx"/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('has Italian headings, and a row per user with readable values', async () => {
    const made = await users.create({
      ...{
        login: 'elio.bianchi',
        firstName: 'Elio',
        lastName: 'Bianchi',
        activated: false,
        hstList: ['10001', '10002'],
      },
      authorities: ['ROLE_SALE_DEALER', 'ROLE_ACCEPTANCE_DEALER'],
      brands: [
        { brand: 'bmw', permissions: ['SALE_NEW', 'SERVICE'] },
        { brand: 'moto', permissions: ['READONLY'] },
      ],
    });
    const [headings, row] = readSheet((await download('admin', '?login.equals=elio.bianchi')).rawPayload);
    expect(Object.values(textOf(headings))).toEqual([
      ...['Id', 'Nome utente', 'Nome', 'Cognome', 'E-mail', 'Attivo', 'Ruoli', 'Concessionarie', 'Permessi BMW'],
      ...[
        'Permessi BMW i',
        'Permessi MINI',
        'Permessi Motorrad',
        'Creato il',
        'Creato da',
        'Modificato il',
        'Modificato da',
      ],
    ]);
    expect(textOf(row)).toEqual({
      ...{ A: String(made.id), B: 'elio.bianchi', C: 'Elio', D: 'Bianchi', E: made.email, F: 'No' },
      ...{ G: 'Venditore, Accettazione', H: '10001, 10002', I: 'Vendita nuovo, Assistenza', L: 'Sola lettura' },
      ...{ M: expect.stringMatching(/^\d{5}\.\d+$/), N: 'admin', O: expect.stringMatching(/^\d{5}\.\d+$/), P: 'admin' },
    });
  });

  it('has instants as dates, in Rome time', async () => {
    const made = await users.create({ login: 'data.prova' });
    const [row] = await rowsOf('?login.equals=data.prova');
    const cell = row?.get('M');
    expect([cell?.type, cell?.style]).toEqual([undefined, '4']);
    const local = wallClock(new Date(String(made.createdDate)).getTime());
    expect(Math.round((Number(cell?.value) - 25_569) * 86_400)).toBe(local / 1000);
  });

  it('never turns a name into a formula', async () => {
    for (const [index, lastName] of ['=1+1', '+39', '-2', '@SUM(A1)', '=cmd|/C calc!A0'].entries()) {
      const { login } = await users.create({ lastName });
      const [row] = await rowsOf(`?login.equals=${login}`);
      expect(row?.get('D'), String(index)).toEqual({ type: 'inlineStr', style: '3', value: lastName });
    }
  });

  it('handles property names of objects, XML markup and emoji', async () => {
    for (const firstName of ['constructor', '__proto__', `<b>&"'`, 'Zoë ✓']) {
      const { login } = await users.create({ firstName });
      expect(textOf((await rowsOf(`?login.equals=${login}`))[0]).C).toBe(firstName);
    }
  });

  it('contains exactly the users of the list with the same criteria, in order, not just one page', async () => {
    const query = '?authority.equals=ROLE_DEALER&sort=login,asc&page=1&size=2';
    const listed = (
      await users.call('admin', 'GET', '/api/users?authority.equals=ROLE_DEALER&sort=login,asc&size=100')
    ).json();
    const exported = (await rowsOf(query)).map((row) => textOf(row).B);
    expect(exported).toEqual(listed.map((user: { login: string }) => user.login));
    expect(exported.length).toBeGreaterThan(2);
    expect(await rowsOf('?login.equals=nessuno')).toEqual([]);
  });

  it.each([
    ['?password.equals=x', 'user.password.equals unknown'],
    ['?sort=brands,asc', 'user.sort oneOf'],
    ['?genericFilter.contains=a', 'user.genericFilter.contains min'],
  ])('refuses %s', async (query, field) => {
    const answer = await download('admin', query);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });

  it('logs who exported how many, without names', async () => {
    await download('nsc', '?login.equals=dealer');
    const line = portal.test.logLines.filter((one) => one.includes('users.exported')).at(-1) ?? '';
    expect(JSON.parse(line)).toMatchObject({ security: 'users.exported', users: 1 });
    expect(line).not.toContain('dealer@');
  });
});

describe('ten thousand users', () => {
  beforeAll(async () => {
    const { read } = portal.test.world.database;
    const at = new Date('2026-11-20T08:00:00Z');
    for (let start = 0; start < 10_000; start += 1000) {
      const rows = Array.from({ length: 1000 }, (_, index) => ({
        login: `massa${start + index}`,
        first_name: 'Massa',
        last_name: `Utente${start + index}`,
        email: `massa${start + index}@example.com`,
        authorities: ['ROLE_DEALER' as const],
        hst_list: ['10001'],
        brands: JSON.stringify([{ brand: 'bmw', permissions: ['SALE_NEW'] }]),
        activated: true,
        password_verifier: null,
        created_by: null,
        created_date: at,
        last_modified_by: null,
        last_modified_date: at,
      }));
      await read.insertInto('app_user').values(rows).execute();
    }
  }, 60_000);

  it('arrive completely, while the server answers other requests', async () => {
    const meanwhile: number[] = [];
    const ended = download('admin', '?login.contains=massa&sort=id,asc').then((answer) => ({ answer }));
    let done: { answer: Awaited<ReturnType<typeof download>> } | undefined;
    while (done === undefined) {
      meanwhile.push((await portal.callAs('dealer', 'GET', '/api/account')).statusCode);
      done = await Promise.race([ended, undefined]);
    }
    const { answer } = done;
    expect(meanwhile.length).toBeGreaterThan(5);
    expect(new Set(meanwhile)).toEqual(new Set([200]));
    const rows = readSheet(answer.rawPayload).slice(1);
    expect(rows).toHaveLength(10_000);
    expect(textOf(rows[0])).toMatchObject({ B: 'massa0', D: 'Utente0' });
    expect(textOf(rows[9_999])).toMatchObject({ B: 'massa9999', G: 'Concessionaria' });
  }, 60_000);

  it('are read only as fast as they are consumed, and no further after a disconnect', async () => {
    const { usersWorkbook } = await import('./user-export.ts');
    const { listUserIds } = await import('../queries.ts');
    const { sql } = await import('kysely');
    const { read } = portal.test.world.database;
    const ids = await listUserIds(read, { conditions: [], order: sql`id desc` });
    let reads = 0;
    const counted = new Proxy(read, {
      get: (target, name) => {
        if (name === 'selectFrom') reads += 1;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const parts = usersWorkbook(counted, ids);
    let taken = 0;
    for await (const part of parts) {
      taken += part.length;
      if (taken > 20_000) break;
    }
    const atBreak = reads;
    expect(ids.length).toBeGreaterThan(10_000);
    expect(atBreak).toBeLessThan(25);
    // Pending work has had its turns; nothing new starts.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(reads).toBeLessThanOrEqual(atBreak + 1);
  }, 60_000);
});
