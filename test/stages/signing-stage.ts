/** A stage for signing tests: the real server in memory, signed-in staff, documents ready to sign, customers with browsers. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Db } from '#ports/database/database.ts';
import { buildApp } from '#server/app.ts';
import { consentTasks } from '#server/consents/tasks.ts';
import { insertDirectory } from '#server/dealers/index.ts';
import { createPersonas } from '#server/demo/personas.ts';
import { findUser } from '#server/identity/index.ts';
import { startSigning } from '#server/signing/index.ts';
import type { StaffRole } from '../../src/domain/signing/staff-signers.ts';
import { pageCheckTasks } from '../../src/server/documents/intake/page-checks/tasks.ts';
import { makePaper } from '../papers/paper.ts';
import { cheapVerifier } from '../password.ts';
import { makeWorld, type TestWorld, type TestWorldOptions } from '../world.ts';

const DEALER = {
  nome_commerciale: 'Autoesempio Bologna',
  ragione_sociale: 'Autoesempio S.p.A.',
  indirizzo: 'Via di Prova 1',
  citta: 'Bologna',
  provincia: 'BO',
  tipo_auto: 'C',
  tipo_bmwi: 'C',
  tipo_mini: 'C',
  tipo_moto: '-',
};

const PERSONAS: Readonly<Record<StaffRole, string>> = {
  dealer: 'dealer',
  operatorDealer: 'operator',
  salesManager: 'manager',
};

/** The hashes a page computes of the documents it received, by the address under which it signs. */
class ShownHashes {
  private hashes = new Map<string, Set<string>>();

  private hashesAt(path: string): Set<string> {
    const place = path.replace(/\/(document|sign)(\?.*)?$/, '');
    const stored = this.hashes.get(place) ?? new Set();
    this.hashes.set(place, stored);
    return stored;
  }

  add(path: string, answer: LightMyRequestResponse): void {
    if (answer.headers['content-type'] !== 'application/pdf' || !/\/document(\?|$)/.test(path)) return;
    this.hashesAt(path).add(createHash('sha256').update(answer.rawPayload).digest('hex'));
  }

  at(path: string): string[] {
    return [...this.hashesAt(path)];
  }

  like(other: ShownHashes): void {
    this.hashes = other.hashes;
  }
}

/** A browser: keeps the cookies of one customer and, like the page, the hashes of the documents it received. */
export class Browser {
  readonly app: FastifyInstance;
  readonly userAgent: string;
  cookie: string | undefined;
  private readonly shown = new ShownHashes();

  constructor(app: FastifyInstance, userAgent = 'Telefono di prova') {
    this.app = app;
    this.userAgent = userAgent;
  }

  private headers(): Record<string, string> {
    return { 'user-agent': this.userAgent, ...(this.cookie === undefined ? {} : { cookie: this.cookie }) };
  }

  async get(path: string): Promise<LightMyRequestResponse> {
    const answer = await this.app.inject({ method: 'GET', url: path, headers: this.headers() });
    this.shown.add(path, answer);
    return answer;
  }

  /** The same browser at another server: takes over the other's cookie and the hashes that its page has shown. */
  continueAs(other: Browser): this {
    this.cookie = other.cookie;
    this.shown.like(other.shown);
    return this;
  }

  /** Takes over from the browser that holds the signing session, like the page. */
  async takeOver(path: string): Promise<LightMyRequestResponse> {
    const { seat } = (await this.get(path)).json<{ seat?: string }>();
    return this.post(`${path}/open`, { instead: seat });
  }

  /** Opens the signing session and reads the document, or one of several. */
  async read(path: string, id?: number): Promise<LightMyRequestResponse> {
    await this.post(`${path}/open`);
    return this.get(`${path}/document${id === undefined ? '' : `?id=${id}`}`);
  }

  async post(path: string, body: object = {}): Promise<LightMyRequestResponse> {
    const payload = path.endsWith('/sign') ? { shown: this.shown.at(path), ...body } : body;
    const answer = await this.app.inject({ method: 'POST', url: path, headers: this.headers(), payload });
    const [cookie] = answer.cookies;
    if (cookie !== undefined) this.cookie = `${cookie.name}=${cookie.value}`;
    return answer;
  }
}

export interface Customer {
  phone: string;
  email: string;
}

export class Stage {
  readonly test: TestWorld;
  readonly app: FastifyInstance;
  private readonly tokens = new Map<string, string>();
  /** Documents shown to staff for their own signatures, by login. */
  private readonly shown = new Map<string, ShownHashes>();
  private customers = 0;

  constructor(test: TestWorld, app: FastifyInstance) {
    this.test = test;
    this.app = app;
  }

  get read(): Db {
    return this.test.world.database.read;
  }

