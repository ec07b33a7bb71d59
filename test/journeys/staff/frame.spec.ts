/** The frame around every page: menus by permission, guards, error pages, header, quick panel, progress. */

import type { Locator, Page } from '@playwright/test';
import { realNow } from '../../clock.ts';
import { createStaffUser, delayCalls, openPageAs } from '../administration/registry-pages.ts';
import { REDUCED_MOTION } from '../support/inspection.ts';
import { signIn } from '../support/portal-pages.ts';
import { expect, test, type Visitors } from '../support/watched-browsers.ts';

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principale' });

const COMMON_MENU = ['Dashboard', 'Clienti', 'Cartelle', 'Documenti'];
const TOOLS_MENU = ['Dealer Portal', 'Video tutorial'];
const SIGNER_MENU = [...COMMON_MENU, 'In attesa di firma'];
const NUMBER_VIEWERS = [...SIGNER_MENU, 'Numeri ricorrenti'];
const DEALERS = { menu: [...SIGNER_MENU, ...TOOLS_MENU], administration: false };
const READERS = { ...DEALERS, menu: [...COMMON_MENU, ...TOOLS_MENU] };
const PERSONAS: Record<string, { menu: string[]; administration: boolean; name: string; role: string }> = {
  admin: {
    menu: [...NUMBER_VIEWERS, 'Licenze', 'Utenti', 'Servizi', 'Modelli', 'Sistemi collegati', ...TOOLS_MENU],
    administration: true,
    name: 'Andrea Neri',
    role: 'Amministratore',
  },
  nsc: {
    menu: [...NUMBER_VIEWERS, 'Licenze', 'Utenti', 'Modelli', ...TOOLS_MENU],
    administration: true,
    name: 'Laura Galli',
    role: 'Sede nazionale',
  },
  supervisor: {
    menu: [...NUMBER_VIEWERS, 'Licenze', 'Utenti', ...TOOLS_MENU],
    administration: true,
    name: 'Anna Verdi',
    role: 'Supervisore concessionaria',
  },
  dealer: { ...DEALERS, name: 'Dario Provini', role: 'Concessionaria' },
  service: { ...DEALERS, name: 'Sara Colombo', role: 'Assistenza' },
  sales: { ...DEALERS, name: 'Paolo Ricci', role: 'Venditore' },
  acceptance: { ...DEALERS, name: 'Teresa Villa', role: 'Accettazione' },
  backoffice: { ...DEALERS, name: 'Nicola Serra', role: 'Back office' },
  manager: { ...DEALERS, name: 'Matteo Greco', role: 'Responsabile vendite' },
  operator: { ...DEALERS, name: 'Ilaria Fontana', role: 'Caposervizio' },
  readonly: { ...READERS, name: 'Marta Rinaldi', role: 'Concessionaria' },
  sa3: { ...READERS, name: 'Elio Costa', role: 'SA3' },
};

/** Entries of the side menu without the text for screen readers only. */
const entries = async (page: Page): Promise<string[]> =>
  (await menu(page).getByRole('link').allInnerTexts()).map((text) => text.replace(/\s*\(.*\)/, '').trim());

