/** Pages and jobs in separate processes: a document signed through one is sealed by the other. */
// Real time: two servers are started, and one is awaited.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownPort, spawnProcess, startServer } from './hosts/server-process.ts';
import { makePaper } from './papers/paper.ts';
import { freshDatabase } from './postgres.ts';
import { Interrupted, Story } from './stages/http-story.ts';

it('a process without jobs leaves them to one without pages, and starts no installation', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'apart-'));
  const { url: DATABASE_URL, drop } = await freshDatabase();
  const early = spawnProcess({ DATA_DIR: folder, PORT: String(await ownPort()), DATABASE_URL, JOBS: 'none' });
  expect((await once(early.child, 'exit'))[0]).toBe(1);
  expect(early.output()).toContain('JOBS=only');
  const jobs = await startServer(folder, { DATABASE_URL, JOBS: 'only' });
  const pages = await startServer(folder, { DATABASE_URL, JOBS: 'none' });
  try {
    await expect(fetch(jobs.address)).rejects.toThrow();
    const acknowledged = await new Story(pages.address, await makePaper({ pages: 2 }), 1).runToEnd();
    expect(acknowledged.signedSha256).toMatch(/^[0-9a-f]{64}$/);
    // Without the process that runs the jobs they wait, and nothing is lost.
    const waiting = new Story(pages.address, await makePaper({ pages: 2 }), 2);
    await waiting.signIn();
    await waiting.create();
    expect(await jobs.stop()).toBe(0);
    await waiting.start();
    await expect(waiting.receiveLink()).rejects.toBeInstanceOf(Interrupted);
    const again = await startServer(folder, { DATABASE_URL, JOBS: 'only' });
    expect((await waiting.runToEnd()).auditSha256).toMatch(/^[0-9a-f]{64}$/);
    await again.stop();
  } finally {
    await jobs.kill();
    await pages.stop();
    await drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}, 180_000);
