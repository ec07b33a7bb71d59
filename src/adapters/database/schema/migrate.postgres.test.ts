/**
 * A database with rows that a migration must not decide about is refused with an explanation, left unchanged, and
 * migrated after the rows are corrected.
 */
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MigrationRefused } from '#ports/database/database.ts';
import { freshDatabase } from '../../../../test/postgres.ts';
import { migrate, readMigrations, type SqlRunner } from './migrate.ts';

const UNIQUE_ADDRESSES = '0024-identity-by-issuer-and-subject.sql';

let runner: SqlRunner & { readonly url: string; close(): Promise<void> };

async function openRunner(): Promise<typeof runner> {
  const { url, drop } = await freshDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    url,
    exec: async (text) => void (await client.query(text)),
    rows: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    close: async () => {
      await client.end();
      await drop();
    },
  };
}

/** A database migrated up to the migration before `name`. */
async function upTo(name: string): Promise<void> {
  await runner.exec('CREATE TABLE schema_migration (name text PRIMARY KEY, applied_date timestamptz NOT NULL)');
  for (const migration of await readMigrations()) {
    if (migration.name >= name) return;
    await runner.exec(migration.sql);
    await runner.exec(`INSERT INTO schema_migration VALUES ('${migration.name}', now())`);
  }
}

const user = (login: string, email: string): string =>
  `('${login}', 'Anna', 'Prova', '${email}', '{ROLE_DEALER}', '{10001}', '[]', true, now(), now())`;
const addUsers = (...users: [login: string, email: string][]) =>
  runner.exec(
    `INSERT INTO app_user (login, first_name, last_name, email, authorities, hst_list, brands, activated, created_date,
      last_modified_date) VALUES ${users.map(([login, email]) => user(login, email)).join(', ')}`,
  );

/** Columns, indexes, users and the applied migrations. */
const everything = async () => ({
  columns: await runner.rows(
    `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
  ),
  indexes: await runner.rows(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`),
  users: await runner.rows('SELECT * FROM app_user ORDER BY id'),
  done: await runner.rows('SELECT * FROM schema_migration ORDER BY name'),
});

beforeEach(async () => {
  runner = await openRunner();
});
afterEach(() => runner.close());

it.each([
  ['the version before', UNIQUE_ADDRESSES],
  // The version that has to correct the addresses would not understand the migrations in between.
  ['a version of long ago', '0012-automatic-reminders.sql'],
])(
  'users who share an address are named and nothing changes, coming from %s; after a correction the migration succeeds',
  async (_, from) => {
    await upTo(from);
    await addUsers(
      ['rossi', 'info@example.com'],
      ['bianchi', 'Info@Example.com'],
      ['neri', 'officina@example.com'],
      ['verdi', 'officina@example.com'],
      ['gialli', 'gialli@example.com'],
    );
    const before = await everything();
    const refusal = await migrate(runner).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MigrationRefused);
    expect(refusal).toMatchObject({ migration: UNIQUE_ADDRESSES });
    const said = String(refusal);
    expect(said).toMatch(/stesso indirizzo e-mail/);
    for (const together of ['bianchi, rossi', 'neri, verdi']) expect(said).toContain(together);
    expect(said).not.toContain('gialli');
    expect(await everything()).toEqual(before);

    await runner.exec(`UPDATE app_user SET email = login || '@example.com' WHERE login IN ('bianchi', 'verdi')`);
    const missing = (await readMigrations()).map(({ name }) => name).filter((name) => name >= from);
    expect(await migrate(runner)).toEqual(missing);
    expect(await migrate(runner)).toEqual([]);
    await expect(addUsers(['rosa', 'ROSSI@example.com'], ['info', 'INFO@example.com'])).rejects.toThrow(
      /app_user_email/,
    );
    expect(await runner.rows('SELECT login FROM app_user ORDER BY id')).toEqual(
      ['rossi', 'bianchi', 'neri', 'verdi', 'gialli'].map((login) => ({ login })),
    );
  },
);

it('a migration blocked by a long read changes nothing and blocks no one; it succeeds afterwards', async () => {
  const name = '0034-documents-of-a-folder.sql';
  await upTo(name);
  const before = await everything();
  const copy = new pg.Client({ connectionString: runner.url });
  await copy.connect();
  try {
    await copy.query('BEGIN');
    await copy.query('SELECT FROM document_search');
    const refusal = await migrate(runner).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MigrationRefused);
    expect(refusal).toMatchObject({
      reason: {
        it: expect.stringContaining('riprova quando ha finito'),
        en: expect.stringContaining('try again once'),
      },
    });
    expect(await everything()).toEqual(before);
    await copy.query('COMMIT');
  } finally {
    await copy.end();
  }
  expect(await migrate(runner)).toContain(name);
  const indexes = await runner.rows(`SELECT indexdef FROM pg_indexes WHERE indexname = 'document_search_folder'`);
  expect(indexes).toEqual([{ indexdef: expect.stringContaining('name_text') }]);
});

it('a migration that fails for another reason is a defect, and rolls back the earlier ones too', async () => {
  await upTo(UNIQUE_ADDRESSES);
  const before = await everything();
  await runner.exec('CREATE TABLE contact_word (mine int)');
  await expect(migrate(runner)).rejects.toThrow('Migration 0025-contact-words.sql failed');
  await runner.exec('DROP TABLE contact_word');
  expect(await everything()).toEqual(before);
});
