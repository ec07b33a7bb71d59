/**
 * `npm run bench -- papers`: cost of the longest generated paper in the server's drawing thread, and papers per second
 * on one node (targets of the issue: 150 ms at p95, 20 per second).
 */
import { performance } from 'node:perf_hooks';
import { composePaper, paperFields, paperTypes } from '#domain/papers/compose-paper.ts';
import { driverFieldName, MAX_DRIVERS } from '#domain/papers/labels/driver-fields.ts';
import type { PaperValues } from '#domain/papers/fields.ts';
import { sampleData, sampleValues } from '#domain/papers/sample-data.ts';
import type { RenderedPaper } from '#pdf/paper/render.ts';
import { PdfPool } from '#pdf/pool.ts';

const aims = { p95: 150, perSecond: 20 };
const ROUNDS = 200;

/** Prints one line for the longest paper and one for all types in turn. @param args `--rounds N`. @returns 1 when a target is missed. */
export async function benchPapers(args: string[]): Promise<number> {
  const rounds = args.includes('--rounds') ? Number(args[args.indexOf('--rounds') + 1]) : ROUNDS;
  const pool = new PdfPool({ threads: 1 });
  const generate = (type: string, change: PaperValues = {}): Promise<RenderedPaper> =>
    pool.paper(composePaper(type, sampleData(paperFields(type), change)).paper);
  const everything = longestValues();
  const { pages, bytes } = await generate(LONGEST, everything);
  const longest = await measure(rounds, () => generate(LONGEST, everything));
  const all = await measure(rounds, (round) => generate(paperTypes[round % paperTypes.length] ?? LONGEST));
  await pool.close();
  const perSecond = 1000 / all.mean;
  console.log(
    `longest paper (${pages} pages, ${Math.round(bytes.length / 1024)} KB): median ${ms(longest.median)}, p95 ${ms(longest.p95)} (at most ${aims.p95} ms), processor ${ms(longest.cpu)}`,
  );
  console.log(
    `all ${paperTypes.length} types in turn: median ${ms(all.median)}, p95 ${ms(all.p95)}, processor ${ms(all.cpu)}, ${perSecond.toFixed(1)} papers a second (at least ${aims.perSecond})`,
  );
  return longest.p95 <= aims.p95 && perSecond >= aims.perSecond ? 0 : 1;
}

/** A rental with the maximum of drivers and damages, long remarks and a return. */
const LONGEST = 'LOAN_RENTAL_WITHOUT_DRIVER_MULTI';

function longestValues(): PaperValues {
  const fields = paperFields(LONGEST);
  const sampleOf = sampleValues(fields);
  const damages = 'Graffio di 4 cm sul paraurti posteriore, lato sinistro. '.repeat(18);
  const values: Record<string, string | number | boolean | null> = {};
  for (const { name, kind, driver, row } of fields) {
    if (kind === 'longText') values[name] = damages;
    if (row !== undefined) values[name] = sampleOf[name.replace(`_${row}_`, '_1_')] ?? null;
    if (driver === undefined || driver <= 2 || driver > MAX_DRIVERS) continue;
    const second = name.replace(driverPrefix(driver), driverPrefix(2));
    values[name] = sampleOf[second] ?? null;
  }
  return { ...values, LOAN_RETURNED: '2026-11-23T17:00', KM_IN: '12900', FUEL_IN: '75' };
}

const driverPrefix = (driver: number): string => driverFieldName(driver, 'NAME').replace('NAME', '');

interface Measured {
  /** CPU time, independent of other load on the machine. */
  cpu: number;
  median: number;
  p95: number;
  mean: number;
}

/** The first ten rounds warm up and are not counted. */
async function measure(rounds: number, work: (round: number) => Promise<unknown>): Promise<Measured> {
  const samples: number[] = [];
  let before = process.cpuUsage();
  for (let round = -10; round < rounds; round += 1) {
    if (round === 0) before = process.cpuUsage();
    const start = performance.now();
    await work(round + 10);
    if (round >= 0) samples.push(performance.now() - start);
  }
  const sorted = samples.toSorted((a, b) => a - b);
  const { user, system } = process.cpuUsage(before);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    cpu: (user + system) / 1000 / rounds,
    median: at(0.5),
    p95: at(0.95),
    mean: samples.reduce((sum, sample) => sum + sample, 0) / samples.length,
  };
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;