for (const [login, person] of Object.entries(PERSONAS)) {
  test(`${login} sees permitted pages in the menu, and can open no other by address`, async ({ visitors }) => {
    const page = await visitors.desk();
    await signIn(page, login);
    await expect.poll(() => entries(page)).toEqual(person.menu);
    await expect(menu(page).getByText('Gestione', { exact: true })).toBeVisible();
    await expect(menu(page).getByText('Amministrazione', { exact: true })).toHaveCount(person.administration ? 1 : 0);

    await page.getByRole('button', { name: 'Il tuo profilo:' }).click();
    const panel = page.getByRole('menu');
    await expect(panel.getByText(person.name)).toBeVisible();
    await expect(panel.getByText(person.role, { exact: true })).toBeVisible();
    await expect(panel.getByText(`${person.name.replace(' ', '.').toLowerCase()}@example.com`)).toBeVisible();
    await expect(panel.getByRole('menuitem', { name: 'Esci' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.goto('/admin');
    if (person.administration) {
      await expect(page).toHaveURL(/\/admin\/users$/);
    } else await expect(page).toHaveURL(/\/error\/error-v5$/);
    for (const [path, entry] of [
      ['/admin/users', 'Utenti'],
      ['/admin/services', 'Servizi'],
      ['/app/licenses', 'Licenze'],
      ['/app/videos', 'Video tutorial'],
    ] as const) {
      await page.goto(path);
      if (person.menu.includes(entry)) {
        await expect(menu(page).getByRole('link', { name: entry })).toHaveAttribute('aria-current', 'page');
      } else {
        await expect(title(page, 'Accesso negato'), path).toBeVisible();
        await expect(page).toHaveURL(/\/error\/error-v5$/);
      }
    }
  });
}

test('a user with two roles sees both in the panel', async ({ visitors }) => {
  const page = await visitors.desk();
  const login = await createStaffUser({ authorities: ['ROLE_SALE_DEALER', 'ROLE_BACKOFFICE_DEALER'] });
  await openPageAs(page, login, '/my-page');
  await page.getByRole('button', { name: 'Il tuo profilo:' }).click();
  const panel = page.getByRole('menu');
  await expect(panel.getByText('Prova Collega')).toBeVisible();
  for (const role of ['Venditore', 'Back office']) await expect(panel.getByText(role, { exact: true })).toBeVisible();
});

test('a technical account of a DMS has neither tools nor administration', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dms-incadea');
  await expect.poll(() => entries(page)).toEqual([...COMMON_MENU, 'Dealer Portal']);
  await page.goto('/admin');
  await expect(title(page, 'Accesso negato')).toBeVisible();
  await page.getByRole('link', { name: 'Vai alla dashboard' }).click();
  await expect(title(page, 'Dashboard')).toBeVisible();
});

test('short addresses redirect to a page', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  for (const [path, leadsTo] of [
    ['/', '/dashboard'],
    ['/app', '/app/dossiers'],
  ] as const) {
    await page.goto(path);
    await expect.poll(() => new URL(page.url()).pathname).toBe(leadsTo);
  }
});

test('each page marks its menu entry and shows breadcrumb and date', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  const inRome = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('it', { ...parts, timeZone: 'Europe/Rome' }).format(realNow());
  for (const entry of COMMON_MENU) {
    await menu(page).getByRole('link', { name: entry }).click();
    await expect(title(page, entry)).toBeVisible();
    await expect(menu(page).locator('[aria-current="page"]')).toHaveText(entry);
    const crumbs = page.getByRole('navigation', { name: 'Percorso' });
    await expect(crumbs.locator('[aria-current="page"]')).toHaveText(entry);
    await expect(page.getByText(inRome({ dateStyle: 'full' }), { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`${entry} · Fascicolo`);
    await expect(page.getByText(`© ${inRome({ year: 'numeric' })} Fascicolo`)).toBeVisible();
  }
});

test('the Dealer Portal opens in a separate tab without access to this one', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  const portal = menu(page).getByRole('link', { name: 'Dealer Portal' });
  await expect(portal).toHaveAttribute('target', '_blank');
  await expect(portal).toHaveAttribute('rel', /noopener/);
  await expect(portal).toHaveAccessibleName(/si apre in una nuova scheda/);
  const [opened] = await Promise.all([page.context().waitForEvent('page'), portal.click()]);
  await expect(title(opened, 'Dealer Portal')).toBeVisible();
  expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  await expect(title(page, 'Dashboard')).toBeVisible();
});

test('the profile page shows the user’s data and permissions', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'sales');
  await page.getByRole('button', { name: 'Il tuo profilo:' }).click();
  await page.getByRole('menuitem', { name: 'La mia pagina' }).click();
  await expect(title(page, 'La mia pagina')).toBeVisible();
  await expect(page).toHaveURL(/\/my-page$/);
  await expect(menu(page).locator('[aria-current="page"]')).toHaveCount(0);
  const profile = page.getByRole('region', { name: 'Profilo' });
  for (const fact of ['Paolo Ricci', 'paolo.ricci@example.com', 'Venditore', 'Autoesempio Bologna (HST\u00a010001)']) {
    await expect(profile.getByText(fact, { exact: true })).toBeVisible();
  }
  const may = page.getByRole('region', { name: 'Che cosa puoi fare' });
  await expect(may.getByRole('heading', { level: 3 })).toHaveText(['BMW', 'MINI']);
  await expect(may.getByText('Vendita usato')).toHaveCount(2);
  await expect(may.getByText('Assistenza')).toHaveCount(0);
});

