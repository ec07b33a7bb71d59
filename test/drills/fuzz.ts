/**
 * Random requests to every endpoint by every kind of caller; never a 5xx, always the one error shape, nothing half
 * written, no data of one place in another.
 */
// Real time: it prints the slowest answer, and gives up on one that never arrives.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { OPERATIONS } from '#contract/index.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { counterTasks } from '#server/database/tasks.ts';
import { synchronizationTasks } from '#server/dossiers/synchronization.ts';
import { inconsistencies } from '../attacks/consistency.ts';
import { addUsers, EXTRA_USERS, PLACES } from '../attacks/files/places.ts';
import {
  type FuzzFixture,
  kindOf,
  linkFor,
  type Plan,
  planFor,
  requestOf,
  sweep,
  type WiredRequest,
} from '../attacks/http/fuzz-requests.ts';
import { answerProblem } from '../attacks/http/raw-http.ts';
import { png } from '../papers/files.ts';
import { makePaper } from '../papers/paper.ts';
import { addForeignDealer, CaseMaker, type Cases } from '../permissions/cases.ts';
import { openStage, type Stage } from '../stages/signing-stage.ts';

export interface FuzzReport {
  seed: number;
  requests: number;
  /** Number of answers by status. */
  statuses: Record<string, number>;
  /** Endpoints that succeeded at least once, and those that never did. */
  reached: string[];
  unreached: string[];
  /** Every problem with its request; the list must stay empty. */
  problems: string[];
  /** Milliseconds. */
  slowest: number;
  longestBlock: number;
}

