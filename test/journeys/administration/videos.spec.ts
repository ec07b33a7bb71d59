/** Tutorial videos: who sees and edits them, their order, the form, and a provider that is contacted only when a user presses play. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startServer } from '../../hosts/server-process.ts';
import { Caller, uniqueNumber } from '../support/portal-calls.ts';
import { dialogProblem, field, openAs, signIn } from '../support/portal-pages.ts';
import { expect, test, Watch } from '../support/watched-browsers.ts';

const VIDEOS = '/app/videos';
const cards = (page: Page): Locator => page.getByRole('list', { name: 'Elenco dei video' }).getByRole('listitem');
const titles = (page: Page): Promise<string[]> => cards(page).getByRole('heading').allInnerTexts();
const toast = (page: Page, text: string): Locator => page.getByText(text, { exact: true });

let made = 0;
/** A video after all others. */
async function createVideo(): Promise<{ id: number; title: string }> {
  made += 1;
  const title = `Video di prova ${uniqueNumber()} ${made}`;
  const admin = await Caller.signIn('admin');
  const all = await admin.read<{ order: number }[]>('/api/videos?size=1000');
  const order = Math.max(...all.map((video) => video.order)) + 1;
  const body = { order, title, externalId: 'prova', description: null, duration: 61 };
  const answer = await admin.send('POST', '/api/videos', body);
  expect(answer.status).toBe(201);
  return { id: ((await answer.json()) as { id: number }).id, title };
}

test('all dealer users see the videos in order, with their duration, and can edit none', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer', VIDEOS);
  await expect(page.getByRole('heading', { name: 'Video tutorial', level: 1 })).toBeVisible();
  const first = cards(page).filter({ hasText: 'Primo accesso' });
  await expect(first.getByText('Entrare nel portale, scegliere il marchio, leggere la dashboard.')).toBeVisible();
  await expect(first.getByText('3:05', { exact: true })).toBeVisible();
  const expected = await (await Caller.signIn('dealer')).read<{ title: string }[]>(
    '/api/videos?sort=order,asc&size=1000',
  );
  expect(await titles(page)).toEqual(expected.map(({ title }) => title));
  for (const name of [/^Nuovo video/, /^Modifica «/, /^Elimina «/, /^Sposta /]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
});

