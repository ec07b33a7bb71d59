/** The document as text: the note on each page, late and failed answers, and when the end is reached. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { TextPage } from '../api/types.ts';
import { italian } from '../text/it.ts';
import type { PendingPoint } from './empty-box.tsx';
import { TextPages } from './text-pages.tsx';

const { read, failure } = italian;
const LAST = 3;

/** Reports immediately that everything is in view. */
class ImmediateObserver {
  readonly #tell: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.#tell = callback;
  }
  observe(): void {
    this.#tell([{ isIntersecting: true }] as IntersectionObserverEntry[], this as unknown as IntersectionObserver);
  }
  disconnect(): void {}
}

let root: Root;
let container: HTMLElement;
let requestedPages: number[];
/** Answers each call; by default one page that consists of text only. */
let answer: (from: number) => Promise<TextPage[]>;
let onEnd: ReturnType<typeof vi.fn<() => void>>;

const pageOf = (page: number, overrides: Partial<TextPage> = {}): TextPage => ({
  page,
  paragraphs: [{ text: `Parole di ${page}`, large: false }],
  certain: true,
  whole: true,
  ...overrides,
});

const api = {
  readText: async (_: number, from: number) => {
    requestedPages.push(from);
    return answer(from);
  },
} as unknown as SignApi;
const pdf = {
  pageCount: LAST,
  sizeOf: async () => ({ width: 600, height: 800 }),
  rectangleOn: async () => ({ left: 0, top: 0, width: 10, height: 10 }),
  draw: () => Promise.reject(new Error('broken')),
  release: () => undefined,
} as unknown as OpenPdf;
const pendingPoint: PendingPoint = { id: 'p1', label: 'Firma del contratto', page: 2, box: [60, 80, 300, 160] };

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('IntersectionObserver', ImmediateObserver);
  container = document.createElement('div');
  document.body.append(container);
  root = createRoot(container);
  requestedPages = [];
  answer = async (from) => [pageOf(from)];
  onEnd = vi.fn<() => void>();
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
  vi.unstubAllGlobals();
});

/** Waits until the answers of all pages are shown; each takes a few steps. */
async function settle(): Promise<void> {
  for (let step = 0; step < LAST * 5; step += 1) await act(async () => undefined);
}

const props = {
  api,
  pdf,
  documentId: 7,
  label: 'Contratto',
  startPage: null,
  pendingPoints: [],
  onPage: () => undefined,
  onEnd: () => onEnd(),
};

async function show(overrides: Partial<Parameters<typeof TextPages>[0]> = {}): Promise<void> {
  await act(async () => root.render(<TextPages {...props} {...overrides} />));
  await settle();
}

const sectionOf = (page: number) => container.querySelector<HTMLElement>(`[data-text-page="${page}"]`);

it('requests page after page, each once, and reaches the end when all have arrived', async () => {
  await show();
  expect(requestedPages).toEqual([1, 2, 3]);
  expect([...container.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(
    [1, 2, 3].map((page) => read.page(page, LAST)),
  );
  expect(container.querySelector('.text-hint, .text-picture')).toBeNull();
  expect(container.textContent).toContain(read.textEnd);
  expect(onEnd).toHaveBeenCalled();
});

it('has the focus, so that a screen reader starts there', async () => {
  await show();
  expect(document.activeElement?.getAttribute('aria-label')).toBe(read.textTitle('Contratto'));
});

it.each<[name: string, page: Partial<TextPage>, words: string]>([
  ['pictures next to the text', { whole: false }, read.textPictures],
  ['uncertain text', { certain: false, whole: false }, read.textPartly],
  ['unreadable text', { paragraphs: [], certain: false, whole: false }, read.textUnread],
  ['no text at all', { paragraphs: [] }, read.textBlank],
])('shows a page with %s as an image as well, with the reason', async (_, page, words) => {
  answer = async (from) => [pageOf(from, from === 2 ? page : {})];
  await show();
  expect(sectionOf(1)?.querySelector('.text-hint, .text-picture')).toBeNull();
  expect(sectionOf(2)?.querySelector('.text-hint')?.textContent).toBe(words);
  // As high as the page, so that the end of the text is not reached before the page is scrolled past.
  expect(sectionOf(2)?.querySelector<HTMLElement>('.text-picture')?.style.aspectRatio).toBe('600 / 800');
});

it('marks signature fields, with and without an image of the page', async () => {
  await show({ pendingPoints: [pendingPoint] });
  expect(sectionOf(2)?.textContent).toContain(read.signHere('Firma del contratto'));
  expect(sectionOf(1)?.textContent).not.toContain('Firma del contratto');
});

it('describes a missing word, and marks large text as headings', async () => {
  answer = async (from) => [
    pageOf(from, {
      paragraphs: [
        { text: 'Preventivo', large: true },
        { text: 'Prezzo […] euro', large: false },
      ],
    }),
  ];
  await show();
  expect(sectionOf(1)?.querySelector('h3')?.textContent).toBe('Preventivo');
  expect(sectionOf(1)?.querySelector('[aria-hidden="true"]')?.textContent).toBe('[…]');
  expect(sectionOf(1)?.querySelector('.visually-hidden')?.textContent).toBe(read.textWord);
});

it('keeps loaded pages when the connection is lost, and resumes', async () => {
  let isLost = true;
  answer = async (from) => {
    if (from === 2 && isLost) throw new Error('lost');
    return [pageOf(from)];
  };
  await show();
  expect(requestedPages).toEqual([1, 2]);
  expect(sectionOf(1)).not.toBeNull();
  expect(container.querySelector('[role="alert"]')?.textContent).toContain(read.textFailed);
  expect(onEnd).not.toHaveBeenCalled();
  isLost = false;
  const retry = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === failure.retry);
  await act(async () => retry?.click());
  await settle();
  expect(requestedPages).toEqual([1, 2, 2, 3]);
  expect(onEnd).toHaveBeenCalled();
});

it('shows a loading state, and never reaches the end before all has arrived', async () => {
  answer = () => new Promise(() => undefined);
  await show();
  expect(container.querySelector('[role="status"]')?.textContent).toBe(read.textLoading(0, LAST));
  expect(onEnd).not.toHaveBeenCalled();
  act(() => root.render(null));
  vi.useFakeTimers();
  await act(async () => root.render(<TextPages {...props} />));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  vi.useRealTimers();
  expect(container.querySelector('[role="status"]')?.textContent).toContain(read.textSlow);
});

it('reports an error instead of waiting when the server has fewer pages', async () => {
  answer = async (from) => (from > 2 ? [] : [pageOf(from)]);
  await show();
  expect(container.querySelector('[role="alert"]')).not.toBeNull();
});
