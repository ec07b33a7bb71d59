/** The complete main story: a dealer at a desk, a customer on a phone, and a file that strangers can check. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Page } from '@playwright/test';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { certificatesFromPem, verifyPdf } from '#formats/verify/index.ts';
import { formatPhone } from '../../../src/web/portal/text/phone-number.ts';
import { realNow } from '../../clock.ts';
import { makePaper } from '../../papers/paper.ts';
import { foreignProblems } from '../../validators/foreign-validators.ts';
import { codeField, documentPages, sign } from '../signer/signer-pages.ts';
import { awaitCode, awaitLink, Caller, dataDir, newCustomerData, wrongCode } from '../support/portal-calls.ts';
import {
  chooseDocument,
  clickCreate,
  continueToFolder,
  field,
  fileInput,
  fillCustomer,
  pdf,
  signIn,
  statusChip,
} from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

const PAGES = 4;
const root = join(import.meta.dirname, '../../..');

test('a dealer sends a document, the customer signs it on a phone, and anyone can verify the result', {
  tag: '@gate',
}, async ({ visitors }) => {
  const dealer = await visitors.desk();
  // A browser that shows no PDF saves the files, so that the test can read them.
  await dealer.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }));
  const fiscalCode = fiscalCodeOf({
    ...{ firstName: 'Ginevra', lastName: 'Provetti' },
    ...{ birthDate: '1984-05-17', sex: 'F', place: 'A944' },
  });
  const customer = newCustomerData(fiscalCode);
  const original = await makePaper({ pages: PAGES, title: 'Preventivo' });

  await test.step('the dealer signs in and chooses a document on a brand card', async () => {
    await signIn(dealer, 'dealer');
    await expect(dealer.getByRole('button', { name: 'Il tuo profilo:' })).toContainText('Dario Provini');
    expect(dealer.url(), 'the token does not stay in the address').not.toContain('JWT_TOKEN');
    await chooseDocument(dealer, 'BMW', 'Vendita nuovo', 'Preventivo nuovo');
    expect(new URL(dealer.url()).pathname).toBe('/app/wizard/bmw/sale_new/sale_new_rfo');
  });

  await test.step('the wizard takes a new customer, a folder and a PDF', async () => {
    await fillCustomer(dealer, customer);
    await continueToFolder(dealer);
    await field(dealer, 'Data pratica').fill('19/11/2026');
    await field(dealer, 'Numero proposta').fill('PV-1-0900');
    await fileInput(dealer).setInputFiles(pdf('preventivo.pdf', original));
    await expect(dealer.getByText(`pagina 1 di ${PAGES}`, { exact: true })).toBeVisible();
  });

  const documentId = await test.step('the page shows the customer, and the document is created', async () => {
    const main = dealer.getByRole('main');
    const phone = formatPhone(customer.mobilePhone).replaceAll('\u00a0', ' ');
    for (const text of [fiscalCode, phone, '17/05/1984, Bologna']) {
      await expect(main.getByText(text)).toBeVisible();
    }
    await clickCreate(dealer);
    await expect(dealer.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
    await dealer.getByRole('link', { name: 'Apri il documento' }).click();
    await expect(statusChip(dealer, 'Da Avviare')).toBeVisible();
    await expect(dealer.getByText(`pagina 1 di ${PAGES}`, { exact: true })).toBeVisible();
    return Number(new URL(dealer.url()).pathname.split('/').at(-1));
  });

  await test.step('the stored data equal the input', async () => {
    const caller = await Caller.signIn('dealer');
    const document = await caller.read<{ folderId: number; status: string }>(`/api/documents/${documentId}`);
    const folder = await caller.read<{ dossierId: number }>(`/api/folders/${document.folderId}`);
    const dossier = await caller.read(`/api/dossiers/${folder.dossierId}`);
    const { birthDate: _typed, ...same } = customer;
    expect(dossier).toMatchObject({ ...same, birthDate: '1984-05-17', hst: '10001', brands: ['bmw'] });
    expect(folder).toMatchObject({
      businessId: 'PV-1-0900',
      type: 'SALE_NEW',
      processDate: '2026-11-18T23:00:00.000Z',
    });
    const stored = await caller.send('GET', `/api/documents/${documentId}/download`);
    expect(Buffer.from(await stored.arrayBuffer()).equals(original)).toBe(true);
  });

  await test.step('the dealer starts the signature', async () => {
    await dealer.getByRole('button', { name: 'Avvia la firma' }).click();
    await expect(statusChip(dealer, 'In attesa di firma')).toBeVisible();
    await expect(dealer.getByText('Deve firmare')).toBeVisible();
  });

  const phone = await visitors.phone();
  await test.step('the customer opens the link on a phone and reads every page', async () => {
    await phone.goto((await awaitLink(customer.email)).text);
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/ ti chiede di firmare: Preventivo$/);
    await phone.getByRole('button', { name: 'Leggi il documento' }).tap();
    await readBySwiping(phone);
  });

  await test.step('the customer confirms the signature field and requests the code', async () => {
    await phone.getByRole('button', { name: 'Conferma i punti' }).tap();
    const point = phone.getByRole('checkbox');
    await expect(point).not.toBeChecked();
    await expect(phone.getByText('Manca 1 conferma')).toBeVisible();
    await point.check();
    await phone.getByRole('button', { name: 'Ricevi il codice' }).tap();
    await expect(codeField(phone)).toBeVisible();
  });

  await test.step('a wrong code shows the attempts left, the right one signs', async () => {
    const code = (await awaitCode(customer.mobilePhone)).text;
    visitors.watch.expectRefusal(422, /^\/api\/sign\/[\w-]+\/sign$/);
    await sign(phone, wrongCode(code));
    await expect(phone.getByRole('alert')).toHaveText('Il codice non è giusto. Ti restano 2 tentativi.');
    await sign(phone, code);
    await expect(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  });

  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-journey-'));
  try {
    const copy = await test.step('the customer downloads a copy', () =>
      saved(phone, folder, () => phone.getByRole('link', { name: 'Scarica la tua copia' }).click()));

    const { signed, audit } = await test.step('the dealer’s page updates live, with both files', async () => {
      await expect(statusChip(dealer, 'Firmato')).toBeVisible();
      await expect(dealer.getByText('Tutto valido')).toBeVisible();
      return {
        signed: await saved(dealer, folder, () => dealer.getByRole('button', { name: 'Scarica firmato' }).click()),
        audit: await saved(dealer, folder, () => dealer.getByRole('button', { name: 'Tracciato di firma' }).click()),
      };
    });

    await test.step('both files are valid for the product and for foreign programs', async () => {
      expect(signed.name).toMatch(/^Preventivo – .+ – \d+ – firmato\.pdf$/);
      expect(audit.name).toMatch(/^Preventivo – .+ – \d+ – tracciato\.pdf$/);
      expect(copy.bytes.equals(signed.bytes), 'the customer holds the same bytes').toBe(true);
      const anchors = certificatesFromPem(await readFile(join(dataDir, 'keys/anchors.pem'), 'utf8'));
      for (const [file, count] of [
        [signed, 2],
        [audit, 1],
      ] as const) {
        const { intact, signatures } = await verifyPdf(new Uint8Array(file.bytes), { anchors });
        expect(intact, file.name).toBe(true);
        expect(signatures.map(({ indication, level }) => [indication, level])).toEqual(
          Array.from({ length: count }, () => ['TOTAL-PASSED', 'B-LT']),
        );
        expect(await foreignProblems(file.bytes, anchors, count), file.name).toEqual([]);
        const verification = await verifyByCommand(file.path);
        expect(verification.code, file.name).toBe(0);
        expect(verification.text).toContain(`Documento integro, ${file === signed ? 'firma valida' : 'firme valide'}`);
        // The output also contains the file's name, which includes the customer's.
        const otherText = verification.text.replaceAll(file.name, '');
        expect(otherText.includes('Ginevra Provetti'), 'only the signed file names who signed').toBe(file === signed);
      }
    });

    await test.step('the command line refuses a flipped byte and appended data', async () => {
      for (const { name, bytes } of [signed, audit]) {
        const middle = Math.floor(original.length / 3);
        const flipped = Buffer.from(bytes);
        flipped[middle] = (flipped[middle] ?? 0) ^ 1;
        const longer = Buffer.concat([bytes, Buffer.from('\nin più\n')]);
        for (const [what, changed] of Object.entries({ flipped, longer })) {
          const path = join(folder, `${what}-${name}`);
          await writeFile(path, changed);
          const verification = await verifyByCommand(path);
          expect(verification.code, `${what} ${name}: ${verification.text}`).toBe(1);
          expect(verification.text).toMatch(/Esito: (Documento modificato|File danneggiato)/);
        }
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Swipes up the document repeatedly; each page appears, drawn, and only the end enables the next step. */
async function readBySwiping(phone: Page): Promise<void> {
  const touch = await phone.context().newCDPSession(phone);
  const box = (await documentPages(phone).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const x = box.x + box.width / 2;
  // The finger rests before it is lifted, so that the document does not scroll on; the events carry the time, no time
  // is spent.
  const swipe = async (): Promise<void> => {
    const from = box.y + box.height - 60;
    let timestamp = realNow().getTime() / 1000;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: from }], timestamp });
    for (let y = from - 60; y > box.y + 40; y -= 60) {
      timestamp += 0.05;
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }], timestamp });
    }
    timestamp += 0.5;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  };
  // One page more than was uploaded: the page of signatures is last.
  const pages = PAGES + 1;
  const blocked = phone.getByRole('button', { name: 'Scorri fino alla fine per continuare' });
  await expect(blocked).toHaveAttribute('aria-disabled', 'true');
  for (let number = 1; number <= pages; number++) {
    const sheet = documentPages(phone).getByRole('img', { name: `Pagina ${number} di ${pages}` });
    await expect(async () => {
      const top = (await sheet.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
      if (top > box.y + box.height / 2) await swipe();
      expect(top).toBeLessThanOrEqual(box.y + box.height / 2);
    }).toPass({ intervals: [50], timeout: 15_000 });
    await expect(sheet.locator('canvas')).toBeVisible();
    if (number < pages) await expect(blocked).toBeVisible();
  }
  await expect(async () => {
    await swipe();
    await expect(phone.getByRole('button', { name: 'Conferma i punti' })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
}

interface SavedFile {
  name: string;
  path: string;
  bytes: Buffer;
}

async function saved(page: Page, folder: string, act: () => Promise<void>): Promise<SavedFile> {
  const downloadStarted: Promise<Download> = page.waitForEvent('download');
  await act();
  const download = await downloadStarted;
  const name = download.suggestedFilename();
  const path = join(folder, name);
  await download.saveAs(path);
  return { name, path, bytes: await readFile(path) };
}

/** Runs `fascicolo verify` as a separate process, with this installation's anchors. */
function verifyByCommand(file: string): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'src/cli/main.ts'), 'verify', file],
      { env: { PATH: process.env.PATH, DATA_DIR: dataDir, LANG: 'it_IT.UTF-8' } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), text: `${stdout}${stderr}` }),
    );
  });
}
