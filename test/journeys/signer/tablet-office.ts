/** A dealer whose tablets are already paired: a server in this process, whose database a test can reach. */
import type { Locator, Page } from '@playwright/test';
import { runningClock } from '../../clock.ts';
import { openTestApi, type TestApi } from '../../specification/test-api.ts';
import { newTablet } from '../../stages/tablets.ts';
import { enterWithToken } from '../support/portal-pages.ts';
import { test as base, expect } from '../support/watched-browsers.ts';

export interface TabletOffice {
  readonly api: TestApi;
  /** Opens a page as one of its users. */
  enter(page: Page, path: string, login?: string): Promise<void>;
  /** The server's queue for a document. */
  queued(documentId: number): Promise<{ tablet: { id: number }; takenDate: string | null }[]>;
}

/** The browsers of these tests use that server. */
export const test = base.extend<{ banco1: number; banco2: number }, { office: TabletOffice; tablets: number[] }>({
  office: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the parameter
    async ({}, use) => {
      const walk = await openTestApi({ clock: runningClock(), workers: true });
      await use({
        api: walk,
        enter: async (page, path, login = 'dealer') => enterWithToken(page, await walk.token(login), path),
        queued: async (documentId) => {
          const queue = await walk.bodyOf(walk.get('admin', '/api/tablet-queue?hst=10001'));
          return queue.filter((entry: { documentId: number }) => entry.documentId === documentId);
        },
      });
      await walk.close();
    },
    { scope: 'worker' },
  ],
  tablets: [
    async ({ office }, use) => use([await newTablet(office.api, 'Banco 1'), await newTablet(office.api, 'Banco 2')]),
    { scope: 'worker' },
  ],
  banco1: async ({ tablets }, use) => use(tablets[0] ?? 0),
  banco2: async ({ tablets }, use) => use(tablets[1] ?? 0),
  baseURL: async ({ office }, use) => use(`http://127.0.0.1:${office.api.port}`),
});

export const tabletDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Invia al tablet' });

/** Opens the dialog from the page of a document. */
export async function openTabletDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Altre azioni' }).click();
  await page.getByRole('menuitem', { name: 'Invia al tablet' }).click();
  await expect(tabletDialog(page)).toBeVisible();
  return tabletDialog(page);
}
