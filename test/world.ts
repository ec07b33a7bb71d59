/** A whole world for tests: real database, real files, the demo's authority, an outbox, a clock that tests move. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBuiltInConsentRegister } from '#adapters/consent-register/built-in.ts';
import { openBuiltInDms, openBuiltInRsp } from '#adapters/customer-search/built-in.ts';
import type { EmbeddedDatabase } from '#adapters/database/pglite.ts';
import { openPostgres, type ServerDatabase } from '#adapters/database/postgres.ts';
import { openBuiltInDealers } from '#adapters/dealer-directory/built-in.ts';
import { openFolderHeads } from '#adapters/head-store/folder.ts';
import { openJobs } from '#adapters/jobs/pg-boss.ts';
import { openDemoOutbox } from '#adapters/messages/demo-outbox.ts';
import { openDemoAuthority } from '#adapters/sealer/demo-authority.ts';
import { openFolderStorage } from '#adapters/storage/folder.ts';
import { openHttpsSender } from '#adapters/webhooks/https-sender.ts';
import { PdfGate } from '#pdf/gate.ts';
import { PdfPool } from '#pdf/pool.ts';
import { type IdentityProvider, SignInRefused } from '#ports/identity-provider.ts';
import type { OutboxMessage } from '#ports/messages.ts';
import { DEALER_DIRECTORY } from '#server/demo/dealers.ts';
import type { World } from '#server/world.ts';
import { openLog } from '../src/log.ts';
import { secretsFrom } from '../src/secrets.ts';
import { type TestClock, testClock } from './clock.ts';
import { openMigrated, openReady } from './embedded.ts';
import { openTestJobs, openWorkedJobs, type TestJobs } from './jobs.ts';
import { freshDatabase, onPostgres } from './postgres.ts';
import { testCustodian } from './stages/test-custodian.ts';

export interface TestWorld {
  world: World & { readonly jobs: TestJobs };
  clock: TestClock;
  folder: string;
  /** Every line written to the log since the world was created. */
  logLines: string[];
  outbox(to?: string): Promise<readonly OutboxMessage[]>;
  close(): Promise<void>;
}

export interface TestWorldOptions {
  /** Replaces parts of the world: an identity provider, a failing gateway. */
  override?: (world: World) => Partial<World>;
  /** Keeps files, keys and (embedded) database here, so that a second world can be opened on the first one’s data. */
  folder?: string;
  /** A prepared PostgreSQL database, opened with the role named in the address. */
  databaseUrl?: string;
  /** Default: a clock stopped at `testNow()`. */
  clock?: TestClock;
  /** Runs jobs in the background, as in the product, for tests of several servers at the same moment. */
  workers?: boolean;
}

const noProvider: IdentityProvider = {
  authorizationUrl: async () => {
    throw new SignInRefused('This test has no identity provider');
  },
  finish: async () => {
    throw new SignInRefused('This test has no identity provider');
  },
  endSessionUrl: async () => null,
};

/** PostgreSQL databases of worlds with a folder, so that a second world finds the first one's rows. */
const databaseOfFolder = new Map<string, Promise<string>>();

/** Worlds opened on one folder at the same moment share its database too. */
function postgresUrl(folder: string | undefined): Promise<string> {
  const existing = folder === undefined ? undefined : databaseOfFolder.get(folder);
  if (existing !== undefined) return existing;
  const made = freshDatabase({ name: 'fascicolo_template', build: buildTemplate }).then(({ url }) => url);
  if (folder !== undefined) databaseOfFolder.set(folder, made);
  return made;
}

async function buildTemplate(url: string): Promise<void> {
  const database = await openPostgres(url, 2);
  const jobs = await openJobs(database, { log: { error: () => undefined } });
  await jobs.stop();
  await database.close();
}

/** @param folder where an embedded database is kept; the same folder opens the same database again. */
export async function openTestDatabase(folder?: string): Promise<EmbeddedDatabase | ServerDatabase> {
  if (onPostgres()) return openPostgres(await postgresUrl(folder), 10);
  return openReady(folder === undefined ? undefined : join(folder, 'database'));
}

