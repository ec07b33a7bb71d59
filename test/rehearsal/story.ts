/** The whole story in a browser, over real systems: an office is set up, with a dealer at a desk and a customer on a phone. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { USUAL_BROWSER } from '#test/journeys/support/browser.ts';
import {
  chooseSwitchOption,
  clickCreate,
  continueToFolder,
  field,
  fileInput,
  pdf,
} from '#test/journeys/support/portal-pages.ts';
import { poll } from '#test/mail/exim.ts';
import { makePaper } from '#test/papers/paper.ts';
import { PEOPLE, type Systems } from './systems.ts';

export interface Step {
  readonly name: string;
  readonly ms: number;
}
type RunStep = <T>(name: string, act: () => Promise<T>) => Promise<T>;

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;
const DESK = { viewport: { width: 1440, height: 900 } } as const;
const clickThrough = expect.configure({ timeout: 60_000 });
const TOKEN_KEY = 'fascicolo.auth.v1';

interface Customer {
  readonly email: string;
  readonly mobilePhone: string;
}

type Role = (typeof PEOPLE)[number]['role'];

/** A page of the browser in which a user has signed in at the provider. */
async function signIn(browser: Browser, { publicUrl }: Systems, role: Role): Promise<Page> {
  const person = PEOPLE.find((candidate) => candidate.role === role);
  const context = await browser.newContext({ ...DESK, ignoreHTTPSErrors: true, locale: 'it-IT', baseURL: publicUrl });
  const page = await context.newPage();
  await page.goto('/dashboard');
  await page.locator('input[name="username"]').fill(person?.uid ?? '');
  await page.locator('input[name="password"]').fill(person?.password ?? '');
  await page.locator('input[name="password"]').press('Enter');
  await clickThrough(page.getByRole('button', { name: 'Il tuo profilo:' })).toBeVisible();
  return page;
}

