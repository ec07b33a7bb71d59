/** A listening server and all callers over real HTTP, for the tests of the specification. */

import { createHash } from 'node:crypto';
import { request as openRequest } from 'node:http';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { PageCheck, PageFinding } from '#pdf/drawing/page-checker.ts';
import { consentTasks } from '#server/consents/tasks.ts';
import { insertDirectory } from '#server/dealers/index.ts';
import { synchronizationTasks } from '#server/dossiers/synchronization.ts';
import { createUser, findUser } from '#server/identity/index.ts';
import { prepareSession } from '#server/identity/sessions.ts';
import { startSigning } from '#server/signing/index.ts';
import { expireSessions } from '#server/signing/tasks.ts';
import type { World } from '#server/world.ts';
import type { BrandPermissions } from '../../src/domain/access.ts';
import type { Role } from '../../src/domain/identity/roles.ts';
import { OutsideFailure, type OutsideSystem } from '../../src/ports/outside-system.ts';
import { ownPort } from '../hosts/server-process.ts';
import { loadGeneratedPapers, withoutFile } from '../papers/generated-papers.ts';
import { cheapVerifier } from '../password.ts';
import { openPortal, Portal, paper } from '../portal.ts';
import type { TestWorld, TestWorldOptions } from '../world.ts';

export type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'rawPayload' | 'json'>;

export interface TestRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Announces this many bytes and sends none of them. */
  readonly announced?: number;
}

/** A file that contains `Prova del cancello: pdf.timeout` is refused with that code: for refusals that no small file causes. */
const GATE_TRIAL = /Prova del cancello: (pdf\.\w+)/;
export const gateTrial = (code: 'pdf.timeout' | 'pdf.tooLarge' | 'pdf.notPdf'): Buffer =>
  Buffer.from(`%PDF-1.7\n% Prova del cancello: ${code}\n`);

/** A file that contains `Prova del disegno: image` gets that finding on its first page. */
export const DRAWING_TRIAL = 'Prova del disegno:';
const trialFinding = (bytes: Uint8Array): PageFinding | undefined =>
  new RegExp(`${DRAWING_TRIAL} (\\w+)`).exec(Buffer.from(bytes).toString('latin1'))?.[1] as PageFinding | undefined;

function trialChecker(pages: World['pages']): World['pages'] {
  const checkOf = (finding: PageFinding | undefined): PageCheck =>
    finding ? { ok: false, page: 0, finding: finding, detail: 'as the test wants it', picture: null } : { ok: true };
  return {
    inkIn: (...question) => pages.inkIn(...question),
    signatureLines: (...question) => pages.signatureLines(...question),
    readPages: (...question) => pages.readPages(...question),
    async compareEngines(file) {
      const finding = trialFinding(file);
      return checkOf(finding === 'versions' ? undefined : finding);
    },
    async compareVersions(before) {
      const finding = trialFinding(before);
      return checkOf(finding === 'versions' ? finding : undefined);
    },
    async comparePrepared(original) {
      return checkOf(trialFinding(original));
    },
  };
}

/** Whether an external system is currently unavailable. */
export type OutsideOutages = Record<Extract<OutsideSystem, 'RSP' | 'DMS'>, boolean>;

async function asked<T>(outages: OutsideOutages, system: keyof OutsideOutages, call: () => Promise<T>): Promise<T> {
  if (outages[system]) throw new OutsideFailure(system, 'down', 'down for a test');
  return call();
}

function overrides(world: World, port: number, outages: OutsideOutages): Partial<World> {
  const { rsp, dms, gate, pages } = world;
  return {
    settings: {
      ...world.settings,
      publicUrl: `http://127.0.0.1:${port}`,
      allowedHosts: [...world.settings.allowedHosts, `127.0.0.1:${port}`],
    },
    identityProvider: {
      ...world.identityProvider,
      authorizationUrl: async ({ state }) => new URL(`https://idp.example.com/authorize?state=${state}`),
    },
    rsp: {
      searchCustomers: (...query) => asked(outages, 'RSP', () => rsp.searchCustomers(...query)),
      searchCompanies: (...query) => asked(outages, 'RSP', () => rsp.searchCompanies(...query)),
      find: rsp.find,
    },
    dms: {
      search: (...query) => asked(outages, 'DMS', () => dms.search(...query)),
      find: (...key) => asked(outages, 'DMS', () => dms.find(...key)),
    },
    pages: trialChecker(pages),
    gate: new Proxy(gate, {
      get(target, name) {
        if (name !== 'inspect') return Reflect.get(target, name, target);
        return async (bytes: Uint8Array) => {
          const code = GATE_TRIAL.exec(Buffer.from(bytes).toString('latin1', 0, 200))?.[1];
          return code === undefined ? target.inspect(bytes) : { ok: false, code, detail: 'as the test wants it' };
        };
      },
    }),
  };
}

