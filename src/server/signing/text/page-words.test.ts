/** The text of what is signed is given to the browser that has begun, with what is told of each page (record 0065). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PageText } from '#pdf/drawing/page-checker.ts';
import { openStage, type Stage } from '#test/signing-stage.ts';

const asked: { from: number; to: number; madeHere: boolean }[] = [];
let answer: () => Promise<readonly (PageText | null)[]>;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    override: ({ pages }) => ({
      pages: {
        ...pages,
        async readPages(_, question) {
          asked.push(question);
          return answer();
        },
      },
    }),
  });
});
afterAll(() => stage.close());

const READ: PageText = { paragraphs: [{ text: 'Prezzo 10.000 euro', large: false }], whole: true };
beforeEach(() => {
  asked.length = 0;
  answer = async () => [READ, { ...READ, whole: false }, READ];
});

it('tells of each page its words, and whether the page shows nothing else', async () => {
  const { path, browser } = await stage.readyToConfirm();
  const { pages } = (await browser.get(`${path}/text`)).json();
  expect(pages.slice(0, 2)).toEqual([
    { page: 1, ...READ },
    { page: 2, ...READ, whole: false },
  ]);
  // An upload's text is compared with its pages.
  expect(asked).toEqual([{ from: 0, to: pages.length, madeHere: false }]);
  await browser.get(`${path}/text?from=1`);
  expect(asked).toHaveLength(1);
});

it('begins with the page that is asked for, and has none after the last', async () => {
  const { path, browser } = await stage.readyToConfirm();
  answer = async () => [READ];
  expect((await browser.get(`${path}/text?from=2`)).json().pages[0]).toEqual({ page: 2, ...READ });
  expect((await browser.get(`${path}/text?from=999`)).json()).toEqual({ pages: [] });
});

it('gives pages without words when they cannot be read, and tries again', async () => {
  const { path, browser } = await stage.readyToConfirm();
  answer = async () => Promise.reject(new Error('the process ended'));
  const { pages } = (await browser.get(`${path}/text`)).json();
  expect(pages[0]).toEqual({ page: 1, paragraphs: [], whole: false });
  answer = async () => [null];
  expect((await browser.get(`${path}/text`)).json().pages[0]).toEqual({ page: 1, paragraphs: [], whole: false });
  answer = async () => pages.map(() => READ);
  expect((await browser.get(`${path}/text`)).json().pages[0]).toEqual({ page: 1, ...READ });
});

it('is given to nobody else', async () => {
  const { path } = await stage.readyToConfirm();
  expect((await stage.browser().get(`${path}/text`)).json().code).toBe('signing.notYours');
  expect(asked).toEqual([]);
});
