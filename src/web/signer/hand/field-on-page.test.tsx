/** The page next to the pad: the right signature field is marked, one page is rendered but never during writing, and rendering may fail. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../shared/eventually.suite.ts';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import type { PageSize } from '../../shared/pdf/page-positions.ts';
import { REST_MS } from '../../shared/pdf/render-delay.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignDocument, SignPoint } from '../api/types.ts';
import * as viewer from '../read/lazy-viewer.ts';
import { OpenDocumentCache, useDocument } from '../read/use-document.ts';
import { loadCatalogue, TextContext } from '../text/language.ts';
import { FieldOnPage } from './field-on-page.tsx';
import { handTexts } from './hand-texts.ts';

const file: SignDocument = { id: 1, label: 'Proposta', sha256: 'ab'.repeat(32), pages: 3, size: 10 };
const pointOn = (page: number): SignPoint => ({
  ...{ id: `p${page}`, documentId: 1, kind: 'signature', label: 'Propongo', page, optional: false, signed: false },
});

let root: Root;
let container: HTMLElement;
let cache: OpenDocumentCache;
/** The renderings in progress: page, result, and whether they were cancelled. */
let drawings: { page: number; end: () => void; fail: () => void; cancelled: boolean }[];

const pdf: OpenPdf = {
  pageCount: 3,
  firstSize: { width: 600, height: 800 },
  isWhole: true,
  sizeOf: async () => ({ width: 600, height: 800 }),
  fieldRectangle: async (page, field) =>
    field === `Firma_${page}` ? { left: 60, top: 640, width: 240, height: 80 } : null,
  rectangleOn: async (_, [left = 0, top = 0, right = 0, bottom = 0]) => {
    return { left, top, width: right - left, height: bottom - top };
  },
  draw(page, _, { signal }) {
    const { promise, resolve, reject } = Promise.withResolvers<PageSize>();
    const end = () => resolve({ width: 600, height: 800 });
    const drawing = { page, end, fail: () => reject(new Error('No memory')), cancelled: false };
    drawings.push(drawing);
    signal.addEventListener('abort', () => Object.assign(drawing, { cancelled: true }));
    return promise;
  },
  release: () => {},
  close: async () => {},
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #told: () => void;
      constructor(onResize: () => void) {
        this.#told = onResize;
      }
      observe() {
        this.#told();
      }
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(356);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  drawings = [];
  cache = new OpenDocumentCache();
  cache.store({ status: 'open', sha256: file.sha256, pdf, viewer });
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  container.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const api = { documentUrl: () => '/api/sign/t/document?id=1' } as unknown as SignApi;
async function show(page = 1, still = true, field = `Firma_${page}`): Promise<void> {
  const text = await loadCatalogue('it');
  const props = {
    api,
    reader: { cache, useDocument },
    file,
    point: pointOn(page),
    field,
    texts: handTexts('it'),
    isIdle: still,
  };
  await act(async () =>
    root.render(
      <TextContext value={text}>
        <FieldOnPage {...props} />
      </TextContext>,
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(REST_MS));
}
const sheet = () => container.querySelector<HTMLElement>('[role="img"]');
const mark = () => container.querySelector<HTMLElement>('.place-mark');
const canvases = () => container.querySelectorAll('canvas').length;
const finish = (index: number) => act(async () => drawings[index]?.end());

it('marks the field on the page, states its position, and renders only that page', async () => {
  await show(2);
  expect(sheet()?.getAttribute('aria-label')).toBe(
    'Pagina 2 di 3, con il posto della firma segnato in basso a sinistra: Propongo',
  );
  expect(mark()?.style.left).toBe('10.000%');
  expect(mark()?.style.top).toBe('80.000%');
  await finish(0);
  expect(drawings.map(({ page }) => page)).toEqual([2]);
  expect(canvases()).toBe(1);
});

it('shows the page without a mark when the field is not found in it', async () => {
  await show(2, true, 'Altra');
  expect(mark()).toBeNull();
  expect(sheet()?.getAttribute('aria-label')).toBe('Pagina 2 di 3, su cui va la firma: Propongo');
});

it('keeps the rendering for another field of the page, and keeps one page at a time', async () => {
  await show(1);
  await finish(0);
  await show(2);
  expect(canvases()).toBe(0);
  await finish(1);
  expect(canvases()).toBe(1);
  await show(2, true, 'Altra');
  expect(canvases()).toBe(1);
});

it('cancels a rendering when the pen touches, and renders when the box is empty again', async () => {
  await show(1);
  await show(1, false);
  expect(drawings[0]?.cancelled).toBe(true);
  expect(mark()).not.toBeNull();
  await finish(0);
  expect(canvases()).toBe(0);
  await show(1, true);
  await finish(1);
  expect(canvases()).toBe(1);
  // It is not rendered again after the next signature.
  await show(1, false);
  await show(1, true);
  expect(drawings).toHaveLength(2);
});

it('reports unobtrusively that there is no page, and shows it on retry', async () => {
  const fetchMock = vi.fn(async () => new Response(null, { status: 500 }));
  vi.stubGlobal('fetch', fetchMock);
  await show(1);
  await act(async () => drawings[0]?.fail());
  expect(container.querySelector('[role="status"]')?.textContent).toBe(handTexts('it').noPage);
  expect(container.querySelector('[role="alert"]')).toBeNull();
  const again = [...container.querySelectorAll('button')].find((one) => one.textContent === handTexts('it').retryPage);
  await act(async () => again?.click());
  await eventually(() => expect(fetchMock).toHaveBeenCalledTimes(1));
  await eventually(() => expect(container.textContent).toContain(handTexts('it').noPage));
});
