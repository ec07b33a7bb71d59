/** Owners take turns, and no job waits forever. */
import { expect, it } from 'vitest';
import { Turns } from './owner-turns.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

/** @returns owners in the order in which a queue processes their jobs. */
function order(sent: readonly (readonly [string | null, number])[]): string {
  const turns = new Turns();
  return sent
    .map(([owner, at], index) => ({ owner: owner ?? '-', index, turn: turns.next('q', owner, NOON + at) }))
    .toSorted((a, b) => a.turn - b.turn || a.index - b.index)
    .map(({ owner }) => owner)
    .join('');
}

const burst = (owner: string, count: number, at: number) => Array.from({ length: count }, () => [owner, at] as const);

it('alternates between two bursts, whichever came first', () => {
  expect(order([...burst('a', 4, 0), ...burst('b', 4, 10)])).toBe('abababab');
});

it('serves a new owner before the rest of a burst', () => {
  expect(order([...burst('a', 9, 0), ['b', 3_000], ['c', 3_500], [null, 3_900]])).toBe('aaaabc-aaaaa');
});

it('lets nothing newer overtake a job that has waited long enough', () => {
  const newer = Array.from({ length: 6 }, (_, index) => [`n${index}`, 4_000 + index * 1_000] as const);
  expect(order([...burst('a', 3, 0), ...newer])).toBe('aaan0n1n2n3n4n5');
});

it('keeps the order per owner, and queues separate', () => {
  const turns = new Turns();
  const first = [1, 2, 3].map(() => turns.next('q', 'a', NOON));
  expect(first).toEqual([0, 1, 2].map((later) => (first[0] ?? 0) + later));
  expect(turns.next('other', 'a', NOON)).toBe(first[0]);
  expect(turns.next('q', 'a', NOON + 60_000)).toBe((first[0] ?? 0) + 60);
});
