/** The quick panel: the user's own activity, notices and settings. */
import type { Page } from '@playwright/test';
import { inspectPageQuickly, REDUCED_MOTION, widthOf } from '../support/inspection.ts';
import { readyPaper } from '../support/portal-calls.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

test.describe('the quick panel', () => {
  const open = async (page: Page) => {
    await page.getByRole('button', { name: 'Attività, notifiche e impostazioni' }).click();
    const panel = page.getByRole('dialog', { name: 'Attività e impostazioni' });
    await expect(panel).toBeVisible();
    return panel;
  };

  test('loads own activity only when opened, and links to its records', async ({ visitors }) => {
    const { known } = await readyPaper(1);
    const page = await visitors.desk(REDUCED_MOTION);
    const activityRequests: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (body.includes('createdBy')) activityRequests.push(new URL(request.url()).pathname);
    });
    await signIn(page, 'dealer', '/my-page');
    expect(activityRequests).toEqual([]);
    const panel = await open(page);
    await expect(panel.getByRole('tab')).toHaveText(['Registro attività', 'Notifiche', 'Impostazioni']);
    const rows = panel.getByRole('listitem');
    await expect(rows.first()).toContainText('Preventivo nuovo');
    await expect(rows.first()).toContainText('Creazione · Ginevra Provetti');
    // Live updates may repeat requests.
    expect([...new Set(activityRequests)].sort()).toEqual([
      '/api/documents-ext/search',
      '/api/dossiers/search',
      '/api/folders-ext/search',
    ]);
    await rows.first().getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/app/documents/${known.documentId}$`));
    await expect(panel).toBeHidden();
  });

  test('shows an error and a retry', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'dealer', '/my-page');
    visitors.watch.expectRefusal(500, /^\/api\/folders-ext\/search$/);
    await page.route('**/api/folders-ext/search*', (route) => route.fulfill({ status: 500, json: {} }));
    const panel = await open(page);
    await expect(panel.getByRole('alert')).toContainText('Errore interno del server');
    await page.unroute('**/api/folders-ext/search*');
    await panel.getByRole('button', { name: 'Riprova' }).click();
    await expect(panel.getByRole('listitem').first()).toBeVisible();
  });

  test('shows an empty state for a user without activity', async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, 'sa3', '/my-page');
    const panel = await open(page);
    await expect(panel.getByText('Ancora nessuna attività')).toBeVisible();
  });

  test('keeps past toasts, and a dot marks unread ones', async ({ visitors }) => {
    const { known } = await readyPaper(1);
    const page = await visitors.desk(REDUCED_MOTION);
    await signIn(page, 'dealer', `/app/documents/${known.documentId}`);
    const bell = page.getByRole('button', { name: 'Attività, notifiche e impostazioni' });
    await expect(bell.getByText('da leggere')).toHaveCount(0);
    await page.getByRole('button', { name: 'Scarica', exact: true }).click();
    await expect(bell.getByText('1 notifica da leggere')).toBeAttached();
    const panel = await open(page);
    await expect(panel.getByRole('tab', { name: 'Notifiche' })).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByRole('listitem')).toContainText('preventivo.pdf');
    await expect(bell.getByText('da leggere')).toHaveCount(0);
    await inspectPageQuickly(page, 'quick panel: notifications');
    await panel.getByRole('button', { name: 'Svuota' }).click();
    await expect(panel.getByText('Nessuna notifica')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(bell).toBeFocused();
  });

  test('changes theme, language and menu, and asks the browser before it enables notifications', async ({
    visitors,
  }) => {
    const page = await visitors.desk(REDUCED_MOTION);
    await signIn(page, 'dealer', '/my-page');
    const panel = await open(page);
    await panel.getByRole('tab', { name: 'Registro attività' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(panel.getByRole('tab', { name: 'Impostazioni' })).toBeFocused();
    await expect(panel.getByRole('radio', { name: 'Come il sistema' })).toBeChecked();
    await panel.getByText('Scuro', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await panel.getByText('Ridotto', { exact: true }).click();
    await expect(page.getByRole('button', { name: 'Mostra il menu per intero' })).toBeAttached();
    await panel.getByRole('switch', { name: 'Avvisami quando un cliente firma' }).click();
    await expect(panel.getByText('Il browser le blocca', { exact: false })).toBeVisible();
    await panel.getByText('English', { exact: true }).click();
    const translated = page.getByRole('dialog', { name: 'Activity and settings' });
    await expect(translated.getByRole('tab')).toHaveText(['Audit Logs', 'Notifications', 'Settings']);
    expect(await page.evaluate(() => localStorage.getItem('i18nConfig'))).toBe('{"selectedLang":"en"}');
    await translated.getByText('Italiano', { exact: true }).click();
    await expect(panel).toBeVisible();
  });

  test('offers theme and language on a phone, and fits 320 px', async ({ visitors }) => {
    const page = await visitors.phone({ viewport: { width: 320, height: 640 } });
    await signIn(page, 'dealer', '/my-page');
    await expect(page.getByRole('button', { name: 'English' })).toBeHidden();
    expect(await widthOf(page)).toBeLessThanOrEqual(320);
    const panel = await open(page);
    await panel.getByRole('tab', { name: 'Impostazioni' }).click();
    await expect(panel.getByRole('group', { name: 'Lingua' })).toBeVisible();
    expect(await panel.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
