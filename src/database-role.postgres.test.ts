/** The application's role on PostgreSQL: a whole signing session works with it, and it cannot rewrite evidence (record 0044). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RolePower, readPowers } from '#adapters/database/application-role.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import { readSnapshot } from '#adapters/database/snapshot.ts';
import { SchemaBehind } from '#ports/database/database.ts';
import { foldNow } from '#server/database/tasks.ts';
import { takeHead } from '#server/evidence/heads.ts';
import { verifyTrail } from '#server/evidence/verify-trail.ts';
import { rowsOf } from '#test/rows.ts';
import { makeRoledDatabase, type RoledDatabase } from '../test/database-roles.ts';
import { runCommand } from '../test/run-command.ts';
import { openStage, type Stage } from '../test/stages/signing-stage.ts';
import { writeBackup } from './cli/backup/write-backup.ts';
import { restore } from './cli/backup.ts';
import { migrate } from './cli/migrate.ts';
import { admitRole, RoleRefused } from './database-role.ts';

let roles: RoledDatabase;
let stage: Stage;

const migrateAs = (environment: Record<string, string>) => runCommand(migrate, [], environment);
const both = () => ({ MIGRATE_DATABASE_URL: roles.ownerUrl, DATABASE_URL: roles.applicationUrl });

beforeAll(async () => {
  roles = await makeRoledDatabase();
});
afterAll(async () => {
  await stage?.test.close();
  await roles.drop();
});

describe('before the owner has prepared the database', () => {
  it('the application does not start, and names the command for the schema', async () => {
    await expect(openPostgres(roles.applicationUrl, 1)).rejects.toBeInstanceOf(SchemaBehind);
    expect((await migrateAs({ MIGRATE_DATABASE_URL: roles.applicationUrl, DATABASE_URL: roles.ownerUrl })).code).toBe(
      1,
    );
  });

  it('production refuses the owner and migrates nothing; the demo continues with a log line', async () => {
    const log = { warn: vi.fn() };
    const start = (mode: 'demo' | 'production') =>
      openPostgres(roles.ownerUrl, 1, { migrate: mode === 'production', admit: admitRole(mode, log) });
    await expect(start('production')).rejects.toThrow(
      /può riscrivere le prove(.|\n)*possiede(.|\n)*fascicolo -- migrate/,
    );
    const demo = await start('demo');
    expect((await demo.pool.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).rows).toEqual([]);
    await demo.close();
    expect(log.warn).toHaveBeenCalledOnce();
  });

  it('the command refuses one role for both, and a missing role', async () => {
    expect(await migrateAs({ ...both(), DATABASE_URL: roles.ownerUrl })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/deve nominare un altro ruolo/),
    });
    const nobody = new URL(roles.applicationUrl);
    nobody.username = 'nobody_here';
    expect(await migrateAs({ ...both(), DATABASE_URL: nobody.href })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/nobody_here .* non c’è/),
    });
  });
});

describe('with the prepared role', () => {
  let client: pg.Client;
  beforeAll(async () => {
    const { code, said } = await migrateAs(both());
    expect([code, said]).toEqual([0, expect.stringMatching(/aggiunge alle prove e non può riscriverle/)]);
    stage = await openStage({ databaseUrl: roles.applicationUrl });
    client = new pg.Client({ connectionString: roles.applicationUrl });
    await client.connect();
  });
  afterAll(() => client.end());

  it('production starts, and the command may be repeated while it is in use', async () => {
    const log = { warn: vi.fn() };
    const open = await openPostgres(roles.applicationUrl, 1, { migrate: true, admit: admitRole('production', log) });
    await open.close();
    expect((await migrateAs(both())).code).toBe(0);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('a document is signed and sealed, heads are taken, counters folded, a backup read', async () => {
    const { id, path, browser, points, code } = await stage.readyToConfirm();
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
    const { world } = stage.test;
    await world.jobs.drain();
    expect(await stage.document(id)).toMatchObject({ status: 'SIGNED' });
    expect(await takeHead(world)).not.toBeNull();
    expect(await foldNow(world.database)).toBeGreaterThan(0);
    const report = await verifyTrail(world);
    expect(report.faults).toEqual([]);
    expect(report.events).toBeGreaterThan(10);
    const { facts } = await readSnapshot(world.database, async () => undefined);
    expect(facts.sequences.document_id_seq).toBeGreaterThanOrEqual(id);
  });

  it('takes the id of a document before its row is inserted, including sequences added by later versions', async () => {
    const owner = new pg.Client({ connectionString: roles.ownerUrl });
    await owner.connect();
    try {
      await owner.query('CREATE TABLE later (id bigint GENERATED ALWAYS AS IDENTITY)');
      await expect(client.query(`SELECT nextval('later_id_seq')`)).rejects.toThrow(/permission denied/);
      expect((await migrateAs(both())).code).toBe(0);
      const sequences = await client.query(
        `SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'
         AND NOT (has_sequence_privilege(sequencename, 'USAGE') AND has_sequence_privilege(sequencename, 'SELECT'))`,
      );
      expect(sequences.rows).toEqual([]);
      expect((await client.query(`SELECT nextval('later_id_seq')`)).rows).toHaveLength(1);
      await expect(client.query(`SELECT setval('document_id_seq', 1)`)).rejects.toThrow(/permission denied/);
    } finally {
      await owner.query('DROP TABLE later');
      await owner.end();
    }
  });

  it('a backup is restored by the owner, and the application continues with it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'roles-'));
    const other = await makeRoledDatabase();
    const { world, folder: own } = stage.test;
    try {
      const keys = join(own, 'keys');
      await writeBackup({ ...world, keys, version: '0.0.0-test', recipients: [] }, join(folder, 'copy'));
      const place = { DATA_DIR: join(folder, 'data'), HEADS_DIR: '' };
      const asApplication = { ...place, DATABASE_URL: other.applicationUrl, MIGRATE_DATABASE_URL: '' };
      const args = [join(folder, 'copy'), '--without-heads', '--anchors', join(keys, 'anchors.pem')];
      expect((await runCommand(restore, args, asApplication)).code).toBe(1);
      const asOwner = { ...asApplication, MIGRATE_DATABASE_URL: other.ownerUrl };
      const restored = await runCommand(restore, args, asOwner);
      expect([restored.code, restored.said]).toEqual([0, expect.stringMatching(/Ripristinato/)]);
      const admit = admitRole('production', { warn: () => undefined });
      const again = await openPostgres(other.applicationUrl, 2, { migrate: true, admit });
      expect((await verifyTrail({ ...world, database: again })).faults).toEqual([]);
      await again.close();
    } finally {
      await other.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  const tables = ['event', 'chain', 'leaf', 'node', 'head', 'tree', 'pending'].map((name) => `evidence_${name}`);
  const attacks = [
    ...tables.flatMap((table) => [
      `TRUNCATE ${table} CASCADE`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `ALTER TABLE ${table} ADD COLUMN extra text`,
      `ALTER TABLE ${table} RENAME TO gone`,
      `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
      `DROP TABLE ${table} CASCADE`,
      `CREATE TRIGGER mine BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION evidence_event_refuse_change()`,
      `CREATE RULE mine AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
    ]),
    ...tables.filter((table) => table !== 'evidence_pending').map((table) => `DELETE FROM ${table}`),
    ...['body', 'prev_hash', 'hash', 'type', 'subject'].map((name) => `UPDATE evidence_event SET ${name} = ''`),
    `UPDATE evidence_leaf SET hash = ''`,
    `UPDATE evidence_node SET hash = ''`,
    `UPDATE evidence_head SET statement = ''`,
    `UPDATE evidence_pending SET subject = ''`,
    `UPDATE evidence_chain SET subject = ''`,
    `UPDATE evidence_chain SET last_hash = ''`,
    `UPDATE evidence_chain SET last_seq = last_seq - 1`,
    `UPDATE evidence_tree SET size = size - 1`,
    `UPDATE signed_document SET sha256 = ''`,
    `DELETE FROM signed_document`,
    `DELETE FROM archive_revision`,
    `UPDATE consent_record SET choice = 'GRANTED'`,
    `DELETE FROM consent_record`,
    `DELETE FROM partly_signed_document`,
    `DROP TRIGGER evidence_event_append_only ON evidence_event`,
    `DROP FUNCTION evidence_event_refuse_change CASCADE`,
    `CREATE OR REPLACE FUNCTION evidence_event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
    `SET session_replication_role = replica`,
    `CREATE TABLE public.evidence_more (a int)`,
    `CREATE SCHEMA mine`,
    `DROP SCHEMA public CASCADE`,
    `DELETE FROM schema_migration`,
    `SELECT setval('evidence_pending_id_seq', 1)`,
  ];
  it.each(attacks)('%s is refused', async (statement) => {
    const counted = () =>
      sql<{ n: string }>`select count(*) as n from evidence_event`.execute(stage.test.world.database.read);
    const before = await counted();
    // Columns that legitimately change have the privilege; there a trigger refuses.
    await expect(client.query(statement)).rejects.toMatchObject({
      message: expect.stringMatching(/permission denied|must be owner|only grows/),
    });
    expect((await counted()).rows).toEqual(before.rows);
  });

  it('the role cannot grant itself anything', async () => {
    // PostgreSQL only warns, since the role has some rights on the table.
    await client.query('GRANT ALL ON evidence_event TO CURRENT_USER');
    await expect(client.query('DELETE FROM evidence_event')).rejects.toThrow(/permission denied/);
    expect((await readPowers(client)).powers).toEqual([]);
  });

  const GRANTED = rowsOf(`
    server  | pg_execute_server_program
    server  | pg_write_server_files
    rewrite | pg_write_all_data
    replica | SET ON PARAMETER session_replication_role
    create  | CREATE ON SCHEMA public
    rewrite | DELETE ON evidence_event
    rewrite | UPDATE (hash) ON evidence_leaf
    rewrite | TRUNCATE ON evidence_tree
    rewrite | TRIGGER ON evidence_pending
  `) as [RolePower, string][];
  const given: [RolePower, (name: string) => [give: string, takeBack: string]][] = [
    ['createrole', (name) => [`ALTER ROLE ${name} CREATEROLE`, `ALTER ROLE ${name} NOCREATEROLE`]],
    ['superuser', (name) => [`ALTER ROLE ${name} SUPERUSER`, `ALTER ROLE ${name} NOSUPERUSER`]],
    ...GRANTED.map(([power, what]): (typeof given)[number] => [
      power,
      (name) => [`GRANT ${what} TO ${name}`, `REVOKE ${what} FROM ${name}`],
    ]),
  ];
  it.each(given)('manually granted rights prevent a start in production: %s (%#)', async (power, statements) => {
    const [give, takeBack] = statements(roles.application);
    await roles.administer(give);
    try {
      expect((await readPowers(client)).powers).toContain(power);
      const admit = admitRole('production', { warn: () => undefined });
      const start = openPostgres(roles.applicationUrl, 1, { migrate: true, admit });
      await expect(start).rejects.toBeInstanceOf(RoleRefused);
    } finally {
      await roles.administer(takeBack);
    }
    expect((await readPowers(client)).powers).toEqual([]);
  });

  it('a member of the owner is treated as the owner, and the command reports it', async () => {
    const owner = new URL(roles.ownerUrl).username;
    await roles.administer(`GRANT ${owner} TO ${roles.application}`);
    try {
      expect(await migrateAs(both())).toMatchObject({ code: 1, said: expect.stringMatching(/possiede/) });
    } finally {
      await roles.administer(`REVOKE ${owner} FROM ${roles.application}`);
    }
  });

  it('a superfluous table right is removed by the next run of the command', async () => {
    await roles.administer(`GRANT DELETE ON evidence_event TO ${roles.application}`);
    expect((await migrateAs(both())).code).toBe(0);
    expect((await readPowers(client)).powers).toEqual([]);
  });
});
