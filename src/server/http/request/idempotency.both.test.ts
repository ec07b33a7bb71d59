/** The same Idempotency-Key returns the same result and creates once, even after interruptions. */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal, refusedFields } from '../../../../test/portal.ts';
import { sweepKeys } from './idempotency.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const keyed = (key: string) => ({ 'idempotency-key': key });
const post = (key: string, url: string, body: object | string, login = 'dealer'): Promise<LightMyRequestResponse> =>
  portal.callAs(login, 'POST', url, body, keyed(key));
const dossiers = async (): Promise<number> => (await portal.counts()).dossier ?? 0;
const rowsOf = (key: string) => portal.read.selectFrom('idempotency_key').selectAll().where('key', '=', key).execute();

describe('a create repeated with its key', () => {
  it('returns the same bytes, marks them as repeated, and creates one row', async () => {
    const key = randomUUID();
    const before = await dossiers();
    const first = await post(key, '/api/dossiers', portal.dossier());
    const second = await post(key, '/api/dossiers', portal.dossier());
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.body).toBe(first.body);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(second.headers['cache-control']).toBe('no-store');
    expect(await dossiers()).toBe(before + 1);
  });

  it('creates one row for fifty concurrent callers', async () => {
    const key = randomUUID();
    const before = await dossiers();
    const body = portal.dossier({ lastName: 'Insieme' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(key, '/api/dossiers', body)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await dossiers()).toBe(before + 1);
  });

  it('creates one document with its file for ten concurrent callers', async () => {
    const folderId = await portal.newFolder();
    const key = randomUUID();
    const body = { ...(await portal.document()), folderId };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(key, '/api/documents', body)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const folder = await portal.callAs('dealer', 'GET', `/api/folders/${folderId}`);
    expect(folder.json().numberOfDocuments).toBe(1);
  });

  it('creates customer, folder and document of the wizard once', async () => {
    const key = randomUUID();
    const before = await portal.counts();
    const body = { dossier: portal.dossier(), folder: portal.folder(), document: await portal.document() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(key, '/api/documents/wizard', body)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    const after = await portal.counts();
    for (const table of ['dossier', 'folder', 'document']) {
      expect(after[table], table).toBe((before[table] ?? 0) + 1);
    }
  });

  it('returns the original answer even after the row was changed or deleted', async () => {
    const key = randomUUID();
    const first = await post(key, '/api/dossiers', portal.dossier());
    const { database } = portal.test.world;
    const { id } = first.json();
    await database.read
      .updateTable('dossier')
      .set({ city: 'Modena', status: 'DELETED' })
      .where('id', '=', id)
      .execute();
    const second = await post(key, '/api/dossiers', portal.dossier());
    expect([second.statusCode, second.body]).toEqual([201, first.body]);
  });

  it('is recognized for more than a day, then the key is free again', async () => {
    const key = randomUUID();
    const first = await post(key, '/api/dossiers', portal.dossier());
    const { clock, world } = portal.test;
    clock.advance(47 * 3600);
    await sweepKeys(world);
    expect(await rowsOf(key)).toHaveLength(1);
    clock.advance(2 * 3600);
    await sweepKeys(world);
    expect(await rowsOf(key)).toHaveLength(0);
    clock.advance(-49 * 3600);
    const again = await post(key, '/api/dossiers', portal.dossier());
    expect(again.json().id).not.toBe(first.json().id);
  });
});

describe('a key', () => {
  it('refuses another body, query or path, and creates nothing', async () => {
    const key = randomUUID();
    await post(key, '/api/dossiers', portal.dossier());
    const before = await portal.counts();
    const other = await post(key, '/api/dossiers', portal.dossier({ firstName: 'Altra' }));
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency.otherRequest']);
    const query = await post(key, '/api/dossiers?x=1', portal.dossier());
    expect([query.statusCode, query.json().code]).toEqual([422, 'idempotency.otherRequest']);
    expect(await portal.counts()).toEqual(before);
  });

  it('is scoped to its path: the same key creates a customer and a folder', async () => {
    const key = randomUUID();
    const dossierId = (await post(key, '/api/dossiers', portal.dossier())).json().id;
    const folder = await post(key, '/api/folders', { ...portal.folder(), dossierId });
    expect([folder.statusCode, folder.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  it('is scoped to its caller: another caller creates a new row and sees nothing of the first', async () => {
    const key = randomUUID();
    const first = await post(key, '/api/dossiers', portal.dossier());
    const other = await post(key, '/api/dossiers', portal.dossier({ hst: '10002' }), 'modena');
    expect(other.statusCode).toBe(201);
    expect(other.json().id).not.toBe(first.json().id);
  });

  it('is not used up by a refusal', async () => {
    const key = randomUUID();
    const refused = await post(key, '/api/dossiers', portal.dossier({ email: 'nessuna' }));
    expect(refused.statusCode).toBe(400);
    expect(await rowsOf(key)).toHaveLength(0);
    const foreign = await post(key, '/api/dossiers', portal.dossier({ hst: '10003' }));
    expect(foreign.statusCode).toBe(400);
    expect(await rowsOf(key)).toHaveLength(0);
    expect((await post(key, '/api/dossiers', portal.dossier())).statusCode).toBe(201);
  });

  it.each([
    ['empty', ''],
    ['of two words', 'a b'],
    ['too long', 'k'.repeat(256)],
    ['with an accent', 'chiavè'],
    ['sent as two', 'a, b'],
  ])('that is %s is refused before any work is done', async (_name, key) => {
    const before = await portal.counts();
    const answer = await post(key, '/api/dossiers', portal.dossier());
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual(['request.Idempotency-Key type']);
    expect(await portal.counts()).toEqual(before);
  });

  it('of 255 visible characters, including prototype names and quotes, is accepted', async () => {
    for (const key of ['k'.repeat(255), '__proto__', '"8e03978e-40d5-43dd-bc93-6894a57f9324"', "';--"]) {
      expect((await post(key, '/api/dossiers', portal.dossier())).statusCode).toBe(201);
      expect((await post(key, '/api/dossiers', portal.dossier())).headers['idempotency-replayed']).toBe('true');
    }
  });

  it('has no effect on calls that create nothing', async () => {
    const key = randomUUID();
    for (let time = 0; time < 2; time++) {
      const answer = await post(key, '/api/dossiers/search', {});
      expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([200, undefined]);
    }
    expect((await portal.callAs('dealer', 'GET', '/api/account', undefined, keyed('a b'))).statusCode).toBe(200);
    expect(await rowsOf(key)).toHaveLength(0);
  });

  it('denies access without a session or the right role', async () => {
    const key = randomUUID();
    await post(key, '/api/dossiers', portal.dossier());
    const payload = portal.dossier();
    const headers = keyed(key);
    const nobody = await portal.app.inject({ method: 'POST', url: '/api/dossiers', payload, headers });
    expect(nobody.statusCode).toBe(401);
    for (const login of ['nobody', 'sa3', 'readonly']) {
      expect((await post(key, '/api/dossiers', payload, login)).statusCode, login).toBe(403);
    }
  });

  it('no longer returns its answer once the caller’s rights have changed', async () => {
    const key = randomUUID();
    const body = portal.dossier({ hst: '10007' });
    const first = await post(key, '/api/dossiers', body, 'roma');
    expect(first.statusCode).toBe(201);
    const users = portal.read;
    await users
      .updateTable('app_user')
      .set({ hst_list: ['10001'] })
      .where('login', '=', 'roma')
      .execute();
    const moved = await post(key, '/api/dossiers', body, 'roma');
    expect([moved.statusCode, moved.json().code]).toEqual([409, 'idempotency.rightsChanged']);
    expect(moved.body).not.toContain('Provetti');
    await users
      .updateTable('app_user')
      .set({ authorities: ['ROLE_SA3'] })
      .where('login', '=', 'roma')
      .execute();
    expect((await post(key, '/api/dossiers', body, 'roma')).statusCode).toBe(403);
  });

  it('leaves nothing readable in the database: no file, link or customer data', async () => {
    const dossierKey = randomUUID();
    const customer = portal.dossier({ lastName: 'Segretissimi', email: 'segreto@example.com' });
    const made = await post(dossierKey, '/api/dossiers', customer);
    const folderId = await portal.newFolder();
    const documentKey = randomUUID();
    const document = await portal.document();
    expect((await post(documentKey, '/api/documents', { ...document, folderId })).statusCode).toBe(201);
    const [[first], [second]] = [await rowsOf(dossierKey), await rowsOf(documentKey)];
    expect([first?.answer, second?.answer]).toEqual([null, null]);
    expect([second?.status, second?.endpoint]).toEqual([201, 'POST /api/documents']);
    for (const row of [first, second]) {
      const kept = `${JSON.stringify(row)} ${Buffer.from(row?.sealed_answer ?? '', 'base64').toString('latin1')}`;
      for (const word of ['Segretissimi', 'segreto@', 'signUrl', 'fiscalCode', String(document.content).slice(0, 40)]) {
        expect(kept).not.toContain(word);
      }
    }
    const again = await post(dossierKey, '/api/dossiers', customer);
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([made.body, 'true']);
  });

  it('decrypts only for its own call: an answer moved to another row is never returned', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    const body = portal.dossier({ lastName: 'Scambiati' });
    for (const key of [mine, other]) expect((await post(key, '/api/dossiers', body)).statusCode).toBe(201);
    const [foreign] = await rowsOf(other);
    const { database } = portal.test.world;
    await database.transaction((tx) =>
      tx
        .updateTable('idempotency_key')
        .set({ sealed_answer: foreign?.sealed_answer ?? null })
        .where('key', '=', mine)
        .execute(),
    );
    const before = await dossiers();
    const refused = await post(mine, '/api/dossiers', body);
    expect([refused.statusCode, refused.body.includes('Scambiati')]).toEqual([500, false]);
    expect(await dossiers()).toBe(before);
  });

  it('of an earlier version, stored in clear, is still repeated', async () => {
    const key = randomUUID();
    const body = portal.dossier({ lastName: 'Anteriori' });
    const first = await post(key, '/api/dossiers', body);
    const { database } = portal.test.world;
    await database.transaction((tx) =>
      tx
        .updateTable('idempotency_key')
        .set({ sealed_answer: null, answer: first.body })
        .where('key', '=', key)
        .execute(),
    );
    const again = await post(key, '/api/dossiers', body);
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
  });
});

describe('a large body with a key', () => {
  it('is refused when too large, as without a key', async () => {
    const answer = await post(randomUUID(), '/api/dossiers', portal.dossier({ notes: 'x'.repeat(1_100_000) }));
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'request.tooLarge']);
  });

  it('is distinguished by its last byte', async () => {
    const key = randomUUID();
    const text = JSON.stringify(portal.dossier());
    expect((await post(key, '/api/dossiers', text)).statusCode).toBe(201);
    expect((await post(key, '/api/dossiers', text)).headers['idempotency-replayed']).toBe('true');
    expect((await post(key, '/api/dossiers', `${text} `)).json().code).toBe('idempotency.otherRequest');
  });

  it('that is not JSON leaves the key unused', async () => {
    const key = randomUUID();
    expect((await post(key, '/api/dossiers', '{"hst":')).statusCode).toBe(400);
    expect((await post(key, '/api/dossiers', portal.dossier())).statusCode).toBe(201);
  });
});

describe('a key and its path', () => {
  it('count for the endpoint, in any spelling of the path', async () => {
    const key = randomUUID();
    const before = await dossiers();
    const first = await post(key, '/api/dossiers', portal.dossier());
    for (const url of ['/api/dossiers?', '/api/%64ossiers', '/api/dossiers#a']) {
      const again = await post(key, url, portal.dossier());
      expect([again.statusCode, again.headers['idempotency-replayed']], url).toEqual([201, 'true']);
      expect(again.body).toBe(first.body);
    }
    expect(await dossiers()).toBe(before + 1);
  });

  it('are stored per endpoint, not per id in the path', async () => {
    const keys = await portal.read.selectFrom('idempotency_key').select('endpoint').execute();
    expect(keys.length).toBeGreaterThan(0);
    for (const { endpoint } of keys) expect(endpoint).toMatch(/^POST \/api\/[\w{}/-]+$/);
  });
});
