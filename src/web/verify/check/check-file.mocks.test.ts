/** The time limit applies to the check, not to the download of its code. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWorker } from '../../shared/trusted-worker.ts';
import { checkFile, type Outcome } from './check-file.ts';

vi.mock('../../shared/trusted-worker.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
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

async function startCheck(): Promise<{ outcome: () => Outcome | undefined }> {
  let settled: Outcome | undefined;
  const check = checkFile(new File(['%PDF-1.7\n'], 'contratto.pdf'), { anchors: [], timestampAnchors: [] });
  void check.outcome.then((outcome) => {
    settled = outcome;
  });
  await vi.waitFor(() => expect(post).toHaveBeenCalledOnce(), { timeout: 20_000 });
  return { outcome: () => settled };
}
const postFromWorker = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }));

test('a worker that loads slowly is awaited', async () => {
  const { outcome } = await startCheck();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(outcome()).toBeUndefined();
  postFromWorker('ready');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(outcome()).toBeUndefined();
  postFromWorker({ verification: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome()).toEqual({ trouble: 'broken' });
  expect(terminate).toHaveBeenCalled();
});

test('a check that takes longer than 30 seconds is ended', async () => {
  const { outcome } = await startCheck();
  postFromWorker('ready');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(outcome()).toEqual({ trouble: 'tooLong' });
  expect(terminate).toHaveBeenCalled();
});

test.each([
  ['its program did not load', () => new Event('error'), 'away'],
  ['its program stopped with an error', () => new ErrorEvent('error', { message: 'out of memory' }), 'broken'],
] as const)('a worker reports that %s', async (_title, event, trouble) => {
  const { outcome } = await startCheck();
  worker.dispatchEvent(event());
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome()).toEqual({ trouble });
  expect(terminate).toHaveBeenCalled();
});
