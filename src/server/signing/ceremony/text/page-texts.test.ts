/** The text of a document is returned to the browser that holds the signature, with the details of each page (record 0065). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PageText } from '#pdf/drawing/page-checker.ts';
import { makePaper } from '#test/papers/paper.ts';
import { openStage, type Stage } from '#test/stages/signing-stage.ts';

const requests: { from: number; to: number; madeHere: boolean }[] = [];
let answer: () => Promise<readonly (PageText | null)[]>;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    override: ({ pages }) => ({
      pages: {
        ...pages,
        async readPages(_, request) {
          requests.push(request);
          return answer();
        },
      },
    }),
  });
});
afterAll(() => stage.close());

const READ: PageText = { paragraphs: [{ text: 'Prezzo 10.000 euro', large: false }], certain: true, whole: true };
beforeEach(() => {
  requests.length = 0;
  answer = async () => [READ, { ...READ, whole: false }, READ];
});

it('returns each page’s text, and whether the page shows anything else', async () => {
  const { path, browser } = await stage.readyToConfirm();
  const { pages } = (await browser.get(`${path}/text`)).json();
  expect(pages.slice(0, 2)).toEqual([
    { page: 1, ...READ },
    { page: 2, ...READ, whole: false },
  ]);
  // An upload's text is compared with its drawn pages.
  expect(requests).toEqual([{ from: 0, to: pages.length, madeHere: false }]);
  await browser.get(`${path}/text?from=1`);
  expect(requests).toHaveLength(1);
});

it('starts with the requested page, and returns none after the last', async () => {
  const { path, browser } = await stage.readyToConfirm();
  answer = async () => [READ];
  expect((await browser.get(`${path}/text?from=2`)).json().pages[0]).toEqual({ page: 2, ...READ });
  expect((await browser.get(`${path}/text?from=999`)).json()).toEqual({ pages: [] });
});

it('returns a page without text when it cannot be read, and tries again', async () => {
  const { path, browser } = await stage.readyToConfirm();
  const unread = { page: 1, paragraphs: [], certain: false, whole: false };
  answer = async () => [null];
  expect((await browser.get(`${path}/text`)).json().pages).toEqual([unread]);
  answer = async () => Promise.reject(new Error('the process ended'));
  expect((await browser.get(`${path}/text`)).json().pages).toEqual([unread]);
  answer = async () => [READ];
  expect((await browser.get(`${path}/text`)).json().pages[0]).toEqual({ page: 1, ...READ });
});

it('returns the other pages when one takes too long', async () => {
  const { path, browser } = await stage.readyToConfirm();
  answer = async () => {
    const { from = 0, to = 0 } = requests.at(-1) ?? {};
    if (from <= 1 && to > 1) throw new Error('longer than 30000 ms');
    return [READ];
  };
  expect((await browser.get(`${path}/text`)).json().pages).toEqual([{ page: 1, ...READ }]);
  expect((await browser.get(`${path}/text?from=2`)).json().pages).toEqual([
    { page: 2, paragraphs: [], certain: false, whole: false },
  ]);
  // From then on its pages are requested one by one.
  expect(requests.slice(1).every(({ from, to }) => to === from + 1)).toBe(true);
});

it('returns the pages read in time, and the next request continues after them', async () => {
  const { path, browser } = await stage.readyToConfirm();
  answer = async () => [READ];
  expect((await browser.get(`${path}/text`)).json().pages).toEqual([{ page: 1, ...READ }]);
  expect((await browser.get(`${path}/text?from=2`)).json().pages).toEqual([{ page: 2, ...READ }]);
});

it('caches the result of a page without text', async () => {
  const { path, browser } = await stage.readyToConfirm();
  const scan = { paragraphs: [], certain: false, whole: false };
  answer = async () => [scan];
  expect((await browser.get(`${path}/text`)).json().pages).toEqual([{ page: 1, ...scan }]);
  await browser.get(`${path}/text`);
  expect(requests).toHaveLength(1);
});

it('reads a file once for concurrent requests, and keeps few files in memory', async () => {
  const papers = await Promise.all([1, 2, 3, 4].map(() => stage.readyToConfirm()));
  let [active, most] = [0, 0];
  answer = async () => {
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setImmediate(resolve));
    active -= 1;
    return [READ];
  };
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) => {
      const { path, browser } = papers[index % papers.length] as (typeof papers)[number];
      return browser.get(`${path}/text?from=${1 + (Math.floor(index / papers.length) % 2)}`);
    }),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(requests).toHaveLength(8);
  expect(most).toBeLessThanOrEqual(2);
});

it('refuses when too many requests wait, to be retried later', async () => {
  const { id } = await stage.newDocument({ file: await makePaper({ pages: 64 }) });
  await stage.test.world.jobs.drain();
  const path = await stage.startSigning(id);
  const browser = stage.browser();
  await browser.read(path);
  const open = Promise.withResolvers<void>();
  answer = async () => {
    await open.promise;
    return [READ];
  };
  const asking = Array.from({ length: 64 }, (_, index) => browser.get(`${path}/text?from=${index + 1}`));
  // Refused calls do not wait for the others.
  await Promise.race(asking);
  open.resolve();
  const answers = await Promise.all(asking);
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ headers }) => headers['retry-after'] !== undefined)).toBe(true);
  // One being read, and those that wait for the file.
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(17);
  expect(requests).toHaveLength(17);
});

it('refuses a document of another link', async () => {
  const [one, other] = [await stage.readyToConfirm(), await stage.readyToConfirm()];
  const answered = await one.browser.get(`${one.path}/text?id=${other.id}`);
  expect(answered.statusCode).toBe(404);
  expect(requests).toEqual([]);
});

it('refuses other browsers', async () => {
  const { path } = await stage.readyToConfirm();
  expect((await stage.browser().get(`${path}/text`)).json().code).toBe('signing.notYours');
  expect(requests).toEqual([]);
});
