/** The picture of a page: rendered once the page rests near the screen, replaced when complete, released when far away. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenPdf } from './engine.ts';
import { PagePicture } from './page-picture.tsx';
import type { PageSize } from './page-positions.ts';
import { REST_MS } from './render-delay.ts';

const SIZE: PageSize = { width: 600, height: 800 };

interface Drawing {
  page: number;
  width: number;
  canvas: HTMLCanvasElement;
  signal: AbortSignal;
  end: () => void;
  fail: () => void;
}

let root: Root;
let container: HTMLElement;
let drawings: Drawing[];
let released: number[];

const fakePdf = (): OpenPdf => {
  const fake: Pick<OpenPdf, 'draw' | 'release'> = {
    draw(page, canvas, { width, signal }) {
      const { promise, resolve, reject } = Promise.withResolvers<PageSize>();
      Object.assign(canvas, { width, height: width });
      drawings.push({
        page,
        width,
        canvas,
        signal,
        end: () => resolve(SIZE),
        fail: () => reject(new Error('No memory')),
      });
      return promise;
    },
    release: (page) => void released.push(page),
  };
  return fake as OpenPdf;
};
const pdf = fakePdf();
const onDrawn = vi.fn<(page: number, size: PageSize) => void>();
const onFailed = vi.fn<(page: number) => void>();

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  container = document.createElement('div');
  root = createRoot(container);
  drawings = [];
  released = [];
  vi.clearAllMocks();
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Props = Partial<Parameters<typeof PagePicture>[0]>;

const render = (props: Props) =>
  act(async () => root.render(<PagePicture {...{ pdf, page: 1, width: 300, onDrawn, onFailed }} {...props} />));
async function show(props: Props = {}): Promise<void> {
  await render(props);
  await act(() => vi.advanceTimersByTimeAsync(REST_MS));
}
const finish = (index: number) => act(async () => drawings[index]?.end());
const widths = () => [...container.querySelectorAll('canvas')].map(({ width }) => width);

it('a picture is rendered once the page has rested, and reports the size of the page', async () => {
  await render({});
  await act(() => vi.advanceTimersByTimeAsync(REST_MS - 1));
  expect(drawings).toHaveLength(0);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(widths()).toEqual([]);
  await finish(0);
  expect(widths()).toEqual([300]);
  expect(onDrawn.mock.calls).toEqual([[1, SIZE]]);
});

it('a page that is only scrolled past is not rendered', async () => {
  await render({});
  await show({ near: false });
  expect(drawings).toHaveLength(0);
});

it('a picture stays until the one of another size is complete, and the memory of the old one is released', async () => {
  await show();
  await finish(0);
  await show({ width: 500 });
  expect(widths()).toEqual([300]);
  await finish(1);
  expect(widths()).toEqual([500]);
  expect(drawings[0]?.canvas.width).toBe(0);
});

it('a picture for an outdated size is not rendered: the rendering is cancelled and its memory released', async () => {
  await show();
  await show({ width: 500 });
  expect(drawings[0]?.signal.aborted).toBe(true);
  expect(drawings[0]?.canvas.width).toBe(0);
  await finish(0);
  expect(widths()).toEqual([]);
  expect(onDrawn).not.toHaveBeenCalled();
  await finish(1);
  expect(widths()).toEqual([500]);
});

it('a picture is released with what the page has cached when the page is far away, and rendered again when it is near', async () => {
  await show();
  await finish(0);
  await show({ near: false });
  expect(widths()).toEqual([]);
  expect(drawings[0]?.canvas.width).toBe(0);
  expect(released).toEqual([1]);
  await show();
  await finish(1);
  expect(widths()).toEqual([300]);
});

it('a picture is released when its viewer closes', async () => {
  await show();
  await finish(0);
  act(() => root.render(null));
  expect(drawings[0]?.canvas.width).toBe(0);
  expect(released).toEqual([1]);
});

it('a picture of another page is never shown in its place', async () => {
  await show();
  await finish(0);
  await show({ page: 2 });
  expect(widths()).toEqual([]);
  await finish(1);
  expect(onDrawn.mock.lastCall).toEqual([2, SIZE]);
});

it('a picture of the next version of a document is drawn over that of the one before', async () => {
  await show();
  await finish(0);
  await show({ pdf: fakePdf() });
  expect(widths()).toEqual([300]);
  await finish(1);
  expect(drawings[0]?.canvas.width).toBe(0);
  expect(widths()).toEqual([300]);
});

it('a picture is kept while paused, and not rendered again afterwards', async () => {
  await show({ paused: true });
  expect(drawings).toHaveLength(0);
  await show();
  await finish(0);
  await show({ paused: true });
  await show();
  expect(widths()).toEqual([300]);
  expect(drawings).toHaveLength(1);
});

it('reports a page that cannot be rendered, but not one that is no longer needed', async () => {
  await show();
  await act(async () => drawings[0]?.fail());
  expect(onFailed.mock.calls).toEqual([[1]]);
  await show({ width: 500 });
  await show({ width: 600 });
  await act(async () => drawings[1]?.fail());
  expect(onFailed).toHaveBeenCalledTimes(1);
  expect(drawings.every(({ canvas }, index) => index === 2 || canvas.width === 0)).toBe(true);
});
