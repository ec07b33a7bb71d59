/**
 * `npm run drill -- <name> [rounds] [seed]`: the full form of the promises' tests (reliability.md); on loopback, bounded
 * in number. FASCICOLO_TEST_DATABASE=postgres runs those that live in one process on a PostgreSQL of their own.
 */
import { randomInt } from 'node:crypto';
import { verifyPdf } from '#formats/verify/index.ts';
import { fuzzDrill } from '../../test/drills/fuzz.ts';
import { killDrill } from '../../test/drills/kill.ts';
import { killKeysDrill } from '../../test/drills/kill-keys.ts';
import { setup, teardown } from '../../test/postgres-setup.ts';

/** Full target of R-1. */
const KILL_ROUNDS = 500;
const KEYS_ROUNDS = 200;
/** Requests of R-15 in every issue's acceptance; a million is its full target. */
const FUZZ_REQUESTS = 20_000;

async function kill(rounds: number): Promise<boolean> {
  const report = await killDrill(rounds);
  console.log(`kills ${report.kills}, stories ended ${report.stories.length}, hits ${JSON.stringify(report.hits)}`);
  let valid = 0;
  for (const signed of report.signed) {
    const { intact, signatures } = await verifyPdf(signed, { anchors: report.anchors });
    if (intact && signatures.every((one) => one.indication === 'TOTAL-PASSED')) valid += 1;
  }
  console.log(`signed files valid: ${valid} of ${report.signed.length}`);
  return valid === report.signed.length;
}

async function keys(rounds: number): Promise<boolean> {
  const { hits, problems } = await killKeysDrill(rounds);
  console.log(JSON.stringify(hits));
  for (const problem of problems) console.log(problem);
  return problems.length === 0;
}

/** @param seed makes the same requests again; none: another one each time. */
async function fuzz(requests: number, seed: number): Promise<boolean> {
  await setup();
  try {
    const report = await fuzzDrill({ requests, seed, thorough: true });
    const { statuses, slowest, longestBlock, unreached, problems } = report;
    console.log(`${report.requests} requests, seed ${seed}: ${JSON.stringify(statuses)}`);
    console.log(`slowest ${Math.round(slowest)} ms, longest block ${Math.round(longestBlock)} ms`);
    console.log(`never answered with a success: ${unreached.join(', ') || 'none'}`);
    for (const problem of problems) console.log(problem);
    console.log(`problems: ${problems.length}`);
    return problems.length === 0;
  } finally {
    await teardown();
  }
}

const DRILLS: Record<string, (rounds: number, seed: number) => Promise<boolean>> = {
  kill: (rounds) => kill(rounds || KILL_ROUNDS),
  keys: (rounds) => keys(rounds || KEYS_ROUNDS),
  fuzz: (requests, seed) => fuzz(requests || FUZZ_REQUESTS, seed || randomInt(1, 2 ** 31)),
};

const NUMBER = /^\d{1,9}$/;

/** @returns 0 when the promise held, 1 when not, 2 for an unknown drill. */
export async function drill([name = '', rounds = '0', seed = '0']: string[]): Promise<number> {
  const run = DRILLS[name];
  if (run === undefined || !NUMBER.test(rounds) || !NUMBER.test(seed)) {
    console.error(`Drills: ${Object.keys(DRILLS).join(', ')}; then the number of rounds, and a seed`);
    return 2;
  }
  return (await run(Number(rounds), Number(seed))) ? 0 : 1;
}
