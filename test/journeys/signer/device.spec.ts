/** A tablet is activated, used and revoked: both screens, every state, every refusal. */
import { newPairingCode } from '../../stages/devices.ts';
import { newActivation } from '../../stages/tablets.ts';
import { inspectPage } from '../support/inspection.ts';
import { expect } from '../support/watched-browsers.ts';
import {
  createPairingCode,
  deviceDialog,
  expectHeading,
  newTabletBrowser,
  openDeviceDialog,
  openPairedTablet,
  openWaitingTablet,
  requestPairing,
  shownNumber,
} from './device-office.ts';
import { test } from './tablet-office.ts';

const NEW = 'Attiva questo tablet';
const WAITING = 'In attesa di conferma';
const ACTIVE = 'Documenti da firmare';

test('a tablet is activated by its code and by the same number on both screens, and lists the documents sent to it', async ({
  visitors,
  office,
}) => {
  const [desk, tablet] = [await visitors.desk(), await newTabletBrowser(visitors)];
  const id = await newActivation(office.api, 'Banco accoglienza');
  await office.enter(desk, '/app/licenses', 'supervisor');
  await desk.getByRole('searchbox', { name: 'Cerca tra le licenze' }).fill('Banco accoglienza');
  // The search is in the address before anything else opens there.
  await expect(desk.getByRole('button', { name: 'Azzera filtri' })).toBeVisible();
  await desk.getByRole('button', { name: 'Attiva un dispositivo: Banco accoglienza' }).click();
  const dialog = deviceDialog(desk);
  const code = await createPairingCode(dialog);
  await requestPairing(tablet, code);
  await expectHeading(tablet, WAITING);
  await expect(tablet).toHaveURL(/\/device\/activate$/);
  await expect(dialog.getByText('Un tablet chiede di essere attivato')).toBeVisible();
  await expect(dialog).toContainText('Tablet sala 2');
  await expect(dialog.getByText(await shownNumber(tablet), { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'È lo stesso: conferma' }).click();
  await expect(dialog.getByText('Visto l’ultima volta')).toBeVisible();
  await expectHeading(tablet, ACTIVE);
  await expect(tablet.getByText('Nessun documento in attesa')).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('row', { name: /Banco accoglienza/ })).toContainText('Attiva');

  const { id: documentId } = await office.api.newReadyDocument();
  await office.api.bodyOf(office.api.post('dealer', `/api/documents/${documentId}/tablet-queue`, { tabletId: id }));
  const paper = tablet.getByRole('button', { name: /^Apri: Preventivo/ });
  await expect(paper).toBeVisible();
  await expect(tablet.getByText(/Provetti/)).toHaveCount(0);
  await paper.click();
  await expect(tablet).toHaveURL(/\/sign\//);
  await expect(tablet.getByRole('button', { name: 'Leggi il documento' })).toBeVisible();
  const [entry] = await office.queued(documentId);
  expect(entry?.takenDate).toEqual(expect.any(String));
});

test('a customer leaves no data on the tablet: Back shows nothing, and every page links to the list', async ({
  visitors,
  office,
}) => {
  const tablet = await newTabletBrowser(visitors);
  const id = await openPairedTablet(office, tablet, 'Banco di passaggio');
  const { id: documentId } = await office.api.newReadyDocument();
  await office.api.bodyOf(office.api.post('dealer', `/api/documents/${documentId}/tablet-queue`, { tabletId: id }));
  const paper = tablet.getByRole('button', { name: /^Apri: Preventivo/ });
  await paper.click();
  await tablet.getByRole('button', { name: 'Leggi il documento' }).click();
  await expect(tablet.getByRole('heading', { level: 1 })).toBeAttached();
  const back = tablet.getByRole('button', { name: 'Torna all’elenco del tablet' });
  await back.click();
  await expectHeading(tablet, ACTIVE);
  await tablet.goBack();
  await expectHeading(tablet, ACTIVE);
  await expect(tablet).toHaveURL(/\/device$/);
  // A customer who comes back continues from the list.
  await paper.click();
  await tablet.getByRole('button', { name: 'Non voglio firmare' }).click();
  await tablet.getByRole('radio').first().check();
  await tablet.getByRole('button', { name: 'Rifiuta la firma' }).click();
  await expect(tablet.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(back).toHaveCount(2);
  await back.last().click();
  await expectHeading(tablet, ACTIVE);
  await expect(paper).toHaveCount(0);
  await tablet.goBack();
  await expectHeading(tablet, ACTIVE);
});

test('the form shows missing fields, an invalid code is refused, and a code activates only one tablet', async ({
  visitors,
  office,
}) => {
  visitors.watch.expectRefusal(422, /^\/api\/device\/pairing$/);
  const [first, second] = [await newTabletBrowser(visitors), await newTabletBrowser(visitors)];
  await first.goto('/device');
  await expectHeading(first, NEW);
  const [code, name] = [first.getByLabel('Codice di attivazione'), first.getByLabel('Nome del tablet')];
  const requestButton = first.getByRole('button', { name: 'Chiedi l’attivazione' });
  await name.fill('');
  await requestButton.click();
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription('Scrivi il codice che vedi nel portale.');
  await expect(name).toHaveAccessibleDescription('Scrivi come si chiama questo tablet.');
  await code.pressSequentially('7kqm3wzd xh2p');
  await expect(code).toHaveValue('7KQM-3WZD-XH2P');
  await expect(code).toHaveAccessibleDescription('Mancano 4 caratteri.');
  await code.fill('0000-0000-0000-0000');
  await name.fill('Tablet sala 3');
  await code.press('Enter');
  await expect(first.getByRole('alert')).toContainText('Il codice non è valido');
  await expect(code).toBeFocused();
  const { code: right } = await newPairingCode(office.api);
  await code.fill(right.toLowerCase());
  await code.press('Enter');
  await expectHeading(first, WAITING);
  await requestPairing(second, right);
  await expect(second.getByRole('alert')).toContainText('forse è scaduto o è già stato usato');
});

test('a reload and a second tab show the tablet in the same state, in either language', async ({
  visitors,
  office,
}) => {
  const tablet = await newTabletBrowser(visitors);
  const id = await openWaitingTablet(office, tablet, 'Due schede');
  const number = await shownNumber(tablet);
  await tablet.reload();
  await expectHeading(tablet, WAITING);
  expect(await shownNumber(tablet)).toBe(number);
  const other = await tablet.context().newPage();
  await other.goto('/device');
  await expectHeading(other, WAITING);
  await other.getByRole('button', { name: /^English/ }).click();
  await expectHeading(other, 'Waiting for confirmation');
  const desk = await visitors.desk();
  const dialog = await openDeviceDialog(office, desk, id);
  await dialog.getByRole('button', { name: 'È lo stesso: conferma' }).click();
  await expectHeading(tablet, ACTIVE);
  await expectHeading(other, 'Documents to sign');
});

test('a tablet with a different number is refused, and its code becomes invalid', async ({ visitors, office }) => {
  const [desk, tablet] = [await visitors.desk(), await newTabletBrowser(visitors)];
  const id = await openWaitingTablet(office, tablet, 'Rifiutato');
  const dialog = await openDeviceDialog(office, desk, id);
  await dialog.getByRole('button', { name: 'È diverso: rifiuta' }).click();
  await expect(dialog.getByRole('button', { name: 'Crea il codice' })).toBeVisible();
  await expectHeading(tablet, 'Attivazione rifiutata');
  await tablet.getByRole('button', { name: 'Inserisci un nuovo codice' }).click();
  await expectHeading(tablet, NEW);
  await tablet.getByLabel('Codice di attivazione').fill(await createPairingCode(dialog));
  await tablet.getByRole('button', { name: 'Chiedi l’attivazione' }).click();
  await expectHeading(tablet, WAITING);
});

test('confirming an outdated tablet shows an error and the current state', async ({ visitors, office }) => {
  visitors.watch.expectRefusal(409, /^\/api\/activations\/\d+\/device\/confirm$/);
  const [desk, tablet] = [await visitors.desk(), await newTabletBrowser(visitors)];
  const id = await openWaitingTablet(office, tablet, 'Due persone');
  const dialog = await openDeviceDialog(office, desk, id);
  await desk.route('**/device/confirm', async (route) => {
    await office.api.bodyOf(office.api.post('admin', `/api/activations/${id}/device-code`));
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'È lo stesso: conferma' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nessun tablet attende conferma');
  await expect(dialog.getByText('C’è un codice in attesa del suo tablet.')).toBeVisible();
  await expectHeading(tablet, 'Tempo scaduto');
});

test('a code and a waiting tablet expire after a quarter of an hour, even with a wrong clock on the tablet', async ({
  visitors,
  office,
}) => {
  // The server's clock is ahead of the tablet's; the tablet gets the server's time from its answers.
  visitors.watch.expectRefusal(401, /^\/api\/device$/);
  visitors.watch.expectRefusal(422, /^\/api\/device\/pairing$/);
  const [desk, tablet, late] = [
    await visitors.desk(),
    await newTabletBrowser(visitors),
    await newTabletBrowser(visitors),
  ];
  await openWaitingTablet(office, tablet, 'In ritardo');
  const dialog = await openDeviceDialog(office, desk, await newActivation(office.api, 'Mai usato'));
  const code = await createPairingCode(dialog);
  office.api.test.clock.advance(15 * 60 + 1);
  try {
    await expect(dialog.getByText('Il codice è scaduto senza che un tablet lo usasse')).toBeVisible();
    await expectHeading(tablet, 'Tempo scaduto');
    await requestPairing(late, code);
    await expect(late.getByRole('alert')).toContainText('Il codice non è valido');
  } finally {
    office.api.test.clock.advance(-15 * 60 - 1);
  }
});

test('blocking in the portal blocks a tablet at once, and unblocking resumes it without a reload', async ({
  visitors,
  office,
}) => {
  visitors.watch.expectRefusal(403, /^\/api\/device\/queue$/);
  const [desk, tablet] = [await visitors.desk(), await newTabletBrowser(visitors)];
  const id = await openPairedTablet(office, tablet, 'Da bloccare');
  const dialog = await openDeviceDialog(office, desk, id);
  await dialog.getByRole('button', { name: 'Blocca', exact: true }).click();
  await expect(dialog).toContainText('Bloccato da supervisor');
  await expectHeading(tablet, 'Tablet bloccato');
  await dialog.getByRole('button', { name: 'Sblocca' }).click();
  await expect(dialog.getByText(/Bloccato da/)).toHaveCount(0);
  await expectHeading(tablet, ACTIVE);
});

test('a replaced device stops working at once, and its activation accepts another one', async ({
  visitors,
  office,
}) => {
  visitors.watch.expectRefusal(403, /^\/api\/device\/queue$/);
  const [desk, old, next] = [await visitors.desk(), await newTabletBrowser(visitors), await newTabletBrowser(visitors)];
  const id = await openPairedTablet(office, old, 'Da sostituire');
  const dialog = await openDeviceDialog(office, desk, id);
  await dialog.getByRole('button', { name: 'Sostituisci dispositivo' }).click();
  const question = desk.getByRole('dialog', { name: 'Sostituire il dispositivo di «Da sostituire»?' });
  await expect(question).toContainText('«Tablet sala 2» smette subito di funzionare');
  await question.getByRole('button', { name: 'Sostituisci dispositivo' }).click();
  await expectHeading(old, 'Tablet scollegato');
  await requestPairing(next, await createPairingCode(dialog), 'Tablet nuovo');
  await dialog.getByRole('button', { name: 'È lo stesso: conferma' }).click();
  await expectHeading(next, ACTIVE);
  await old.reload();
  await expectHeading(old, 'Tablet scollegato');
});

test('a new code for an active tablet asks for confirmation', async ({ visitors, office }) => {
  const tablet = await newTabletBrowser(visitors);
  await openPairedTablet(office, tablet, 'Già attivo');
  const { code } = await newPairingCode(office.api);
  await tablet.goto('about:blank');
  await tablet.goto(`/device/activate#${code}`);
  await expectHeading(tablet, 'Questo tablet è già attivo');
  await tablet.getByRole('button', { name: 'Lascia com’è' }).click();
  await expectHeading(tablet, ACTIVE);
  await tablet.goto('about:blank');
  await tablet.goto(`/device/activate#${code}`);
  await tablet.getByRole('button', { name: 'Usa il nuovo codice' }).click();
  await tablet.getByRole('button', { name: 'Chiedi l’attivazione' }).click();
  await expectHeading(tablet, WAITING);
});

test('without a network the tablet shows that, keeps its screen, and resumes', async ({ visitors, office }) => {
  visitors.watch.expectRefusal(0, /^\/api\/device/);
  const tablet = await newTabletBrowser(visitors);
  await openPairedTablet(office, tablet, 'Senza rete');
  await tablet.route('**/api/device/**', (route) => route.abort());
  await expect(tablet.getByText('Connessione assente')).toBeVisible();
  await expectHeading(tablet, ACTIVE);
  await tablet.unroute('**/api/device/**');
  await expect(tablet.getByText('Connessione assente')).toHaveCount(0);
});

test('an NSC user sees the device read-only, and a dealer has no such page', async ({ visitors, office }) => {
  const tablet = await newTabletBrowser(visitors);
  const id = await openPairedTablet(office, tablet, 'Sola lettura');
  const reader = await visitors.desk();
  const dialog = await openDeviceDialog(office, reader, id, 'nsc');
  await expect(dialog).toContainText('Tablet sala 2');
  for (const name of ['Blocca', 'Sostituisci dispositivo']) {
    await expect(dialog.getByRole('button', { name })).toHaveCount(0);
  }
  await reader.keyboard.press('Escape');
  await expect(reader.getByRole('button', { name: /dispositivo: Sola lettura/i })).toHaveCount(0);
});

test('every state of the tablet and of its dialog passes the visual inspection', async ({ visitors, office }) => {
  test.slow();
  visitors.watch.expectRefusal(403, /^\/api\/device\/queue$/);
  const [desk, tablet] = [
    await visitors.desk({ reducedMotion: 'reduce', colorScheme: 'light' }),
    await visitors.desk({ reducedMotion: 'reduce', colorScheme: 'light', hasTouch: true }),
  ];
  await tablet.goto('/device');
  await expectHeading(tablet, NEW);
  await inspectPage(tablet, 'tablet: code');
  const id = await newActivation(office.api, 'Guardato');
  const dialog = await openDeviceDialog(office, desk, id);
  await inspectPage(desk, 'device: none');
  const code = await createPairingCode(dialog);
  await inspectPage(desk, 'device: code');
  await requestPairing(tablet, code);
  await expectHeading(tablet, WAITING);
  await inspectPage(tablet, 'tablet: waiting');
  await expect(dialog.getByText('Un tablet chiede di essere attivato')).toBeVisible();
  await inspectPage(desk, 'device: waiting');
  await dialog.getByRole('button', { name: 'È lo stesso: conferma' }).click();
  await expectHeading(tablet, ACTIVE);
  const { id: documentId } = await office.api.newReadyDocument();
  await office.api.bodyOf(office.api.post('dealer', `/api/documents/${documentId}/tablet-queue`, { tabletId: id }));
  await expect(tablet.getByRole('button', { name: /^Apri: / })).toBeVisible();
  await inspectPage(tablet, 'tablet: queue');
  await dialog.getByRole('button', { name: 'Blocca', exact: true }).click();
  await expect(dialog).toContainText('Bloccato da supervisor');
  await inspectPage(desk, 'device: blocked');
  await expectHeading(tablet, 'Tablet bloccato');
  await inspectPage(tablet, 'tablet: blocked');
});
