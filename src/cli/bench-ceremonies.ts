/**
 * `npm run bench -- ceremonies [count] [at once]`: whole signatures through the API, from the start to SIGNED, with files of
 * 1 MB and two signers (the customer by a code, the sales manager in the portal), on one node with its PostgreSQL; and how
 * much memory a file of 20 MB takes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { makePaper } from '../../test/paper.ts';
import { startCluster } from '../../test/postgres.ts';
import { startServer } from '../../test/server-process.ts';
import { Ceremony, STAGES, Staff } from './bench-ceremony.ts';
import { cpuMs, peakMemory } from './processes.ts';

const COUNT = 80;
/** Ceremonies that wait for each other's turn in real life: a showroom's burst. */
const AT_ONCE = 12;
const FILE_BYTES = 1 << 20;
const LARGE_BYTES = 20 << 20;
/** Whole ceremonies a second on two cores (issue: at least 8). */
const AIM = 8;
const AIM_SEAL_TIMES = 5;
const AIM_UPLOAD_TIMES = 6;

interface Ground {
  readonly staff: Staff;
  readonly processes: Readonly<Record<string, number>>;
}

/** @returns 0 when the aims were reached, else 1. */
export async function benchCeremonies([count = String(COUNT), atOnce = String(AT_ONCE)]: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const cluster = await startCluster({ durable: true });
  try {
    await cluster.createDatabase('ceremonies');
    // For a profile of the server: NODE_OPTIONS='--cpu-prof --cpu-prof-dir=…'.
    const { NODE_OPTIONS } = process.env;
    const environment = { DATABASE_URL: cluster.url('ceremonies'), ...(NODE_OPTIONS ? { NODE_OPTIONS } : {}) };
    const server = await startServer(folder, environment);
    try {
      const processes = { server: server.pid, database: cluster.pid, client: process.pid };
      const ground = { staff: await Staff.at(server.address), processes };
      const file = await makePaper({ pages: 3, bytes: FILE_BYTES });
      console.log(`files of ${(file.length / (1 << 20)).toFixed(2)} MB, two signers`);
      await stages(ground, await prepared(ground, file, 16));
      const rate = await together(ground, await prepared(ground, file, Number(count)), Number(atOnce));
      const memory = await memoryOf(ground);
      return rate >= AIM && memory ? 0 : 1;
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

let people = 0;

async function prepared({ staff }: Ground, file: Buffer, count: number): Promise<Ceremony[]> {
  const made: Ceremony[] = [];
  for (let n = 0; n < count; n += 1) {
    people += 1;
    made.push(await Ceremony.prepare(staff, file, people));
  }
  return made;
}

/** Stage by stage, four at a time: what each costs of the processor, so that the next limit is known. */
async function stages({ processes }: Ground, ceremonies: Ceremony[]): Promise<void> {
  const table: Record<string, Record<string, string>> = {};
  const sums: Record<string, number> = {};
  for (const stage of STAGES) {
    const before = await usage(processes);
    await inTurns(ceremonies, 4, (one) => one[stage]());
    const after = await usage(processes);
    const each = Object.fromEntries(
      Object.keys(processes).map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / ceremonies.length]),
    );
    for (const [name, value] of Object.entries(each)) sums[name] = (sums[name] ?? 0) + value;
    table[stage] = written(each);
  }
  table['all stages'] = written(sums);
  console.log('processor milliseconds per ceremony, by stage:');
  console.table(table);
}

const written = (each: Record<string, number>) =>
  Object.fromEntries(Object.entries(each).map(([name, value]) => [name, value.toFixed(1)]));

async function usage(processes: Ground['processes']): Promise<Record<string, number>> {
  const entries = Object.entries(processes).map(async ([name, pid]) => [name, await cpuMs(pid)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** @returns whole ceremonies a second. */
async function together({ processes }: Ground, ceremonies: Ceremony[], atOnce: number): Promise<number> {
  const before = await usage(processes);
  const times: number[] = [];
  const start = performance.now();
  await inTurns(ceremonies, atOnce, async (one) => {
    const began = performance.now();
    for (const stage of STAGES) await one[stage]();
    times.push(performance.now() - began);
  });
  const seconds = (performance.now() - start) / 1000;
  const after = await usage(processes);
  const rate = ceremonies.length / seconds;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => ((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / 1000).toFixed(2);
  console.log(
    `${ceremonies.length} ceremonies, ${atOnce} at once: ${rate.toFixed(2)} a second (aim ${AIM}); ` +
      `each p50 ${at(0.5)} s, p95 ${at(0.95)} s`,
  );
  for (const name of Object.keys(processes)) {
    const used = (after[name] ?? 0) - (before[name] ?? 0);
    console.log(
      `  ${name}: ${(used / ceremonies.length).toFixed(1)} ms each, ${(used / seconds / 1000).toFixed(2)} cores`,
    );
  }
  return rate;
}

/** @returns whether the peak above the idle server kept within the aims. */
async function memoryOf({ staff, processes }: Ground): Promise<boolean> {
  const file = await makePaper({ pages: 3, bytes: LARGE_BYTES });
  const server = processes.server ?? 0;
  const times = async (work: () => Promise<unknown>): Promise<number> => (await peakMemory(server, work)) / file.length;
  people += 1;
  let ceremony: Ceremony | undefined;
  const upload = await times(async () => {
    ceremony = await Ceremony.prepare(staff, file, people);
  });
  for (const stage of STAGES.slice(0, -1)) await ceremony?.[stage]();
  const seal = await times(async () => ceremony?.sealed());
  console.log(
    `a file of ${(file.length / (1 << 20)).toFixed(1)} MB: upload ${upload.toFixed(1)} × its size above idle ` +
      `(aim ${AIM_UPLOAD_TIMES}), sealing ${seal.toFixed(1)} × (aim ${AIM_SEAL_TIMES})`,
  );
  return upload <= AIM_UPLOAD_TIMES && seal <= AIM_SEAL_TIMES;
}

async function inTurns<T>(things: readonly T[], atOnce: number, work: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...things];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
