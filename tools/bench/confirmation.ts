/** The part of `npm run bench` that a customer waits for: from the last signer's confirmation to SIGNED, on the real server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { makePaper } from '../../test/papers/paper.ts';
import { startServer } from '../../test/hosts/server-process.ts';
import { Interrupted, Story } from '../../test/stages/http-story.ts';

const STORIES = 20;
const FILE_BYTES = 1 << 20;
/** Target for a file of 1 MB on an idle machine, 95th percentile. */
const AIM_MS = 400;

async function confirmationMs(address: string, file: Buffer, unique: number, token: string | undefined) {
  const story = new Story(address, file, unique);
  if (token !== undefined) story.known.token = token;
  while (story.known.signed === undefined) {
    await story
      .nextStep()?.()
      .catch((error: unknown) => {
        if (!(error instanceof Interrupted)) throw error;
        return pause(10);
      });
  }
  const confirmed = performance.now();
  while (story.known.signedDocumentId === undefined) {
    await story.awaitSigned().catch((error: unknown) => {
      if (!(error instanceof Interrupted)) throw error;
      return pause(5);
    });
  }
  return { ms: performance.now() - confirmed, token: story.known.token };
}

/** Prints median and 95th percentile of twenty sequential sessions, after two to warm up. */
export async function benchConfirmation(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const server = await startServer(folder);
  try {
    const file = await makePaper({ pages: 3, bytes: FILE_BYTES });
    const samples: number[] = [];
    let token: string | undefined;
    for (let index = -2; index < STORIES; index++) {
      const durationMs = await confirmationMs(server.address, file, 100 + index, token);
      token = durationMs.token;
      if (index >= 0) samples.push(durationMs.ms);
    }
    const sorted = samples.sort((a, b) => a - b);
    const at = (share: number): string =>
      (sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0).toFixed(0);
    console.log(
      `\nFrom the last confirmation to SIGNED, ${(file.length / (1 << 20)).toFixed(2)} MB, ${STORIES} stories: ` +
        `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (aim ${AIM_MS} ms on an idle machine)`,
    );
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
