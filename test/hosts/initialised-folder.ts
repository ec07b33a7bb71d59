/** Starts the product on a folder that another start initialised. */
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretsFrom } from '../../src/secrets.ts';
import { testNow } from '../clock.ts';
import { openReady } from '../embedded.ts';
import { ownPort, spawnProcess } from './server-process.ts';

/** A folder whose database was initialised with these values. */
export async function folderInitialisedWith(mode: 'demo' | 'production', secret: Uint8Array | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  const database = await openReady(join(folder, 'database'));
  const secret_check = secret === null ? null : secretsFrom(secret).derive('installation');
  await database.transaction((tx) =>
    tx.insertInto('installation').values({ mode, created_date: testNow(), secret_check }).execute(),
  );
  await database.close();
  return folder;
}

/** @returns how the process ended, and its output. */
export async function startToEnd(
  folder: string,
  settings: Record<string, string> = {},
): Promise<{ code: unknown; said: string }> {
  const { child, output } = spawnProcess({ DATA_DIR: folder, PORT: String(await ownPort()), ...settings });
  const [code] = await once(child, 'exit');
  return { code, said: output() };
}