const MILANO = {
  login: 'milano',
  authorities: ['ROLE_DEALER'],
  hstList: ['10003'],
  brands: BRANDS.map((brand) => ({ brand, permissions: ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE'] })),
} as const;

const STAFF = ['admin', 'nsc', 'supervisor', 'dealer', 'sales', 'readonly', 'sa3', 'dms-incadea', 'milano', 'nobody'];
/** All callers, most often the most privileged; two of them have no staff session. */
const CALLERS = [
  ...STAFF,
  'unknown',
  'forged',
  ...Array.from({ length: 4 }, () => ['admin', 'admin', 'dealer']).flat(),
];
/** Users of dealer 10001 may never see what belongs to these places. */
const FOREIGN_TO = ['sales', 'dealer', 'readonly', 'sa3', 'dms-incadea'];
/** Longer than any time limit of a call. */
const MAX_ANSWER_MS = 30_000;
const MAX_ROWS = 60;
const MIN_ROWS = 3;
/** Requests generated per batch. */
const BATCH_SIZE = 500;
/** Number of requests after which all users get back the rights that a request may have removed. */
const RESTORE_EVERY = 250;
const SECRETS = /scrypt|password_?verifier|node_modules|\bat .{1,80}\.ts:\d|syntax error at|pg_catalog/i;

const answerTimeout = (): Promise<null> => pause(MAX_ANSWER_MS, null, { ref: false });

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
  zstd: zstdDecompressSync,
};

/** The answer as a client that asked for compression reads it: it is checked like any other. */
function uncompressed(answer: LightMyRequestResponse): LightMyRequestResponse {
  const decode = DECODERS[String(answer.headers['content-encoding'] ?? '')];
  if (decode === undefined || answer.rawPayload.length === 0) return answer;
  const rawPayload = decode(answer.rawPayload);
  const body = rawPayload.toString('utf8');
  return Object.assign(Object.create(answer), { rawPayload, body, payload: body, json: () => JSON.parse(body) });
}

class FuzzRun {
  readonly stage: Stage;
  readonly fixture: FuzzFixture;
  readonly report: FuzzReport;
  private readonly people: Record<string, unknown>[];
  private readonly foreignMarkers: readonly string[];
  private readonly reached = new Set<string>();
  private readonly delay = monitorEventLoopDelay({ resolution: 10 });

  constructor(stage: Stage, fixture: FuzzFixture, seed: number, cases: Cases, people: Record<string, unknown>[]) {
    this.stage = stage;
    this.fixture = fixture;
    this.people = people;
    this.foreignMarkers = [cases.otherDealer, cases.otherEntity].map(({ marker }) => marker);
    const figures = { requests: 0, slowest: 0, longestBlock: 0 };
    this.report = { seed, ...figures, statuses: {}, reached: [], unreached: [], problems: [] };
  }

  start(): void {
    this.delay.enable();
  }

  private async headersOf(caller: string, plan: Plan): Promise<Record<string, string>> {
    if (caller === 'unknown') return {};
    if (plan.endpoint.access === 'signer') return { cookie: linkFor(this.fixture, plan).cookie };
    if (plan.endpoint.access !== 'staff') return {};
    if (caller === 'forged') return { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' };
    return { authorization: `Bearer ${await this.stage.token(caller)}` };
  }

  async send(plan: Plan): Promise<void> {
    const { report, stage } = this;
    if (report.requests % RESTORE_EVERY === 0) await this.restore();
    report.requests += 1;
    const caller = CALLERS[plan.who] ?? 'unknown';
    const request = requestOf(this.fixture, plan);
    const headers = { ...(await this.headersOf(caller, plan)), ...request.headers };
    const { payload, url, method } = request;
    // Each from a separate address: the rate limits per address are tested elsewhere.
    const remoteAddress = `10.${report.requests >> 16}.${(report.requests >> 8) & 255}.${report.requests & 255}`;
    this.delay.reset();
    const startedAt = performance.now();
    const pendingAnswer = stage.app.inject({
      method: method as 'GET',
      url,
      headers,
      remoteAddress,
      ...(payload === undefined ? {} : { payload }),
    });
    const received = await Promise.race([pendingAnswer, answerTimeout()]);
    if (received === null) {
      this.recordProblem(caller, request, headers, 'was never answered');
      return;
    }
    const answer = uncompressed(received);
    report.slowest = Math.max(report.slowest, performance.now() - startedAt);
    await new Promise(setImmediate);
    const block = this.delay.max / 1e6;
    report.longestBlock = Math.max(report.longestBlock, block);
    report.statuses[answer.statusCode] = (report.statuses[answer.statusCode] ?? 0) + 1;
    const problem = this.judge(caller, request, answer);
    if (problem !== null) this.recordProblem(caller, request, headers, problem);
    this.updateRows(plan, answer);
    if (answer.statusCode === 401 && STAFF.includes(caller)) await this.restore();
  }

  private judge(caller: string, { method, payload, url }: WiredRequest, answer: LightMyRequestResponse): string | null {
    const { statusCode: status, body } = answer;
    if (method === 'HEAD') return status >= 500 || body !== '' ? `HEAD ${status} with ${body.length}` : null;
    const problem = answerProblem(answer);
    if (problem !== null) return problem;
    if (SECRETS.test(body)) return `${status}, and reveals: ${SECRETS.exec(body)?.[0]}`;
    if (FOREIGN_TO.includes(caller)) {
      const told = this.foreignMarkers.find((marker) => body.includes(marker) && !`${payload}${url}`.includes(marker));
      if (told !== undefined) return `${status}, and reveals ${told}`;
    }
    return null;
  }

  private recordProblem(caller: string, request: WiredRequest, headers: Record<string, string>, problem: string): void {
    const { authorization: _token, ...others } = headers;
    const headersText = JSON.stringify(others).slice(0, 200);
    this.report.problems.push(
      `#${this.report.requests} ${caller} ${request.method} ${request.url.slice(0, 300)} ${headersText}\n  ${request.payload?.slice(0, 600)}\n  ${problem}`,
    );
  }

  /** Later requests name and send back the current rows, and no longer name a deleted one. */
  private updateRows({ endpoint, method, target }: Plan, answer: LightMyRequestResponse): void {
    if (method !== undefined || answer.statusCode >= 300) return;
    this.reached.add(`${endpoint.method} ${endpoint.path}`);
    const kind = kindOf(endpoint.path);
    if (kind === undefined || endpoint.binary !== undefined) return;
    const rows = this.fixture.rows[kind];
    if (endpoint.method === 'DELETE') {
      // The last rows of a kind stay: a row that once existed is a separate case.
      if (rows.length > MIN_ROWS) rows.splice(Number(target) % rows.length, 1);
      return;
    }
    const row = answer.json<{ id?: unknown } | null>();
    if (typeof row?.id !== 'number') return;
    const index = rows.findIndex(({ id }) => id === row.id);
    if (index >= 0) rows[index] = row;
    else if (rows.length < MAX_ROWS) rows.push(row);
    else rows[row.id % MAX_ROWS] = row;
  }

  /** Reactivates users who were deactivated, demoted or locked out, so that the next requests get past authentication. */
  private async restore(): Promise<void> {
    const { read } = this.stage.test.world.database;
    await read.deleteFrom('rate_limit').execute();
    for (const { id, ...values } of this.people) {
      await read
        .updateTable('app_user')
        .set({ ...values, brands: JSON.stringify(values.brands) })
        .where('id', '=', Number(id))
        .execute();
    }
    for (const login of STAFF) await this.stage.callAs(login, 'GET', '/api/account');
  }

  async finish(rejections: readonly string[]): Promise<FuzzReport> {
    const { report, stage } = this;
    this.delay.disable();
    await stage.test.world.jobs.drain();
    for (const line of stage.test.logLines.filter((line) => line.includes('"msg":"defect"')).slice(0, 5)) {
      report.problems.push(`a defect was logged: ${line.slice(0, 800)}`);
    }
    report.problems.push(...rejections, ...(await inconsistencies(stage.test.world)));
    if ((await stage.app.inject('/health')).statusCode !== 200) report.problems.push('the server is unhealthy');
    if (({} as Record<string, unknown>).admin !== undefined) report.problems.push('prototypes were changed');
    const allOperations = OPERATIONS.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    report.reached = [...this.reached].sort();
    report.unreached = allOperations.filter((operation) => !this.reached.has(operation));
    return report;
  }
}

async function create(stage: Stage, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await stage.callAs('admin', 'POST', path, body);
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`);
  return answer.json();
}

/** Documents in every place, some of everything that administrators manage, links that wait for their signers. */
async function makeFixture(stage: Stage, cases: Cases): Promise<FuzzFixture> {
  const read = async (path: string): Promise<Record<string, unknown>> =>
    (await stage.callAs('admin', 'GET', path)).json();
  const all = PLACES.map((place) => cases[place]);
  const fresh: number[] = [];
  const links: FuzzFixture['links'] = [];
  for (let waiting = 0; waiting < 4; waiting += 1) {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    await browser.post(`${path}/otp`);
    links.push({ token: path.split('/').at(-1) ?? '', cookie: browser.cookie ?? '' });
    fresh.push(id, (await stage.newDocument()).id, (await stage.newDocument({ document: { draft: true } })).id);
  }
  const admin = { legalEntity: 'LE001' };
  const license = await create(stage, '/api/licenses', { ...admin, licenseCode: 'LIC-1', licenseAmount: 3 });
  const services = [
    {
      serviceType: 'SIGNATURE_TYPE',
      expiresAt: '2099-12-31',
      signatureType: 'FES',
      folderTypeSet: ['SALE_NEW', 'SERVICE'],
    },
    { serviceType: 'OTP', totalOtp: 1_000 },
    { serviceType: 'DISK_SPACE', totalSpace: 100, expiresAt: '2099-12-31' },
  ].map((service) => create(stage, '/api/intesys-services', { ...admin, ...service }));
  const user = {
    login: 'collega',
    firstName: 'Carla',
    lastName: 'Collega',
    email: 'carla@example.com',
    authorities: ['ROLE_DEALER'],
    hstList: ['10001'],
  };
  const rows = (ids: number[], path: string) => Promise.all(ids.map((id) => read(`${path}/${id}`)));
  return {
    links,
    files: { pdf: (await makePaper({ pages: 1 })).toString('base64'), png: png().toString('base64') },
    rows: {
      dossier: await rows(
        all.map((fuzzCase) => fuzzCase.dossierId),
        '/api/dossiers',
      ),
      folder: await rows(
        all.map((fuzzCase) => fuzzCase.folderId),
        '/api/folders',
      ),
      document: await rows([...all.map((fuzzCase) => fuzzCase.documentId), ...fresh], '/api/documents'),
      signed: all.map((fuzzCase) => ({ id: fuzzCase.signedDocumentId })),
      user: [await create(stage, '/api/users', user)],
      service: await Promise.all(services),
      license: [license],
      activation: [await create(stage, '/api/activations', { licenseId: license.id, hst: '10001' })],
      video: [await create(stage, '/api/videos', { order: 1, title: 'Primo accesso', externalId: 'abc' })],
    },
  };
}

/**
 * A sweep over every part of the API, then random requests.
 * @param options.seed the same seed and number give the same requests.
 */
export async function fuzzDrill(options: { requests: number; seed: number; thorough: boolean }): Promise<FuzzReport> {
  const { requests, seed, thorough } = options;
  const stage = await openStage();
  const rejections: string[] = [];
  const note = (error: unknown): void => void rejections.push(`nobody caught: ${String(error)}`);
  process.on('unhandledRejection', note);
  try {
    await synchronizationTasks(stage.test.world);
    await counterTasks(stage.test.world);
    await addForeignDealer(stage);
    const cases = await (await CaseMaker.open(stage)).makeAll();
    await addUsers(stage, [
      ...EXTRA_USERS,
      { ...MILANO, authorities: [...MILANO.authorities], hstList: [...MILANO.hstList] },
    ]);
    const fixture = await makeFixture(stage, cases);
    const people = await stage.read
      .selectFrom('app_user')
      .select(['id', 'authorities', 'hst_list', 'brands', 'activated', 'first_name', 'last_name', 'email'])
      .where('login', '!=', 'collega')
      .execute();
    const fuzzing = new FuzzRun(stage, fixture, seed, cases, people);
    fuzzing.start();
    for (const plan of sweep(thorough)) await fuzzing.send(plan);
    const plans = planFor(CALLERS.length);
    for (let made = 0; made < requests; made += BATCH_SIZE) {
      const numRuns = Math.min(BATCH_SIZE, requests - made);
      for (const plan of fc.sample(plans, { numRuns, seed: seed + made })) await fuzzing.send(plan);
    }
    return await fuzzing.finish(rejections);
  } finally {
    process.off('unhandledRejection', note);
    await stage.close();
  }
}
