/** The progress of a file whose size is unknown. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { downloadFolder } from '#contract/calls/folders.ts';
import { requestOf } from '../api/request.ts';
import { askWithProgress } from './download.ts';

const FILE = requestOf(downloadFolder, { path: { id: 1 } });
const tell = vi.fn<(size: string) => void>();
let finish: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  tell.mockReset();
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(new Uint8Array(2_097_152));
      finish = () => stream.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is not told for a file that arrives at once', async () => {
  finish();
  expect((await askWithProgress(FILE, tell)).size).toBe(2_097_152);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tell).not.toHaveBeenCalled();
});

it('is told while the rest is late, and not after the end', async () => {
  const file = askWithProgress(FILE, tell);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(tell.mock.calls).toEqual([[expect.stringMatching(/^2,00.MB$/)]]);
  finish();
  await file;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tell).toHaveBeenCalledOnce();
});
