/**
 * `npm run bench -- lists`: lists, searches, counts and statistics over HTTP at several sizes, compared with the
 * targets. The server, the database and the client are three processes; the client keeps one connection.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openCluster } from '../../test/postgres.ts';
import { type ServerProcess, startServer } from '../../test/hosts/server-process.ts';
import { ACTORS, type ActorName } from './lists/actors.ts';
import { Client } from './lists/client.ts';
import { type BenchCluster, startBenchCluster } from './lists/cluster.ts';
import { linesFor, type SamplesOf } from './lists/measured-lines.ts';
import { type Effort, measure, type Subject } from './lists/measure.ts';
import { listTogether } from './lists/parallel-lists.ts';
import { floorText, isExact, readingText, rowsOf, tableOf, writingText } from './lists/report.ts';
import { takeSamples } from './lists/search-terms.ts';
import { makeWorld, worldVersion } from './lists/seed.ts';
import { listWhileWriting } from './lists/lists-while-writing.ts';

const USAGE = `npm run bench -- lists [--size 100000,1000000] [--rounds 100] [--keep FOLDER | --use URL] [--hold] [--quick]
  --size    how many documents; several sizes are compared
  --rounds  calls of each line (fewer of those that take long)
  --keep    the databases stay in this folder, and are taken from there while schema and generator are the same
  --use     a PostgreSQL server that runs already, by its administrator's address; databases stay there
  --hold    keeps the database up afterwards and prints its address, until Ctrl-C
  --quick   20,000 documents and few calls: shows that everything answers`;

const FULL = { sizes: [100_000, 1_000_000], rounds: 100, budget: 3000, seconds: 6 };
const QUICK = { sizes: [20_000], rounds: 5, budget: 300, seconds: 1 };

interface Options {
  readonly sizes: readonly number[];
  readonly effort: Effort;
  /** Seconds of concurrent reading, and of reading during writes. */
  readonly seconds: number;
  readonly keep: string | undefined;
  readonly use: string | undefined;
  readonly hold: boolean;
}

function readOptions(args: string[]): Options | null {
  try {
    const { values } = parseArgs({
      args,
      options: {
        size: { type: 'string' },
        rounds: { type: 'string' },
        keep: { type: 'string' },
        use: { type: 'string' },
        hold: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
      },
    });
    const usual = values.quick ? QUICK : FULL;
    const sizes = values.size?.split(',').map(Number) ?? usual.sizes;
    const rounds = Number(values.rounds ?? usual.rounds);
    const fits = (value: number, least: number, most: number) =>
      Number.isInteger(value) && value >= least && value <= most;
    if (values.use !== undefined && values.keep !== undefined) return null;
    if (!sizes.every((size) => fits(size, 10_000, 20_000_000)) || !fits(rounds, 1, 10_000)) return null;
    return {
      sizes,
      effort: { rounds, budget: usual.budget },
      seconds: usual.seconds,
      keep: values.keep,
      use: values.use,
      hold: values.hold,
    };
  } catch {
    return null;
  }
}

async function databaseNames(cluster: BenchCluster): Promise<string[]> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  try {
    const databases = await client.query<{ datname: string }>('select datname from pg_database');
    return databases.rows.map((row) => row.datname);
  } finally {
    await client.end();
  }
}

/** Creates missing databases; replaces one of this size made by another schema or generator. */
async function provideWorld(cluster: BenchCluster, size: number): Promise<string> {
  const prefix = `lists_${size}_`;
  const name = `${prefix}${await worldVersion()}`;
  const present = await databaseNames(cluster);
  if (present.includes(name)) return name;
  for (const old of present.filter((name) => name.startsWith(prefix))) await cluster.dropDatabase(old);
  const began = Date.now();
  await makeWorld(cluster, name, size);
  console.log(`${size.toLocaleString('en')} documents made in ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return name;
}

async function samplesOf(client: Client): Promise<SamplesOf> {
  const samplesByActor: Partial<Record<ActorName, Awaited<ReturnType<typeof takeSamples>>>> = {};
  for (const name of Object.keys(ACTORS) as ActorName[]) samplesByActor[name] = await takeSamples(client, name);
  return samplesByActor as SamplesOf;
}

interface Running extends Subject {
  readonly server: ServerProcess;
  readonly samples: SamplesOf;
}

/** @returns whether every call was answered and every total was exact. */
async function run(cluster: BenchCluster, folder: string, options: Options): Promise<boolean> {
  const subjects: Running[] = [];
  try {
    for (const documents of options.sizes) {
      const DATABASE_URL = cluster.serverUrl(await provideWorld(cluster, documents));
      const server = await startServer(join(folder, `server-${documents}`), { DATABASE_URL });
      const client = new Client(server.address);
      const samples = await samplesOf(client);
      subjects.push({ documents, client, server, samples, lines: linesFor(samples) });
    }
    const loadBefore = loadavg()[0] ?? 0;
    const { outcomes, floor } = await measure(subjects, options.effort);
    const rows = rowsOf(subjects[0]?.lines ?? [], outcomes);
    console.log(`\nms through HTTP, server, database and client on this machine of ${cpus().length} cores.`);
    console.log(`Load before ${loadBefore.toFixed(1)}, after ${(loadavg()[0] ?? 0).toFixed(1)} (own work included).`);
    console.log(`${floorText(floor)}\n`);
    console.log(tableOf(rows, options.sizes));
    const targeted = rows.filter((row) => row.line.target !== null && row.verdict !== '');
    console.log(`\n${targeted.filter((row) => row.verdict === 'met').length} of ${targeted.length} targets met.`);
    console.log('\nBy several at once');
    for (const { documents, server } of subjects) {
      console.log(readingText(documents, await listTogether(server.address, options.seconds)));
    }
    let exact = true;
    console.log('\nBeside four writers');
    for (const { documents, server, samples } of subjects) {
      const result = await listWhileWriting(server.address, samples.big.folders, options.seconds);
      console.log(writingText(documents, result));
      exact &&= isExact(result);
    }
    return exact && rows.every((row) => row.verdict !== 'failed');
  } finally {
    for (const { client, server } of subjects) {
      client.close();
      await server.stop();
    }
  }
}

async function provideCluster({ keep, use }: Options, scratch: string): Promise<BenchCluster> {
  if (use !== undefined) {
    const open = openCluster(use);
    return { ...open, serverUrl: open.url, stop: async () => undefined };
  }
  return startBenchCluster(keep === undefined ? join(scratch, 'cluster') : resolve(keep));
}

/**
 * @returns 0 when every call was answered and every count was right (targets are reported, not enforced), 1 when
 * not, 2 for wrong options.
 */
export async function benchLists(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    console.error(USAGE);
    return 2;
  }
  const folder = await mkdtemp(join(tmpdir(), 'bench-lists-'));
  // The database may run as another user, who needs to traverse the folder.
  await chmod(folder, 0o711);
  let cluster: BenchCluster | undefined;
  try {
    cluster = await provideCluster(options, folder);
    const fine = await run(cluster, folder, options);
    if (options.hold) {
      console.log(`\n${cluster.url('postgres')}  (Ctrl-C ends it)`);
      await new Promise<void>((done) => process.once('SIGINT', () => done()));
    }
    return fine ? 0 : 1;
  } finally {
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
