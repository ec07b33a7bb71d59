/** Takes the measurements: each line on all databases in turn, so that other load on the machine affects all alike. */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { ACTORS } from './actors.ts';
import type { Client } from './client.ts';
import { type Line, lineKey } from './measured-lines.ts';

export interface Subject {
  readonly documents: number;
  readonly client: Client;
  readonly lines: readonly Line[];
}

export interface Figures {
  /** ms */
  readonly p50: number;
  readonly p95: number;
  readonly calls: number;
}

export type Outcome = { readonly figures: Figures } | { readonly problem: string } | 'nothing to ask';

export interface Effort {
  /** Calls of each line. */
  readonly rounds: number;
  /** A line stops after this many ms, but not before five calls. */
  readonly budget: number;
}

const FEWEST = 5;
const WARM_UP = 2;

export function figuresOf(samples: readonly number[]): Figures {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), calls: sorted.length };
}

interface Running {
  readonly line: Line;
  readonly client: Client;
  readonly samples: number[];
  spent: number;
  called: number;
  problem: string | null;
}

async function callOnce(entry: Running, counted: boolean): Promise<void> {
  const call = entry.line.calls[entry.called % entry.line.calls.length];
  if (call === undefined) return;
  entry.called += 1;
  const answer = await entry.client.call(entry.line.actor === null ? null : ACTORS[entry.line.actor].login, call);
  if (answer.status !== 200) {
    entry.problem = `${answer.status} ${call.method} ${call.path}: ${answer.bytes.toString('utf8').slice(0, 200)}`;
  } else if (counted) {
    entry.samples.push(answer.ms);
    entry.spent += answer.ms;
  }
}

const HASHED = new Uint8Array(1 << 20);

/** The machine's current speed, independent of the product: ms for the SHA-256 of a megabyte. */
function floorNow(): number {
  const began = performance.now();
  createHash('sha256').update(HASHED).digest();
  return performance.now() - began;
}

/**
 * @returns the outcome of each line (by its key) for each subject, in their order; and the floor between the calls:
 * the distance of its p95 from its p50 shows how unsteady the machine is.
 */
export async function measure(
  subjects: readonly Subject[],
  effort: Effort,
): Promise<{ outcomes: Map<string, Outcome[]>; floor: Figures }> {
  const floors: number[] = [];
  const running = new Map<string, Running[]>();
  for (const { client, lines } of subjects) {
    for (const line of lines) {
      const key = lineKey(line);
      const entry = { line, client, samples: [], spent: 0, called: 0, problem: null };
      running.set(key, [...(running.get(key) ?? []), entry]);
    }
  }
  const isSpent = (entry: Running) => entry.spent > effort.budget && entry.samples.length >= FEWEST;
  for (let round = -WARM_UP; round < effort.rounds; round += 1) {
    for (const entries of running.values()) {
      const working = entries.filter((entry) => entry.problem === null && entry.line.calls.length > 0);
      // When one is finished, its whole line stops, so that the compared values come from the same period.
      if (working.some(isSpent)) continue;
      for (const entry of working) {
        floors.push(floorNow());
        await callOnce(entry, round >= 0);
      }
    }
  }
  const outcomes = new Map([...running].map(([key, entries]) => [key, entries.map(outcomeOf)]));
  return { outcomes, floor: figuresOf(floors) };
}

function outcomeOf({ line, samples, problem }: Running): Outcome {
  if (problem !== null) return { problem };
  return line.calls.length === 0 ? 'nothing to ask' : { figures: figuresOf(samples) };
}
