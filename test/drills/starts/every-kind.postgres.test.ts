/** The product on PostgreSQL with pages and jobs in separate processes, every kind of document, and with one role. */
// Real time: servers are started and awaited.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../src/cli/migrate.ts';
import { makeRoledDatabase, type RoledDatabase } from '../../database-roles.ts';
import { startServer } from '../../hosts/server-process.ts';
import { makePaper } from '../../papers/paper.ts';
import { runCommand } from '../../run-command.ts';
import { Story } from '../../stages/http-story.ts';
import { createEveryKind, createUnnumberedPaper } from '../../starts/every-kind.ts';

let roles: RoledDatabase;
let folder: string;
beforeAll(async () => {
  roles = await makeRoledDatabase();
  folder = await mkdtemp(join(tmpdir(), 'starts-'));
});
afterAll(async () => {
  await roles.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function signOne(address: string, unique: number): Promise<void> {
  const signed = await new Story(address, await makePaper({ pages: 1 }), unique).runToEnd();
  expect(signed.auditSha256).toMatch(/^[0-9a-f]{64}$/);
}

it('with two roles, separate jobs start the demo, every kind of document is created and one is signed', async () => {
  const urls = { MIGRATE_DATABASE_URL: roles.ownerUrl, DATABASE_URL: roles.applicationUrl };
  expect((await runCommand(migrate, [], urls)).code).toBe(0);
  const jobs = await startServer(folder, { DATABASE_URL: roles.applicationUrl, JOBS: 'only' });
  const pages = await startServer(folder, { DATABASE_URL: roles.applicationUrl, JOBS: 'none' });
  try {
    expect(new Set(await createEveryKind(pages.address)).size).toBeGreaterThan(40);
    await signOne(pages.address, 11);
  } finally {
    await Promise.all([jobs.stop(), pages.stop()]);
  }
}, 120_000);

it('with one role, which owns the tables, one process generates a paper and has a document signed', async () => {
  const server = await startServer(folder, { DATABASE_URL: roles.ownerUrl });
  try {
    await createUnnumberedPaper(server.address);
    await signOne(server.address, 13);
  } finally {
    await server.stop();
  }
}, 120_000);