export class TestApi extends Portal {
  readonly port: number;
  readonly outages: OutsideOutages;
  private readonly sessions = new Map<string, string>();
  private numbersUsed = 0;

  constructor(portal: { test: TestWorld; app: FastifyInstance }, port: number, outages: OutsideOutages) {
    super(portal.test, portal.app);
    this.port = port;
    this.outages = outages;
  }

  /** A different number at each call. */
  nextNumber(): number {
    this.numbersUsed += 1;
    return this.numbersUsed;
  }

  ask({ method, path, headers = {}, body, announced }: TestRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = announced ?? (body === undefined ? undefined : Buffer.byteLength(body));
      const call = openRequest(
        {
          host: '127.0.0.1',
          port: this.port,
          method,
          path,
          agent: false,
          headers: { ...headers, ...(length === undefined ? {} : { 'content-length': String(length) }) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const rawPayload = Buffer.concat(chunks);
            const text = rawPayload.toString('utf8');
            if (announced !== undefined) call.destroy();
            resolve({
              statusCode: response.statusCode ?? 0,
              headers: response.headers,
              body: text,
              rawPayload,
              json: () => JSON.parse(text),
            });
          });
        },
      );
      call.on('error', reject);
      if (announced === undefined) call.end(body);
      else call.flushHeaders();
    });
  }

  override async token(login: string): Promise<string> {
    const knownToken = this.sessions.get(login);
    if (knownToken !== undefined) return knownToken;
    const answer = await this.ask({
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: login, password: 'prova' }),
    });
    if (answer.statusCode !== 200) throw new Error(`${login} cannot sign in: ${answer.body}`);
    const { token } = answer.json<{ token: string }>();
    this.sessions.set(login, token);
    return token;
  }

  override async callAs(
    login: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object | string,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const answer = await this.ask({
      method,
      path,
      headers: {
        authorization: `Bearer ${await this.token(login)}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: typeof payload === 'object' ? JSON.stringify(payload) : payload,
    });
    return answer as LightMyRequestResponse;
  }

  get = (login: string, path: string, headers?: Record<string, string>) =>
    this.callAs(login, 'GET', path, undefined, headers);
  post = (login: string, path: string, payload: object | string = {}) => this.callAs(login, 'POST', path, payload);
  put = (login: string, path: string, payload: object) => this.callAs(login, 'PUT', path, payload);
  remove = (login: string, path: string) => this.callAs(login, 'DELETE', path);

  /** The body of a 200 or 201 answer. */
  // biome-ignore lint/suspicious/noExplicitAny: checked against the contract by the server
  async bodyOf<T = any>(answering: Promise<Answer>): Promise<T> {
    const answer = await answering;
    if (answer.statusCode > 299) throw new Error(`${answer.statusCode} ${answer.body}`);
    return answer.json<T>();
  }

  get database() {
    return this.test.world.database;
  }

  /** A dealer of a separate legal entity, which has no service and has used nothing. */
  async newDealer(): Promise<{ hst: string; legalEntity: string }> {
    const number = 20_000 + this.nextNumber();
    const [hst, legalEntity] = [String(number), `LX${number}`];
    const place = { indirizzo: 'Via di Prova 1', citta: 'Bologna', provincia: 'BO' };
    const names = { name: `Prova ${hst}`, nome_commerciale: `Prova ${hst}`, ragione_sociale: 'Prova S.r.l.' };
    const brands = { tipo_auto: 'C', tipo_bmwi: 'C', tipo_mini: 'C', tipo_moto: 'C' };
    await this.database.transaction((tx) =>
      insertDirectory(
        tx,
        [{ code: legalEntity, name: 'Prova S.r.l.' }],
        [{ hst, legal_entity: legalEntity, ...names, ...place, ...brands }],
      ),
    );
    return { hst, legalEntity };
  }

  async newUser(login: string, role: Role, hstList: string[], brands: BrandPermissions[]): Promise<void> {
    const passwordVerifier = cheapVerifier('prova');
    const names = { login, firstName: login, lastName: 'Prova', email: `${login}@example.com` };
    await this.database.transaction((tx) =>
      createUser(
        tx,
        { ...names, authorities: [role], hstList, brands, activated: true, passwordVerifier },
        null,
        this.test.clock.now(),
      ),
    );
  }

  /** A staff session as the identity provider opens it. @returns its cookie, and the headers to send with it. */
  async boundSession(login: string): Promise<[cookie: string, headers: Record<string, string>]> {
    const { world } = this.test;
    const user = await findUser(this.database.read, { login });
    const session = await prepareSession(world, user?.id ?? 0, { bound: true });
    await this.database.transaction((tx) => session.store(tx));
    return [`fascicolo_session=${session.cookie}`, { authorization: `Bearer ${session.token}` }];
  }

  /** A document ready to sign, in a separate folder and of a separate customer. */
  async newReadyDocument(
    change: Record<string, unknown> = {},
    customer: Record<string, unknown> = {},
    login = 'admin',
  ): Promise<{ id: number; folderId: number; phone: string }> {
    const phone = `+39 333${String(1_000_000 + this.nextNumber())}`;
    const folderId = await this.newFolder(login, {}, { mobilePhone: phone, ...customer });
    // A quotation: the customer is its only signer.
    return { id: await this.newDocument(folderId, { type: 'SALE_NEW_RFO', ...change }, login), folderId, phone };
  }

  /** Starts the signature and waits for its link. @returns the path of the signer's calls. */
  async startSigning(id: number): Promise<string> {
    await this.bodyOf(this.post('admin', `/api/documents/${id}/sign`));
    await this.test.world.jobs.drain();
    const { signUrl } = await this.bodyOf(this.get('admin', `/api/documents/${id}`));
    return new URL(signUrl).pathname.replace(/^\/sign\//, '/api/sign/');
  }

  /** The newest code sent to a phone. */
  async code(phone: string): Promise<string> {
    await this.test.world.jobs.drain();
    const [message] = await this.test.outbox(phone.replaceAll(' ', ''));
    return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
  }

  /** A document that its customer has read and for which a code was sent. */
  async readyToConfirm(document?: { id: number; phone: string }): Promise<Signing> {
    const { id, phone } = document ?? (await this.newReadyDocument());
    const path = await this.startSigning(id);
    const signer = new Signer(this, path);
    await signer.read();
    await this.bodyOf(signer.post('/otp'));
    const { points } = (await signer.get()).json<{ points: { id: string }[] }>();
    return { id, path, signer, code: await this.code(phone), points: points.map((point) => point.id), phone };
  }

  async newSignedDocument(): Promise<Signing & { signedDocumentId: number }> {
    const signing = await this.readyToConfirm();
    const { signer, code, points } = signing;
    await this.bodyOf(signer.post('/sign', { code, points }));
    await this.test.world.jobs.drain();
    const { signedDocumentId } = await this.bodyOf(this.get('admin', `/api/documents/${signing.id}`));
    return { ...signing, signedDocumentId };
  }

  /** Advances the clock: signed-in users sign in again, and expired signatures end, as their task would do. */
  async advance(seconds: number): Promise<void> {
    this.test.clock.advance(seconds);
    this.sessions.clear();
    await expireSessions(this.test.world);
  }
}

export interface Signing {
  readonly id: number;
  readonly path: string;
  readonly signer: Signer;
  readonly code: string;
  readonly points: readonly string[];
  readonly phone: string;
}

/** The customer's browser: keeps the cookie of the ceremony. */
export class Signer {
  private readonly api: TestApi;
  private readonly path: string;
  private cookie: string | undefined;
  private shown: string[] = [];

  constructor(api: TestApi, path: string) {
    this.api = api;
    this.path = path;
  }

  private headers(): Record<string, string> {
    return this.cookie === undefined ? {} : { cookie: this.cookie };
  }

  get(call = ''): Promise<Answer> {
    return this.api.ask({ method: 'GET', path: `${this.path}${call}`, headers: this.headers() });
  }

  /** Takes over from the browser that holds the signing session. */
  async takeOver(): Promise<Answer> {
    const { seat } = (await this.get()).json<{ seat?: string }>();
    return this.post('/open', { instead: seat });
  }

  /** Opens the signing session and reads the document. */
  async read(): Promise<Answer> {
    await this.post('/open');
    const answer = await this.get('/document');
    this.shown = [createHash('sha256').update(answer.rawPayload).digest('hex')];
    return answer;
  }

  async post(call: string, body: object = {}): Promise<Answer> {
    const headers = { 'content-type': 'application/json', ...this.headers() };
    const path = `${this.path}${call}`;
    const sent = call === '/sign' ? { shown: this.shown, ...body } : body;
    const answer = await this.api.ask({ method: 'POST', path, headers, body: JSON.stringify(sent) });
    const [cookie] = [answer.headers['set-cookie'] ?? []].flat().map(String);
    if (cookie !== undefined) this.cookie = cookie.split(';', 1)[0];
    return answer;
  }
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
export { paper };

export async function openTestApi(options: Pick<TestWorldOptions, 'clock' | 'workers'> = {}): Promise<TestApi> {
  const port = await ownPort();
  const outages: OutsideOutages = { RSP: false, DMS: false };
  const portal = await openPortal({ ...options, override: (world) => overrides(world, port, outages) });
  // Loans are generated; a copy of a licence has neither file nor template.
  await loadGeneratedPapers(portal.test.world, withoutFile('OTHER_DRIVING_LICENSE'));
  await consentTasks(portal.test.world);
  await startSigning(portal.test.world);
  await synchronizationTasks(portal.test.world);
  await portal.app.listen({ port, host: '127.0.0.1' });
  const api = new TestApi(portal, port, outages);
  // A second administrator, whose rights change temporarily, and without whom the first would be the last.
  await api.newUser('keeper', 'ROLE_ADMIN', [], []);
  return api;
}
