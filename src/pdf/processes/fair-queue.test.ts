/** Which owner waits for the gate, and for how long. */
import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

it('owners take turns, each in the order of their files', () => {
  const turns = new FairQueue<string>();
  for (let n = 1; n <= 4; n++) turns.add('many', `m${n}`);
  turns.add('one', 'o1');
  turns.add('two', 't1');
  turns.add('two', 't2');
  expect(turns.length).toBe(7);
  const taken = Array.from({ length: 4 }, () => turns.take());
  turns.add('late', 'l1');
  for (let item = turns.take(); item !== undefined; item = turns.take()) taken.push(item);
  expect(taken).toEqual(['m1', 'o1', 't1', 'm2', 't2', 'm3', 'l1', 'm4']);
  expect(turns.length).toBe(0);
});

it('returns all waiting files when turns end', () => {
  const turns = new FairQueue<number>();
  turns.add('a', 1);
  turns.add('b', 2);
  turns.add('a', 3);
  expect(turns.drain()).toEqual([1, 3, 2]);
  expect(turns.take()).toBeUndefined();
});
