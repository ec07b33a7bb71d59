/** The cache keeps its capacity, and what was used last. */
import { expect, it } from 'vitest';
import { LruCache } from './lru-cache.ts';

it('drops the entry that was read or written longest ago', () => {
  const cache = new LruCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
  cache.set('a', 4);
  cache.set('d', 5);
  expect(['a', 'c', 'd'].map((key) => cache.get(key))).toEqual([4, undefined, 5]);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
});
