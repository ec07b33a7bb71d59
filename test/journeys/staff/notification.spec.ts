/** Browser notifications after a customer has signed: only if turned on, once, and only while the page is hidden. */
import type { Locator, Page, Request } from '@playwright/test';
import { expectToast, recordToasts, shownToasts } from '../administration/registry-pages.ts';
import { documentRow } from '../desk/desk-pages.ts';
import { inspectPage, inspectPageQuickly, REDUCED_MOTION, waitUntilIdle } from '../support/inspection.ts';
import { startedPaper } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

interface ShownNotification {
  title: string;
  body: string;
  click: () => void;
}
interface Recording {
  shown: ShownNotification[];
}

/** Replaces the browser's notifications with a recording. @param answer the user's answer to the permission prompt. */
async function fakeNotifications(page: Page, answer: NotificationPermission): Promise<void> {
  await recordToasts(page.context());
  await page.context().addInitScript((reply) => {
    const shown: { title: string; body: string; click: () => void }[] = [];
    class Recorded {
      static get permission(): string {
        return localStorage.getItem('test.permission') ?? 'default';
      }
      static async requestPermission(): Promise<string> {
        localStorage.setItem('test.asked', String(Number(localStorage.getItem('test.asked') ?? 0) + 1));
        if (reply !== 'default') localStorage.setItem('test.permission', reply);
        return reply;
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
const promptCount = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('test.asked'));

/** The user switches to another program. */
const blurWindow = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event('blur'));
  });
const focusWindow = (page: Page): Promise<void> =>
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
async function openWithNotifications(page: Page, login = 'dealer'): Promise<void> {
  await fakeNotifications(page, 'granted');
  const stream = page.waitForResponse('**/api/events');
  await signIn(page, login, '/my-page');
  await stream;
  const panel = await openSettings(page);
  await wish(panel).check();
  await expect(panel.getByText('Attive per te in questo browser', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Requests for the document's name, which precede its notification, recorded from now on. */
function recordNameRequests(page: Page, documentId: number | undefined): Request[] {
  const nameRequests: Request[] = [];
  page.on('request', (request) => {
    if (isNameRequest(request, documentId)) nameRequests.push(request);
  });
  return nameRequests;
}

function isNameRequest(request: Request, documentId: number | undefined): boolean {
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
  await fakeNotifications(page, 'granted');
  const stream = page.waitForResponse('**/api/events');
  await signIn(page, 'dealer', '/my-page');
  await stream;
  // The panel opens with the notifications also before their count is read again.
  await page.route('**/api/notifications/unread', () => undefined);
  await story.runToEnd();
  await expectToast(page, SIGNED.title);
  await page.getByRole('button', { name: 'Attività, notifiche e impostazioni' }).click();
  const panel = page.getByRole('dialog', { name: 'Attività e impostazioni' });
  const line = panel.getByRole('listitem').filter({ hasText: 'Ginevra Provetti ha firmato' });
  await expect(line).toContainText('Preventivo nuovo');
  await panel.getByRole('tab', { name: 'Impostazioni' }).click();
  await expect(wish(panel)).not.toBeChecked();
  expect(await notifications(page)).toEqual([]);
  expect(await promptCount(page)).toBeNull();
});

test('a signature event links to its document, from the toast and from the panel', async ({ visitors }) => {
  const story = await startedPaper(1);
  const page = await visitors.desk(REDUCED_MOTION);
  const stream = page.waitForResponse('**/api/events');
  await signIn(page, 'dealer', '/my-page');
  await stream;
  await story.runToEnd();
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
  const page = await visitors.desk(REDUCED_MOTION);
  await openWithNotifications(page);
  expect(await promptCount(page)).toBe('1');
  expect(await notifications(page)).toEqual([TRIAL]);
  await page.reload();
  const panel = await openSettings(page);
  await expect(wish(panel)).toBeChecked();
  expect(await notifications(page)).toEqual([]);
  await inspectPage(page, 'quick panel: notifications on');
  await page.keyboard.press('Escape');

  await page.evaluate(() => localStorage.removeItem('fascicolo.auth.v1'));
  await signIn(page, 'sales', '/my-page');
  const otherPanel = await openSettings(page);
  await expect(wish(otherPanel)).not.toBeChecked();
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
  const refused = await visitors.desk(REDUCED_MOTION);
  await fakeNotifications(refused, 'denied');
  await signIn(refused, 'dealer', '/my-page');
  const panel = await openSettings(refused);
  await wish(panel).click();
  await expect(panel.getByRole('status')).toContainText('Il browser le blocca');
  await expect(wish(panel)).not.toBeChecked();
  await inspectPage(refused, 'quick panel: notifications refused');

  const unanswered = await visitors.desk();
  await fakeNotifications(unanswered, 'default');
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
  await openWithNotifications(page);
  const tabs = [page, await page.context().newPage(), await page.context().newPage()];
  for (const tab of tabs.slice(1)) {
    await tab.goto('/my-page');
    await expect(tab.getByRole('heading', { name: 'La mia pagina', level: 1 })).toBeVisible();
  }
  for (const tab of tabs) await blurWindow(tab);
  await story.runToEnd();
  for (const tab of tabs) await expectToast(tab, SIGNED.title);
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
  await openWithNotifications(page);
  const looked = await page.context().newPage();
  await looked.goto('/my-page');
  await expect(looked.getByRole('heading', { name: 'La mia pagina', level: 1 })).toBeVisible();
  await blurWindow(page);
  await story.runToEnd();
  for (const tab of [looked, page]) await expectToast(tab, SIGNED.title);

  // The next one arrives while the page is hidden, and is the first that is notified.
  const next = await startedPaper(1);
  await blurWindow(looked);
  expect((await next.call('POST', signPathOf(next.known.link), { reason: 'Ci ripenso' })).status).toBe(200);
  const declined = { title: 'Ginevra Provetti ha rifiutato di firmare', body: 'Preventivo nuovo' };
  await expect.poll(() => notifications(page)).toEqual([TRIAL, declined]);
  expect(await notifications(looked)).toEqual([]);
  await focusWindow(page);
});

test('an open document updates without an additional notification', async ({ visitors }) => {
  const story = await startedPaper(1);
  const page = await visitors.desk();
  await openWithNotifications(page);
  await page.goto(`/app/documents/${story.known.documentId}`);
  await expect(page.getByText('In attesa di firma', { exact: true }).first()).toBeVisible();
  const nameResponse = page.waitForResponse((answer) => isNameRequest(answer.request(), story.known.documentId));
  await story.runToEnd();
  await nameResponse;
  await expect(page.getByText('Firmato', { exact: true }).first()).toBeVisible();
  await waitUntilIdle(page);
  expect(await shownToasts(page)).not.toContain(SIGNED.title);
  expect(await notifications(page)).toEqual([]);
});

test('users get no events of documents that others created and started', async ({ visitors }) => {
  const story = await startedPaper(1);
  const page = await visitors.desk();
  await openWithNotifications(page, 'manager');
  await page.goto(`/app/folders/${story.known.folderId}`);
  await blurWindow(page);
  const nameRequests = recordNameRequests(page, story.known.documentId);
  await story.runToEnd();
  // The list is updated, so the change has arrived.
  await expect(documentRow(page, story.known.documentId)).toContainText('Firmato');
  await waitUntilIdle(page);
  expect(nameRequests).toEqual([]);
  expect(await notifications(page)).toEqual([]);
  expect(await shownToasts(page)).not.toContain(SIGNED.title);
});

test('signature events are counted and kept on every device, and marked as read on all of them at once', async ({
  visitors,
}) => {
  const [signed, refused] = [await startedPaper(1), await startedPaper(1)];
  const desk = await visitors.desk(REDUCED_MOTION);
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

  await signed.runToEnd();
  expect((await refused.call('POST', signPathOf(refused.known.link), { reason: 'Ci ripenso' })).status).toBe(200);
  for (const bell of bells) await expect(bell.getByText('2 notifiche da leggere')).toBeAttached();
  await phone.reload();
  await expect(phoneBell.getByText('2 notifiche da leggere')).toBeAttached();
  await inspectPage(desk, 'bell with two unread notifications');

  const panel = await open(phone, phoneBell);
  await expect(panel.getByRole('link').first()).toContainText('da leggere');
  await inspectPageQuickly(phone, 'quick panel: kept notifications on a phone');
  await panel.locator(`a[href$="/app/documents/${signed.known.documentId}"]`).tap();
  await expect(phone).toHaveURL(new RegExp(`/app/documents/${signed.known.documentId}$`));
  for (const bell of bells) await expect(bell.getByText('1 notifica da leggere')).toBeAttached();

  const rest = await open(desk, deskBell);
  await expect(rest.getByText('Ginevra Provetti ha rifiutato di firmare').first()).toBeVisible();
  await inspectPageQuickly(desk, 'quick panel: kept notifications');
  await rest.getByRole('button', { name: 'Segna tutte come lette' }).click();
  for (const bell of bells) await expect(bell.getByText('da leggere')).toHaveCount(0);
});

test('signature e-mails are disabled on the profile page', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'sales', '/my-page');
  const choice = page.getByRole('switch', { name: 'Avvisami per e-mail quando finisce una firma che ho avviato' });
  await expect(choice).toBeChecked();
  await choice.click();
  await expect(choice).not.toBeChecked();
  await expect(page.getByText('Scelta salvata')).toBeVisible();
  await inspectPage(page, 'my page: e-mails off');
  await page.reload();
  await expect(choice).not.toBeChecked();
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(choice).toBeChecked();
});

const signPathOf = (link: string): string => `${new URL(link).pathname.replace(/^\/sign\//, '/api/sign/')}/decline`;
