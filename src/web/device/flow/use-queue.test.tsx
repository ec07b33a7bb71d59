/** The tablet's queue stops with its page. */
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeviceKey } from '../../shared/device-key/tablet-key.ts';
import { testPage } from '../../shared/test-page.suite.tsx';
import type { DeviceApi } from '../api/device-api.ts';
import { type Queue, useQueue } from './use-queue.ts';

const page = testPage();
const openDocument = vi.fn<DeviceApi['openDocument']>();
const api = { openDocument, loadQueue: async () => ({ documents: [] }) } as unknown as DeviceApi;
const key = {} as DeviceKey;
const go = vi.fn();
const onInactive = () => undefined;
let queue: Queue;

function Shown() {
  queue = useQueue(api, key, onInactive, go);
  return null;
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  vi.useFakeTimers();
  for (const mock of [openDocument, go]) mock.mockReset();
  await page.show(<Shown />);
});
afterEach(() => vi.useRealTimers());

it('a document that is being prepared opens once it is ready', async () => {
  openDocument.mockResolvedValueOnce(null).mockResolvedValue('https://portal.example/sign/abc');
  await act(async () => void queue.open(7));
  expect(queue.openingId).toBe(7);
  await wait(2_000);
  expect(go.mock.calls).toEqual([['/sign/abc']]);
});

it('a document is no longer requested, and does not open, after the page was left', async () => {
  openDocument.mockResolvedValue(null);
  await act(async () => void queue.open(7));
  await page.leave();
  await wait(10_000);
  expect(openDocument).toHaveBeenCalledOnce();
});

it('a document that is ready only after the page was left does not open', async () => {
  const answer = Promise.withResolvers<string>();
  openDocument.mockReturnValue(answer.promise);
  await act(async () => void queue.open(7));
  await page.leave();
  answer.resolve('https://portal.example/sign/abc');
  await wait(10_000);
  expect(go).not.toHaveBeenCalled();
});
