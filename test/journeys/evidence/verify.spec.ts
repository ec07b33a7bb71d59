/** The page /verify: anyone checks a signed file in their own browser, and the file is not sent anywhere. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import {
  foreignSignedFile,
  ownSealedFile,
  type PickedFile,
  pickFile,
  textFile,
  unsignedFile,
  withChangedByte,
  withCoveringAnnotation,
} from '../support/checked-files.ts';
import { inspectPage } from '../support/inspection.ts';
import { expect, test } from '../support/watched-browsers.ts';

const verdict = (page: Page, name: string) => page.getByRole('heading', { name, level: 2, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Firme nel documento' }).getByRole('listitem').filter({ hasText: name }).first();
const WORKER = /\/assets\/check-worker-[\w-]+\.js$/;
const FONT_OR_ICON = /\/assets\/[\w-]+\.(?:woff2|svg)$/;

let own: PickedFile;
test.beforeAll(async () => {
  own = await ownSealedFile();
});

test('a file of the product is intact with valid signatures, and shows signer, time, method and certificate issuer', {
  tag: '@gate',
}, async ({ visitors }) => {
  const page = await visitors.desk();
  await page.goto('/verify');
  await pickFile(page, own);
  await expect(verdict(page, 'Documento integro, firma valida')).toBeFocused();
  await expect(page.getByText('Nessuna modifica dopo la firma. 1 firma, 1 sigillo, 2 marche temporali.')).toBeVisible();
  const signature = row(page, 'Ginevra Provetti');
  await expect(signature).toContainText('PAdES B-LT');
  await expect(signature).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await signature.getByText('Dettagli tecnici').click();
  await expect(signature).toContainText('TOTAL-PASSED');
  await expect(signature).toContainText('un’autorità che Fascicolo conosce');
  await expect(signature).toContainText('nessuna al contenuto; aggiunto dopo: 1 sigillo');
  await expect(page.getByText(createHash('sha256').update(own.buffer).digest('hex'), { exact: true })).toBeVisible();
});

test('no file content leaves the browser', async ({ visitors }) => {
  const page = await visitors.desk();
  const policy = (await page.goto('/verify'))?.headers()['content-security-policy'];
  // The browser itself blocks anything the page would send.
  expect(policy).toContain("connect-src 'none'");
  expect(policy).toContain("form-action 'none'");
  await page.waitForLoadState('networkidle');
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const worker = page.waitForResponse(WORKER);
  await pickFile(page, own);
  await expect(verdict(page, 'Documento integro, firma valida')).toBeVisible();
  // Only the checking program is fetched, which may open no connection; a slow browser fetches font and icon this late.
  const others = requests.map((request) => request.url()).filter((url) => !WORKER.test(url) && !FONT_OR_ICON.test(url));
  expect(others).toEqual([]);
  for (const request of requests) {
    expect([request.method(), request.postDataBuffer(), new URL(request.url()).search]).toEqual(['GET', null, '']);
  }
  expect((await worker).headers()['content-security-policy']).toContain("connect-src 'none'");
});

test('the check whether a file was issued here sends only its fingerprint, on a separate page', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  await page.goto('/verify');
  await pickFile(page, own);
  await expect(verdict(page, 'Documento integro, firma valida')).toBeVisible();
  await expect(page.getByText('viene inviata solo l’impronta SHA-\u2060256, mai il file')).toBeVisible();
  const sent: Request[] = [];
  page.context().on('request', (request) => sent.push(request));
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Chiedi se è stato emesso qui' }).click();
  const answer = await opened;
  await expect(answer.getByRole('heading', { level: 1 })).toHaveText('Sì, è stato emesso da questa installazione');
  await expect(answer.getByText('Documento firmato')).toBeVisible();
  await expect(answer.getByText('Ginevra')).toHaveCount(0);
  const hash = createHash('sha256').update(own.buffer).digest('hex');
  const [question] = sent.filter((request) => request.isNavigationRequest());
  expect(question && new URL(question.url()).pathname).toBe(`/verify/issued/${hash}`);
  for (const request of sent) expect([request.method(), request.postDataBuffer()]).toEqual(['GET', null]);
  await inspectPage(answer, 'verify: issued here');

  await page.getByRole('button', { name: 'Verifica un altro file' }).click();
  await pickFile(page, withChangedByte(own));
  const other = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Chiedi se è stato emesso qui' }).click();
  await expect((await other).getByRole('heading', { level: 1 })).toHaveText(
    'Non risulta emesso da questa installazione',
  );
});

test('a single changed byte is detected, and no signature is shown as valid', async ({ visitors }) => {
  const page = await visitors.phone();
  await page.goto('/verify');
  await pickFile(page, withChangedByte(own));
  await expect(verdict(page, 'Documento modificato dopo la firma')).toBeVisible();
  const signature = row(page, 'Ginevra Provetti');
  await expect(signature).toContainText('Non valida');
  await expect(signature).toContainText('TOTAL-FAILED / HASH_FAILURE');
  await expect(signature).toContainText('Il contenuto è stato cambiato dopo la firma');
});

test('changes of a later revision are described in plain language', async ({ visitors }) => {
  const page = await visitors.desk();
  await page.goto('/verify');
  await pickFile(page, await withCoveringAnnotation(own));
  await expect(verdict(page, 'Documento modificato dopo la firma')).toBeVisible();
  await expect(
    page.getByText('Dopo la firma sono state aggiunte o tolte annotazioni su una pagina. Non farci affidamento'),
  ).toBeVisible();
  const signature = row(page, 'Ginevra Provetti');
  await expect(signature).toContainText('Documento modificato dopo');
  await expect(signature).toContainText('Dopo la firma sono state aggiunte o tolte annotazioni su una pagina.');
});

test('a truncated file is not shown as intact', async ({ visitors }) => {
  const page = await visitors.desk();
  await page.goto('/verify');
  await pickFile(page, { ...own, buffer: own.buffer.subarray(0, Math.floor(own.buffer.length / 2)) });
  await expect(verdict(page, 'File danneggiato o incompleto: non si può controllare')).toBeVisible();
});

test('a valid signature of another authority is shown as intact and unknown, never as invalid', async ({
  visitors,
}) => {
  const page = await visitors.desk();
  await page.goto('/verify');
  await pickFile(page, await foreignSignedFile());
  await expect(verdict(page, 'Documento integro, certificati non riconosciuti')).toBeVisible();
  await expect(page.getByText('Da confermare (INDETERMINATE / NO_CERTIFICATE_CHAIN_FOUND)').first()).toBeVisible();
  await expect(page.getByText('un’autorità che Fascicolo non conosce').first()).toBeVisible();
  await expect(page.getByText(/non valid[ao]/i)).toHaveCount(0);
});

test('each file that cannot be checked is listed by name, with a next step', async ({ visitors }) => {
  const page = await visitors.desk();
  await page.goto('/verify');
  const brought: [PickedFile, string][] = [
    [await unsignedFile(), 'Il documento non contiene firme'],
    [textFile('lettera.pdf', 'Gentile cliente'), 'Il file non è un PDF'],
    [textFile('fattura.xml', '<?xml version="1.0"?><p:FatturaElettronica/>'), 'È un file XML, non un PDF'],
    [textFile('contratto.pdf.p7m', '0\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02'), 'È un file .p7m, non un PDF'],
    [textFile('vuoto.pdf', ''), 'Il file è vuoto'],
  ];
  for (const [file, title] of brought) {
    await pickFile(page, file);
    await expect(verdict(page, title)).toBeFocused();
    await page.getByRole('button', { name: 'Verifica un altro file' }).click();
  }
  // A file this large is created inside the page.
  await page.getByLabel('Scegli un file').evaluate((input: HTMLInputElement) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(31 * 1_048_576)], 'enorme.pdf'));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(verdict(page, 'Il file è troppo grande')).toBeFocused();
  await expect(page.getByText('Questa pagina controlla file fino a 30 MB.')).toBeVisible();
});

test('a check that does not end is stopped with an error', async ({ visitors }) => {
  const page = await visitors.desk();
  await page.clock.install();
  await page.route(WORKER, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "addEventListener('message', () => { for (;;); }); postMessage('ready');",
    }),
  );
  await page.goto('/verify');
  await pickFile(page, own);
  await expect(verdict(page, 'Controllo in corso…')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Ferma il controllo' })).toBeVisible();
  // The limit starts when the worker reports that it is ready, which the test cannot see.
  await expect(async () => {
    await page.clock.fastForward(30_001);
    await expect(verdict(page, 'Il controllo è stato fermato')).toBeVisible({ timeout: 500 });
  }).toPass();
});

test('without its code the check shows that the network is missing, and starts once it is back', async ({
  visitors,
}) => {
  visitors.watch.expectRefusal(0, /^\/assets\//);
  const page = await visitors.desk();
  await page.route(WORKER, (route) => route.abort());
  await page.goto('/verify');
  await pickFile(page, own);
  await expect(verdict(page, 'Il controllo non è partito')).toBeFocused();
  await expect(page.getByText('Connessione assente: controlla la rete e riprova.')).toBeVisible();
  await page.unroute(WORKER);
  await page.getByRole('button', { name: 'Verifica un altro file' }).click();
  await pickFile(page, own);
  await expect(verdict(page, 'Documento integro, firma valida')).toBeFocused();
});

test('by keyboard a user chooses a file, copies its fingerprint and opens the results', async ({ visitors }) => {
  const page = await visitors.desk({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/verify');
  const input = page.getByLabel('Scegli un file');
  // Wait for the event before the key press: a browser that receives it together with the key may open its own window
  // instead.
  const chooser = page.waitForEvent('filechooser');
  for (let step = 0; step < 4 && !(await input.evaluate((element) => element === document.activeElement)); step += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(input).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(own);
  await expect(verdict(page, 'Documento integro, firma valida')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copia l’impronta SHA-256' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Impronta copiata')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[0-9a-f]{64}$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Ginevra Provetti')).toContainText('Numero di serie');
});

test('dropping one file checks it, dropping several is refused', async ({ visitors }) => {
  const page = await visitors.desk();
  await page.goto('/verify');
  const drop = async (count: number) => {
    const files = await page.evaluateHandle(
      ([base64, times]) => {
        const transfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        for (let time = 0; time < times; time += 1) transfer.items.add(new File([bytes], `${time}.pdf`));
        return transfer;
      },
      [own.buffer.toString('base64'), count] as const,
    );
    await page.getByText('Trascina qui il PDF firmato').dispatchEvent('drop', { dataTransfer: files });
  };
  await drop(2);
  await expect(page.getByRole('alert')).toHaveText('Si controlla un file alla volta: trascinane uno solo.');
  await drop(1);
  await expect(verdict(page, 'Documento integro, firma valida')).toBeVisible();
});

test('the report is a downloadable text in the language of the page', async ({ visitors }) => {
  const page = await visitors.desk();
  await page.goto('/verify');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByLabel('Choose a file').setInputFiles(own);
  await expect(verdict(page, 'Document intact, signature valid')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the report' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('verification report preventivo-firmato.pdf.txt');
  const text = await readFile(await saved.path(), 'utf8');
  expect(text).toContain('Outcome: Document intact, signature valid');
  expect(text).toMatch(/SHA-256: [0-9a-f]{64}/);
});
