/** When the preview is requested: seldom, only for the newest form, and silently again after a refusal. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../../api/failure.ts';
import { GAP_MS, openPreviewer, PAUSE_MS, type Previewer, type PreviewState, RETRY_MS } from './previewer.ts';

interface Asked {
  body: object;
  signal: AbortSignal;
  give: (file: Blob) => void;
  refuse: (failure: unknown) => void;
}
let requests: Asked[];
let states: PreviewState[];
let previewer: Previewer<object>;
const picture = () => new Blob(['%PDF']);
const last = () => requests.at(-1) as Asked;
const state = () => states.at(-1);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  states = [];
  previewer = openPreviewer<object>(
    (body, signal) => {
      const { promise, resolve: give, reject: refuse } = Promise.withResolvers<Blob>();
      requests.push({ body, signal, give, refuse });
      return promise;
    },
    (next) => states.push(next),
  );
});
afterEach(() => {
  previewer.close();
  vi.useRealTimers();
});

/** The first form, rendered and shown. */
async function shown(body: object): Promise<Blob> {
  previewer.request(body);
  await pass(0);
  const file = picture();
  last().give(file);
  await pass(0);
  return file;
}

describe('the preview', () => {
  it('is requested at once when the form opens, and not again without a change', async () => {
    const file = await shown({ a: 1 });
    expect(state()).toEqual({ file, busy: false, failure: null });
    previewer.request({ a: 1 });
    await pass(60_000);
    expect(requests).toHaveLength(1);
  });

  it('waits for a pause in typing, and for 1.5 seconds after the previous request', async () => {
    await shown({ a: 1 });
    for (const a of [12, 123, 1234]) {
      previewer.request({ a });
      await pass(PAUSE_MS - 1);
    }
    expect(requests).toHaveLength(1);
    await pass(3);
    expect(requests).toHaveLength(2);
    expect(last().body).toEqual({ a: 1234 });
    previewer.request({ a: 5 });
    await pass(GAP_MS - 1);
    expect(requests).toHaveLength(2);
    await pass(1);
    expect(requests).toHaveLength(3);
  });

  it('is requested at most forty times a minute, however long a user types', async () => {
    for (let turn = 0; turn < 600; turn += 1) {
      previewer.request({ turn: Math.floor(turn / 7) });
      await pass(100);
      last()?.give(picture());
    }
    expect(requests.length).toBeGreaterThan(20);
    expect(requests.length).toBeLessThanOrEqual(41);
  });

  it('cancels a superseded request, and shows nothing of it', async () => {
    const file = await shown({ a: 1 });
    previewer.request({ a: 2 });
    await pass(GAP_MS);
    const overtaken = last();
    previewer.request({ a: 3 });
    await pass(GAP_MS);
    expect(overtaken.signal.aborted).toBe(true);
    overtaken.give(picture());
    await pass(0);
    expect(state()).toMatchObject({ file, busy: true });
    const newest = picture();
    last().give(newest);
    await pass(0);
    expect(state()).toEqual({ file: newest, busy: false, failure: null });
  });

  it('is not requested when typing is undone', async () => {
    const file = await shown({ a: 1 });
    previewer.request({ a: 2 });
    previewer.request({ a: 1 });
    await pass(60_000);
    expect(requests).toHaveLength(1);
    expect(state()).toEqual({ file, busy: false, failure: null });
  });

  it('waits silently as long as the server requests after too many requests', async () => {
    const file = await shown({ a: 1 });
    previewer.request({ a: 2 });
    await pass(GAP_MS);
    last().refuse(new ApiFailure(429, {}, 20));
    await pass(10_000);
    previewer.request({ a: 3 });
    await pass(9_999);
    expect(requests).toHaveLength(2);
    expect(state()).toEqual({ file, busy: true, failure: null });
    await pass(1);
    expect(last().body).toEqual({ a: 3 });
    expect(requests).toHaveLength(3);
  });

  it('keeps the image when the server does not respond, reports it, and retries automatically', async () => {
    const file = await shown({ a: 1 });
    previewer.request({ a: 2 });
    await pass(GAP_MS);
    const dead = new ApiFailure(0);
    last().refuse(dead);
    await pass(0);
    expect(state()).toEqual({ file, busy: false, failure: dead });
    await pass(RETRY_MS);
    const newest = picture();
    last().give(newest);
    await pass(0);
    expect(state()).toEqual({ file: newest, busy: false, failure: null });
  });

  it('does not repeat a refused request until there is a change or a click', async () => {
    await shown({ a: 1 });
    previewer.request({ a: 2 });
    await pass(GAP_MS);
    last().refuse(new ApiFailure(400));
    await pass(60_000);
    expect(requests).toHaveLength(2);
    previewer.again();
    await pass(0);
    expect(requests).toHaveLength(3);
  });

  it('stops when the form closes', async () => {
    await shown({ a: 1 });
    previewer.request({ a: 2 });
    await pass(GAP_MS);
    const count = states.length;
    previewer.close();
    expect(last().signal.aborted).toBe(true);
    last().refuse(new ApiFailure(0));
    await pass(60_000);
    expect([requests.length, states.length]).toEqual([2, count]);
  });
});