  /** The newest code, or reminder, of any signature. */
  async newestId(table: 'otp_code' | 'link_reminder'): Promise<number> {
    const { id } = await this.read.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    return id;
  }

  browser(userAgent?: string): Browser {
    return new Browser(this.app, userAgent);
  }

  /** Calls as a persona, signing in again when a test has moved the clock past the end of the staff session. */
  async callAs(
    login: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ): Promise<LightMyRequestResponse> {
    const shown = this.shown.get(login) ?? new ShownHashes();
    this.shown.set(login, shown);
    const isOwnSignature = method === 'POST' && url.endsWith('/own-signature');
    const sentPayload = isOwnSignature ? { shown: shown.at(url), ...payload } : payload;
    const call = async (): Promise<LightMyRequestResponse> => {
      const headers = { authorization: `Bearer ${await this.token(login)}` };
      return this.app.inject({ method, url, headers, ...(sentPayload === undefined ? {} : { payload: sentPayload }) });
    };
    const firstAnswer = await call();
    if (firstAnswer.statusCode === 401) this.tokens.delete(login);
    const answer = firstAnswer.statusCode === 401 ? await call() : firstAnswer;
    shown.add(url, answer);
    return answer;
  }

  /** The token, for calls with their own headers. */
  async token(login: string): Promise<string> {
    return this.tokens.get(login) ?? this.signIn(login);
  }

  private async signIn(login: string): Promise<string> {
    const credentials = { username: login, password: 'demo' };
    const answer = await this.app.inject({ method: 'POST', url: '/api/auth/login', payload: credentials });
    if (answer.statusCode !== 200) throw new Error(`${login} cannot sign in: ${answer.body}`);
    const { token } = answer.json<{ token: string }>();
    this.tokens.set(login, token);
    return token;
  }

  /** A document of a new customer, ready to sign. */
  async newDocument(
    options: {
      file?: Uint8Array;
      type?: string;
      customer?: Customer;
      document?: object;
      firstName?: string;
      dossier?: object;
      folder?: object;
    } = {},
  ): Promise<{ id: number; folderId: number; dossierId: number; customer: Customer }> {
    this.customers += 1;
    const number = String(this.customers).padStart(4, '0');
    const customer = options.customer ?? { phone: `+39 333000${number}`, email: `cliente${number}@example.com` };
    const file = Buffer.from(options.file ?? (await paper()));
    const answer = await this.callAs('dealer', 'POST', '/api/documents/wizard', {
      dossier: {
        hst: '10001',
        brand: 'bmw',
        firstName: options.firstName ?? 'Ginevra',
        lastName: 'Provetti',
        birthDate: '1980-01-01',
        birthPlace: 'Roma',
        fiscalCode: 'RSSMRA80A01H501U',
        mobilePhone: customer.phone,
        email: customer.email,
        street: 'Via di Prova 1',
        city: 'Bologna',
        postalCode: '40121',
        ...options.dossier,
      },
      folder: {
        brand: 'bmw',
        type: 'SALE_NEW',
        businessId: `PV-${number}`,
        processDate: '2026-11-20',
        ...options.folder,
      },
      document: {
        type: options.type ?? 'SALE_NEW_RFO',
        sigType: 'OTP',
        signable: true,
        archivable: true,
        fileName: 'preventivo Provetti.pdf',
        mimeType: 'application/pdf',
        fileSize: file.length,
        content: file.toString('base64'),
        ...options.document,
      },
    });
    if (answer.statusCode !== 201) throw new Error(`No document: ${answer.body}`);
    const { dossier, document } = answer.json<{
      dossier: { id: number };
      document: { id: number; folderId: number };
    }>();
    return { id: document.id, folderId: document.folderId, dossierId: dossier.id, customer };
  }

  async document(id: number): Promise<Record<string, unknown> & { status: string; signUrl: string | null }> {
    return (await this.callAs('dealer', 'GET', `/api/documents/${id}`)).json();
  }

  /** Starts the signature; when the dealer's signers are not set, names the persona of each role. */
  async requestStart(login: string, id: number): Promise<LightMyRequestResponse> {
    const start = (body: object) => this.callAs(login, 'POST', `/api/documents/${id}/sign`, body);
    const answer = await start({});
    const { code, fieldErrors = [] } = answer.json<{ code?: string; fieldErrors?: { field: StaffRole }[] }>();
    if (code !== 'signing.signersMissing') return answer;
    const { read } = this.test.world.database;
    const signerEntries = fieldErrors.map(async ({ field: role }) => {
      return [role, (await findUser(read, { login: PERSONAS[role] }))?.id] as const;
    });
    return start({ signers: Object.fromEntries(await Promise.all(signerEntries)) });
  }

