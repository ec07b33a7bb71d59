/** The server is killed at random moments of the story; everything acknowledged is there after the restart, and the story completes. */
// Real time: a process is killed shortly after a step began.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf, testSeed } from '../../chance.ts';
import { type ServerProcess, startServer } from '../../hosts/server-process.ts';
import { makePaper } from '../../papers/paper.ts';
import { freshDatabase, onPostgres } from '../../postgres.ts';
import { type Acknowledged, Interrupted, Story } from '../../stages/http-story.ts';

/** Chooses the time and place of each kill, the same in every run. */
const random = randomOf(testSeed());

export interface KillReport {
  kills: number;
  /** Kills that hit while the named step was running. */
  hits: Record<string, number>;
  stories: Acknowledged[];
  signed: Buffer[];
  /** DER of the installation's public roots. */
  anchors: Uint8Array[];
}

/** Completed stories checked after each kill; a loss is permanent, so all of them are checked at the end. */
const NEWEST = 10;
/** Kills between two progress messages. */
const PROGRESS_EVERY = 50;

/**
 * Kills the server `rounds` times; each story continues over the restarts until it is signed, then the next begins.
 * @param onProgress called at every fiftieth kill.
 */
export async function killDrill(
  rounds: number,
  onProgress: (report: KillReport) => void = () => undefined,
): Promise<KillReport> {
  const database = onPostgres() ? await freshDatabase() : undefined;
  const environment: Record<string, string> = database === undefined ? {} : { DATABASE_URL: database.url };
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-kill-'));
  const file = await makePaper({ pages: 3 });
  const report: KillReport = { kills: 0, hits: {}, stories: [], signed: [], anchors: [] };
  let server: ServerProcess = await startServer(folder, environment);
  const port = Number(new URL(server.address).port);
  let unique = 1;
  let story = new Story(server.address, file, unique);
  try {
    while (report.kills < rounds) {
      // Some steps run undisturbed, then the kill falls shortly after the next one began, so that every step is hit.
      let undisturbedSteps = Math.floor(random() * 7);
      let kill: Promise<void> | undefined;
      let killedStep = '';
      while (kill === undefined) {
        const step = story.nextStep();
        if (step === null) {
          report.stories.push(story.known);
          unique += 1;
          const token = story.known.token;
          story = new Story(server.address, file, unique);
          // One sign-in for all: a staff session outlives the server, and a kill during a sign-in counts as a failed
          // attempt.
          if (token !== undefined) story.known.token = token;
          continue;
        }
        // Count steps, not tries: slow steps such as sealing would otherwise get all the kills.
        const running = step().then(
          () => {
            undisturbedSteps -= 1;
          },
          (error: unknown) => {
            if (!(error instanceof Interrupted)) throw error;
            return pause(20);
          },
        );
        if (undisturbedSteps <= 0) {
          killedStep = stepName(story);
          kill = pause(random() * 80).then(() => server.kill());
        }
        await running;
      }
      await kill;
      report.kills += 1;
      report.hits[killedStep] = (report.hits[killedStep] ?? 0) + 1;
      server = await startServer(folder, environment, port);
      await story.checkAcknowledged();
      for (const past of report.stories.slice(-NEWEST)) await storyAt(server.address, file, past).checkAcknowledged();
      if (report.kills % PROGRESS_EVERY === 0) onProgress(report);
    }
    await story.runToEnd();
    await story.checkAcknowledged();
    report.stories.push(story.known);
    for (const completed of report.stories) {
      const repeated = storyAt(server.address, file, completed);
      await repeated.checkAcknowledged();
      report.signed.push(await repeated.signedFile());
    }
    report.anchors = readAnchors(await readFile(join(folder, 'keys/anchors.pem'), 'utf8'));
    return report;
  } finally {
    await server.kill();
    await database?.drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A completed story, to be checked again. */
function storyAt(address: string, file: Buffer, acknowledged: Acknowledged): Story {
  const story = new Story(address, file, 0);
  Object.assign(story.known, acknowledged);
  return story;
}

/** The next step of the story, derived from what it lacks. */
function stepName({ known }: Story): string {
  if (known.token === undefined) return 'sign in';
  if (known.documentId === undefined) return 'create';
  if (known.started === undefined) return 'start';
  if (known.link === undefined) return 'link';
  if (known.signed === undefined) return known.code === undefined ? 'code' : 'sign';
  return known.signedDocumentId === undefined ? 'seal' : 'download';
}

/** The certificates of a PEM file as DER. */
export function readAnchors(pem: string): Uint8Array[] {
  return [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)].map((match) =>
    Buffer.from(match[1] ?? '', 'base64'),
  );
}
