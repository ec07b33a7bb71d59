/** The FEA adherence as users see it: from missing data to both documents signed, once for all, until it is revoked. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readZipFiles } from '#server/http/response/workbook-read.suite.ts';
import { jpeg, tiff } from '../../papers/files.ts';
import { createDeskFolder, createDocument, type DeskFolder, dialog, pickOption } from '../desk/desk-pages.ts';
import { action, card } from '../desk/document-pages.ts';
import { codeField, openSignerDocument, readToTheEnd, requestCode, sign } from '../signer/signer-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { awaitCode, awaitLink, Caller } from '../support/portal-calls.ts';
import { dialogProblem, signIn, statusChip } from '../support/portal-pages.ts';

import { expect, test, type Visitors } from '../support/watched-browsers.ts';

interface Person {
  desk: DeskFolder;
  email: string;
  phone: string;
  messages: { link: number; code: number };
}

async function createPerson(): Promise<Person> {
  const desk = await createDeskFolder();
  const { email, mobilePhone } = await desk.caller.read<{ email: string; mobilePhone: string }>(
    `/api/dossiers/${desk.dossierId}`,
  );
  return { desk, email, phone: mobilePhone, messages: { link: 0, code: 0 } };
}

/** Each person here has a birthday and a codice fiscale of their own: an FEA adherence is found by it. */
const FISCAL_CODES = {
  '1984-05-17': 'PRVGVR84E57A944V',
  '1984-05-18': 'PRVGVR84E58A944X',
  '1984-05-19': 'PRVGVR84E59A944Z',
  '1984-05-20': 'PRVGVR84E60A944G',
  '1984-05-21': 'PRVGVR84E61A944F',
  '1984-05-22': 'PRVGVR84E62A944K',
} as const;

async function completeCustomer({ desk }: Person, birthDate: keyof typeof FISCAL_CODES): Promise<void> {
  const dossier = await desk.caller.read<object>(`/api/dossiers/${desk.dossierId}`);
  const answer = await desk.caller.send('PUT', '/api/dossiers', {
    ...dossier,
    ...{ birthDate, birthPlace: 'Bologna', fiscalCode: FISCAL_CODES[birthDate] },
  });
  expect(answer.status).toBe(200);
}

const IDENTITY = {
  ...{ type: 'identityCard', number: 'CA00000AA', issuer: 'Comune di Bologna' },
  ...{ issueDate: '2021-02-10', expiryDate: '2041-01-01' },
};

