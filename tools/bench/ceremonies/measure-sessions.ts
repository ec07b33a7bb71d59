/** Measures many sessions: each stage separately, complete ones in parallel, lists during sealing, memory. */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMs, mainThreadMs, peakMemory } from '../../../src/cli/process-resources.ts';
import { Ceremony, type BenchFile, type Signers, STAGES } from './ceremony.ts';
import type { Desk } from './desk.ts';

const LIST_EVERY_MS = 40;

export interface BenchContext {
  /** Accounts that share the sessions. */
  readonly desks: readonly [Desk, ...Desk[]];
  readonly file: BenchFile;
  readonly signers: Signers;
  /** Process ids; `server` includes its children. */
  readonly processes: { readonly server: number; readonly client: number; readonly database?: number };
}

/** CPU milliseconds by process; `main` is the server's main thread. */
type Used = Record<'server' | 'main' | 'database' | 'client', number>;

let people = 0;

export function stories({ desks, file, signers }: BenchContext, count: number): Ceremony[] {
  return Array.from({ length: count }, () => {
    people += 1;
    return new Ceremony(desks[people % desks.length] ?? desks[0], file, { unique: people, signers });
  });
}

async function usage({ processes }: BenchContext): Promise<Used> {
  const { server, database, client } = processes;
  return {
    server: await cpuMs(server),
    main: await mainThreadMs(server),
    database: database === undefined ? 0 : await cpuMs(database),
    client: await cpuMs(client),
  };
}

const since = (before: Used, after: Used, count: number): Used => ({
  server: (after.server - before.server) / count,
  main: (after.main - before.main) / count,
  database: (after.database - before.database) / count,
  client: (after.client - before.client) / count,
});

async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const remaining = [...items];
  const worker = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const share = (samples: readonly number[], part: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
};
export const p50 = (samples: readonly number[]): number => share(samples, 0.5);
export const p95 = (samples: readonly number[]): number => share(samples, 0.95);

/** Runs each stage for all sessions before the next stage: the server's CPU cost per session. */
export async function runByStage(ground: BenchContext, atOnce: number, count: number): Promise<Record<string, number>> {
  const all = stories(ground, count);
  const each: Record<string, number> = {};
  for (const stage of STAGES[ground.signers]) {
    const before = await usage(ground);
    await inTurns(all, atOnce, (story) => story[stage]());
    each[stage] = since(before, await usage(ground), count).server;
  }
  return each;
}

export interface ParallelResult {
  readonly rate: number;
  readonly used: Used;
  /** Utilization of the main thread. */
  readonly busy: number;
  readonly storyMs: readonly number[];
  readonly sealedMs: readonly number[];
  readonly peakBytes: number;
}

/** Complete sessions, `atOnce` in parallel; with two signers measured from the start of the session, with files uploaded before. */
export async function runInParallel(context: BenchContext, atOnce: number, count: number): Promise<ParallelResult> {
  const all = stories(context, count);
  const [first, ...others] = STAGES[context.signers];
  if (context.signers === 2) await inTurns(all, atOnce, (story) => story[first]());
  const measured = context.signers === 2 ? others : STAGES[1];
  const storyMs: number[] = [];
  const before = await usage(context);
  const start = performance.now();
  let seconds = 0;
  const work = async () => {
    await inTurns(all, atOnce, async (story) => {
      const began = performance.now();
      for (const stage of measured) await story[stage]();
      storyMs.push(performance.now() - began);
    });
    seconds = (performance.now() - start) / 1000;
  };
  const peakBytes = await peakMemory(context.processes.server, work);
  const used = since(before, await usage(context), count);
  const busy = (used.main * count) / 1000 / seconds;
  return { rate: count / seconds, used, busy, storyMs, sealedMs: all.map((story) => story.sealedMs), peakBytes };
}

const UNSEALED = STAGES[1].filter((stage) => stage !== 'sign' && stage !== 'sealed');

/** Sessions one after the other: from confirmation to SIGNED. */
export async function runAlone(context: BenchContext, count: number): Promise<number[]> {
  const sealedMs: number[] = [];
  for (const story of stories(context, count)) {
    for (const stage of STAGES[1]) await story[stage]();
    sealedMs.push(story.sealedMs);
    await pause(50);
  }
  return sealedMs;
}

/** Requests page 1 of the documents repeatedly while `count` confirmed sessions are sealed. */
export async function listsWhileSealing(ground: BenchContext, count: number): Promise<{ listMs: number[]; seconds: number }> {
  const all = stories(ground, count);
  await inTurns(all, 8, async (story) => {
    for (const stage of UNSEALED) await story[stage]();
  });
  const listMs: number[] = [];
  let done = false;
  const lists = (async () => {
    while (!done) {
      const startedAt = performance.now();
      await ground.desks[0].requestJson('POST', '/api/documents-ext/search?page=0&size=15&sort=id,desc', {});
      listMs.push(performance.now() - startedAt);
      await pause(LIST_EVERY_MS);
    }
  })();
  const start = performance.now();
  await Promise.all(
    all.map(async (story) => {
      await story.sign();
      await story.sealed();
    }),
  );
  done = true;
  await lists;
  return { listMs, seconds: (performance.now() - start) / 1000 };
}
