/**
 * Few presses are needed: the signer is suggested, the only open folder is selected, a PDF supplies number and car, and
 * one press creates and starts.
 */
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { makePaper } from '../../papers/paper.ts';
import {
  button,
  combobox,
  createCustomer,
  createFolder,
  createStaffUser,
  dialog,
  openPageAs,
  title,
} from '../administration/registry-pages.ts';
import { codeField, documentPages } from '../signer/signer-pages.ts';
import { inspectPage } from '../support/inspection.ts';
import { awaitCode, startedPaper, uniqueNumber } from '../support/portal-calls.ts';
import { chooseSwitchOption, continueToFolder, field, fileInput, pdf, statusChip } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { countEffort } from './count-effort.ts';
import { createDeskFolder, createDocument, fileOf, newDocument, openFolder } from './desk-pages.ts';

// A retry finds what the first attempt stored, and then may count fewer presses.
test.describe.configure({ retries: 0 });

const codeOf = (lastName: string) =>
  fiscalCodeOf({ ...{ firstName: 'Prova', lastName, birthDate: '1981-04-09', sex: 'M', place: 'A944' } });
const WIZARD = '/app/wizard/bmw/sale_new/sale_new_rfo';

test('a PDF of an existing customer reaches the signature after 3 clicks and no key', async ({ visitors }) => {
  const page = await visitors.desk();
  const effort = await countEffort(page);
  const fiscalCode = codeOf(`Noti${uniqueNumber()}`.replace(/\d/g, ''));
  const customer = await createCustomer({ fiscalCode, birthDate: '1981-04-09', birthPlace: 'Bologna' });
  await createFolder({ dossierId: customer.id, businessId: 'PV-7301' });
  await openPageAs(page, 'dealer', '/dashboard');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Parti da un PDF').click();
  const buffer = await makePaper({ pages: 1, title: `Preventivo n. PV-7301 BMW. Cliente ${fiscalCode}` });
  await (await chooser).setFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer });
  const start = dialog(page, 'Che documento è?');
  await expect(start.getByRole('radio', { name: new RegExp(customer.lastName) })).toBeChecked();
  await button(start, 'Continua').click();
  // The only open folder has the number that the PDF names.
  await expect(page.getByRole('radio', { name: /PV-7301/ })).toBeChecked();
  await button(page, 'Crea e avvia la firma').click();
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  const { clicks, keys } = effort();
  expect(clicks, 'clicks').toBeLessThanOrEqual(3);
  expect(keys, 'keys').toBe(0);
});

test('the only open folder is preselected unless the PDF has another number; one click creates a new folder', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const customer = await createCustomer();
  await createFolder({ dossierId: customer.id, businessId: 'PV-7302' });
  await openPageAs(page, 'dealer', `${WIZARD}?dossier=${customer.id}`);
  await expect(page.getByRole('radio', { name: /PV-7302/ })).toBeChecked();
  await chooseSwitchOption(page, 'Come scegli la cartella', 'Nuova cartella');
  await expect(field(page, 'Numero proposta')).toHaveValue('');
  await chooseSwitchOption(page, 'Come scegli la cartella', 'Cartella aperta');
  await expect(page.getByRole('radio', { name: /PV-7302/ })).toBeChecked();
  await createFolder({ dossierId: customer.id, businessId: 'PV-7303' });
  await page.reload();
  await expect(field(page, 'Numero proposta')).toBeVisible();
});

test('a PDF chosen in the wizard fills the empty fields of the new folder and keeps the input', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  const customer = await createCustomer();
  await openPageAs(page, 'dealer', `${WIZARD}?dossier=${customer.id}`);
  await field(page, 'Targa').fill('AB123CD');
  const quotationText = 'Preventivo n. PV-7304 targa GB905ZD telaio WBA53AP0X00000301';
  await fileInput(page).setInputFiles(pdf('preventivo.pdf', await makePaper({ pages: 1, title: quotationText })));
  await expect(field(page, 'Numero proposta')).toHaveValue('PV-7304');
  await expect(field(page, 'Telaio')).toHaveValue('WBA53AP0X00000301');
  await expect(field(page, 'Targa')).toHaveValue('AB123CD');
  await expect(page.getByText('Letto dal PDF: Numero proposta, Telaio.')).toBeVisible();
  await field(page, 'Telaio').fill('');
  await expect(page.getByText('Letto dal PDF: Numero proposta.')).toBeVisible();
});

