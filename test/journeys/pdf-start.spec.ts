/** A document begun from a PDF: what its text says of customer and vehicle is proposed, the wizard opens with it (P-19). */
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { makePaper } from '../paper.ts';
import { field, fileInput } from './portal-pages.ts';
import { button, combobox, dialog, enter, madeCustomer } from './registry-pages.ts';
import { expect, test } from './visitors.ts';

const fiscalCode = fiscalCodeOf({
  ...{ firstName: 'Prova', lastName: 'Lettori', birthDate: '1982-02-11', sex: 'M', place: 'A944' },
});
const paper = (text: string) => makePaper({ pages: 1, title: text });

test('a PDF proposes customer, plate and VIN from its text, and opens the wizard with them', async ({ visitors }) => {
  const page = await visitors.desk();
  const customer = await madeCustomer({ fiscalCode });
  await enter(page, 'dealer', '/dashboard');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Parti da un PDF').click();
  await (await chooser).setFiles({
    ...{ name: 'proposta.pdf', mimeType: 'application/pdf' },
    buffer: await paper(`${fiscalCode} GB905ZD WBA53AP0X00000201`),
  });
  const start = dialog(page, 'Che documento è?');
  await expect(start.getByText('GB905ZD')).toBeVisible();
  await expect(start.getByText('WBA53AP0X00000201')).toBeVisible();
  await expect(start.getByRole('radio', { name: new RegExp(customer.lastName) })).toBeChecked();
  await button(start, 'Continua').click();
  await expect(combobox(start, 'Marchio')).toHaveAccessibleDescription(/Marchio è un campo obbligatorio/);
  for (const [name, choice] of [
    ['Marchio', 'BMW'],
    ['Tipo di cartella', 'Vendita nuovo'],
    ['Tipo di documento', 'Proposta d’acquisto'],
  ] as const) {
    await combobox(start, name).click();
    await start.getByRole('option', { name: choice, exact: true }).click();
  }
  await button(start, 'Continua').click();
  await expect(page).toHaveURL(/\/app\/wizard\/bmw\/sale_new\/sale_new_proposal$/);
  await expect(page.getByRole('heading', { name: 'In quale cartella?' })).toBeVisible();
  await expect(field(page, 'Targa')).toHaveValue('GB905ZD');
  await expect(field(page, 'Telaio')).toHaveValue('WBA53AP0X00000201');
  await field(page, 'Numero proposta').fill('PV-PDF');
  await button(page, 'Avanti: documento').click();
  await expect(page.getByRole('button', { name: 'Togli proposta.pdf' })).toBeVisible();
  await expect(fileInput(page)).toHaveCount(1);
});

test('what is dropped on the page and is no PDF, or several of them, is refused with the reason', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  await enter(page, 'dealer', '/dashboard');
  const drop = async (...files: (readonly [name: string, type: string])[]) => {
    const carried = await page.evaluateHandle((given) => {
      const data = new DataTransfer();
      for (const [name, type] of given) data.items.add(new File(['%PDF'], name, { type }));
      return data;
    }, files);
    await page.locator('body').dispatchEvent('drop', { dataTransfer: carried });
  };
  const start = dialog(page, 'Che documento è?');
  await drop(['foto.png', 'image/png']);
  await expect(start.getByRole('alert')).toContainText('Si parte solo da un PDF.');
  await button(start, 'Chiudi').last().click();
  await expect(start).toHaveCount(0);
  await drop(['uno.pdf', 'application/pdf'], ['due.pdf', 'application/pdf']);
  await expect(start.getByRole('alert')).toContainText('Si parte da un solo file.');
});
