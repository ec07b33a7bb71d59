/** Browser notifications after a customer has signed: only if turned on, once, and only while the page is hidden. */
import type { Locator, Page, Request } from '@playwright/test';
import { hear, heard, listen } from '../administration/registry-pages.ts';
import { row } from '../desk/desk-pages.ts';
import { atRest, CALM, glance, look } from '../support/inspection.ts';
import { startedPaper } from '../support/office.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/visitors.ts';

interface Shown {
  title: string;
  body: string;
  click: () => void;
}
interface Recording {
  shown: Shown[];
}

/** Replaces the browser's notifications with a recording. @param answer the user's answer to the permission prompt. */
async function record(page: Page, answer: NotificationPermission): Promise<void> {
  await listen(page.context());
  await page.context().addInitScript((told) => {
    const shown: { title: string; body: string; click: () => void }[] = [];
    class Recorded {
      static get permission(): string {
        return localStorage.getItem('test.permission') ?? 'default';
      }
      static async requestPermission(): Promise<string> {
        localStorage.setItem('test.asked', String(Number(localStorage.getItem('test.asked') ?? 0) + 1));
        if (told !== 'default') localStorage.setItem('test.permission', told);
        return told;
      }
      onclick: (() => void) | null = null;
      constructor(title: string, options: { body: string }) {
        shown.push({ title, body: options.body, click: () => this.onclick?.() });
      }
      close(): void {}
    }
    Object.assign(window, { Notification: Recorded, recording: { shown } });
  }, answer);
}

const notifications = (page: Page): Promise<{ title: string; body: string }[]> =>
  page.evaluate(() =>
    (window as unknown as { recording: Recording }).recording.shown.map(({ title, body }) => ({ title, body })),
  );
const asked = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('test.asked'));

/** The user switches to another program. */
const leave = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event('blur'));
  });
const comeBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.hasFocus = () => true;
    window.dispatchEvent(new Event('focus'));
  });

async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Attività, notifiche e impostazioni' }).click();
  const panel = page.getByRole('dialog', { name: 'Attività e impostazioni' });
  await panel.getByRole('tab', { name: 'Impostazioni' }).click();
  return panel;
}
const wish = (panel: Locator): Locator => panel.getByRole('switch', { name: 'Avvisami quando un cliente firma' });

