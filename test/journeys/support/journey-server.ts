/** The base of one file of journeys: a separate server and folder, on a copy of the demo that was created once for the run. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { startClockedServer } from '../../hosts/server-process.ts';

/** The address of this file's server. */
export let address = '';
export let dataDir = '';

/** Set by seed.ts: the folder of a demo that was started once and stopped. */
export const SEED = 'FASCICOLO_JOURNEYS_SEED';

export interface Fixture {
  readonly address: string;
  /** Moves the server's clock; pages have their own (`page.clock`). */
  advance(seconds: number): Promise<void>;
}

/** Each file is a separate project (playwright.config.ts), and so has a separate process. */
// biome-ignore lint/complexity/noBannedTypes: no fixtures of single tests
export const test = base.extend<{}, { ground: Fixture }>({
  ground: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the parameter
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'fascicolo-journeys-'));
      await cp(process.env[SEED] ?? '', folder, { recursive: true });
      const server = await startClockedServer(folder);
      [address, dataDir] = [server.address, folder];
      await use({ address, advance: (seconds) => server.advance(seconds) });
      const said = server.output().replace(/^\s*Fascicolo DEMO è pronto[\s\S]*?Ctrl-C per fermare\.\s*/, '');
      if (said.trim() !== '') console.error(said);
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  baseURL: async ({ ground }, use) => use(ground.address),
});
