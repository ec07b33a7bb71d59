/** The document as text: the note on each page, late and failed answers, and when the end is reached. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { TextPage } from '../api/types.ts';
import { italian } from '../text/it.ts';
import type { DuePoint } from './empty-box.tsx';
import { TextPages } from './text-pages.tsx';

const { read, failure } = italian;
const LAST = 3;

/** Reports immediately that everything is in view. */
class Seen {
  readonly #tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }
  observe(): void {
    this.#tell([{ isIntersecting: true }] as IntersectionObserverEntry[], this as unknown as IntersectionObserver);
  }
  disconnect(): void {}
}

let root: Root;
let ground: HTMLElement;
let asked: number[];
/** Answers each call; by default one page that consists of text only. */
let answer: (from: number) => Promise<TextPage[]>;
let onEnd: ReturnType<typeof vi.fn<() => void>>;

const pageOf = (page: number, part: Partial<TextPage> = {}): TextPage => ({
  page,
  paragraphs: [{ text: `Parole di ${page}`, large: false }],
  certain: true,
  whole: true,
  ...part,
});

const api = {
  readText: async (_: number, from: number) => {
    asked.push(from);
    return answer(from);
  },
} as unknown as SignApi;
const pdf = {
  pages: LAST,
  sizeOf: async () => ({ width: 600, height: 800 }),
  boxOn: async () => ({ left: 0, top: 0, width: 10, height: 10 }),
  draw: () => Promise.reject(new Error('broken')),
  release: () => undefined,
} as unknown as OpenPdf;
const due: DuePoint = { id: 'p1', label: 'Firma del contratto', page: 2, box: [60, 80, 300, 160] };

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('IntersectionObserver', Seen);
  ground = document.createElement('div');
  document.body.append(ground);
  root = createRoot(ground);
  asked = [];
  answer = async (from) => [pageOf(from)];
  onEnd = vi.fn<() => void>();
});
afterEach(() => {
  act(() => root.unmount());
  ground.remove();
  vi.unstubAllGlobals();
});

/** Waits until the answers of all pages are shown; each takes a few steps. */
async function rest(): Promise<void> {
  for (let step = 0; step < LAST * 5; step += 1) await act(async () => undefined);
}

const props = {
  api,
  pdf,
  documentId: 7,
  label: 'Contratto',
  startPage: null,
  due: [],
  onPage: () => undefined,
  onEnd: () => onEnd(),
};

async function show(part: Partial<Parameters<typeof TextPages>[0]> = {}): Promise<void> {
  await act(async () => root.render(<TextPages {...props} {...part} />));
  await rest();
}

const sectionOf = (page: number) => ground.querySelector<HTMLElement>(`[data-text-page="${page}"]`);

it('requests page after page, each once, and reaches the end when all have arrived', async () => {
  await show();
  expect(asked).toEqual([1, 2, 3]);
  expect([...ground.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(
    [1, 2, 3].map((page) => read.page(page, LAST)),
  );
  expect(ground.querySelector('.text-hint, .text-picture')).toBeNull();
  expect(ground.textContent).toContain(read.textEnd);
  expect(onEnd).toHaveBeenCalled();
});

it('has the focus, so that a screen reader starts there', async () => {
  await show();
  expect(document.activeElement?.getAttribute('aria-label')).toBe(read.textTitle('Contratto'));
});

it.each<[name: string, page: Partial<TextPage>, words: string]>([
  ['pictures beside the words', { whole: false }, read.textPictures],
  ['words in doubt', { certain: false, whole: false }, read.textPartly],
  ['no words that can be read', { paragraphs: [], certain: false, whole: false }, read.textUnread],
  ['no words at all', { paragraphs: [] }, read.textBlank],
])('shows a page with %s as an image as well, with the reason', async (_, page, words) => {
  answer = async (from) => [pageOf(from, from === 2 ? page : {})];
  await show();
  expect(sectionOf(1)?.querySelector('.text-hint, .text-picture')).toBeNull();
  expect(sectionOf(2)?.querySelector('.text-hint')?.textContent).toBe(words);
  // As high as the page, so that the end of the text is not reached before the page is scrolled past.
  expect(sectionOf(2)?.querySelector<HTMLElement>('.text-picture')?.style.aspectRatio).toBe('600 / 800');
});

it('marks signature fields, with and without an image of the page', async () => {
  await show({ due: [due] });
  expect(sectionOf(2)?.textContent).toContain(read.signHere('Firma del contratto'));
  expect(sectionOf(1)?.textContent).not.toContain('Firma del contratto');
});

it('marks a missing word in words, and large text as headings', async () => {
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
  expect(asked).toEqual([1, 2]);
  expect(sectionOf(1)).not.toBeNull();
  expect(ground.querySelector('[role="alert"]')?.textContent).toContain(read.textFailed);
  expect(onEnd).not.toHaveBeenCalled();
  isLost = false;
  const retry = [...ground.querySelectorAll('button')].find(({ textContent }) => textContent === failure.retry);
  await act(async () => retry?.click());
  await rest();
  expect(asked).toEqual([1, 2, 2, 3]);
  expect(onEnd).toHaveBeenCalled();
});

it('shows a loading state, and never reaches the end before all has arrived', async () => {
  answer = () => new Promise(() => undefined);
  await show();
  expect(ground.querySelector('[role="status"]')?.textContent).toBe(read.textLoading(0, LAST));
  expect(onEnd).not.toHaveBeenCalled();
  act(() => root.render(null));
  vi.useFakeTimers();
  await act(async () => root.render(<TextPages {...props} />));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  vi.useRealTimers();
  expect(ground.querySelector('[role="status"]')?.textContent).toContain(read.textSlow);
});

it('reports an error instead of waiting when the server has fewer pages', async () => {
  answer = async (from) => (from > 2 ? [] : [pageOf(from)]);
  await show();
  expect(ground.querySelector('[role="alert"]')).not.toBeNull();
});
