/** Waits for what a page does by itself: after an answer, a timer, or the code of a part that is loaded late. */
import { act } from 'react';
import { vi } from 'vitest';

const SLOW_MS = 20_000;

/**
 * A wait is no action of the test: while it lasts, React renders by itself as in a browser. Within the environment of
 * `act` it would report each of these renders as a mistake of the test.
 */
export async function eventually(expectation: () => void): Promise<void> {
  // Most changes need no wait: they are rendered here.
  await act(async () => undefined);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  try {
    await vi.waitFor(expectation, { timeout: SLOW_MS });
  } finally {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  }
  // What the same answer has started, effects above all, ends before the test goes on.
  await act(async () => undefined);
}