  /** The newest signing session of the document. */
  async sessionOf(documentId: number): Promise<number> {
    const { session_id } = await this.test.world.database.read
      .selectFrom('session_document')
      .select('session_id')
      .where('document_id', '=', documentId)
      .orderBy('session_id', 'desc')
      .executeTakeFirstOrThrow();
    return session_id;
  }

  /** Starts the signature and waits for the link. @returns the path of the link's calls. */
  async startSigning(id: number, by = 'dealer'): Promise<string> {
    const answer = await this.requestStart(by, id);
    if (answer.statusCode !== 200) throw new Error(`Not started: ${answer.body}`);
    await this.test.world.jobs.drain();
    const { signUrl } = await this.document(id);
    return pathOf(signUrl ?? '');
  }

  /** A new document whose signature waits, with the path of its link's calls. */
  async newStartedDocument(
    type = 'SALE_NEW_RFO',
    by = 'dealer',
  ): Promise<{ id: number; customer: Customer; path: string }> {
    const { id, customer } = await this.newDocument({ type });
    return { id, customer, path: await this.startSigning(id, by) };
  }

  /** The newest code sent to a phone. */
  async code(customer: Customer): Promise<string> {
    await this.test.world.jobs.drain();
    const [message] = await this.test.outbox(customer.phone.replaceAll(' ', ''));
    return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
  }

  async points(path: string): Promise<string[]> {
    const view = (await this.browser().get(path)).json<{ points: { id: string }[] }>();
    return view.points.map((point) => point.id);
  }

  /** A waiting document, read by its customer, who has requested the code. */
  async readyToConfirm(): Promise<{
    id: number;
    path: string;
    browser: Browser;
    points: string[];
    code: string;
    customer: Customer;
  }> {
    const { id, customer } = await this.newDocument();
    const path = await this.startSigning(id);
    const reached = await this.requestCode(path, customer);
    return { id, path, ...reached, points: await this.points(path), customer };
  }

  /** Reads everything behind a link, in a new browser, and requests the code. */
  async requestCode(path: string, customer: Customer): Promise<{ browser: Browser; code: string }> {
    const browser = this.browser();
    await browser.read(path);
    const codeAnswer = await browser.post(`${path}/otp`);
    if (codeAnswer.statusCode !== 200) throw new Error(`No code: ${codeAnswer.body}`);
    return { browser, code: await this.code(customer) };
  }

  /** Reads behind a link, requests the code and confirms every signature field. */
  async sign(path: string, customer: Customer): Promise<void> {
    const { browser, code } = await this.requestCode(path, customer);
    const signed = await browser.post(`${path}/sign`, { code, points: await this.points(path) });
    if (signed.statusCode !== 200) throw new Error(`Not signed: ${signed.body}`);
    await this.test.world.jobs.drain();
  }

  async newSignedDocument(): Promise<{ id: number; path: string; browser: Browser; signedDocumentId: number }> {
    const { id, path, browser, points, code } = await this.readyToConfirm();
    const answer = await browser.post(`${path}/sign`, { code, points });
    if (answer.statusCode !== 200) throw new Error(`Not signed: ${answer.body}`);
    await this.test.world.jobs.drain();
    return { id, path, browser, signedDocumentId: Number((await this.document(id)).signedDocumentId) };
  }

  /** The types of the document's audit events, oldest first. */
  async trail(id: number): Promise<string[]> {
    const answer = await this.callAs('dealer', 'GET', `/api/documents/${id}/events`);
    if (answer.statusCode !== 200) throw new Error(`No trail: ${answer.statusCode} ${answer.body}`);
    return answer
      .json<{ type: string }[]>()
      .map((event) => event.type)
      .reverse();
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.test.close();
  }
}

let cachedPaper: Promise<Buffer> | undefined;
async function paper(): Promise<Buffer> {
  cachedPaper ??= makePaper({ pages: 2 });
  return cachedPaper;
}

export const pathOf = (signUrl: string): string => new URL(signUrl).pathname.replace(/^\/sign\//, '/api/sign/');

/** Always differs from the right one. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export async function openStage(options: TestWorldOptions = {}): Promise<Stage> {
  const test = await makeWorld(options);
  const { world } = test;
  if ((await findUser(world.database.read, { login: 'dealer' })) === undefined) {
    await world.database.transaction((tx) =>
      insertDirectory(
        tx,
        [{ code: 'LE001', name: 'Autoesempio S.p.A.' }],
        ['10001', '10002'].map((hst) => ({ hst, legal_entity: 'LE001', name: `Autoesempio ${hst}`, ...DEALER })),
      ),
    );
    await createPersonas(world, cheapVerifier('demo'));
  }
  await consentTasks(world);
  await pageCheckTasks(world);
  await startSigning(world);
  const app = await buildApp(world);
  return new Stage(test, app);
}
