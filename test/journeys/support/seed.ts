/** Starts the demo once on a fresh folder and stops it: every file of journeys starts from a copy. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../hosts/server-process.ts';
import { SEED } from './journey-server.ts';

// biome-ignore lint/style/noDefaultExport: required by Playwright
export default async function createSeed(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-seed-'));
  await (await startServer(folder)).stop();
  process.env[SEED] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
