/** What the page shows for each step and where it links; menu and dashboard mention it only while a step is open. */
import { QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FirstStep, firstSteps, type InstallationFacts } from '#domain/installation/first-steps.ts';
import { testPage } from '../shared/test-page.suite.tsx';
import type { Account } from './api/answer-types.ts';
import { firstStepsQuery } from './api/queries/first-steps.ts';
import { inPage } from './connected/act/mount-page.suite.tsx';
import { FirstStepsNotice } from './features/dashboard/dashboard.tsx';
import { FirstStepsPage } from './features/first-steps/first-steps-page.tsx';
import { SideMenu } from './frame/side-menu.tsx';
import { paths } from './paths.ts';
import { initTexts, loadTexts } from './text/language.ts';

const EMPTY: InstallationFacts = {
  ...{ dealers: 0, dealersAgeSeconds: null, administrators: 1, users: 0, legalEntities: 0 },
  ...{ servicesLacking: [], textsLacking: [], custodian: 'none', signed: false },
};
const READY: InstallationFacts = {
  ...{ dealers: 12, dealersAgeSeconds: 60, administrators: 2, users: 3, legalEntities: 2 },
  ...{ servicesLacking: [], textsLacking: [], custodian: 'none', signed: true },
};
const HALF: InstallationFacts = {
  ...READY,
  servicesLacking: [{ legalEntity: 'LE001', name: 'Autoesempio S.p.A.', what: ['OTP', 'DISK_SPACE'] }],
  textsLacking: [
    { legalEntity: null, name: null, what: ['COMPANY'] },
    { legalEntity: 'LE001', name: 'Autoesempio S.p.A.', what: ['COMPANY', 'PRIVACY_DEALER', 'FEA_MODULE'] },
  ],
  ...{ custodian: 'waiting', signed: false },
};

const page = testPage();
let steps: FirstStep[];
beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ steps }));
  await initTexts('it');
  await loadTexts('firstSteps');
});

const ADMIN = { login: 'admin', brands: [], hstList: [], authorities: ['ROLE_ADMIN'] } as unknown as Account;

async function show(Shown: () => ReactNode, facts: InstallationFacts, account = ADMIN): Promise<HTMLElement> {
  steps = firstSteps(facts);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(firstStepsQuery.queryKey, { steps });
  const base = createRootRoute();
  const here = createRoute({ getParentRoute: () => base, path: '/', component: Shown });
  const listed = createRoute({ getParentRoute: () => base, path: paths.firstSteps, component: Shown });
  const router = createRouter({ routeTree: base.addChildren([here, listed]), history: createMemoryHistory() });
  await page.show(inPage(<RouterProvider router={router as never} />, { client, account }));
  return page.place;
}

/** The breadcrumb is an ordered list as well. */
const LIST = 'ol[aria-label="Primi passi"]';
const STATES = /Fatto|Da fare|Facoltativo/;
/** Name and state of each step. */
const read = (container: HTMLElement) =>
  [...container.querySelectorAll(`${LIST} > li`)].map((item) => [
    item.querySelector('h2')?.textContent,
    STATES.exec(item.textContent ?? '')?.[0],
  ]);
const linksOf = (container: HTMLElement) =>
  [...container.querySelectorAll(`${LIST} a`)].map((link) => [link.textContent, link.getAttribute('href')]);

describe('the first steps page', () => {
  it('lists what an empty installation lacks, with links', async () => {
    const container = await show(FirstStepsPage, EMPTY);
    expect(read(container)).toEqual([
      ['Concessionarie', 'Da fare'],
      ['Secondo amministratore', 'Da fare'],
      ['Utenti delle concessionarie', 'Da fare'],
      ['OTP e spazio cloud', 'Da fare'],
      ['Testi e dati delle società', 'Da fare'],
      ['Custode delle firme a mano', 'Facoltativo'],
      ['Prima firma', 'Da fare'],
    ]);
    expect(container.textContent).toContain('Mancano 6 passi.');
    expect(container.textContent).toContain('TOOLS_URL');
    expect(linksOf(container).map(([, href]) => href)).toEqual([
      ...[paths.users, paths.users, paths.services, paths.papers, paths.company(null), paths.dashboard],
    ]);
  });

  it('names legal entities with what they lack', async () => {
    const container = await show(FirstStepsPage, HALF);
    const lines = [...container.querySelectorAll(`${LIST} ul > li`)].map(({ textContent }) => textContent);
    expect(lines).toEqual([
      'Autoesempio S.p.A.: OTP, spazio cloud',
      'Società nazionale: dati della società',
      'Autoesempio S.p.A.: dati della società, Privacy concessionaria, Modulo FEA',
    ]);
    const [services, national, texts] = [...container.querySelectorAll(`${LIST} ul a`)].map((link) =>
      link.getAttribute('href'),
    );
    expect([services, national]).toEqual([paths.services, paths.company(null)]);
    expect(texts).toMatch(/^\/app\/papers\?.*LE001.*due/);
    expect(container.textContent).toContain('ne scrive l’impronta');
  });

  it('states that everything is ready, even without handwriting, and when dealers were read', async () => {
    const container = await show(FirstStepsPage, READY);
    expect(container.textContent).toContain('È tutto pronto.');
    expect(container.textContent).toMatch(/12 concessionarie nell’elenco\. Ultimo aggiornamento: \d/);
    expect(read(container).map(([, state]) => state)).toEqual([
      ...['Fatto', 'Fatto', 'Fatto', 'Fatto', 'Fatto', 'Facoltativo', 'Fatto'],
    ]);
  });
});

describe('menu and dashboard', () => {
  it.each([
    ['while something is open', HALF, ADMIN, true],
    ['once nothing is', READY, ADMIN, false],
    ['but not to the national company', HALF, { ...ADMIN, authorities: ['ROLE_BMW_ITALIA'] } as Account, false],
  ])('link the page for administrators %s', async (_, facts, account, told) => {
    const container = await show(SideMenu, facts, account);
    expect(container.querySelector(`a[href="${paths.firstSteps}"]`) !== null).toBe(told);
  });

  it.each([
    [HALF, 'mancano 3 passi.'],
    [{ ...READY, signed: false }, 'manca 1 passo.'],
  ])('show the number of open steps on the dashboard', async (facts, words) => {
    const container = await show(FirstStepsNotice, facts);
    expect(container.textContent).toContain(words);
    expect(container.querySelector('a')?.getAttribute('href')).toBe(paths.firstSteps);
  });

  it('show nothing on the dashboard once no step is open', async () => {
    const container = await show(FirstStepsNotice, READY);
    expect(container.querySelector('a')).toBeNull();
    expect(container.textContent).not.toContain('prima firma');
  });
});