test('the wizard focuses the search first, and the first empty field in its second step', async ({ visitors }) => {
  const page = await visitors.desk();
  const customer = await createCustomer();
  await openPageAs(page, 'dealer', WIZARD);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(customer.lastName);
  await page.getByRole('radio', { name: new RegExp(customer.lastName) }).check();
  await continueToFolder(page);
  await expect(field(page, 'Numero proposta')).toBeFocused();
});

test('in a folder one button creates a document and starts its signature, another only creates it', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  await openFolder(page, await createDeskFolder());
  const form = await newDocument(page, 'Preventivo nuovo');
  await fileOf(form).setInputFiles(pdf('avviato.pdf', await makePaper({ pages: 1 })));
  await expect(button(form, 'Crea il documento')).toBeVisible();
  await button(form, 'Crea e avvia la firma').click();
  await expect(page).toHaveURL(/\/app\/documents\/\d+$/);
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
  await expect(title(page, 'Preventivo nuovo')).toBeVisible();
});

test('the signer for the dealer is preselected: the only one allowed, otherwise the last one chosen', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  visitors.watch.expectRefusal(409, /^\/api\/documents\/\d+\/sign$/);
  await openPageAs(page, 'dealer', '/dashboard');
  const openSignerDialog = async () => {
    const { id } = await createDocument(await createDeskFolder(), { type: 'SALE_NEW_PROPOSAL' });
    await page.goto(`/app/documents/${id}`);
    await button(page, 'Avvia la firma').click();
    const signerDialog = dialog(page, 'Chi firma per la concessionaria?');
    return { ask: signerDialog, manager: combobox(signerDialog, 'Responsabile vendite') };
  };
  const first = await openSignerDialog();
  await expect(first.manager).toHaveValue('Matteo Greco');
  await createStaffUser({ authorities: ['ROLE_SALE_MANAGER'], lastName: 'Seconda' });
  const second = await openSignerDialog();
  await button(second.ask, 'Avvia la firma').click();
  await expect(second.manager).toHaveAccessibleDescription('Responsabile vendite è un campo obbligatorio');
  await expect(second.manager).toBeFocused();
  await second.manager.click();
  await page.getByRole('option', { name: 'Prova Seconda' }).click();
  await button(second.ask, 'Annulla').click();
  const third = await openSignerDialog();
  await expect(third.manager).toHaveValue('Prova Seconda');
});

test('a customer on a phone reads, confirms and signs one page after 4 taps and the code', async ({ visitors }) => {
  const story = await startedPaper(1);
  const phone = await visitors.phone();
  const effort = await countEffort(phone);
  await phone.goto(story.known.link);
  await button(phone, 'Leggi il documento').tap();
  await expect(documentPages(phone).locator('canvas').first()).toBeVisible();
  // A swipe is not a tap.
  await documentPages(phone).evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
  await button(phone, 'Conferma i punti').tap();
  // Nothing is selected beforehand: the button that requests the code states that it confirms.
  await expect(phone.getByRole('checkbox')).not.toBeChecked();
  await inspectPage(phone, 'signer-single-point');
  await button(phone, 'Conferma e ricevi il codice').tap();
  await expect(codeField(phone)).toBeFocused();
  await phone.keyboard.type((await awaitCode(story.phone.replaceAll(' ', ''))).text);
  await button(phone, 'Firma').tap();
  await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  expect(effort().clicks, 'taps').toBe(4);
});