/** @returns a database on which every migration has just run, without the queues of jobs. */
export async function openWithoutQueues(): Promise<EmbeddedDatabase | ServerDatabase> {
  return onPostgres() ? openPostgres((await freshDatabase()).url, 5) : openMigrated();
}

/** Finds nothing: pages are drawn only in tests about drawing (page-checks.test.ts, the journeys). */
const noDrawingCheck: World['pages'] = {
  compareEngines: async () => ({ ok: true }),
  compareVersions: async () => ({ ok: true }),
  comparePrepared: async () => ({ ok: true }),
  inkIn: async (_, boxes) => boxes.map(() => 0),
  signatureLines: async () => [],
  readPages: async (_, { from, to }) =>
    Array.from({ length: to - from }, () => ({
      paragraphs: [{ text: 'Contratto di prova', large: false }],
      certain: true,
      whole: true,
    })),
};

/** Tests of races send hundreds of calls of one user in parallel. */
const MAX_PARALLEL = { active: 1_000, waiting: 1_000 };

let readers: Pick<World, 'gate' | 'pdf'> | undefined;
/** Stateless, and without a process when idle: one of each serves all worlds. */
function sharedReaders(): Pick<World, 'gate' | 'pdf'> {
  readers ??= { gate: new PdfGate({ children: 1 }), pdf: new PdfPool({ threads: 1 }) };
  return readers;
}

export async function makeWorld(options: TestWorldOptions = {}): Promise<TestWorld> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'fascicolo-')));
  const clock = options.clock ?? testClock();
  const logLines: string[] = [];
  const log = openLog('info', { write: (line: string) => void logLines.push(line) });
  const database =
    options.databaseUrl === undefined
      ? await openTestDatabase(options.folder)
      : await openPostgres(options.databaseUrl, 10);
  const [authority, storage, jobs] = await Promise.all([
    openDemoAuthority(join(folder, 'keys'), clock),
    openFolderStorage(join(folder, 'files')),
    options.workers ? openWorkedJobs(database, log) : openTestJobs(database, log),
  ]);
  const outbox = openDemoOutbox(database, clock);
  const base: TestWorld['world'] = {
    settings: {
      mode: 'demo',
      publicUrl: 'http://localhost:80',
      version: '0.0.0-test',
      dealerPortalUrl: null,
      videoPlayerUrl: null,
      allowedHosts: ['localhost:80', 'localhost'],
      webFolder: join(import.meta.dirname, '../dist/web'),
      trustedProxies: 0,
      otpCountries: ['39'],
      otpWebLine: false,
      mouseEntities: [],
      contacts: { staffNumbers: 'refuse', sharedNumbers: 'second-person', sharedPeople: 2 },
      fourEyesDays: 30,
      checkContract: true,
      callLimits: { account: MAX_PARALLEL, link: MAX_PARALLEL, network: MAX_PARALLEL },
    },
    secrets: secretsFrom(createHash('sha256').update('test').digest()),
    clock,
    database,
    storage,
    heads: openFolderHeads(join(folder, 'heads')),
    jobs,
    sms: outbox.sms,
    smsReceipts: null,
    mail: outbox.mail,
    outbox: outbox.outbox,
    identityProvider: noProvider,
    dealerDirectory: openBuiltInDealers(DEALER_DIRECTORY),
    rsp: openBuiltInRsp(),
    dms: openBuiltInDms(DEALER_DIRECTORY.map((dealer) => dealer.hst2011)),
    consentRegister: openBuiltInConsentRegister(database),
    webhooks: openHttpsSender({ allowedHosts: [], allowLoopback: true, timeLimit: 1_000 }),
    sealer: authority.sealer,
    authority: authority.authority,
    timestamp: authority.timestamp,
    custodian: await testCustodian(),
    ...sharedReaders(),
    pages: noDrawingCheck,
    pageInk: null,
    log,
  };
  const world: TestWorld['world'] = { ...base, ...options.override?.(base), jobs };
  return {
    world,
    clock,
    folder,
    logLines,
    outbox: (to) => outbox.outbox.list(to),
    async close() {
      await jobs.stop();
      await database.close();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
