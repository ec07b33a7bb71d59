/** The database port's behaviour on the engine of this run, the folder lock, and the schema against db/tables. */

// Real time: the database tells its own, and is held against this machine’s.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, DatabaseInUse, DatabaseUnavailable, type Db } from '#ports/database/database.ts';
import { testNow } from '#test/clock.ts';
import { freshDatabase, onPostgres } from '../../../test/postgres.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

let database: Database;

beforeAll(async () => {
  database = onPostgres() ? await openPostgres((await freshDatabase()).url, 5) : await openPglite();
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
  it('gives ids as numbers, dates as text, instants as dates, lists and JSON as values', async () => {
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

  it('keeps nothing of a transaction that fails, and drops its after-commit actions', async () => {
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

  it('runs after-commit actions once the rows are there', async () => {
    const seen: string[] = [];
    await database.transaction(async (tx) => {
      await tx.insertInto('legal_entity').values({ code: 'LE001', name: 'Autoesempio S.p.A.' }).execute();
      await tx.insertInto('dealer').values(dealer('10001')).execute();
      database.afterCommit(tx, () => seen.push('committed'));
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['committed']);
  });

  it('refuses to change or remove an audit event', async () => {
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

  it('goes on with statements that it has prepared when a newer version has added a column', async () => {
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
    // Some statement of the transaction was prepared before.
    expect(tries).toBeGreaterThan(1);
    await sql`ALTER TABLE prepared_once DROP COLUMN later`.execute(database.read);
    for (const id of often) expect((await find(database.read, id)).rows).toEqual([{ id, word: 'prima' }]);
    await sql`DROP TABLE prepared_once`.execute(database.read);
  });

  it('tells a prepared statement’s error like any other, and takes the next one', async () => {
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

  it('tells its own time', async () => {
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
  it('is told as unavailable, not as a defect', async () => {
    await expect(openPostgres('postgres://nobody@127.0.0.1:1/none')).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
});

/** Columns, constraints, indexes and triggers as sorted text. */
async function describeSchema(pglite: PGlite): Promise<string[]> {
  const parts = [
    `SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') || ' ' || is_identity AS line
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'schema_migration'`,
    `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) AS line FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'schema_migration'`,
    `SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'schema_migration'`,
    `SELECT pg_get_triggerdef(oid) AS line FROM pg_trigger WHERE NOT tgisinternal`,
    `SELECT pg_get_functiondef(oid) AS line FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  ];
  const lines: string[] = [];
  for (const part of parts) {
    for (const row of (await pglite.query<{ line: string }>(part)).rows) lines.push(row.line);
  }
  return lines.sort();
}

describe('the schema', () => {
  // Two embedded databases are made from nothing: on a busy machine that alone takes half a minute.
  it('is the same made from db/tables as by the migrations', { timeout: 120_000 }, async () => {
    const wanted = await PGlite.create({ extensions: { pg_trgm } });
    for (const name of (await readdir('db/tables')).sort())
      await wanted.exec(await readFile(join('db/tables', name), 'utf8'));
    const migrated = await openPglite();
    const difference = async () => {
      const [a, b] = [await describeSchema(wanted), await describeSchema(migrated.pglite)];
      return { missing: a.filter((line) => !b.includes(line)), unexpected: b.filter((line) => !a.includes(line)) };
    };
    expect(await difference()).toEqual({ missing: [], unexpected: [] });
    await migrated.pglite.exec('ALTER TABLE dealer ADD COLUMN extra text');
    expect((await difference()).unexpected).toHaveLength(1);
    await migrated.close();
    await wanted.close();
  });

  it('marks every migration compatible or breaking', async () => {
    expect((await readMigrations()).length).toBeGreaterThan(0);
  });
});

describe('the lock on the embedded database', () => {
  it('refuses a second process with a clear error and frees itself with its owner', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fascicolo-lock-'));
    try {
      const script = join(folder, 'holder.ts');
      const module = join(import.meta.dirname, 'folder-lock.ts');
      await writeFile(
        script,
        `import { lockFolder } from ${JSON.stringify(module)};\nawait lockFolder(${JSON.stringify(join(folder, 'database'))});\nprocess.send?.('held');\nsetInterval(() => undefined, 1000);\n`,
      );
      const holder = fork(script, { stdio: 'ignore', execArgv: [] });
      await once(holder, 'message');
      await expect(lockFolder(join(folder, 'database'))).rejects.toBeInstanceOf(DatabaseInUse);
      const gone = once(holder, 'exit');
      holder.kill('SIGKILL');
      await gone;
      const lock = await lockFolder(join(folder, 'database'));
      await expect(lockFolder(join(folder, 'database'))).rejects.toBeInstanceOf(DatabaseInUse);
      await lock.release();
      await (await lockFolder(join(folder, 'database'))).release();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