async function createModule({ desk }: Person, id: number): Promise<number> {
  const answer = await desk.caller.send('POST', '/api/documents/fea', { id, identity: IDENTITY });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

/** @param copy called with the filled form before the module is requested. */
async function fillIdentity(page: Page, copy?: (module: Locator) => Promise<void>): Promise<void> {
  const module = dialog(page, 'Modulo FEA');
  const textField = (name: string) => module.getByRole('textbox', { name });
  await pickOption(module, 'Tipo di documento d’identità', 'Carta d’identità');
  await textField('Numero del documento d’identità').fill('CA00000AA');
  await textField('Autorità di rilascio del documento').fill('Comune di Bologna');
  await textField('Data di rilascio del documento').fill('10/02/2021');
  await textField('Scadenza del documento').fill('01/01/2041');
  await copy?.(module);
  await module.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
}

/** The customer opens the newest link on the phone, reads, confirms and signs with the code. */
async function signOnPhone(visitors: Visitors, person: Person): Promise<void> {
  const phone = await visitors.phone();
  const link = await awaitLink(person.email, person.messages.link);
  await openSignerDocument(phone, link.text);
  await readToTheEnd(phone);
  await requestCode(phone);
  const code = await awaitCode(person.phone, person.messages.code);
  await sign(phone, code.text);
  await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  await expect(codeField(phone)).toHaveCount(0);
  person.messages = { link: link.id, code: code.id };
}

/** Signs over HTTP: staff start it, the customer's phone completes it. */
async function signOverHttp(visitors: Visitors, person: Person, id: number): Promise<void> {
  const answer = await person.desk.caller.send('POST', `/api/documents/${id}/sign`, {});
  expect(answer.status).toBe(200);
  await signOnPhone(visitors, person);
  await expect
    .poll(async () => (await person.desk.caller.read<{ status: string }>(`/api/documents/${id}`)).status)
    .toBe('SIGNED');
}

test('leads from missing data to both documents signed', { tag: '@gate' }, async ({ visitors }) => {
  test.slow();
  const page = await visitors.desk(REDUCED_MOTION);
  const person = await createPerson();
  const { desk } = person;
  const origin = await createDocument(desk, { sigType: 'FEA' });
  visitors.watch.expectRefusal(422, /^\/api\/documents\/fea$/);
  await signIn(page, 'dealer', `/app/documents/${origin.id}`);
  await expect(action(page, 'Avvia la firma')).toHaveAttribute('aria-disabled', 'true');
  await action(page, 'Genera il Modulo FEA').click();
  const module = dialog(page, 'Modulo FEA');
  await module.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  await dialogProblem(module).getByRole('link', { name: 'Completa i dati del cliente' }).click();

  const customer = page.getByRole('dialog', { name: /^Modifica: / });
  await customer.getByRole('textbox', { name: 'Data di nascita' }).fill('17/05/1984');
  await customer.getByRole('combobox', { name: 'Luogo di nascita' }).fill('Bologna');
  await customer.getByRole('textbox', { name: 'Codice fiscale', exact: true }).fill(FISCAL_CODES['1984-05-17']);
  await customer.getByRole('button', { name: 'Salva' }).click();
  await expect(customer).toHaveCount(0);

  await page.goto(`/app/documents/${origin.id}`);
  await action(page, 'Genera il Modulo FEA').click();
  await fillIdentity(page);
  await module.getByRole('link', { name: 'Apri il Modulo FEA' }).click();
  await expect(page.getByRole('heading', { name: 'Modulo FEA', level: 1 })).toBeVisible();
  await expect(page.getByText('Quando il cliente firma questo modulo, si sblocca')).toBeVisible();
  await action(page, 'Avvia la firma').click();
  await signOnPhone(visitors, person);
  await expect(page.getByText('Adesione FEA attiva.')).toBeVisible();
  await expect(page.getByText('Ora puoi avviare la firma del documento che la aspettava.')).toBeVisible();
  await inspectPage(page, 'signed FEA module');

  await page.getByRole('link', { name: `Preventivo nuovo n. ${origin.id}` }).click();
  await expect(page.getByText(/^Il cliente ha aderito alla FEA il/)).toBeVisible();
  await inspectPage(page, 'document of a customer with an adherence');
  await action(page, 'Avvia la firma').click();
  await signOnPhone(visitors, person);
  await expect(statusChip(page, 'Firmato')).toBeVisible();
});

test('is requested once: the next document of the person needs no module', async ({ visitors }) => {
  test.slow();
  const person = await createPerson();
  await completeCustomer(person, '1984-05-18');
  const first = await createDocument(person.desk, { sigType: 'FEA' });
  await signOverHttp(visitors, person, await createModule(person, first.id));
  const second = await createDocument(person.desk, { sigType: 'FEA' });
  const page = await visitors.desk();
  await signIn(page, 'dealer', `/app/documents/${second.id}`);
  await expect(page.getByText('Non serve un nuovo Modulo FEA.')).toBeVisible();
  await expect(action(page, 'Genera il Modulo FEA')).toHaveCount(0);
  await action(page, 'Avvia la firma').click();
  await expect(statusChip(page, 'In attesa di firma')).toBeVisible();
});

test('shows that the customer is signing the module, also when the start is refused', async ({ visitors }) => {
  const person = await createPerson();
  await completeCustomer(person, '1984-05-19');
  const origin = await createDocument(person.desk, { sigType: 'FEA' });
  const module = await createModule(person, origin.id);
  await person.desk.caller.send('POST', `/api/documents/${module}/sign`, {});
  const page = await visitors.desk();
  await signIn(page, 'dealer', `/app/documents/${origin.id}`);
  await expect(page.getByText(`Il Modulo FEA n. ${module} è in firma`)).toBeVisible();
  const refused = await person.desk.caller.send('POST', `/api/documents/${origin.id}/sign`, {});
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ code: 'life.feaModuleSigning', feaModuleId: module });
});

