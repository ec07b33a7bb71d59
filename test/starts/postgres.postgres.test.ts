/** The product on PostgreSQL as docs/operations starts it: the owner migrates, the application's role serves. */
// Real time: servers are started and awaited.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../src/cli/migrate.ts';
import { makeRoledDatabase, type RoledDatabase } from '../database-roles.ts';
import { startServer } from '../hosts/server-process.ts';
import { makePaper } from '../papers/paper.ts';
import { runCommand } from '../run-command.ts';
import { Story } from '../stages/http-story.ts';
import { createUnnumberedPaper } from './every-kind.ts';

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

it('with two roles one process generates a paper and has a document signed', async () => {
  const urls = { MIGRATE_DATABASE_URL: roles.ownerUrl, DATABASE_URL: roles.applicationUrl };
  expect((await runCommand(migrate, [], urls)).code).toBe(0);
  const server = await startServer(folder, { DATABASE_URL: roles.applicationUrl });
  try {
    await createUnnumberedPaper(server.address);
    const signed = await new Story(server.address, await makePaper({ pages: 1 }), 12).runToEnd();
    expect(signed.auditSha256).toMatch(/^[0-9a-f]{64}$/);
  } finally {
    await server.stop();
  }
}, 120_000);
