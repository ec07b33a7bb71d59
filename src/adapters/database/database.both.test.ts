/** The database port's behaviour on the engine of this run. */

// Real time: the database's clock is compared with that of this machine.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, DatabaseUnavailable, type Db } from '#ports/database/database.ts';
import { testNow } from '#test/clock.ts';
import { openWithoutQueues } from '#test/world.ts';
import { openPostgres } from './postgres.ts';
import { migrate } from './schema/migrate.ts';

let database: Database;

beforeAll(async () => {
  database = await openWithoutQueues();
});
afterAll(() => database.close());

const dealer = (hst: string) => ({
  hst,
  legal_entity: 'LE001',
  name: `Autoesempio ${hst}`,
  nome_commerciale: 'Autoesempio',
  ragione_sociale: 'Autoesempio S.p.A.',
  indirizzo: 'Via di Prova 1',
  citta: 'Bologna',
  provincia: 'BO',
  tipo_auto: 'C',
  tipo_bmwi: '-',
  tipo_mini: '-',
  tipo_moto: '-',
});

describe('the database', () => {
  it('returns ids as numbers, dates as text, instants as dates, lists and JSON as values', async () => {
    const at = new Date('2026-11-20T08:12:00.123Z');
    await database.transaction(async (tx) => {
      await tx
        .insertInto('service')
        .values({
          service_type: 'SIGNATURE_TYPE',
          legal_entity: 'LE001',
          expires_at: '2027-11-20',
          total_space: 9_007_199_254_740_991,
          total_otp: null,
          signature_types: ['FES'],
          folder_types: ['SALE_NEW', 'SERVICE'],
          notes: `'; DROP TABLE service; --`,
          created_by: null,
          created_date: at,
          last_modified_by: null,
          last_modified_date: at,
        })
        .execute();
    });
    const row = await database.read.selectFrom('service').selectAll().executeTakeFirstOrThrow();
    expect(row.id).toBe(1);
    expect(row.expires_at).toBe('2027-11-20');
    expect(row.created_date).toEqual(at);
    expect(row.total_space).toBe(9_007_199_254_740_991);
    expect(row.folder_types).toEqual(['SALE_NEW', 'SERVICE']);
    expect(row.notes).toBe(`'; DROP TABLE service; --`);
    const instants = sql<Record<string, Date>>`select timestamptz '2026-11-20 08:12:00+00' as whole,
      timestamptz '2026-11-20 09:12:00.9999994+01' as micros, timestamptz '1930-01-01 00:00:00.5+00' as old`;
    const [read = {}] = (await instants.execute(database.read)).rows;
    expect(Object.values(read).map((instant) => instant.toISOString())).toEqual([
      ...['2026-11-20T08:12:00.000Z', '2026-11-20T08:12:00.999Z', '1930-01-01T00:00:00.500Z'],
    ]);
  });

  it('keeps nothing of a failed transaction, and drops its after-commit actions', async () => {
    const done: string[] = [];
    const failing = database.transaction(async (tx) => {
      await tx.insertInto('legal_entity').values({ code: 'LE900', name: 'Mai' }).execute();
      database.afterCommit(tx, () => done.push('never'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await database.read.selectFrom('legal_entity').selectAll().where('code', '=', 'LE900').execute()).toEqual(
      [],
    );
    expect(done).toEqual([]);
  });

  it('runs after-commit actions once the rows are visible', async () => {
    const seen: string[] = [];
    await database.transaction(async (tx) => {
      await tx.insertInto('legal_entity').values({ code: 'LE001', name: 'Autoesempio S.p.A.' }).execute();
      await tx.insertInto('dealer').values(dealer('10001')).execute();
      database.afterCommit(tx, () => seen.push('committed'));
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['committed']);
  });

  it('refuses to change or delete an audit event', async () => {
    await database.transaction(async (tx) => {
      await tx.insertInto('evidence_chain').values({ subject: 'x', last_seq: 1, last_hash: 'h' }).execute();
      await tx
        .insertInto('evidence_event')
        .values({ subject: 'x', seq: 1, type: 't', body: '{}', prev_hash: 'p', hash: 'h', created_date: testNow() })
        .execute();
    });
    for (const statement of [
      sql`UPDATE evidence_event SET body = '{"a":1}'`,
      sql`DELETE FROM evidence_event`,
      sql`TRUNCATE evidence_event`,
      sql`DELETE FROM evidence_chain`,
      sql`UPDATE evidence_chain SET last_seq = 0`,
    ]) {
      await expect(statement.execute(database.read)).rejects.toThrow(/append-only|only grows/);
    }
  });

  it('keeps using prepared statements after a newer version has added a column', async () => {
    await sql`CREATE TABLE prepared_once (id integer PRIMARY KEY, word text)`.execute(database.read);
    const insert = (db: Db, id: number) =>
      sql<{ id: number }>`INSERT INTO prepared_once (id, word) VALUES (${id}, ${'prima'}) RETURNING *`.execute(db);
    const find = (db: Db, id: number) => sql`SELECT * FROM prepared_once WHERE id = ${id}`.execute(db);
    const often = [1, 2, 3, 4, 5];
    for (const id of often) await database.transaction((tx) => insert(tx, id));
    for (const id of often) expect((await find(database.read, id)).rows).toEqual([{ id, word: 'prima' }]);
    await sql`ALTER TABLE prepared_once ADD COLUMN later integer`.execute(database.read);
    let tries = 0;
    const inserted = await database.transaction(async (tx) => {
      tries += 1;
      await find(tx, 1);
      return insert(tx, 6);
    });
    expect(inserted.rows).toEqual([{ id: 6, word: 'prima', later: null }]);
    // At least one statement of the transaction was already prepared.
    expect(tries).toBeGreaterThan(1);
    await sql`ALTER TABLE prepared_once DROP COLUMN later`.execute(database.read);
    for (const id of often) expect((await find(database.read, id)).rows).toEqual([{ id, word: 'prima' }]);
    await sql`DROP TABLE prepared_once`.execute(database.read);
  });

  it('reports a prepared statement’s error normally, and accepts the next one', async () => {
    const insert = () => sql`INSERT INTO legal_entity (code, name) VALUES (${'LE777'}, ${'Una'})`;
    await insert().execute(database.read);
    for (let again = 0; again < 5; again++) {
      await expect(insert().execute(database.read)).rejects.toMatchObject({ code: '23505' });
      const twice = database.transaction(async (tx) => void (await insert().execute(tx)));
      await expect(twice).rejects.toMatchObject({ code: '23505' });
    }
    const found = await database.read.selectFrom('legal_entity').select('name').where('code', '=', 'LE777').execute();
    expect(found).toEqual([{ name: 'Una' }]);
    await database.read.deleteFrom('legal_entity').where('code', '=', 'LE777').execute();
  });

  it('returns its own time', async () => {
    expect(Math.abs((await database.now()).getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('is migrated once: a second run applies nothing', async () => {
    const again = await migrate({
      exec: async (text) => void (await sql.raw(text).execute(database.read)),
      rows: async (text) => (await sql.raw<Record<string, unknown>>(text).execute(database.read)).rows,
    });
    expect(again).toEqual([]);
  });
});

describe('an unreachable PostgreSQL', () => {
  it('is reported as unavailable, not as a defect', async () => {
    await expect(openPostgres('postgres://nobody@127.0.0.1:1/none')).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
});