/** A call of the portal from a signed-in page. */
async function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  const { status, text } = await page.evaluate(
    async ([verb, address, content, key]) => {
      const { token } = JSON.parse(localStorage.getItem(key) ?? '{}') as { token?: string };
      const answer = await fetch(address, {
        method: verb,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(content === '' ? {} : { body: content }),
      });
      return { status: answer.status, text: await answer.text() };
    },
    [method, path, body === undefined ? '' : JSON.stringify(body), TOKEN_KEY] as const,
  );
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 400)}`);
  return JSON.parse(text === '' ? 'null' : text) as T;
}

/** The bytes of a file that the portal returns to a signed-in user. */
async function download(page: Page, path: string): Promise<Buffer> {
  const text = await page.evaluate(
    async ([address, key]) => {
      const { token } = JSON.parse(localStorage.getItem(key) ?? '{}') as { token?: string };
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    [path, TOKEN_KEY] as const,
  );
  return Buffer.from(text, 'base64');
}

/** The administrator's set-up before work can begin: which users belong where, and which services the company has bought. */
async function setUp(admin: Page, { dms, dmsUrl }: Systems): Promise<void> {
  await poll('The dealers did not come from the tools service', async () => {
    const dealers = await call<{ code: string }[]>(admin, 'GET', '/api/legal-entities');
    return dealers.length > 0 ? dealers : undefined;
  });
  await call(admin, 'POST', '/api/users', {
    login: 'dario',
    firstName: 'Dario',
    lastName: 'Provini',
    email: 'dario@example.it',
    activated: true,
    authorities: ['ROLE_DEALER'],
    hstList: ['10001'],
    brands: [{ brand: 'bmw', permissions: ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE'] }],
  });
  for (const service of [
    { serviceType: 'OTP', totalOtp: 1000 },
    { serviceType: 'DISK_SPACE', totalSpace: 5000, expiresAt: '2036-12-31' },
  ]) {
    await call(admin, 'POST', '/api/intesys-services', { legalEntity: 'LE001', ...service });
  }
  const { secret } = await call<{ secret: string }>(admin, 'POST', '/api/webhooks', {
    ...{ url: dmsUrl, description: 'DMS di Autoesempio', events: ['document.signed'] },
    ...{ dealers: ['10001'], account: null, enabled: true },
  });
  dms.trust(secret);
}

/** The bodies of messages in a mailbox, as text. */
async function mailTo(systems: Systems, address: string, pattern: RegExp): Promise<string> {
  const { simpleParser } = await import('mailparser');
  return poll(`No mail for ${address} with ${pattern}`, async () => {
    for (const message of await systems.mail.messagesFor(address)) {
      const match = pattern.exec((await simpleParser(message)).text ?? '')?.[0];
      if (match !== undefined) return match;
    }
    return undefined;
  });
}

const smsTo = (systems: Systems, phone: string, pattern: RegExp): Promise<string> =>
  poll(`No SMS for ${phone} with ${pattern}`, async () => {
    for (const text of systems.sms.textsFor(phone)) {
      const match = pattern.exec(text)?.[0];
      if (match !== undefined) return match;
    }
    return undefined;
  });

/** A customer found in RSP, a folder, a PDF, as at a dealer's desk. @returns the customer, whose document waits for a signature. */
async function sendDocument(dealer: Page): Promise<Customer> {
  await dealer.goto('/app/wizard/bmw/sale_new/sale_new_rfo');
  await chooseSwitchOption(dealer, 'Come scegli il cliente', 'Cerca in RSP');
  await field(dealer, 'Cognome').fill('ini');
  await field(dealer, 'Città').fill('bologna');
  await dealer.getByRole('button', { name: 'Cerca in RSP' }).click();
  await dealer.locator('[type="radio"][name="found"]').first().check();
  await continueToFolder(dealer);
  await field(dealer, 'Data pratica').fill('19/11/2026');
  await field(dealer, 'Numero proposta').fill('PV-1-0900');
  const file = await makePaper({ pages: 2, title: 'Preventivo' });
  await fileInput(dealer).setInputFiles(pdf('preventivo.pdf', Buffer.from(file)));
  await clickCreate(dealer);
  await clickThrough(dealer.getByRole('heading', { name: 'Documento creato' })).toBeVisible();
  await dealer.getByRole('link', { name: 'Apri il documento' }).click();
  await dealer.getByRole('button', { name: 'Avvia la firma' }).click();
  await clickThrough(dealer.getByText('In attesa di firma', { exact: true }).first()).toBeVisible();
  const id = new URL(dealer.url()).pathname.split('/').at(-1);
  const { folderId } = await call<{ folderId: number }>(dealer, 'GET', `/api/documents/${id}`);
  const { dossierId } = await call<{ dossierId: number }>(dealer, 'GET', `/api/folders/${folderId}`);
  return call(dealer, 'GET', `/api/dossiers/${dossierId}`);
}

async function signOnPhone(browser: Browser, systems: Systems, customer: Customer): Promise<void> {
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true, locale: 'it-IT' });
  const phone = await context.newPage();
  await phone.goto(await mailTo(systems, customer.email, /https:\/\/\S+\/sign\/[\w-]+/));
  await phone.getByRole('button', { name: 'Leggi il documento' }).tap();
  const paper = phone.getByRole('region', { name: /^Pagine del documento: / });
  await clickThrough(paper.locator('canvas').first()).toBeVisible();
  await paper.press('End');
  await phone.getByRole('button', { name: 'Conferma i punti' }).tap();
  for (const point of await phone.getByRole('checkbox').all()) await point.check();
  await phone.getByRole('button', { name: 'Ricevi il codice' }).tap();
  const field = phone.getByRole('textbox', { name: 'Codice di 6 cifre' });
  await clickThrough(field).toBeVisible();
  await field.fill(await smsTo(systems, customer.mobilePhone.replaceAll(' ', ''), /\b\d{6}\b/));
  await phone.getByRole('button', { name: 'Firma', exact: true }).tap();
  await clickThrough(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  await context.close();
}

/** The file from the portal: the same bytes as in the bucket, and Poppler finds two valid signatures in it. */
async function checkFile(dealer: Page, systems: Systems): Promise<void> {
  const id = new URL(dealer.url()).pathname.split('/').at(-1);
  const { signedDocumentId } = await call<{ signedDocumentId: number }>(dealer, 'GET', `/api/documents/${id}`);
  const bytes = await download(dealer, `/api/signed-documents/${signedDocumentId}/download`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const stored = await systems.objects();
  if (!stored.some((name) => name.endsWith(sha256))) {
    throw new Error(`The bucket has no ${sha256} among its ${stored.length} objects`);
  }
  const path = join(systems.folder, 'firmato.pdf');
  await writeFile(path, bytes);
  const { stdout } = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' });
  const valid = stdout.match(/Signature is Valid\./g)?.length;
  if (valid !== 2) throw new Error(`pdfsig finds ${valid ?? 0} valid signatures instead of 2:\n${stdout}`);
}

/** Another provider, another person: documents signed before are visible. */
export async function signInByOpenId({ publicUrl }: Systems): Promise<void> {
  const browser = await chromium.launch(USUAL_BROWSER);
  try {
    const page = await browser.newPage({ ...DESK, ignoreHTTPSErrors: true, locale: 'it-IT', baseURL: publicUrl });
    await page.goto('/dashboard');
    await page.locator('input[name="user"]').fill('dwho');
    await page.locator('input[name="password"]').fill('dwho');
    await page.locator('input[name="password"]').press('Enter');
    await clickThrough(page.getByRole('button', { name: 'Il tuo profilo:' })).toBeVisible();
    await page.goto('/app/documents/1');
    await clickThrough(page.getByText('Firmato', { exact: true }).first()).toBeVisible();
  } finally {
    await browser.close();
  }
}

/** @param tell runs a step and records its name and time. @throws the error of the first step that fails. */
export async function tellStory(systems: Systems, tell: RunStep): Promise<void> {
  const browser = await chromium.launch(USUAL_BROWSER);
  try {
    const admin = await tell('the administrator signs in at the foreign provider', () =>
      signIn(browser, systems, 'admin'),
    );
    await tell('the administrator sets up users, dealers and services', () => setUp(admin, systems));
    const dealer = await tell('the dealer signs in at the foreign provider', () => signIn(browser, systems, 'dealer'));
    const customer = await tell('the dealer finds a customer in RSP and sends a document', () => sendDocument(dealer));
    await tell('the customer signs on a phone, with the code from the SMS', () =>
      signOnPhone(browser, systems, customer),
    );
    await tell('the document is signed, sealed and timestamped', async () => {
      await clickThrough(dealer.getByText('Firmato', { exact: true }).first()).toBeVisible();
    });
    await tell('the customer gets the copy by mail', async () => {
      await mailTo(systems, customer.email, /(?<=per scaricare .*\n)https:\/\/\S+\/sign\/[\w-]+/i);
    });
    await tell('the signed file is in the bucket, with a seal and a timestamp that foreign programs accept', () =>
      checkFile(dealer, systems),
    );
    await tell('the DMS of the dealer receives a webhook', async () => {
      await poll('No event', async () => systems.dms.events.find(({ data }) => data.status === 'SIGNED'));
    });
  } catch (error) {
    for (const page of browser.contexts().flatMap((context) => context.pages())) {
      console.error(`${page.url()}:\n${await page.locator('body').innerText()}`);
    }
    throw error;
  } finally {
    await browser.close();
  }
}
