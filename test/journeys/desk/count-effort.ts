/** Counts the pointer and key presses that a task takes, as the browser receives them. */
import type { Locator, Page } from '@playwright/test';

export interface Effort {
  clicks: number;
  keys: number;
}

const MAX_TABS = 60;

/** Counts from the next page on. Text that a test enters without keys (`fill`) is not counted: it has to be typed. */
export async function countEffort(page: Page): Promise<() => Effort> {
  const effort: Effort = { clicks: 0, keys: 0 };
  await page.exposeBinding('noteEffort', (_source, kind: keyof Effort) => {
    effort[kind] += 1;
  });
  await page.addInitScript(() => {
    const { noteEffort } = window as unknown as { noteEffort: (kind: keyof Effort) => void };
    for (const [event, kind] of [
      ['pointerdown', 'clicks'],
      ['keydown', 'keys'],
    ] as const) {
      window.addEventListener(event, ({ isTrusted }) => isTrusted && noteEffort(kind), { capture: true });
    }
  });
  return () => ({ ...effort });
}

/** Presses Tab until `control` has the focus, like a keyboard user. @throws when it never has. */
export async function tabToControl(page: Page, control: Locator): Promise<void> {
  // The input behind a label is not visible itself.
  await control.waitFor({ state: 'attached' });
  for (let press = 0; press < MAX_TABS; press += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${control}`);
}

/** Presses Tab until the field has the focus, like a keyboard user. @throws when it never has. */
export async function tabToField(page: Page, label: string): Promise<void> {
  for (let press = 0; press < MAX_TABS; press += 1) {
    const focusedLabel = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement instanceof HTMLInputElement ? (activeElement.labels?.[0]?.textContent ?? '') : '';
    });
    if (focusedLabel.replace(/\s*\*$/, '') === label) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached "${label}"`);
}
