/** Waiting for a page that changes by itself: React reports none of its renders as a mistake of the test. */
// Real time: a page that changes by its own timers.
import { useEffect, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from './eventually.suite.ts';
import { testPage } from './test-page.suite.tsx';

const { place, show } = testPage();
afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts to ten, each number a timer after the one before. */
function Counting() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count === 10) return;
    const timer = setTimeout(() => setCount(count + 1), 5);
    return () => clearTimeout(timer);
  }, [count]);
  return <p>{count}</p>;
}

it('waits without warnings of React', async () => {
  const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await show(<Counting />);
  await eventually(() => expect(place.textContent).toBe('10'));
  expect(warned).not.toHaveBeenCalled();
});

it('leaves the environment of act as it was, also after a wait in vain', async () => {
  const inAct = () => Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
  const during: unknown[] = [];
  await eventually(() => during.push(inAct()));
  expect([...during, inAct()]).toEqual([false, true]);
  vi.spyOn(vi, 'waitFor').mockRejectedValue(new Error('in vain'));
  await expect(eventually(() => undefined)).rejects.toThrow('in vain');
  expect(inAct()).toBe(true);
});