test('is revoked on the customer page: open signatures end, and the next document needs a new module', async ({
  visitors,
}) => {
  test.slow();
  const person = await createPerson();
  const { desk } = person;
  await completeCustomer(person, '1984-05-20');
  const origin = await createDocument(desk, { sigType: 'FEA' });
  const module = await createModule(person, origin.id);
  await signOverHttp(visitors, person, module);
  expect((await desk.caller.send('POST', `/api/documents/${origin.id}/sign`, {})).status).toBe(200);
  await expect
    .poll(async () => (await desk.caller.read<{ status: string }>(`/api/documents/${origin.id}`)).status)
    .toBe('START_SIGN');

  const page = await visitors.desk(REDUCED_MOTION);
  await signIn(page, 'dealer', `/app/dossiers/${desk.dossierId}`);
  const adherence = card(page, 'Adesione FEA');
  await expect(adherence).toContainText('Attiva');
  await expect(adherence.getByRole('link', { name: `Modulo FEA n. ${module}` }).first()).toBeVisible();
  await inspectPage(page, 'customer with an adherence');
  await adherence.getByRole('button', { name: 'Revoca l’adesione' }).click();
  const revoke = dialog(page, 'Revocare l’adesione alla FEA?');
  await revoke.getByRole('button', { name: 'Registra la revoca' }).click();
  await expect(revoke).toContainText('Scegli come lo ha chiesto');
  await revoke.getByRole('textbox', { name: 'Giorno della richiesta' }).fill('01/01/2099');
  await page.keyboard.press('Tab');
  await expect(revoke).toContainText('La richiesta non può essere di un giorno futuro');
  await inspectPage(page, 'revocation without its channel');
  await revoke.getByRole('textbox', { name: 'Giorno della richiesta' }).fill('20/11/2026');
  await revoke.getByRole('radio', { name: 'Per telefono' }).check();
  await revoke.getByRole('textbox', { name: 'Motivo' }).fill('Preferisce la carta');
  await page.reload();
  await adherence.getByRole('button', { name: 'Revoca l’adesione' }).click();
  await revoke.getByRole('button', { name: 'Riprendi' }).click();
  await expect(revoke.getByRole('radio', { name: 'Per telefono' })).toBeChecked();
  await expect(revoke.getByRole('textbox', { name: 'Motivo' })).toHaveValue('Preferisce la carta');
  const request = jpeg(8, 8);
  const file = revoke.getByLabel('Richiesta firmata', { exact: true });
  await file.setInputFiles({ name: 'richiesta.txt', mimeType: 'text/plain', buffer: Buffer.from('revoco') });
  await expect(revoke).toContainText('File accettati: JPEG, PNG, PDF.');
  await file.setInputFiles({ name: 'richiesta.jpg', mimeType: 'image/jpeg', buffer: request });
  await revoke.getByRole('button', { name: 'Registra la revoca' }).click();
  await expect(revoke).toHaveCount(0);
  await expect(adherence).toContainText('Revocata');
  await expect(adherence.getByRole('button', { name: 'Revoca l’adesione' })).toHaveAttribute('aria-disabled', 'true');
  await adherence.getByText('Storia dell’adesione').click();
  await expect(adherence).toContainText('revocata il 20/11/2026, chiesta per telefono, registrata da Dario Provini');
  const downloadStarted = page.waitForEvent('download');
  await adherence.getByRole('button', { name: 'Scarica la richiesta firmata' }).click();
  const download = await downloadStarted;
  expect(download.suggestedFilename()).toBe('richiesta.jpg');
  expect((await readFile(await download.path())).equals(request)).toBe(true);
  await inspectPage(page, 'customer with a revoked adherence');

  await page.goto(`/app/documents/${origin.id}`);
  await expect(page.getByText('il cliente ha revocato l’adesione alla FEA')).toBeVisible();
  await expect(action(page, 'Genera il Modulo FEA')).toBeVisible();
  await page.goto(`/app/documents/${module}`);
  await expect(page.getByText('L’adesione di questo modulo non è più attiva')).toBeVisible();
});

