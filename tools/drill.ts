/**
 * `npm run drill -- <name> [rounds] [seed]`: the full form of the reliability tests; on loopback, limited in number.
 * FASCICOLO_TEST_DATABASE selects the database of the drills that open their own: `pglite` or `postgres`; the latter
 * runs two servers.
 */
import { randomInt } from 'node:crypto';
import { verifyPdf } from '#formats/verify/index.ts';
import { auditedDrill } from '../test/drills/evidence/audited.ts';
import { codesDrill } from '../test/drills/processes/codes.ts';
import { deletionDrill } from '../test/drills/deletion.ts';
import { floodDrill } from '../test/drills/processes/flood.ts';
import { frozenDrill } from '../test/drills/processes/frozen.ts';
import { fuzzDrill } from '../test/drills/fuzz.ts';
import { killDrill } from '../test/drills/processes/kill.ts';
import { killKeysDrill } from '../test/drills/processes/kill-keys.ts';
import { roundTripDrill } from '../test/drills/papers/round-trip.ts';
import { photosDrill } from '../test/drills/photos.ts';
import { sealsDrill } from '../test/drills/evidence/seals.ts';
import { openServers, type Servers } from '../test/drills/processes/servers.ts';
import { startsDrill } from '../test/drills/processes/starts.ts';
import { trailDrill } from '../test/drills/evidence/trail.ts';
import { writersDrill } from '../test/drills/processes/writers.ts';
import { loadGeneratedPapers } from '../test/papers/generated-papers.ts';
import { onPostgres } from '../test/postgres.ts';
import { setup, teardown } from '../test/postgres-setup.ts';

const WRITERS = 64;
/** Appends of each writer per kill. */
const APPENDS_A_KILL = 200;

interface Report {
  readonly problems: readonly string[];
}

/** Prints the report. @returns whether it has no problems. */
function printReport({ problems, ...facts }: Report): boolean {
  console.log(JSON.stringify(facts));
  for (const problem of problems) console.log(problem);
  console.log(`problems: ${problems.length}`);
  return problems.length === 0;
}

async function onServers(work: (servers: Servers) => Promise<Report>): Promise<Report> {
  const servers = await openServers();
  try {
    return await work(servers);
  } finally {
    await servers.close();
  }
}

/** Signatures in a file of the drill: the signer's and the seal; a third would be a duplicate. */
const SIGNATURES = 2;

async function kill(rounds: number): Promise<boolean> {
  const report = await killDrill(rounds, ({ kills, stories }) =>
    console.error(`${kills} kills, ${stories.length} ended`),
  );
  console.log(`kills ${report.kills}, stories ended ${report.stories.length}, hits ${JSON.stringify(report.hits)}`);
  let valid = 0;
  for (const signed of report.signed) {
    const { intact, signatures } = await verifyPdf(signed, { anchors: report.anchors });
    if (intact && signatures.length === SIGNATURES && signatures.every((one) => one.indication === 'TOTAL-PASSED'))
      valid += 1;
  }
  console.log(`signed files valid: ${valid} of ${report.signed.length}`);
  return valid === report.signed.length;
}

/** @param seed repeats the same requests; none: a different one each time. */
async function fuzz(requests: number, seed: number): Promise<boolean> {
  const report = await fuzzDrill({ requests, seed, thorough: true });
  const { statuses, slowest, longestBlock, unreached, problems } = report;
  console.log(`${report.requests} requests, seed ${seed}: ${JSON.stringify(statuses)}`);
  console.log(`slowest ${Math.round(slowest)} ms, longest block ${Math.round(longestBlock)} ms`);
  console.log(`never answered with a success: ${unreached.join(', ') || 'none'}`);
  for (const problem of problems) console.log(problem);
  console.log(`problems: ${problems.length}`);
  return problems.length === 0;
}

interface Drill {
  /** The full target. */
  readonly rounds: number;
  readonly run: (rounds: number, seed: number) => Promise<boolean>;
  /** Inspects the folder of the embedded database, or continues from copies of it. */
  readonly embedded?: true;
}

const DRILLS: Readonly<Record<string, Drill>> = {
  kill: { rounds: 500, run: kill },
  keys: { rounds: 200, embedded: true, run: async (rounds) => printReport(await killKeysDrill(rounds)) },
  // Documents, two hundred callers each
  starts: {
    rounds: 100,
    run: async (documents) => printReport(await onServers((servers) => startsDrill(servers, documents))),
  },
  // Documents of two signers
  seals: {
    rounds: 1_000,
    run: async (documents) =>
      printReport(
        await onServers(async (servers) => {
          await loadGeneratedPapers(servers.one.test.world);
          return sealsDrill(servers, documents);
        }),
      ),
  },
  // Every state, each on a separate document
  frozen: { rounds: 10, run: async (rounds) => printReport(await frozenDrill(rounds)) },
  // Documents
  deletion: { rounds: 20, run: async (rounds) => printReport(await deletionDrill(rounds)) },
  // Signatures, with a thousand guesses each
  codes: { rounds: 10, run: async (rounds) => printReport(await codesDrill(rounds)) },
  // Changes by the owner of the database, in every byte of a chain at every depth
  trail: { rounds: 5_000, run: async (changes) => printReport(await trailDrill(changes)) },
  // Appends of each of 64 writers
  writers: {
    rounds: 10_000,
    run: async (appends) =>
      printReport(await writersDrill({ writers: WRITERS, appends, kills: Math.ceil(appends / APPENDS_A_KILL) })),
  },
  // Kills, rotating through all points
  audited: { rounds: 100, embedded: true, run: async (kills) => printReport(await auditedDrill(kills)) },
  // Random generated papers (art. 56 g), through checks, preparation and signature, read by three readers
  papers: {
    rounds: 10_000,
    run: async (papers, seed) => printReport(await roundTripDrill({ papers, seed: seed || randomInt(1, 2 ** 31) })),
  },
  // Seconds of 200 connections by one person, with parallel calls by another
  flood: { rounds: 20, embedded: true, run: async (seconds) => printReport(await floodDrill(seconds)) },
  // Repeats of each kind of photo, 64 in parallel
  photos: { rounds: 2, embedded: true, run: async (repeats) => printReport(await photosDrill(repeats)) },
  // Part of every issue's acceptance; the full target is a million
  fuzz: { rounds: 20_000, run: (requests, seed) => fuzz(requests, seed || randomInt(1, 2 ** 31)) },
};

const NUMBER = /^\d{1,9}$/;

/** @returns 0 when the drill found no problem, 1 when it did, 2 for an unknown drill. */
export async function drill([name = '', rounds = '0', seed = '0']: string[]): Promise<number> {
  const chosen = DRILLS[name];
  if (chosen === undefined || !NUMBER.test(rounds) || !NUMBER.test(seed)) {
    console.error(`Drills: ${Object.keys(DRILLS).join(', ')}; then the number of rounds, and a seed`);
    return 2;
  }
  const began = performance.now();
  await setup();
  try {
    if (chosen.embedded && onPostgres()) {
      console.error(`${name} is for the embedded database: leave FASCICOLO_TEST_DATABASE out`);
      return 2;
    }
    return (await chosen.run(Number(rounds) || chosen.rounds, Number(seed))) ? 0 : 1;
  } finally {
    await teardown();
    console.log(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
  }
}
