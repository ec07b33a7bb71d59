/** the server is killed at random moments of the story; whatever was acknowledged is there after the restart, and the story ends. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePaper } from '../paper.ts';
import { freePort, type ServerProcess, startServer } from '../server-process.ts';
import { type Acknowledged, Interrupted, Story } from '../story.ts';

export interface KillReport {
  kills: number;
  /** Kills that hit while the named step was under way. */
  hits: Record<string, number>;
  stories: Acknowledged[];
  signed: Buffer[];
}

/**
 * Kills the server `rounds` times; each story goes on over the restarts until it is signed, then the next begins.
 * @param environment for the server, for example DATABASE_URL.
 */
export async function killDrill(rounds: number, environment: Record<string, string> = {}): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-kill-'));
  const file = await makePaper({ pages: 3 });
  const report: KillReport = { kills: 0, hits: {}, stories: [], signed: [] };
  const port = await freePort();
  let server: ServerProcess = await startServer(folder, port, environment);
  let unique = 1;
  let story = new Story(server.address, file, unique);
  try {
    while (report.kills < rounds) {
      let under = 'idle';
      const moment = setTimeout(() => void server.kill(), Math.random() * 350);
      const began = report.kills;
      while (report.kills === began) {
        const step = story.next();
        if (step === null) {
          report.stories.push(story.known);
          report.signed.push(await story.signedFile().catch(() => Buffer.alloc(0)));
          unique += 1;
          story = new Story(server.address, file, unique);
          continue;
        }
        const before = JSON.stringify(Object.keys(story.known));
        try {
          await step();
        } catch (error) {
          if (!(error instanceof Interrupted)) throw error;
          under = before;
          const alive = await fetch(`${server.address}/health`).then(
            (response) => response.ok,
            () => false,
          );
          if (alive) {
            await new Promise((resolve) => setTimeout(resolve, 10));
            continue;
          }
          report.kills += 1;
        }
      }
      clearTimeout(moment);
      await server.kill();
      report.hits[under] = (report.hits[under] ?? 0) + 1;
      server = await startServer(folder, port, environment);
      await story.check();
      for (const past of report.stories) {
        const again = new Story(server.address, file, 0);
        Object.assign(again.known, past);
        await again.check();
      }
    }
    await story.finish();
    await story.check();
    report.stories.push(story.known);
    report.signed.push(await story.signedFile());
    return report;
  } finally {
    await server.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