test('the profile page shows that a user is read-only', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'readonly', '/my-page');
  await expect(page.getByRole('region', { name: 'Che cosa puoi fare' }).getByText('Sola lettura')).toBeVisible();
});

const SITUATIONS = [
  ['error-v1', '404', 'Questa pagina non c’è', 'Accedi di nuovo'],
  ['error-v1?reason=timeOut', '408', 'Accesso interrotto', 'Accedi di nuovo'],
  ['error-v2', '401', 'Accesso non riuscito', 'Accedi di nuovo'],
  ['error-v3', '403', 'Utente non trovato', 'Accedi con un altro utente'],
  ['error-v4', '403', 'Utente non attivo', 'Accedi con un altro utente'],
  ['error-v5', '403', 'Accesso negato', 'Accedi di nuovo'],
  ['error-v6', '503', 'Servizio non disponibile', 'Riprova'],
] as const;

test('six error pages explain six situations, each with a drawing and a way out', async ({ visitors }) => {
  const page = await visitors.desk();
  const drawings = new Set<string>();
  for (const [path, code, heading, way] of SITUATIONS) {
    await page.goto(`/error/${path}`);
    await expect(title(page, heading)).toBeVisible();
    await expect(page.getByText(`Errore ${code}`, { exact: true })).toBeVisible();
    drawings.add(await page.locator('main svg').first().innerHTML());
    await expect(page.getByRole('main').getByRole('link', { name: way })).toBeVisible();
  }
  expect(drawings.size).toBe(SITUATIONS.length);
  await page.getByRole('link', { name: 'Riprova' }).click();
  await expect(title(page, 'Con chi vuoi entrare?')).toBeVisible();
});

test('an unknown address leads to error-v1, which links back to work', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  for (const path of ['/non/esiste', '/admin/nulla', '/app/nulla', '/error/error-v9', '/error/foo']) {
    await page.goto(path);
    await expect(title(page, 'Questa pagina non c’è')).toBeVisible();
    await expect(page).toHaveURL(/\/error\/error-v1$/);
    await expect(page.getByText('OOPS! Something went wrong here')).toBeVisible();
  }
  await expect(page.getByText('Accesso come Dario Provini')).toBeVisible();
  await page.getByRole('link', { name: 'Cerca tra i clienti' }).click();
  await expect(title(page, 'Clienti')).toBeVisible();
});

test('a failed sign-in shows the reason', async ({ visitors }) => {
  const page = await visitors.desk();
  for (const [reason, heading] of [
    ['unknownUser', 'Utente non trovato'],
    ['notActivated', 'Utente non attivo'],
    ['signInFailed', 'Accesso non riuscito'],
    ['providerSilent', 'Il sistema di accesso non risponde'],
    ['emailUnverified', 'Indirizzo e-mail non verificato'],
    ['otherIdentity', 'Utente legato a un altro accesso'],
  ] as const) {
    await page.goto(`/error/error-v1?reason=${reason}`);
    await expect(title(page, heading)).toBeVisible();
    // Only errors that can be fixed at the provider offer another try with the same identity.
    const canRetry = ['signInFailed', 'providerSilent', 'emailUnverified'].includes(reason);
    await expect(page.getByRole('link', { name: 'Accedi di nuovo' })).toHaveCount(canRetry ? 1 : 0);
  }
});

test('without dealers the dealer page shows that and offers the logout', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  visitors.watch.expectRefusal(503, /^\/tools\/conc\/list$/);
  let callCount = 0;
  await page.route('**/tools/conc/list', (route) => {
    callCount += 1;
    return route.fulfill({ status: 503, json: { message: 'giù' } });
  });
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/error\/error-dealer$/);
  await expect(page.getByText('Dealer not loaded. Try to logout')).toBeVisible();
  await expect(page.getByText('Errore 404', { exact: true })).toBeVisible();
  expect(callCount, 'retried before giving up').toBeGreaterThan(1);
  await page.unroute('**/tools/conc/list');
  await page.getByRole('link', { name: 'Riprova' }).click();
  await expect(title(page, 'Dashboard')).toBeVisible();
  await page.goto('/error/error-dealer');
  await page.getByRole('link', { name: 'Esci' }).click();
  await expect(title(page, 'Con chi vuoi entrare?')).toBeVisible();
});