/** A browser of `login` with notifications turned on, which receives live updates. */
async function listening(page: Page, login = 'dealer'): Promise<void> {
  await record(page, 'granted');
  const stream = page.waitForResponse('**/api/events');
  await signIn(page, login, '/my-page');
  await stream;
  const panel = await openSettings(page);
  await wish(panel).check();
  await expect(panel.getByText('Attive per te in questo browser', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Requests for the document's name, which precede its notification, recorded from now on. */
function newsOf(page: Page, documentId: number | undefined): Request[] {
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (isNews(request, documentId)) asked.push(request);
  });
  return asked;
}

function isNews(request: Request, documentId: number | undefined): boolean {
  if (!/\/api\/documents-ext\/search\?/.test(request.url())) return false;
  return request.postDataJSON()?.id?.equals === documentId;
}

const TRIAL = { title: 'Notifiche attive', body: 'Gli avvisi arrivano così.' };
const SIGNED = { title: 'Ginevra Provetti ha firmato', body: 'Preventivo nuovo' };

test('without notifications enabled there is no prompt and no notification, and the open page still shows a toast', async ({
  visitors,
}) => {
  const story = await startedPaper(1);
  const page = await visitors.desk();
  await record(page, 'granted');
  const stream = page.waitForResponse('**/api/events');
  await signIn(page, 'dealer', '/my-page');
  await stream;
  // The panel opens with the notifications also before their count is read again.
  await page.route('**/api/notifications/unread', () => undefined);
  await story.finish();
  await hear(page, SIGNED.title);
  await page.getByRole('button', { name: 'Attività, notifiche e impostazioni' }).click();
  const panel = page.getByRole('dialog', { name: 'Attività e impostazioni' });
  const line = panel.getByRole('listitem').filter({ hasText: 'Ginevra Provetti ha firmato' });
  await expect(line).toContainText('Preventivo nuovo');
  await panel.getByRole('tab', { name: 'Impostazioni' }).click();
  await expect(wish(panel)).not.toBeChecked();
  expect(await notifications(page)).toEqual([]);
  expect(await asked(page)).toBeNull();
});

test('a signature event links to its document, from the toast and from the panel', async ({ visitors }) => {
  const story = await startedPaper(1);
  const page = await visitors.desk(CALM);
  const stream = page.waitForResponse('**/api/events');
  await signIn(page, 'dealer', '/my-page');
  await stream;
  await story.finish();
  const toast = page.locator('[popover]').getByRole('link', { name: SIGNED.title });
  await toast.click();
  const document = new RegExp(`/app/documents/${story.known.documentId}$`);
  await expect(page).toHaveURL(document);
  await expect(toast).toHaveCount(0);

  await page.goBack();
  await expect(page).toHaveURL(/\/my-page$/);
  await page.getByRole('button', { name: 'Attività, notifiche e impostazioni' }).click();
  const panel = page.getByRole('dialog', { name: 'Attività e impostazioni' });
  await panel.getByRole('tab', { name: 'Notifiche' }).click();
  await panel
    .getByRole('link', { name: new RegExp(SIGNED.title) })
    .first()
    .click();
  await expect(page).toHaveURL(document);
  await expect(panel).toBeHidden();
});

test('enabling notifications asks the browser, shows a sample, and is stored for this user in this browser', async ({
  visitors,
}) => {
  const page = await visitors.desk(CALM);
  await listening(page);
  expect(await asked(page)).toBe('1');
  expect(await notifications(page)).toEqual([TRIAL]);
  await page.reload();
  const panel = await openSettings(page);
  await expect(wish(panel)).toBeChecked();
  expect(await notifications(page)).toEqual([]);
  await look(page, 'quick panel: notifications on');
  await page.keyboard.press('Escape');

  await page.evaluate(() => localStorage.removeItem('fascicolo.auth.v1'));
  await signIn(page, 'sales', '/my-page');
  const theirs = await openSettings(page);
  await expect(wish(theirs)).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.evaluate(() => localStorage.removeItem('fascicolo.auth.v1'));
  await signIn(page, 'dealer', '/my-page');
  const again = await openSettings(page);
  await expect(wish(again)).toBeChecked();
  await wish(again).press('Space');
  await expect(wish(again)).not.toBeChecked();
  await page.reload();
  await expect(wish(await openSettings(page))).not.toBeChecked();
});

test('a blocked, an ignored and an unsupported browser permission each show an explanation', async ({ visitors }) => {
  const refused = await visitors.desk(CALM);
  await record(refused, 'denied');
  await signIn(refused, 'dealer', '/my-page');
  const panel = await openSettings(refused);
  await wish(panel).click();
  await expect(panel.getByRole('status')).toContainText('Il browser le blocca');
  await expect(wish(panel)).not.toBeChecked();
  await look(refused, 'quick panel: notifications refused');

  const unanswered = await visitors.desk();
  await record(unanswered, 'default');
  await signIn(unanswered, 'dealer', '/my-page');
  const other = await openSettings(unanswered);
  await wish(other).click();
  await expect(other.getByRole('status')).toContainText('non ha avuto risposta');
  await expect(wish(other)).not.toBeChecked();

  const without = await visitors.desk();
  await without.addInitScript(() => Reflect.deleteProperty(window, 'Notification'));
  await signIn(without, 'dealer', '/my-page');
  const last = await openSettings(without);
  await expect(last.getByText('Questo browser non le offre.')).toBeVisible();
  await expect(wish(last)).toHaveCount(0);
});

test('with several hidden tabs one shows a notification, and its click opens the document there', async ({
  visitors,
}) => {
  const story = await startedPaper(1);
  const page = await visitors.desk();
  await listening(page);
  const tabs = [page, await page.context().newPage(), await page.context().newPage()];
  for (const tab of tabs.slice(1)) {
    await tab.goto('/my-page');
    await expect(tab.getByRole('heading', { name: 'La mia pagina', level: 1 })).toBeVisible();
  }
  for (const tab of tabs) await leave(tab);
  await story.finish();
  for (const tab of tabs) await hear(tab, SIGNED.title);
  await expect.poll(async () => (await Promise.all(tabs.map(notifications))).flat()).toEqual([TRIAL, SIGNED]);
  const holder = page;
  await holder.evaluate(() => (window as unknown as { recording: Recording }).recording.shown.at(-1)?.click());
  await expect(holder).toHaveURL(new RegExp(`/app/documents/${story.known.documentId}$`));
  await expect(holder.getByText('Firmato', { exact: true }).first()).toBeVisible();
  expect(page.context().pages()).toHaveLength(3);
  for (const tab of tabs.slice(1)) expect(new URL(tab.url()).pathname).toBe('/my-page');
});

test('a visible tab shows a toast, and no notification appears', async ({ visitors }) => {
  const story = await startedPaper(1);
  const page = await visitors.desk();
  await listening(page);
  const looked = await page.context().newPage();
  await looked.goto('/my-page');
  await expect(looked.getByRole('heading', { name: 'La mia pagina', level: 1 })).toBeVisible();
  await leave(page);
  await story.finish();
  for (const tab of [looked, page]) await hear(tab, SIGNED.title);

  // The next one arrives while the page is hidden, and is the first that is notified.
  const next = await startedPaper(1);
  await leave(looked);
  expect((await next.call('POST', signPathOf(next.known.link), { reason: 'Ci ripenso' })).status).toBe(200);
  const declined = { title: 'Ginevra Provetti ha rifiutato di firmare', body: 'Preventivo nuovo' };
  await expect.poll(() => notifications(page)).toEqual([TRIAL, declined]);
  expect(await notifications(looked)).toEqual([]);
  await comeBack(page);
});

test('an open document updates without an additional notification', async ({ visitors }) => {
  const story = await startedPaper(1);
  const page = await visitors.desk();
  await listening(page);
  await page.goto(`/app/documents/${story.known.documentId}`);
  await expect(page.getByText('In attesa di firma', { exact: true }).first()).toBeVisible();
  const found = page.waitForResponse((answer) => isNews(answer.request(), story.known.documentId));
  await story.finish();
  await found;
  await expect(page.getByText('Firmato', { exact: true }).first()).toBeVisible();
  await atRest(page);
  expect(await heard(page)).not.toContain(SIGNED.title);
  expect(await notifications(page)).toEqual([]);
});

test('users get no events of documents that others created and started', async ({ visitors }) => {
  const story = await startedPaper(1);
  const page = await visitors.desk();
  await listening(page, 'manager');
  await page.goto(`/app/folders/${story.known.folderId}`);
  await leave(page);
  const asked = newsOf(page, story.known.documentId);
  await story.finish();
  // The list is updated, so the change has arrived.
  await expect(row(page, story.known.documentId)).toContainText('Firmato');
  await atRest(page);
  expect(asked).toEqual([]);
  expect(await notifications(page)).toEqual([]);
  expect(await heard(page)).not.toContain(SIGNED.title);
});

test('signature events are counted and kept on every device, and marked as read on all of them at once', async ({
  visitors,
}) => {
  const [signed, refused] = [await startedPaper(1), await startedPaper(1)];
  const desk = await visitors.desk(CALM);
  const phone = await visitors.phone();
  const bells = [desk, phone].map((page) => page.getByRole('button', { name: 'Attività, notifiche e impostazioni' }));
  const [deskBell, phoneBell] = bells as [Locator, Locator];
  for (const page of [desk, phone]) {
    const stream = page.waitForResponse('**/api/events');
    await signIn(page, 'dealer', '/my-page');
    await stream;
  }
  const open = async (page: Page, bell: Locator) => {
    await bell.click();
    const panel = page.getByRole('dialog', { name: 'Attività e impostazioni' });
    await panel.getByRole('tab', { name: 'Notifiche' }).click();
    return panel;
  };
  // Notifications left by earlier tests.
  const before = await open(desk, deskBell);
  const all = before.getByRole('button', { name: 'Segna tutte come lette' });
  await expect(before.getByText(/^(Le firme degli ultimi 30 giorni|Nessuna notifica)/).first()).toBeVisible();
  if (await all.isVisible()) await all.click();
  await desk.keyboard.press('Escape');
  for (const bell of bells) await expect(bell.getByText('da leggere')).toHaveCount(0);

  await signed.finish();
  expect((await refused.call('POST', signPathOf(refused.known.link), { reason: 'Ci ripenso' })).status).toBe(200);
  for (const bell of bells) await expect(bell.getByText('2 notifiche da leggere')).toBeAttached();
  await phone.reload();
  await expect(phoneBell.getByText('2 notifiche da leggere')).toBeAttached();
  await look(desk, 'bell with two unread notifications');

  const panel = await open(phone, phoneBell);
  await expect(panel.getByRole('link').first()).toContainText('da leggere');
  await glance(phone, 'quick panel: kept notifications on a phone');
  await panel.locator(`a[href$="/app/documents/${signed.known.documentId}"]`).tap();
  await expect(phone).toHaveURL(new RegExp(`/app/documents/${signed.known.documentId}$`));
  for (const bell of bells) await expect(bell.getByText('1 notifica da leggere')).toBeAttached();

  const rest = await open(desk, deskBell);
  await expect(rest.getByText('Ginevra Provetti ha rifiutato di firmare').first()).toBeVisible();
  await glance(desk, 'quick panel: kept notifications');
  await rest.getByRole('button', { name: 'Segna tutte come lette' }).click();
  for (const bell of bells) await expect(bell.getByText('da leggere')).toHaveCount(0);
});

test('signature e-mails are disabled on the profile page', async ({ visitors }) => {
  const page = await visitors.desk(CALM);
  await signIn(page, 'sales', '/my-page');
  const choice = page.getByRole('switch', { name: 'Avvisami per e-mail quando finisce una firma che ho avviato' });
  await expect(choice).toBeChecked();
  await choice.click();
  await expect(choice).not.toBeChecked();
  await expect(page.getByText('Scelta salvata')).toBeVisible();
  await look(page, 'my page: e-mails off');
  await page.reload();
  await expect(choice).not.toBeChecked();
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(choice).toBeChecked();
});

const signPathOf = (link: string): string => `${new URL(link).pathname.replace(/^\/sign\//, '/api/sign/')}/decline`;
