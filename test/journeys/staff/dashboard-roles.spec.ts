/** The dashboard of users with few permissions, and the look of its figures. */

import { inspectPage, REDUCED_MOTION, waitUntilIdle } from '../support/inspection.ts';
import { Caller, uniqueNumber } from '../support/portal-calls.ts';
import { brandCard } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import {
  chooseEntity,
  documentsToComplete,
  FIGURES,
  figure,
  MB,
  mockAnswer,
  openDashboard,
  recordCalls,
  STATISTICS,
} from './dashboard-pages.ts';

test('a user without permissions sees an empty dashboard that sends no requests', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  const admin = await Caller.signIn('admin');
  const login = `vuoto-${uniqueNumber()}`;
  const created = await admin.send('POST', '/api/users', {
    ...{ login, firstName: 'Vito', lastName: 'Vuoti', email: `${login}@example.com`, activated: true },
    ...{ authorities: ['ROLE_USER'], hstList: [], brands: [] },
  });
  expect(created.status).toBe(201);
  const calls = recordCalls(page);
  await openDashboard(page, login);
  await expect(page.getByText('Il tuo utente non ha ancora permessi.')).toBeVisible();
  await waitUntilIdle(page);
  const asked = new Set(calls.map((request) => new URL(request.url()).pathname));
  expect([...asked].filter((path) => !['/api/account', '/tools/conc/list', '/api/events'].includes(path))).toEqual([]);
  await expect(page.getByRole('button', { name: 'Cerca', exact: true })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  // A dialog's files would be fetched first.
  await waitUntilIdle(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await inspectPage(page, 'dashboard without permissions');
});

test('a technical account sees its documents and no figures, and no request of its page is refused', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const calls = recordCalls(page);
  await openDashboard(page, 'dms-incadea');
  await expect(brandCard(page, 'BMW')).toBeVisible();
  await expect(figure(page, 'Documenti da completare')).toBeVisible();
  await waitUntilIdle(page);
  for (const name of [...FIGURES, 'Documenti firmati']) await expect(figure(page, name)).toHaveCount(0);
  expect(calls.filter((request) => request.url().includes('/statistics/'))).toEqual([]);
});

test('the figures look right in every band, at every width and in both themes', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  await mockAnswer(page, STATISTICS.OTP, { used: 412, total: 1000 });
  await mockAnswer(page, STATISTICS['Spazio cloud'], {
    ...{ totalSizeUsed: { size: 742 * MB }, totalSizeAvailable: { size: 1000 * MB } },
  });
  await mockAnswer(page, STATISTICS['Spazio archivio'], {
    ...{ totalSizeUsed: { size: 1100 * MB }, totalSizeAvailable: { size: 1000 * MB } },
  });
  await openDashboard(page, 'nsc');
  await expect(documentsToComplete(page)).toBeVisible();
  await inspectPage(page, 'dashboard before a legal entity is chosen');
  await chooseEntity(page, 'Autoesempio S.p.A.');
  await expect(figure(page, 'Spazio archivio').getByRole('meter')).toBeVisible();
  await waitUntilIdle(page);
  await inspectPage(page, 'dashboard with every band');
});
