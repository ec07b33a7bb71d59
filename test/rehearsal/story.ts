/** The whole story in a browser, over real systems: an office that is set up, a dealer at a desk, a customer on a phone. */
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { USUAL_BROWSER } from '#test/journeys/browser.ts';
import { eventually } from '#test/mail/exim.ts';
import { makePaper } from '#test/paper.ts';
import { PEOPLE, type Systems } from './systems.ts';

export interface Step {
  readonly name: string;
  readonly ms: number;
}
type Tell = <T>(name: string, act: () => Promise<T>) => Promise<T>;

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;
const DESK = { viewport: { width: 1440, height: 900 } } as const;
const look = expect.configure({ timeout: 60_000 });
const TOKEN_KEY = 'fascicolo.auth.v1';

const PERSON = { firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1984-05-17' };
export const CUSTOMER = {
  ...PERSON,
  fiscalCode: fiscalCodeOf({ ...PERSON, sex: 'F', place: 'A944' }),
  birthPlace: 'Bologna',
  email: 'ginevra@example.com',
  mobilePhone: '+393341234567',
};

type Role = (typeof PEOPLE)[number]['role'];

/** A page of the browser in which somebody has signed in at the provider. */
async function signIn(browser: Browser, { publicUrl }: Systems, role: Role): Promise<Page> {
  const person = PEOPLE.find((one) => one.role === role);
  const context = await browser.newContext({ ...DESK, ignoreHTTPSErrors: true, locale: 'it-IT', baseURL: publicUrl });
  const page = await context.newPage();
  await page.goto('/dashboard');
  await page.locator('input[name="username"]').fill(person?.uid ?? '');
  await page.locator('input[name="password"]').fill(person?.password ?? '');
  await page.locator('input[name="password"]').press('Enter');
  await look(page.getByRole('button', { name: 'Il tuo profilo:' })).toBeVisible();
  return page;
}

/** A call of the portal, from the page of somebody who has signed in. */
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

/** What an administrator enters before anybody can work: who works where, and what the company has bought. */
async function setUp(admin: Page): Promise<void> {
  await eventually('The dealers did not come from the tools service', async () => {
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
}

/** The bodies of what came to a mailbox, as text. */
async function mailTo(systems: Systems, address: string, pattern: RegExp): Promise<string> {
  const { simpleParser } = await import('mailparser');
  return eventually(`No mail for ${address} with ${pattern}`, async () => {
    for (const message of await systems.mail.messagesFor(address)) {
      const found = pattern.exec((await simpleParser(message)).text ?? '')?.[0];
      if (found !== undefined) return found;
    }
    return undefined;
  });
}

const smsTo = (systems: Systems, phone: string, pattern: RegExp): Promise<string> =>
  eventually(`No SMS for ${phone} with ${pattern}`, async () => {
    for (const text of systems.sms.arrivedAt(phone)) {
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) return found;
    }
    return undefined;
  });

/** @returns the id of the document, whose signature was started. */
async function sendDocument(dealer: Page): Promise<number> {
  const file = await makePaper({ pages: 2, title: 'Preventivo' });
  const made = await call<{ document: { id: number } }>(dealer, 'POST', '/api/documents/wizard', {
    dossier: {
      ...{ hst: '10001', brand: 'bmw', dossierType: 'new' },
      ...CUSTOMER,
      ...{ street: 'Via di Prova 1', city: 'Bologna', postalCode: '40121' },
    },
    folder: { brand: 'bmw', type: 'SALE_NEW', businessId: 'PV-1', processDate: '2026-11-20' },
    document: {
      ...{ type: 'SALE_NEW_RFO', sigType: 'OTP', signable: true, archivable: true },
      ...{ fileName: 'preventivo.pdf', mimeType: 'application/pdf', fileSize: file.length },
      content: Buffer.from(file).toString('base64'),
    },
  });
  await dealer.goto(`/app/documents/${made.document.id}`);
  await dealer.getByRole('button', { name: 'Avvia la firma' }).click();
  await look(dealer.getByText('In attesa di firma', { exact: true }).first()).toBeVisible();
  return made.document.id;
}

async function signOnPhone(browser: Browser, systems: Systems): Promise<void> {
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true, locale: 'it-IT' });
  const phone = await context.newPage();
  await phone.goto(await mailTo(systems, CUSTOMER.email, /https:\/\/\S+\/sign\/[\w-]+/));
  await phone.getByRole('button', { name: 'Leggi il documento' }).tap();
  const paper = phone.getByRole('region', { name: /^Pagine del documento: / });
  await look(paper.locator('canvas').first()).toBeVisible();
  await paper.press('End');
  await phone.getByRole('button', { name: 'Conferma i punti' }).tap();
  for (const point of await phone.getByRole('checkbox').all()) await point.check();
  await phone.getByRole('button', { name: 'Ricevi il codice' }).tap();
  const field = phone.getByRole('textbox', { name: 'Codice di 6 cifre' });
  await look(field).toBeVisible();
  await field.fill(await smsTo(systems, CUSTOMER.mobilePhone, /\b\d{6}\b/));
  await phone.getByRole('button', { name: 'Firma', exact: true }).tap();
  await look(phone.getByRole('heading', { name: 'Hai firmato, grazie' })).toBeVisible();
  await context.close();
}

/** @param tell runs a step and keeps its name and time. @throws what the first step that fails throws. */
export async function tellStory(systems: Systems, tell: Tell): Promise<void> {
  const browser = await chromium.launch(USUAL_BROWSER);
  try {
    const admin = await tell('the administrator signs in at the foreign provider', () =>
      signIn(browser, systems, 'admin'),
    );
    await tell('the administrator enters who works where and what was bought', () => setUp(admin));
    const dealer = await tell('the dealer signs in at the foreign provider', () => signIn(browser, systems, 'dealer'));
    await tell('the dealer sends a document', () => sendDocument(dealer));
    await tell('the customer signs on a phone, with the code from the SMS', () => signOnPhone(browser, systems));
    await tell('the document is signed, sealed and stamped', async () => {
      await look(dealer.getByText('Firmato', { exact: true }).first()).toBeVisible();
    });
    await tell('the customer gets the copy by mail', async () => {
      await mailTo(systems, CUSTOMER.email, /firmat/i);
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
