/** A dealer with a separate tablet: activations that wait for a device, the browser of a tablet, and what both show. */
import type { Locator, Page } from '@playwright/test';
import { newPairingCode } from '../../stages/devices.ts';
import { newActivation } from '../../stages/tablets.ts';
import { expect, type Visitors } from '../support/watched-browsers.ts';
import type { TabletOffice } from './tablet-office.ts';

const TABLET = { viewport: { width: 1180, height: 820 }, hasTouch: true, reducedMotion: 'reduce' } as const;

export const newTabletBrowser = (visitors: Visitors): Promise<Page> => visitors.desk(TABLET);

export const expectHeading = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

export const deviceDialog = (page: Page): Locator => page.getByRole('dialog', { name: /^Dispositivo: / });

/** A desk with the dialog of an activation's device open. */
export async function openDeviceDialog(
  office: TabletOffice,
  page: Page,
  id: number,
  login = 'supervisor',
): Promise<Locator> {
  await office.enter(page, `/app/licenses?device=${id}`, login);
  await expect(deviceDialog(page)).toBeVisible();
  return deviceDialog(page);
}

/** Creates a pairing code in the dialog and reads it there. */
export async function createPairingCode(dialog: Locator): Promise<string> {
  await dialog.getByRole('button', { name: 'Crea il codice' }).click();
  await expect(dialog.getByRole('img', { name: 'Codice QR per attivare il tablet' })).toBeVisible();
  return (await dialog.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/).textContent()) ?? '';
}

/** Opens the address of a pairing code, names the tablet, and requests the pairing. */
export async function requestPairing(tablet: Page, code: string, name = 'Tablet sala 2'): Promise<void> {
  await tablet.goto(`/device/activate#${code}`);
  await tablet.getByLabel('Nome del tablet').fill(name);
  await tablet.getByRole('button', { name: 'Chiedi l’attivazione' }).click();
}

export const shownNumber = async (tablet: Page): Promise<string> =>
  (await tablet.getByText(/^\d\d$/).textContent())?.trim() ?? '';

/** A tablet that waits for the staff, without anyone typing its pairing code. */
export async function openWaitingTablet(office: TabletOffice, tablet: Page, label: string): Promise<number> {
  const { id, code } = await newPairingCode(office.api, 'admin', await newActivation(office.api, label));
  await requestPairing(tablet, code);
  await expectHeading(tablet, 'In attesa di conferma');
  return id;
}

export async function openPairedTablet(office: TabletOffice, tablet: Page, label: string): Promise<number> {
  const id = await openWaitingTablet(office, tablet, label);
  const { request } = await office.api.bodyOf(office.api.get('admin', `/api/activations/${id}/device`));
  const { pairingId, number } = request;
  await office.api.bodyOf(office.api.post('admin', `/api/activations/${id}/device/confirm`, { pairingId, number }));
  await expectHeading(tablet, 'Documenti da firmare');
  return id;
}