test('an account that cannot be loaded shows an error and a retry', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  visitors.watch.expectRefusal(500, /^\/api\/account$/);
  const serverError = { title: 'Errore interno del server', correlationId: 'abc-1' };
  await page.route('**/api/account', (route) => route.fulfill({ status: 500, json: serverError }));
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toContainText('Errore interno del server');
  await expect(page.getByRole('alert')).toContainText('abc-1');
  await page.unroute('**/api/account');
  await page.getByRole('button', { name: 'Riprova' }).click();
  await expect(title(page, 'Dashboard')).toBeVisible();
});

/** From now on time on this page passes only as the test moves it. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

test('the splash disappears when the page is ready, at the latest after three seconds', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  await expect(page.locator('#splash')).toHaveCount(0);
  await page.clock.install();
  await stopTime(page);
  const answer = await delayCalls(page, '**/api/account', 'GET');
  await page.goto('/my-page', { waitUntil: 'load' });
  await expect(page.locator('#splash')).toBeVisible();
  await page.clock.runFor(2_999);
  await expect(page.locator('#splash')).toBeVisible();
  await page.clock.runFor(1);
  await expect(page.locator('#splash')).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Caricamento in corso' })).toBeVisible();
  answer();
  await page.clock.resume();
  await expect(title(page, 'La mia pagina')).toBeVisible();
});

test('a loading page shows a bar in steps of ten, and an overlay after 200 ms', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer');
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('table', { name: 'Documenti da completare' })).toBeVisible();
  await stopTime(page);
  const answer = await delayCalls(page, /\/assets\/folders-page-[\w-]+\.js$/, 'GET');
  const width = () => page.evaluate(() => document.querySelector<HTMLElement>('[class*="_bar_"]')?.style.width);
  await menu(page).getByRole('link', { name: 'Cartelle' }).click();
  await expect.poll(width).toBe('10%');
  for (const percent of ['20%', '30%', '40%']) {
    await page.clock.runFor(30);
    await expect.poll(width).toBe(percent);
  }
  const overlay = page.getByRole('status', { name: 'Caricamento in corso' });
  await page.clock.runFor(109);
  await expect(overlay).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(overlay).toBeVisible();
  await page.clock.runFor(900);
  await expect.poll(width).toBe('90%');
  answer();
  await page.clock.resume();
  await expect(title(page, 'Cartelle')).toBeVisible();
  await expect.poll(width).toBe('0%');
});

test('page transitions take at most 200 ms, and none with reduced motion', async ({ visitors }) => {
  const durations = async (options: Parameters<Visitors['desk']>[0]) => {
    const page = await visitors.desk(options);
    await page.addInitScript(() => {
      const given: unknown[] = [];
      Object.assign(window, { given });
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (this: Element, frames, timing) {
        given.push(typeof timing === 'object' ? timing.duration : timing);
        return animate.call(this, frames, timing);
      };
    });
    await signIn(page, 'dealer');
    await menu(page).getByRole('link', { name: 'Clienti' }).click();
    await expect(title(page, 'Clienti')).toBeVisible();
    return new Set(await page.evaluate(() => (window as unknown as { given: unknown[] }).given));
  };
  expect(await durations({ reducedMotion: 'no-preference' })).toEqual(new Set([200]));
  expect(await durations({})).toEqual(new Set());
});

test('the menu collapses to icons, expands for pointer and keyboard, and keeps its state', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer');
  await page.clock.install();
  await page.goto('/dashboard');
  const across = async () => (await menu(page).boundingBox())?.width ?? 0;
  expect(await across()).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Riduci il menu' }).click();
  await page.mouse.move(900, 400);
  await expect.poll(across).toBeLessThan(80);
  await page.reload();
  await expect(title(page, 'Dashboard')).toBeVisible();
  expect(await across()).toBeLessThan(80);
  // The names remain for screen readers.
  await expect(menu(page).getByRole('link', { name: 'Clienti' })).toBeVisible();

  await stopTime(page);
  await page.mouse.move(30, 300);
  await page.clock.runFor(499);
  expect(await across()).toBeLessThan(80);
  await page.clock.runFor(1);
  await expect.poll(across).toBeGreaterThan(200);
  await page.mouse.move(900, 400);
  await page.clock.runFor(499);
  expect(await across()).toBeGreaterThan(200);
  await page.clock.runFor(1);
  await expect.poll(across).toBeLessThan(80);

  await page.getByRole('link', { name: 'Vai al contenuto' }).focus();
  await page.getByRole('link', { name: 'Fascicolo' }).focus();
  for (let turn = 0; turn < 6; turn += 1) await page.keyboard.press('Tab');
  await expect.poll(across).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Mostra il menu per intero' }).click();
  await page.mouse.move(900, 400);
  await page.clock.runFor(1_000);
  expect(await across()).toBeGreaterThan(200);
});

