/** The database for `doctor`: each fault is explained, stored files of every key are verified, and no row is changed. */

// Real time: the clock of the database is compared with that of this machine.
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeDemoKey } from '#adapters/sealer/demo-authority.ts';
import { markInstallation } from '#server/database/installation.ts';
import { realNow } from '#test/clock.ts';
import { makeRoledDatabase, type RoledDatabase } from '#test/database-roles.ts';
import { linesOf } from '#test/finding-lines.ts';
import { runCommand } from '../../../test/run-command.ts';
import { openStage, type Stage } from '../../../test/stages/signing-stage.ts';
import { secretsFrom } from '../../secrets.ts';
import { migrate } from '../migrate.ts';
import { checkDatabase } from './check-database.ts';
import { checkStoredFiles } from './check-stored-files.ts';

let roles: RoledDatabase;
beforeAll(async () => {
  roles = await makeRoledDatabase();
});
afterAll(() => roles.drop());

const about = { dataDir: tmpdir(), mode: 'production', now: realNow } as const;
const lines = async (url: string, more: Partial<Parameters<typeof checkDatabase>[1]> = {}) =>
  linesOf(await checkDatabase(url, { ...about, ...more }));
const bad = async (...args: Parameters<typeof lines>) => (await lines(...args)).filter((one) => !one.startsWith('ok '));
const said = (pattern: RegExp) => expect.stringMatching(pattern);

function changed(change: (url: URL) => void): string {
  const url = new URL(roles.applicationUrl);
  change(url);
  return url.href;
}

describe('a database is reported', () => {
  it('that does not respond, or refuses the login', async () => {
    const cases: [(url: URL) => void, RegExp][] = [
      [(url) => Object.assign(url, { port: '9' }), /nothing listens there/],
      [(url) => Object.assign(url, { hostname: 'db.invalid' }), /the name is not known/],
      [(url) => Object.assign(url, { password: 'falsa' }), /the password is wrong.*percent-encoded/],
      [(url) => Object.assign(url, { pathname: '/altra' }), /the database is not there/],
    ];
    for (const [change, text] of cases) {
      const found = await lines(changed(change));
      expect(found).toEqual([said(new RegExp(`^failure DATABASE_URL: .*${text.source}`))]);
      expect(found.join()).not.toContain(new URL(roles.applicationUrl).password);
    }
  });

  it('that is empty', async () => {
    expect(await bad(roles.applicationUrl)).toContainEqual(said(/^failure schema: The database is empty\. .*migrate/));
  });

  it('that is correct', async () => {
    const both = { MIGRATE_DATABASE_URL: roles.ownerUrl, DATABASE_URL: roles.applicationUrl };
    expect((await runCommand(migrate, [], both)).code).toBe(0);
    expect(await lines(roles.applicationUrl)).toEqual([
      said(/^ok DATABASE_URL: PostgreSQL \d+/),
      said(/^ok clock: /),
      said(/^ok role: app_\S+ can add to the evidence, but not rewrite it/),
      said(/^ok schema: Of owner_\S+, at \d+.*\.sql/),
    ]);
  });

  it('whose clock differs', async () => {
    const now = () => new Date(realNow().getTime() + 300_000);
    expect(await bad(roles.applicationUrl, { now })).toEqual([said(/^warning clock: .*differ by 300 s/)]);
  });

  it('whose role has too many rights, as an error in production and a warning in the demo', async () => {
    await roles.administer(`GRANT UPDATE ON evidence_event TO ${roles.application}`);
    const text = /role: app_\S+ could rewrite evidence: it can change or delete rows of the tables evidence_\*/;
    expect(await bad(roles.applicationUrl)).toEqual([said(new RegExp(`^failure ${text.source}`))]);
    expect(await bad(roles.applicationUrl, { mode: 'demo' })).toEqual([said(new RegExp(`^warning ${text.source}`))]);
    await roles.administer(`REVOKE UPDATE ON evidence_event FROM ${roles.application}`);
    expect(await bad(roles.ownerUrl)).toContainEqual(said(/^failure role: .*owns the database/));
  });

  it('whose role may read nothing', async () => {
    await roles.administer(`REVOKE SELECT ON schema_migration FROM ${roles.application}`);
    expect(await bad(roles.applicationUrl)).toEqual([said(/^failure schema: The role may not read the tables/)]);
    await roles.administer(`GRANT SELECT ON schema_migration TO ${roles.application}`);
  });

  it('whose schema is older or newer, or that belongs to another installation', async () => {
    const [last] = (await rowsOf(
      roles.ownerUrl,
      'SELECT name, applied_date FROM schema_migration ORDER BY name DESC',
    )) as {
      name: string;
    }[];
    await roles.administer(`UPDATE schema_migration SET name = '9999-later.sql' WHERE name = '${last?.name}'`);
    expect(await bad(roles.applicationUrl)).toEqual([said(/^failure schema: The schema is newer than this program/)]);
    await roles.administer(`DELETE FROM schema_migration WHERE name = '9999-later.sql'`);
    expect(await bad(roles.applicationUrl)).toEqual([
      said(/^failure schema: .* lacks \S+\.sql\. As the owner: npm run/),
    ]);
    await roles.administer(
      `INSERT INTO schema_migration VALUES ('${last?.name}', now())`,
      `INSERT INTO installation (mode, created_date) VALUES ('demo', now())`,
    );
    expect(await bad(roles.applicationUrl)).toEqual([said(/^failure installation: This database is one of demo/)]);
  });
});

