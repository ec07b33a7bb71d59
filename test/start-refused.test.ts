/** Conditions under which a process refuses to start. */
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPglite } from '#adapters/database/pglite.ts';
import type { Database } from '#ports/database/database.ts';
import { bindToSecret } from '#server/database/installation.ts';
import { secretsFrom } from '../src/secrets.ts';
import { folderInitialisedWith, startToEnd } from './hosts/initialised-folder.ts';
import { spawnProcess } from './hosts/server-process.ts';

describe('a start is refused', { timeout: 120_000 }, () => {
  it('for a demo on a production database, which is left unchanged', async () => {
    const folder = await folderInitialisedWith('production', null);
    const { code, said } = await startToEnd(folder);
    expect(code).toBe(1);
    expect(said).toMatch(/banca dati è di produzione, le impostazioni dicono dimostrazione/);
    expect(await readdir(folder)).toEqual(['database']);
    await rm(folder, { recursive: true });
  });
});

it('a production start with ten mistakes prints all ten, each in a line with its setting, and exits with 1', async () => {
  const mistakes = {
    PUBLIC_URL: 'http://portale.example.it',
    APP_SECRET: 'corta',
    DATABASE_URL: 'mysql://portale',
    SMTP_TLS: 'none',
    SMTP_FORM: 'firma@example.it',
    SMS_1_URL: 'ftp://sms.example.it',
    S3_BUCKET: 'Documenti',
    OIDC_ISSUER: 'idp.example.it',
    TIMESTAMP_1_URL: 'tsa.example.it',
    RSP_URL: 'http://rsp.example.it',
  };
  const { child, output } = spawnProcess({ NODE_ENV: 'production', ...mistakes });
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  const lines = output().split('\n');
  for (const name of Object.keys(mistakes)) {
    expect(
      lines.filter((line) => line.startsWith(`  - ${name}: `)),
      name,
    ).toHaveLength(1);
  }
  expect(output()).not.toContain('corta');
});

it('a database of an earlier version accepts the secret of its first start, and no other afterwards', async () => {
  const folder = await folderInitialisedWith('demo', null);
  const database: Database = await openPglite(join(folder, 'database'));
  const [firstSecrets, secondSecrets] = [1, 2].map((byte) => secretsFrom(new Uint8Array(32).fill(byte)));
  if (firstSecrets === undefined || secondSecrets === undefined) throw new Error('two secrets');
  expect(await bindToSecret(database, firstSecrets)).toBe(true);
  expect(await bindToSecret(database, secondSecrets)).toBe(false);
  expect(await bindToSecret(database, firstSecrets)).toBe(true);
  await database.close();
  await rm(folder, { recursive: true });
});
