/** Slots and queue of a key: in order, bounded, released by callers that disconnect. */
import { describe, expect, it } from 'vitest';
import { type ConcurrencyLimit, ConcurrencyLimiter } from './concurrency.ts';
import { underLoad } from './limits.ts';

const limiter = (active: number, waiting: number) => new ConcurrencyLimiter(() => ({ active, waiting }));
/** Whether a promise is settled after all pending callbacks have run. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol('pending');
  const later = new Promise((resolve) => setImmediate(() => resolve(pending)));
  return (await Promise.race([promise.catch(() => null), later])) !== pending;
};

describe('a limiter', () => {
  it('starts waiting callers in order of arrival', async () => {
    const slots = limiter(1, 2);
    const first = await slots.acquire('a');
    const order: string[] = [];
    const wait = async (name: string) => {
      const release = await slots.acquire('a');
      order.push(name);
      release();
    };
    const waiting = [wait('second'), wait('third')];
    expect(order).toEqual([]);
    first();
    await Promise.all(waiting);
    expect(order).toEqual(['second', 'third']);
  });

  it('refuses a caller above the queue’s limit, and none of another key', async () => {
    const slots = limiter(1, 1);
    await slots.acquire('a');
    const second = slots.acquire('a');
    await expect(slots.acquire('a')).rejects.toMatchObject({ code: 'system.busy', status: 503 });
    expect(await isSettled(second)).toBe(false);
    expect(await isSettled(slots.acquire('b'))).toBe(true);
  });

  it('frees a slot once, however often it is released', async () => {
    const slots = limiter(1, 5);
    const release = await slots.acquire('a');
    const second = slots.acquire('a');
    const third = slots.acquire('a');
    release();
    release();
    expect(await isSettled(second)).toBe(true);
    expect(await isSettled(third)).toBe(false);
  });

  it('removes a caller that disconnects while waiting, and frees its place in the queue', async () => {
    const slots = limiter(1, 1);
    const release = await slots.acquire('a');
    const gone = new AbortController();
    const left = slots.acquire('a', gone.signal);
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const next = slots.acquire('a');
    release();
    expect(await isSettled(next)).toBe(true);
    await expect(slots.acquire('a', gone.signal)).rejects.toThrow('gone');
  });

  it('frees the slot when its work fails', async () => {
    const slots = limiter(1, 0);
    await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.run('a', async () => 'yes')).toBe('yes');
  });

  it('starts the next caller even when the limit has dropped to zero', async () => {
    let limit: ConcurrencyLimit = { active: 2, waiting: 2 };
    const slots = new ConcurrencyLimiter(() => limit);
    const [first, second] = [await slots.acquire('a'), await slots.acquire('a')];
    const third = slots.acquire('a');
    limit = { active: 0, waiting: 0 };
    first();
    expect(await isSettled(third)).toBe(false);
    second();
    expect(await isSettled(third)).toBe(true);
  });
});

describe('a limit under load', () => {
  const account = { active: 4, waiting: 48 };
  it.each([
    [0, account],
    [19, account],
    [20, { active: 2, waiting: 48 }],
    [80, { active: 1, waiting: 48 }],
    [500, { active: 1, waiting: 24 }],
    [60_000, { active: 1, waiting: 24 }],
  ])('after a delay of %d ms is %o', (lag, expected) => expect(underLoad(account, lag)).toEqual(expected));

  it('always allows one call', () =>
    expect(underLoad({ active: 1, waiting: 1 }, 9_999)).toEqual({ active: 1, waiting: 0 }));
});
