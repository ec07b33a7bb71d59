/** Helpers for the dashboard, in the words users read there. */
import type { Locator, Page, Request } from '@playwright/test';
import { Caller } from '../support/portal-calls.ts';
import { enterWithToken } from '../support/portal-pages.ts';
import { expect } from '../support/watched-browsers.ts';

export const BRANDS = ['BMW', 'BMW i', 'MINI', 'BMW Motorrad'] as const;
export const FIGURES = ['OTP', 'Spazio cloud', 'Spazio archivio'] as const;
export const STATISTICS = {
  OTP: '/api/statistics/number-otp-used',
  'Spazio cloud': '/api/statistics/documents-size',
  'Spazio archivio': '/api/statistics/archived-documents-size',
} as const;
export const MB = 1_048_576;

export const figure = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
/** Colour of the arc that shows the used share. */
export const colourOf = (page: Page, name: string): Promise<string> =>
  figure(page, name)
    .locator('svg [class*="value"]')
    .evaluate((arc) => getComputedStyle(arc).stroke);
export const documentsToComplete = (page: Page): Locator =>
  page.getByRole('table', { name: 'Documenti da completare' });
export const entityField = (page: Page): Locator => page.getByRole('combobox', { name: 'Entità legale' });

export async function chooseEntity(page: Page, name: string): Promise<void> {
  await entityField(page).click();
  await page.getByRole('option', { name, exact: true }).click();
  await expect(entityField(page)).toHaveValue(name);
}

/** Records every call to the server from now on. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (/^\/(api|tools|mobile)\//.test(new URL(request.url()).pathname)) calls.push(request);
  });
  return calls;
}

/** Replaces the server's answer to one call. */
export async function mockAnswer(page: Page, path: string, json: unknown): Promise<void> {
  await page.unroute(`**${path}*`);
  await page.route(`**${path}*`, (route) => route.fulfill({ json }));
}

export async function openDashboard(page: Page, login: string): Promise<void> {
  await enterWithToken(page, (await Caller.signIn(login)).token);
}