test('on a phone the menu is a drawer that closes on navigation', async ({ visitors }) => {
  const page = await visitors.phone();
  await signIn(page, 'dealer');
  await expect(menu(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Apri il menu' }).tap();
  const drawer = page.getByRole('dialog', { name: 'Menu principale' });
  await expect(drawer).toBeVisible();
  await drawer.getByRole('link', { name: 'Clienti' }).tap();
  await expect(title(page, 'Clienti')).toBeVisible();
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'Apri il menu' }).tap();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Apri il menu' })).toBeFocused();
  // A tablet in landscape shows the menu next to the page.
  await page.getByRole('button', { name: 'Apri il menu' }).tap();
  await expect(drawer).toBeVisible();
  await page.setViewportSize({ width: 1180, height: 820 });
  await expect(drawer).toBeHidden();
  await expect(menu(page)).toBeVisible();
});

test('a long page has a button that scrolls back to the top', async ({ visitors }) => {
  const page = await visitors.desk({ ...REDUCED_MOTION, viewport: { width: 1440, height: 320 } });
  await signIn(page, 'dealer');
  await expect(page.getByRole('table', { name: 'Documenti da completare' })).toBeVisible();
  const top = page.getByRole('button', { name: 'Torna all’inizio della pagina' });
  await expect(top).toHaveCount(0);
  await page.locator('main').evaluate((main) => {
    main.style.paddingTop = '3000px';
    window.scrollTo(0, 1_000);
  });
  await top.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(top).toHaveCount(0);
});

/** Readable or pressable content visible in the button's place, checked at nine points of it. */
const coveredBy = (top: Locator): Promise<string[]> =>
  top.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const parts = [0.05, 0.5, 0.95];
    const points = parts.flatMap((x) => parts.map((y) => [left + x * width, top + y * height] as const));
    button.style.visibility = 'hidden';
    const covered = points.flatMap(([x, y]) => {
      const [first] = document.elementsFromPoint(x, y);
      const text = [...(first?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const pressed = first?.closest('a, button, input, td, th, li, [role="link"]');
      return first && (text || pressed) ? [first.outerHTML.slice(0, 80)] : [];
    });
    button.style.visibility = '';
    return covered;
  });

for (const width of [390, 1440]) {
  test(`the scroll-to-top button covers nothing at ${width} pixels`, async ({ visitors }) => {
    const page = await visitors.desk({ ...REDUCED_MOTION, viewport: { width, height: 844 } });
    await signIn(page, 'dealer');
    for (const path of ['/dashboard', '/app/dossiers', '/app/folders', '/app/waiting', '/app/videos']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      // As far down as in a long list, whose rows pass under a floating button.
      await page.locator('main').evaluate((main) => {
        main.style.paddingTop = '1200px';
      });
      const top = page.getByRole('button', { name: 'Torna all’inizio della pagina' });
      for (const height of [1_000, 1_150, 100_000]) {
        await page.evaluate((y) => window.scrollTo(0, y), height);
        await expect(top).toBeInViewport({ ratio: 1 });
        expect(await coveredBy(top), `${path} at ${width}`).toEqual([]);
      }
    }
  });
}

test('in production there is no language switch, and an earlier choice is ignored', async ({ visitors }) => {
  const page = await visitors.desk();
  await signIn(page, 'dealer', '/my-page');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(title(page, 'My page')).toBeVisible();
  await page.route('**/my-page', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('&#34;production&#34;:false', '&#34;production&#34;:true');
    await route.fulfill({ response: answer, body });
  });
  await page.reload();
  await expect(title(page, 'La mia pagina')).toBeVisible();
  await expect(page.getByRole('button', { name: /English|Italiano/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Attività, notifiche e impostazioni' }).click();
  await page.getByRole('tab', { name: 'Impostazioni' }).click();
  await expect(page.getByRole('group', { name: 'Tema' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Lingua' })).toHaveCount(0);
});
