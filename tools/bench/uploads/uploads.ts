/**
 * `npm run bench -- uploads`: how long a user waits for an upload, how long until a file of 300 pages can be signed,
 * and the memory for a large file; each through the API, compared with the floor (hash, one signature, write, flush).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makePaper } from '../../../test/papers/paper.ts';
import { startCluster } from '../../../test/postgres.ts';
import { startServer } from '../../../test/hosts/server-process.ts';
import { Ceremony, benchFile } from '../ceremonies/ceremony.ts';
import { Desk, LOGIN } from '../ceremonies/desk.ts';
import { floorOf } from '../ceremonies/minimum-cost.ts';
import { p50, p95 } from '../ceremonies/measure-sessions.ts';
import { cpuMs, peakMemory, residentBytes } from '../../../src/cli/process-resources.ts';
import { givenPaper, type PageKind } from './papers.ts';

const USAGE = `npm run bench -- uploads [--database postgres|embedded] [--only small,long,large] [--count N]
  --only   small: 1 MB and 3 pages; long: 300 pages; large: the memory of 20 MB
  --count  uploads of 1 MB that are measured`;

const MEGABYTE = 1 << 20;
const LARGE_BYTES = 20 * MEGABYTE;
const SETTLED_MS = 3000;
/** Uploads before measuring, to warm up the checking and drawing processes. */
const WARMED = 8;
const LONG_PAGES = 300;
const LOOK_EVERY_MS = 100;
const LONG_LIMIT_MS = 180_000;
const PARTS = ['small', 'long', 'large'] as const;
const AIM = { idleMb: { postgres: 250, embedded: 450 }, uploadMs: 500, longMs: 20_000, largeTimes: 6 };
type DatabaseName = keyof typeof AIM.idleMb;

interface Options {
  readonly database: DatabaseName;
  readonly only: readonly string[];
  readonly count: number;
}

interface UploadContext {
  readonly desk: Desk;
  readonly server: number;
  /** File that the floor writes to. */
  readonly target: string;
}

function readOptions(args: string[]): Options | null {
  try {
    const { values } = parseArgs({
      args,
      options: {
        database: { type: 'string', default: 'postgres' },
        only: { type: 'string', default: PARTS.join(',') },
        count: { type: 'string', default: '40' },
      },
    });
    const { database } = values;
    const only = values.only.split(',');
    const count = Number(values.count);
    if (database !== 'postgres' && database !== 'embedded') return null;
    if (!only.every((part) => PARTS.some((one) => one === part)) || !Number.isInteger(count) || count < 1) return null;
    return { database, only, count };
  } catch {
    return null;
  }
}