test('cannot be revoked by a read-only user, and is hidden for customers without adherence', async ({ visitors }) => {
  test.slow();
  const person = await createPerson();
  await completeCustomer(person, '1984-05-21');
  const origin = await createDocument(person.desk, { sigType: 'FEA' });
  const page = await visitors.desk();
  await signIn(page, 'dealer', `/app/dossiers/${person.desk.dossierId}`);
  await expect(card(page, 'Consensi')).toBeVisible();
  await expect(card(page, 'Adesione FEA')).toHaveCount(0);
  await signOverHttp(visitors, person, await createModule(person, origin.id));
  const reader = await visitors.desk();
  await signIn(reader, 'readonly', `/app/dossiers/${person.desk.dossierId}`);
  await expect(card(reader, 'Adesione FEA')).toContainText('Attiva');
  for (const name of [/^Revoca l’adesione/, /^Scarica la copia per /]) {
    const act = card(reader, 'Adesione FEA').getByRole('button', { name });
    await expect(act).toHaveAttribute('aria-disabled', 'true');
    await expect(act).toHaveAccessibleDescription(/^Hai la sola lettura/);
  }
});

test('keeps a copy of the identity document, and provides proof of the adherence on request', async ({ visitors }) => {
  test.slow();
  const page = await visitors.desk(REDUCED_MOTION);
  const person = await createPerson();
  await completeCustomer(person, '1984-05-22');
  const origin = await createDocument(person.desk, { sigType: 'FEA' });
  await signIn(page, 'dealer', `/app/documents/${origin.id}`);
  await action(page, 'Genera il Modulo FEA').click();
  const shown = jpeg();
  await fillIdentity(page, async (module) => {
    const file = module.getByLabel('Copia del documento d’identità', { exact: true });
    await file.setInputFiles({ name: 'carta.tiff', mimeType: 'image/tiff', buffer: tiff() });
    await expect(module).toContainText('File accettati: JPEG, PNG, PDF.');
    await file.setInputFiles({ name: 'carta.jpg', mimeType: 'image/jpeg', buffer: shown });
    await expect(module).not.toContainText('File accettati: JPEG, PNG, PDF.');
    await expect(module).toContainText('carta.jpg');
    await inspectPage(page, 'FEA module with a copy of the identity document');
  });
  await dialog(page, 'Modulo FEA').getByRole('link', { name: 'Apri il Modulo FEA' }).click();
  await action(page, 'Avvia la firma').click();
  await signOnPhone(visitors, person);
  await expect(page.getByText('Adesione FEA attiva.')).toBeVisible();
  await signOverHttp(visitors, person, origin.id);

  await page.goto(`/app/dossiers/${person.desk.dossierId}`);
  const adherence = card(page, 'Adesione FEA');
  await expect(adherence.getByRole('link', { name: /^Documento n\. \d+$/ })).toBeVisible();
  const downloadStarted = page.waitForEvent('download');
  await adherence.getByRole('button', { name: /^Scarica la copia per / }).click();
  const download = await downloadStarted;
  expect(download.suggestedFilename()).toMatch(/^FEA .*\.zip$/);
  const files = readZipFiles(await readFile(await download.path()));
  const names = [...files.keys()];
  expect(names.filter((name) => name.endsWith('-firmato.pdf'))).toHaveLength(2);
  expect(names.filter((name) => name.endsWith('-tracciato.pdf'))).toHaveLength(2);
  const kept = names.find((name) => name.startsWith('identita/')) ?? '';
  expect(files.get(kept)?.equals(shown)).toBe(true);
  await inspectPage(page, 'customer with a kept identity document');
  await adherence.getByRole('link', { name: /^Documento n\. \d+$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const reader = await Caller.signIn('readonly');
  const { current } = await person.desk.caller.read<{ current: { identity: { copyId: number } } }>(
    `/api/dossiers/${person.desk.dossierId}/fea/current`,
  );
  expect((await reader.send('GET', `/api/documents/${current.identity.copyId}/download`)).status).toBe(403);
});
