/**
 * Starts two servers over one database for concurrency drills; the embedded database allows one process, where both
 * names mean the same server.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onPostgres } from '../../postgres.ts';
import { openStage, type Stage } from '../../stages/signing-stage.ts';

export interface Servers {
  readonly one: Stage;
  readonly two: Stage;
  /** Every second caller uses the other server. */
  at(index: number): Stage;
  /** Resolves when no job is waiting or running. */
  waitForJobs(): Promise<void>;
  close(): Promise<void>;
}

/** Opens both, with the drills' users signed in. */
export async function openServers(): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-servers-'));
  const one = await openStage({ folder, workers: true });
  const two = onPostgres() ? await openStage({ folder, workers: true }) : one;
  for (const stage of new Set([one, two])) {
    for (const login of ['dealer', 'admin', 'supervisor']) await stage.token(login);
  }
  return {
    one,
    two,
    at: (index) => (index % 2 === 0 ? one : two),
    async waitForJobs() {
      await one.test.world.jobs.drain();
    },
    async close() {
      for (const stage of new Set([one, two])) await stage.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Runs the same call for all callers in parallel. */
export const together = <T>(callers: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: callers }, (_, index) => call(index)));

/** How often each value occurs. */
export function countEach(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Collects problems, in words. */
export class Problems {
  readonly list: string[] = [];

  /** Records a difference unless both values are equal. */
  checkEqual(what: string, actual: unknown, expected: unknown): void {
    const [actualText, expectedText] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (actualText !== expectedText) this.list.push(`${what}: ${actualText} instead of ${expectedText}`);
  }

  /** Records the problem unless `isTrue`. */
  check(what: string, isTrue: boolean): void {
    if (!isTrue) this.list.push(what);
  }
}
