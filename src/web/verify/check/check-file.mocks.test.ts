/** The time limit applies to the check, not to the download of its code. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWorker } from '../../shared/trusted-worker.ts';
import { checkFile, type Outcome } from './check-file.ts';

vi.mock('../../shared/trusted-worker.ts', async (original) => ({
  ...(await original<object>()),
  startWorker: vi.fn(),
}));

const post = vi.fn();
const terminate = vi.fn();
let worker: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  worker = Object.assign(new EventTarget(), { postMessage: post, terminate });
  vi.mocked(startWorker).mockReturnValue(worker as Worker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

async function begin(): Promise<{ outcome: () => Outcome | undefined }> {
  let told: Outcome | undefined;
  const check = checkFile(new File(['%PDF-1.7\n'], 'contratto.pdf'), { anchors: [], timestampAnchors: [] });
  void check.outcome.then((outcome) => {
    told = outcome;
  });
  await vi.waitFor(() => expect(post).toHaveBeenCalledOnce(), { timeout: 20_000 });
  return { outcome: () => told };
}
const say = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }));

test('a worker that loads slowly is awaited', async () => {
  const { outcome } = await begin();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(outcome()).toBeUndefined();
  say('ready');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(outcome()).toBeUndefined();
  say({ verification: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome()).toEqual({ trouble: 'broken' });
  expect(terminate).toHaveBeenCalled();
});

test('a check that takes longer than 30 seconds is ended', async () => {
  const { outcome } = await begin();
  say('ready');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(outcome()).toEqual({ trouble: 'tooLong' });
  expect(terminate).toHaveBeenCalled();
});

test.each([
  ['its program did not come', () => new Event('error'), 'away'],
  ['its program broke off', () => new ErrorEvent('error', { message: 'out of memory' }), 'broken'],
] as const)('a worker reports that %s', async (_what, error, trouble) => {
  const { outcome } = await begin();
  worker.dispatchEvent(error());
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome()).toEqual({ trouble });
  expect(terminate).toHaveBeenCalled();
});