/** @returns 0 when the targets were met, 1 when not, 2 for unknown options. */
export async function benchUploads(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    console.error(USAGE);
    return 2;
  }
  const { database } = options;
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const cluster = database === 'postgres' ? await startCluster({ durable: true }) : null;
  try {
    await cluster?.createDatabase('uploads');
    const environment: Record<string, string> = cluster ? { DATABASE_URL: cluster.socketUrl('uploads') } : {};
    // The first start creates the demo's data and uses memory that later starts do not.
    await (await startServer(folder, environment)).stop();
    const server = await startServer(folder, environment);
    const desk = await Desk.signIn(server.address, LOGIN);
    try {
      return await measure({ desk, server: server.pid, target: join(folder, 'floor.pdf') }, options);
    } finally {
      desk.close();
      await server.stop();
    }
  } finally {
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure(context: UploadContext, { database, only, count }: Options): Promise<number> {
  await pause(SETTLED_MS);
  const idleMb = (await residentBytes(context.server)) / MEGABYTE;
  const missed: string[] = [];
  const tell = (what: string, value: number, aim: number, unit: string, more = ''): void => {
    console.log(`${what}: ${value.toFixed(1)} ${unit} (aim ${aim})${more}`);
    if (value > aim) missed.push(what);
  };
  tell(`idle, ${database}`, idleMb, AIM.idleMb[database], 'MB');
  if (only.includes('large')) {
    tell('20 MB, first upload, peak above idle', await largeFile(context), AIM.largeTimes, '× its size');
    tell('20 MB, second upload, peak above idle', await largeFile(context), AIM.largeTimes, '× its size');
  }
  if (only.includes('small')) {
    const { ms, processorMs, floor, size } = await smallFiles(context, count);
    const more = `; p50 ${p50(ms).toFixed(0)} ms, processor ${processorMs.toFixed(0)} ms, floor ${floor.toFixed(1)} ms, p95 ${(p95(ms) / floor).toFixed(0)} × floor`;
    tell(`${(size / MEGABYTE).toFixed(2)} MB and 3 pages (text, photo, scan), p95`, p95(ms), AIM.uploadMs, 'ms', more);
  }
  if (only.includes('long')) {
    for (const kind of ['text', 'scan'] as const) {
      const { ms, processorMs, floor, size } = await longFile(context, kind);
      const what = `${LONG_PAGES} pages (${kind}, ${(size / MEGABYTE).toFixed(1)} MB), from the answer to a start`;
      tell(
        what,
        ms,
        AIM.longMs,
        'ms',
        `; processor ${processorMs.toFixed(0)} ms, floor ${floor.toFixed(1)} ms, ${(ms / floor).toFixed(0)} × floor`,
      );
    }
  }
  console.log(missed.length === 0 ? '\nAll aims reached.' : `\nNot reached:\n  ${missed.join('\n  ')}`);
  return missed.length === 0 ? 0 : 1;
}

let people = 0;

function storyOf({ desk }: UploadContext, file: Buffer): Ceremony {
  people += 1;
  return new Ceremony(desk, benchFile(file), { unique: people, signers: 1 });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** One upload after the other, each with a different text, photo and scan. */
async function smallFiles(context: UploadContext, count: number) {
  const kinds: PageKind[] = ['text', 'photo', 'scan'];
  const files: Buffer[] = [];
  for (let seed = 1; seed <= WARMED + count; seed++) files.push(await givenPaper(seed, kinds));
  const ms: number[] = [];
  let before = 0;
  for (const [index, file] of files.entries()) {
    const story = storyOf(context, file);
    if (index === WARMED) before = await cpuMs(context.server);
    const uploadMs = await timed(() => story.upload());
    if (index >= WARMED) ms.push(uploadMs);
  }
  const processorMs = ((await cpuMs(context.server)) - before) / count;
  const last = files.at(-1) ?? Buffer.alloc(0);
  return { ms, processorMs, floor: (await floorOf(last, context.target)).ms, size: last.length };
}

/** From the response to the upload until a start is no longer refused because pages are being drawn. */
async function longFile(context: UploadContext, kind: PageKind) {
  const file = await givenPaper(
    people,
    Array.from({ length: LONG_PAGES }, () => kind),
    { dpi: 72, quality: 50 },
  );
  const story = storyOf(context, file);
  await story.upload();
  const before = await cpuMs(context.server);
  const ms = await timed(async () => {
    for (const end = performance.now() + LONG_LIMIT_MS; !(await starts(story)); ) {
      if (performance.now() > end) throw new Error('The pages of a long file are not drawn');
      await pause(LOOK_EVERY_MS);
    }
  });
  const processorMs = (await cpuMs(context.server)) - before;
  return { ms, processorMs, floor: (await floorOf(file, context.target)).ms, size: file.length };
}

const starts = (story: Ceremony): Promise<boolean> =>
  story.start().then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && error.message.includes('pdf.pagesInCheck')) return false;
      throw error;
    },
  );

/** Sum of the peak memory of each server process. */
async function largeFile(context: UploadContext): Promise<number> {
  const file = await makePaper({ pages: 3, bytes: LARGE_BYTES, title: `Atto ${people}` });
  const story = storyOf(context, file);
  const idle = await residentBytes(context.server);
  return ((await peakMemory(context.server, () => story.upload())) - idle) / file.length;
}
