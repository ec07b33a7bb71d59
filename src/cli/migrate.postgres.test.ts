/** `fascicolo migrate` with users who share an address: names them without a stack trace, and succeeds after the correction. */
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readMigrations } from '#adapters/database/schema/migrate.ts';
import { makeRoledDatabase, type RoledDatabase } from '../../test/database-roles.ts';
import { runCommand } from '../../test/run-command.ts';
import { migrate } from './migrate.ts';

let roles: RoledDatabase;
let owner: pg.Client;
beforeEach(async () => {
  roles = await makeRoledDatabase();
  owner = new pg.Client({ connectionString: roles.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await roles.drop();
});

it('names users with a shared address, exits with 1 and changes nothing; then updates the schema', async () => {
  await owner.query('CREATE TABLE schema_migration (name text PRIMARY KEY, applied_date timestamptz NOT NULL)');
  for (const { name, sql } of (await readMigrations()).filter(({ name }) => name < '0024')) {
    await owner.query(sql);
    await owner.query('INSERT INTO schema_migration VALUES ($1, now())', [name]);
  }
  const columns =
    'login, first_name, last_name, email, authorities, hst_list, brands, activated, created_date, last_modified_date';
  for (const [login, email] of [
    ['rossi', 'info@example.com'],
    ['bianchi', 'INFO@example.com'],
  ]) {
    await owner.query(
      `INSERT INTO app_user (${columns}) VALUES ($1, 'Anna', 'Prova', $2, '{}', '{}', '[]', true, now(), now())`,
      [login, email],
    );
  }
  const applied = async () => (await owner.query('SELECT name FROM schema_migration')).rows.length;
  const before = await applied();

  const urls = { MIGRATE_DATABASE_URL: roles.ownerUrl, DATABASE_URL: roles.applicationUrl };
  expect(await runCommand(migrate, [], urls)).toEqual({
    code: 1,
    said: expect.stringMatching(/^Schema non aggiornato: [^\n]*\n[^\n]*: bianchi, rossi\. Danne uno[^\n]*$/),
  });
  expect(await applied()).toBe(before);

  await owner.query(`UPDATE app_user SET email = 'bianchi@example.com' WHERE login = 'bianchi'`);
  expect((await runCommand(migrate, [], urls)).code).toBe(0);
  expect(await applied()).toBe((await readMigrations()).length);
});