async function rowsOf(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('stored files', () => {
  let stage: Stage;
  let other: RoledDatabase;
  const check = async (change: Partial<Parameters<typeof checkStoredFiles>[0]> = {}) => {
    const { folder, world, clock } = stage.test;
    const findings = await checkStoredFiles({
      ...{ databaseUrl: other.applicationUrl, keys: join(folder, 'keys'), secrets: world.secrets, clock },
      storage: { folder: join(folder, 'files'), spool: join(folder, 'spool'), bucket: null },
      ...change,
    });
    return linesOf(findings);
  };
  const sign = async (): Promise<void> => {
    const { id, path, browser, points, code } = await stage.readyToConfirm();
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await stage.document(id)).toMatchObject({ status: 'SIGNED' });
  };
  const contentOfTables = async (): Promise<string[]> => {
    const tables = (await rowsOf(
      other.ownerUrl,
      `SELECT schemaname || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')`,
    )) as { name: string }[];
    const found: string[] = [];
    for (const { name } of tables) {
      const sql = `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS sum FROM ${name} t`;
      const [row] = (await rowsOf(other.ownerUrl, sql)) as { sum: string }[];
      found.push(`${name} ${row?.sum}`);
    }
    return found.sort();
  };

  beforeAll(async () => {
    other = await makeRoledDatabase();
    const both = { MIGRATE_DATABASE_URL: other.ownerUrl, DATABASE_URL: other.applicationUrl };
    expect((await runCommand(migrate, [], both)).code).toBe(0);
    stage = await openStage({ databaseUrl: other.applicationUrl });
  });
  afterAll(async () => {
    await stage.test.close();
    await other.drop();
  });

  it('are absent at first', async () => {
    expect(await check()).toEqual(['ok files: No file is stored yet.']);
  });

  it('are verified for each sealing key, and no row is changed', async () => {
    await sign();
    await sign();
    await revokeDemoKey(join(stage.test.folder, 'keys'), 'seal', 'superseded', stage.test.clock.now());
    await sign();
    const before = await contentOfTables();
    const found = await check();
    expect(found.filter((one) => one.startsWith('ok files: A file sealed with the key '))).toHaveLength(2);
    expect(found.filter((one) => !one.startsWith('ok '))).toEqual([]);
    await lines(other.applicationUrl, { mode: 'demo' });
    expect(await contentOfTables()).toEqual(before);
  });

  it('checked with the secret of another installation are reported', async () => {
    const { world, clock } = stage.test;
    await world.database.transaction((tx) =>
      markInstallation(tx, { mode: 'demo', secrets: world.secrets, at: clock.now() }),
    );
    const secrets = secretsFrom(new Uint8Array(32).fill(99));
    expect(await check({ secrets })).toContainEqual(
      said(/^failure APP_SECRET: It is not the secret that this database was made with/),
    );
    expect(await check()).toContainEqual(said(/^ok APP_SECRET: /));
  });

  it('with an unknown root, changed or lost ones are reported', async () => {
    const keys = await mkdtemp(join(tmpdir(), 'anchors-'));
    expect(await check({ keys })).toContainEqual(said(/^failure files: .*anchors\.pem is missing/));
    await writeFile(join(keys, 'anchors.pem'), '');
    expect(await check({ keys })).toContainEqual(said(/^failure files: .*whose root anchors\.pem does not hold/));
    await rm(keys, { recursive: true });
    const rows = await rowsOf(other.ownerUrl, 'SELECT sha256 FROM signed_document ORDER BY id');
    const [first, , last] = (rows as { sha256: string }[]).map(({ sha256 }) =>
      join(stage.test.folder, 'files', sha256.slice(0, 2), sha256),
    );
    await truncate(first ?? '', 100);
    await rm(last ?? '');
    expect((await check()).filter((one) => one.startsWith('failure'))).toEqual([
      said(/^failure files: .*has been changed where it is stored\. Restore it/),
      said(/^failure files: .*cannot be read \(ENOENT.*Restore it/),
    ]);
  });
});