test('without a video service the page shows that and no play button', async ({ visitors }) => {
  const page = await visitors.desk();
  // As in a production installation without the setting.
  await page.route(`**${VIDEOS}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/(videoPlayerUrl&#34;:)&#34;.*?&#34;/, '$1null');
    await route.fulfill({ response: answer, body });
  });
  await signIn(page, 'service');
  await page.goto(VIDEOS);
  await expect(page.getByText('I video non si possono ancora guardare da qui.')).toBeVisible();
  await expect(page.getByText('Anteprima non disponibile').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Guarda / })).toHaveCount(0);
  expect(page.frames()).toHaveLength(1);
});

test('the demo plays its own page instead of a provider’s', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer', VIDEOS);
  await page.getByRole('button', { name: 'Guarda «Firmare con OTP»' }).click();
  const film = page.getByRole('dialog', { name: 'Firmare con OTP' });
  await expect(film.frameLocator('iframe').getByRole('heading', { name: 'Firmare con OTP' })).toBeVisible();
  await expect(film.frameLocator('iframe').getByText('Durata 5:20')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a technical account has no video page', async ({ visitors }) => {
  const page = await visitors.desk();
  await openAs(page, 'dms-incadea', VIDEOS);
  await expect(page.getByRole('heading', { name: 'Accesso negato' })).toBeVisible();
  expect((await (await Caller.signIn('dms-incadea')).send('GET', '/api/videos')).status).toBe(403);
});

test('an NSC user adds a video: errors appear at their fields, then the video is listed last', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'nsc', VIDEOS);
  await page.getByRole('button', { name: 'Nuovo video' }).click();
  await expect(field(page, 'Titolo')).toBeFocused();
  await field(page, 'Durata').fill('3,05');
  await field(page, 'Ordine').fill('ultimo');
  await page.getByRole('button', { name: 'Aggiungi video' }).click();
  await expect(page.getByText('Titolo è un campo obbligatorio')).toBeVisible();
  await expect(page.getByText('Identificativo del video è un campo obbligatorio')).toBeVisible();
  await expect(page.getByText('Scrivi minuti e secondi, per esempio 3:05', { exact: true })).toBeVisible();
  await expect(page.getByText('Numero intero non valido')).toBeVisible();
  await expect(field(page, 'Titolo')).toBeFocused();
  const title = `Consegna del veicolo ${uniqueNumber()}`;
  await field(page, 'Titolo').fill(title);
  await field(page, 'Durata').fill('12:07');
  await field(page, 'Ordine').fill('990');
  await field(page, 'Identificativo del video').fill('consegna');
  await field(page, 'Descrizione').fill('Che cosa si firma alla consegna.');
  await page.getByRole('button', { name: 'Aggiungi video' }).dblclick();
  await expect(toast(page, 'Video aggiunto')).toHaveCount(1);
  const card = cards(page).filter({ hasText: title });
  await expect(card).toHaveCount(1);
  await expect(card.getByText('12:07', { exact: true })).toBeVisible();
  expect((await titles(page)).at(-1)).toBe(title);
  const found = await (await Caller.signIn('nsc')).read<object[]>(
    `/api/videos?title.equals=${encodeURIComponent(title)}`,
  );
  expect(found).toEqual([expect.objectContaining({ order: 990, externalId: 'consegna', duration: 727 })]);
});

test('when two users edit a video, the second sees the conflict, reloads and keeps the input', async ({ visitors }) => {
  visitors.watch.expectRefusal(409, /^\/api\/videos$/);
  const video = await createVideo();
  const one = await visitors.desk();
  await signIn(one, 'admin', VIDEOS);
  const secondTab = await one.context().newPage();
  await secondTab.goto(VIDEOS);
  for (const page of [one, secondTab]) await page.getByRole('button', { name: `Modifica «${video.title}»` }).click();
  await field(secondTab, 'Durata').fill('2:00');
  await field(one, 'Descrizione').fill('Scritta per prima.');
  await one.getByRole('button', { name: 'Salva' }).click();
  await expect(toast(one, 'Video salvato')).toBeVisible();
  await secondTab.getByRole('button', { name: 'Salva' }).click();
  await expect(secondTab.getByText('Qualcuno ha salvato modifiche nel frattempo.').first()).toBeVisible();
  await secondTab.getByRole('button', { name: 'Ricarica i dati' }).click();
  await expect(field(secondTab, 'Descrizione')).toHaveValue('Scritta per prima.');
  await expect(field(secondTab, 'Durata')).toHaveValue('2:00');
  await secondTab.getByRole('button', { name: 'Salva' }).click();
  await expect(toast(secondTab, 'Video salvato')).toBeVisible();
  const stored = await (await Caller.signIn('admin')).read<object>(`/api/videos/${video.id}`);
  expect(stored).toMatchObject({ description: 'Scritta per prima.', duration: 120 });
});

test('videos are reordered by keyboard: the focus stays, the order is saved, both ends are announced', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  await signIn(page, 'admin', VIDEOS);
  await expect(cards(page).first()).toBeVisible();
  const before = await titles(page);
  const [first = '', second = '', ...rest] = before;
  const later = page.getByRole('button', { name: new RegExp(`^Sposta dopo: ${first}`) });
  await later.focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Video salvato')).toBeVisible();
  expect(await titles(page)).toEqual([second, first, ...rest]);
  await expect(later).toBeFocused();
  await expect(page.getByText(`«${first}» è ora al posto 2 di ${before.length}.`)).toBeAttached();
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  expect(await titles(page)).toEqual([second, first, ...rest]);

  const end = page.getByRole('button', { name: `Sposta prima: ${second}. È già il primo.` });
  await end.press('Enter');
  expect(await titles(page)).toEqual([second, first, ...rest]);
  await page.getByRole('button', { name: `Sposta prima: ${first}` }).press('Enter');
  await expect(toast(page, 'Video salvato')).toBeVisible();
  expect(await titles(page)).toEqual(before);
});

test('a move that cannot be saved is undone with an error', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /^\/api\/videos$/);
  const page = await visitors.desk();
  await signIn(page, 'admin', VIDEOS);
  await expect(cards(page).first()).toBeVisible();
  const before = await titles(page);
  await page.route('**/api/videos', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { message: 'Il servizio non risponde.' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: new RegExp(`^Sposta dopo: ${before[0]}`) }).click();
  await expect(toast(page, 'Video non salvato')).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(before);
});

test('deleting asks for confirmation, and the dialog shows when the video is already deleted', async ({ visitors }) => {
  visitors.watch.expectRefusal(404, /^\/api\/videos\/\d+$/);
  const video = await createVideo();
  const one = await visitors.desk();
  await signIn(one, 'admin', VIDEOS);
  const secondTab = await one.context().newPage();
  await secondTab.goto(VIDEOS);
  for (const page of [one, secondTab]) await page.getByRole('button', { name: `Elimina «${video.title}»` }).click();
  const question = (page: Page) => page.getByRole('dialog', { name: `Eliminare il video «${video.title}»?` });
  await question(one).getByRole('button', { name: 'Annulla' }).click();
  await expect(cards(one).filter({ hasText: video.title })).toHaveCount(1);
  await expect(one.getByRole('button', { name: `Elimina «${video.title}»` })).toBeFocused();
  await one.getByRole('button', { name: `Elimina «${video.title}»` }).click();
  await question(one).getByRole('button', { name: 'Elimina video' }).click();
  await expect(toast(one, 'Video eliminato')).toBeVisible();
  await expect(cards(one).filter({ hasText: video.title })).toHaveCount(0);
  await question(secondTab).getByRole('button', { name: 'Elimina video' }).click();
  await expect(toast(secondTab, 'Video non eliminato')).toBeVisible();
  await expect(dialogProblem(question(secondTab))).toContainText('Video non trovato.');
});

test.describe('with a video service', () => {
  test('no request goes to it until the user presses play, and no other frame is allowed', async ({ browser }) => {
    test.slow();
    const requestedUrls: string[] = [];
    const provider = createServer((request, response) => {
      requestedUrls.push(request.url ?? '');
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Player</title><p>Il filmato</p>');
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const folder = mkdtempSync(join(tmpdir(), 'fascicolo-videos-'));
    const server = await startServer(folder, { VIDEO_PLAYER_URL: `${origin}/v/{id}?dnt=1` });
    const watch = new Watch(server.address);
    const context = await browser.newContext({ baseURL: server.address, locale: 'it-IT' });
    await watch.attach(context);
    try {
      const page = await context.newPage();
      await signIn(page, 'nsc', VIDEOS);
      const host = new URL(origin).host;
      await expect(page.getByText(`I video sono su ${host}:`, { exact: false })).toBeVisible();
      await expect(page.getByText('Anteprima non disponibile')).toHaveCount(0);
      expect(requestedUrls).toEqual([]);
      expect(watch.problems).toEqual([]);

      await page.getByRole('button', { name: 'Guarda «Primo accesso»' }).click();
      const film = page.getByRole('dialog', { name: 'Primo accesso' });
      await expect(film.frameLocator('iframe').getByText('Il filmato')).toBeVisible();
      expect(requestedUrls.filter((url) => url !== '/favicon.ico')).toEqual(['/v/demo-primo-accesso?dnt=1']);
      await page.keyboard.press('Escape');
      await expect(page.locator('iframe')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Guarda «Primo accesso»' })).toBeFocused();

      await page.getByRole('button', { name: 'Modifica «Firmare con OTP»' }).click();
      await field(page, 'Identificativo del video').fill('altro/../codice');
      await expect(page.locator('iframe')).toHaveCount(0);
      await page.getByRole('button', { name: 'Prova il video' }).click();
      await expect(page.frameLocator('iframe').getByText('Il filmato')).toBeVisible();
      expect(requestedUrls.at(-1)).toBe('/v/altro%2F..%2Fcodice?dnt=1');
      // All requests that left this origin were to the provider.
      expect(watch.problems.every((text) => text.startsWith(`foreign call: ${origin}/v/`))).toBe(true);

      await page.evaluate(() => {
        const frame = document.createElement('iframe');
        frame.src = 'https://example.invalid/';
        document.body.append(frame);
      });
      await expect.poll(() => watch.problems.join('\n')).toContain('policy: frame-src refused https://example.invalid');
    } finally {
      await context.close();
      await server.stop();
      provider.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });
});
