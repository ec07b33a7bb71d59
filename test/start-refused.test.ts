/** What a process refuses to begin with (P-1). */
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testNow } from './clock.ts';
import { openReady } from './embedded.ts';
import { ownPort, spawnServer } from './server-process.ts';

it('a demo does not begin on a database of production, and touches nothing beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  const database = await openReady(join(folder, 'database'));
  await database.transaction(async (tx) => {
    await tx.insertInto('installation').values({ mode: 'production', created_date: testNow() }).execute();
  });
  await database.close();
  const { child, output } = spawnServer({ DATA_DIR: folder, PORT: String(await ownPort()) });
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(output()).toMatch(/banca dati è di produzione, le impostazioni dicono dimostrazione/);
  expect(await readdir(folder)).toEqual(['database']);
  await rm(folder, { recursive: true });
}, 120_000);
