/** Composition root: builds the world from adapters according to the settings, and listens. The only file that names a vendor. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openBuiltInConsentRegister } from '#adapters/consent-register/built-in.ts';
import { openHttpConsentRegister } from '#adapters/consent-register/http.ts';
import { openBuiltInDms, openBuiltInRsp } from '#adapters/customer-search/built-in.ts';
import { readDirectoryFiles } from '#adapters/customer-search/directory-files.ts';
import { openHttpDms, openHttpRsp } from '#adapters/customer-search/http.ts';
import { type DatabaseClock, openDatabaseClock } from '#adapters/database/clock.ts';
import { type EmbeddedDatabase, openPglite } from '#adapters/database/pglite.ts';
import { openPostgres, type ServerDatabase } from '#adapters/database/postgres.ts';
import { openBuiltInDealers } from '#adapters/dealer-directory/built-in.ts';
import { openToolsService } from '#adapters/dealer-directory/tools-http.ts';
import { openDemoProvider } from '#adapters/identity-provider/demo-provider.ts';
import { openJobs } from '#adapters/jobs/pg-boss.ts';
import { type CircuitBreakerOptions, openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { guardedConsentRegister, guardedDealers, guardedDms, guardedRsp } from '#adapters/outside/guarded-ports.ts';
import { openWebhooks } from '#adapters/webhooks/open-webhooks.ts';
import { PageChecker } from '#pdf/drawing/page-checker.ts';
import { PdfGate } from '#pdf/gate.ts';
import { PdfPool } from '#pdf/pool.ts';
import { enableNativeHashing, enableNativeVerification } from '#pdf/signing/native-crypto.ts';
import type { Database } from '#ports/database/database.ts';
import { buildApp } from '#server/app.ts';
import { consentTasks } from '#server/consents/tasks.ts';
import { bindToSecret, ensureInstallation, installedMode } from '#server/database/installation.ts';
import { counterTasks } from '#server/database/tasks.ts';
import { dealerTasks } from '#server/dealers/tasks.ts';
import { DEALER_DIRECTORY } from '#server/demo/dealers.ts';
import { DEALER_PORTAL_PATH, VIDEO_PLAYER_PATH } from '#server/demo/external-pages.ts';
import { PERSONAS } from '#server/demo/personas.ts';
import { mountDemoProvider } from '#server/demo/provider.ts';
import { seedDemoWorld } from '#server/demo/seed.ts';
import { type During, demoBeginning, shiftableClock } from '#server/demo/shiftable-clock.ts';
import { signDemoDocuments } from '#server/demo/sign-documents.ts';
import { deviceTasks } from '#server/devices/tasks.ts';
import { pageCheckTasks } from '#server/documents/intake/page-checks/tasks.ts';
import { fileTasks } from '#server/documents/intake/sweep-files.ts';
import { synchronizationTasks } from '#server/dossiers/synchronization.ts';
import { entitlementTasks } from '#server/entitlements/tasks.ts';
import { evidenceTasks } from '#server/evidence/tasks.ts';
import { idempotencyTasks } from '#server/http/request/idempotency.ts';
import { identityTasks } from '#server/identity/tasks.ts';
import { notificationTasks } from '#server/notifications/tasks.ts';
import { startSigning } from '#server/signing/index.ts';
import { webhookTasks } from '#server/webhooks/tasks.ts';
import type { Custodian, Secrets, World } from '#server/world.ts';
import { openAuthorities } from './authorities.ts';
import { runAdministrators } from './cli/administrators/run.ts';
import { openControl } from './cli/backup/control-socket.ts';
import { readRecipients } from './cli/backup/recipients.ts';
import { type BackupSource, writeBackup } from './cli/backup/write-backup.ts';
import { runFolderTypes } from './cli/folder-types/run.ts';
import { runIdentity } from './cli/identity/run.ts';
import { LocalizedError, localize, type Message } from './cli/terminal/language.ts';
import { verifyInInstallation } from './cli/trail/recompute-evidence.ts';
import { runTrail } from './cli/trail/run.ts';
import { DEMO_CUSTODY, openDemoCustodian, readCustodian } from './custodian.ts';
import { admitRole } from './database-role.ts';
import { openFiles } from './file-storage.ts';
import { withFreePort } from './free-port.ts';
import { admitHeads, openHeads } from './head-store.ts';
import { DEMO_CLIENT, demoClientSecret, openSignIn } from './identity-provider.ts';
import { LAN_WARNING, openLanCertificate, trustCertificate } from './local-network.ts';
import { openLog } from './log.ts';
import { openMessages } from './message-delivery.ts';
import { openDemoSecrets, secretsFrom } from './secrets.ts';
import type { Config } from './settings/config.ts';

/** Wraps the product's clock; tests substitute one that they can move (test/journeys/support/server.ts). */
type ClockWrapper = (clock: DatabaseClock) => DatabaseClock;

export class StartRefused extends LocalizedError {}

/** Below this size, hashing here is faster than handing the bytes to another thread. */
const MAX_HASHED_INLINE = 65_536;

const MODE_NAMES = {
  demo: { it: 'dimostrazione', en: 'the demo' },
  production: { it: 'produzione', en: 'production' },
} as const;

const FIRST_START: Message = {
  it: 'Primo avvio: preparo clienti e documenti della dimostrazione, ci vuole circa un minuto …',
  en: 'First start: preparing the customers and documents of the demo, which takes about a minute …',
};

/** Opens the database and checks that it belongs to this installation before anything else is read, queued or changed. */
async function openInstallation(
  config: Config,
  log: World['log'],
): Promise<Pick<World, 'secrets'> & { database: EmbeddedDatabase | ServerDatabase; installed: Config['mode'] | null }> {
  const embedded = join(config.dataDir, 'database');
  let announced = false;
  const announceFirstStart = (): void => {
    if (!announced && config.mode === 'demo') console.log(localize(FIRST_START));
    announced = true;
  };
  // Creating the embedded database takes some seconds.
  if (config.DATABASE_URL === undefined) await access(embedded).catch(announceFirstStart);
  const database =
    config.DATABASE_URL === undefined
      ? await openPglite(embedded)
      : await openPostgres(config.DATABASE_URL, undefined, { migrate: true, admit: admitRole(config.mode, log) });
  try {
    const installed = await installedMode(database.read);
    refuseOtherMode(installed, config);
    if (installed === null) announceFirstStart();
    // Jobs create the demo's initial data, at a simulated past time.
    if (installed === null && config.JOBS === 'none') {
      throw new StartRefused({
        it: 'Fascicolo non parte: la banca dati è vuota e questo processo non esegue lavori (JOBS=none). Avvia prima un processo con JOBS=only.',
        en: 'Fascicolo does not start: the database is empty and this process works no jobs (JOBS=none). Start a process with JOBS=only first.',
      });
    }
    const secrets =
      config.production === null
        ? await openDemoSecrets(join(config.dataDir, 'keys'))
        : secretsFrom(config.production.secret);
    await refuseOtherSecret(database, secrets, config);
    return { database, secrets, installed };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function refuseOtherMode(installed: Config['mode'] | null, { mode }: Config): void {
  if (installed === null || installed === mode) return;
  throw new StartRefused({
    it: `Fascicolo non parte: questa banca dati è di ${MODE_NAMES[installed].it}, le impostazioni dicono ${MODE_NAMES[mode].it}. Controlla NODE_ENV, DATA_DIR e DATABASE_URL.`,
    en: `Fascicolo does not start: this database belongs to ${MODE_NAMES[installed].en}, the settings are for ${MODE_NAMES[mode].en}. Check NODE_ENV, DATA_DIR and DATABASE_URL.`,
  });
}

async function refuseOtherSecret(database: Database, secrets: Secrets, { mode, dataDir }: Config): Promise<void> {
  if (await bindToSecret(database, secrets)) return;
  throw new StartRefused(
    mode === 'production'
      ? localize({
          it: 'Fascicolo non parte: APP_SECRET non è quella di questa banca dati. Con un’altra i link spediti non si aprono più e i codici non si verificano: rimetti quella di prima, che va conservata insieme ai backup.',
          en: 'Fascicolo does not start: APP_SECRET is not the one of this database. With another one the links that were sent do not open and codes cannot be verified: restore the earlier one, which is kept with the backups.',
        })
      : localize({
          it: `Fascicolo non parte: ${join(dataDir, 'keys')} non contiene le chiavi di questa banca dati. Controlla DATA_DIR e DATABASE_URL.`,
          en: `Fascicolo does not start: ${join(dataDir, 'keys')} does not hold the keys of this database. Check DATA_DIR and DATABASE_URL.`,
        }),
  );
}

/**
 * Production starts with an empty database; an administrator enters what is missing. Of several nodes that start
 * concurrently one initialises it, and the others must match it.
 */
async function beginProduction({ database, secrets, clock }: World, config: Config): Promise<void> {
  await database.transaction((tx) => ensureInstallation(tx, { mode: 'production', secrets, at: clock.now() }));
  refuseOtherMode(await installedMode(database.read), config);
  await refuseOtherSecret(database, secrets, config);
}

/** The demo's initial data are created by requests of its own, which are logged only if they fail. */
async function beginDemo(demo: Parameters<typeof signDemoDocuments>[0]): Promise<void> {
  const { log } = demo.world;
  const { level } = log;
  if (level === 'info' || level === 'warn') log.level = 'error';
  try {
    await signDemoDocuments(demo, await seedDemoWorld(demo.world));
  } finally {
    log.level = level;
  }
}

/** @throws StartRefused without built pages. */
async function settingsOf(config: Config): Promise<World['settings']> {
  const webFolder = join(import.meta.dirname, '../dist/web');
  await access(join(webFolder, 'portal/index.html')).catch(() => {
    throw new StartRefused({
      it: 'Fascicolo non parte: le pagine non sono compilate. Avvialo con: npm start',
      en: 'Fascicolo does not start: its pages are not built. Start it with: npm start',
    });
  });
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string;
  };
  const publicUrl = (config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`).replace(/\/+$/, '');
  return {
    mode: config.mode,
    publicUrl,
    version: manifest.version,
    ...externalPages(config, publicUrl),
    allowedHosts: [
      new URL(publicUrl).host,
      ...(config.lan === null ? [`127.0.0.1:${config.PORT}`, `localhost:${config.PORT}`] : []),
    ],
    webFolder,
    trustedProxies: config.TRUSTED_PROXIES,
    otpCountries: config.OTP_COUNTRIES,
    otpWebLine: config.OTP_WEB_LINE,
    mouseEntities: config.HANDWRITING_MOUSE ?? [],
    contacts: {
      staffNumbers: config.OTP_STAFF_NUMBERS,
      sharedNumbers: config.OTP_SHARED_NUMBERS,
      sharedPeople: config.OTP_SHARED_PEOPLE,
    },
    fourEyesDays: config.FOUR_EYES_DAYS,
  };
}

type PdfTools = Pick<World, 'gate' | 'pages' | 'pdf' | 'pageInk'>;

function openPdfTools(): { tools: PdfTools; close: () => Promise<void> } {
  const gate = new PdfGate();
  const pages = new PageChecker();
  enableNativeVerification();
  enableNativeHashing(MAX_HASHED_INLINE);
  const pdf = new PdfPool();
  return {
    tools: { gate, pages, pdf, pageInk: { inkIn: (bytes, boxes) => pages.inkIn(bytes, boxes) } },
    async close() {
      await gate.close();
      await pages.close();
      await pdf.close();
    },
  };
}

async function openWorld(
  config: Config,
  wrapClock: ClockWrapper,
): Promise<{ world: World; during: During; close: () => Promise<void> }> {
  const settings = await settingsOf(config);
  const { publicUrl } = settings;
  const log = openLog(config.LOG_LEVEL);
  const { database, installed, secrets } = await openInstallation(config, log);
  const { clock, during } = shiftableClock(wrapClock(await openDatabaseClock(database)));
  const [authorities, storage, jobs] = await Promise.all([
    openAuthorities(config, {
      clock,
      log,
      ...(config.mode === 'demo' && installed === null ? { since: demoBeginning(clock.now()) } : {}),
    }),
    openFiles(config.files, { clock, log, alone: config.JOBS === 'here' }),
    openJobs(database, { log, works: config.JOBS !== 'none' }),
  ]);
  const heads = await admitHeads(await openHeads(config.heads.place, config.heads.access, clock), log);
  const custodian = await openCustodian(config, clock.now());
  // Read at start: otherwise a failing nightly backup is noticed only when it is needed.
  await readRecipients(config.backupRecipients, clock.now());
  const messages = await openMessages(config, { database, clock, log, secrets, publicUrl });
  const pdfTools = openPdfTools();
  const world: World = {
    settings,
    secrets,
    clock,
    database,
    storage,
    heads,
    jobs,
    sms: messages.sms,
    smsReceipts: messages.smsReceipts,
    mail: messages.mail,
    outbox: messages.outbox,
    identityProvider: await openSignIn(config, { clock, log, secrets, publicUrl }),
    ...(await openOutsideSystems(config, { clock, log, database })),
    webhooks: await openWebhooks(config.webhooks),
    ...authorities,
    custodian,
    ...pdfTools.tools,
    log,
  };
  return {
    world,
    during,
    async close() {
      await jobs.stop();
      await messages.close();
      await pdfTools.close();
      clock.stop();
      await database.close();
    },
  };
}

/** External pages, or the demo's own in their place. */
const externalPages = (
  { mode, DEALER_PORTAL_URL, VIDEO_PLAYER_URL }: Config,
  publicUrl: string,
): Pick<World['settings'], 'dealerPortalUrl' | 'videoPlayerUrl'> =>
  mode === 'demo'
    ? {
        dealerPortalUrl: DEALER_PORTAL_URL ?? `${publicUrl}${DEALER_PORTAL_PATH}`,
        videoPlayerUrl: VIDEO_PLAYER_URL ?? `${publicUrl}${VIDEO_PLAYER_PATH}/{id}`,
      }
    : { dealerPortalUrl: DEALER_PORTAL_URL ?? null, videoPlayerUrl: VIDEO_PLAYER_URL ?? null };

/** @returns null in production without a certificate: handwritten signatures are then unavailable. */
async function openCustodian({ HANDWRITING_CUSTODIAN, dataDir, mode }: Config, at: Date): Promise<Custodian | null> {
  if (HANDWRITING_CUSTODIAN !== undefined) {
    const folders = [dataDir, ...['keys', DEMO_CUSTODY].map((name) => join(dataDir, name))];
    return readCustodian(HANDWRITING_CUSTODIAN, folders, at);
  }
  return mode === 'demo' ? openDemoCustodian(dataDir, at) : null;
}

/** @param asked PEM files given to the command, instead of those in the settings. */
async function backupSource(world: World, config: Config, asked: readonly string[]): Promise<BackupSource> {
  const { database, storage, heads, clock, sealer, settings } = world;
  const recipients = await readRecipients(asked.length > 0 ? asked : config.backupRecipients, clock.now());
  return {
    ...{ database, storage, heads, clock, sealer, recipients },
    ...{ keys: join(config.dataDir, 'keys'), version: settings.version },
  };
}

/** Each behind its own guard, so that an outage of one does not affect the others. */
async function openOutsideSystems(
  config: Config,
  { database, ...tools }: Pick<CircuitBreakerOptions, 'clock' | 'log'> & Pick<World, 'database'>,
): Promise<Pick<World, 'dealerDirectory' | 'rsp' | 'dms' | 'consentRegister'>> {
  const dealers =
    config.TOOLS_URL === undefined || config.TOOLS_TOKEN === undefined
      ? openBuiltInDealers(DEALER_DIRECTORY)
      : openToolsService({ url: config.TOOLS_URL, token: config.TOOLS_TOKEN, test: config.TOOLS_TEST });
  const consents =
    config.CONSENTS_URL === undefined || config.CONSENTS_TOKEN === undefined
      ? openBuiltInConsentRegister(database)
      : openHttpConsentRegister({ url: config.CONSENTS_URL, token: config.CONSENTS_TOKEN });
  const { search } = config;
  const rsp = search.rsp === null ? openBuiltInRsp() : openHttpRsp(await readDirectoryFiles(search.rsp));
  const dms =
    search.dms === null
      ? openBuiltInDms(DEALER_DIRECTORY.map((dealer) => dealer.hst2011))
      : openHttpDms(await readDirectoryFiles(search.dms));
  return {
    // Returns the whole network in the background, so it may take longer than a search.
    dealerDirectory: guardedDealers(dealers, openCircuitBreaker({ system: 'tools', timeLimit: 15_000, ...tools })),
    rsp: guardedRsp(rsp, openCircuitBreaker({ system: 'RSP', ...tools })),
    dms: guardedDms(dms, openCircuitBreaker({ system: 'DMS', ...tools })),
    consentRegister: guardedConsentRegister(consents, openCircuitBreaker({ system: 'consents', ...tools })),
  };
}

/** The demo's own identity provider, mounted next to the product; none in production. */
async function demoProvider({
  settings,
  secrets,
  log,
}: World): Promise<((app: FastifyInstance) => Promise<void>) | undefined> {
  if (settings.mode !== 'demo') return undefined;
  const provider = await openDemoProvider({
    publicUrl: settings.publicUrl,
    clientId: DEMO_CLIENT,
    clientSecret: demoClientSecret(secrets),
    personas: PERSONAS,
    onDefect: (error) => log.error({ err: error }, 'demo identity provider'),
  });
  return (app) => mountDemoProvider(app, provider);
}

/**
 * @returns once the server answers. @throws StartRefused, DatabaseInUse and other errors that prevent the start,
 * with everything closed.
 */
export async function start(given: Config, wrapClock: ClockWrapper = (clock) => clock): Promise<void> {
  const config = await withFreePort(given);
  const { world, during, close } = await openWorld(config, wrapClock);
  const certificate =
    config.lan === null
      ? undefined
      : await openLanCertificate(join(config.dataDir, 'lan'), config.lan, world.clock.now());
  if (certificate !== undefined) trustCertificate(certificate);
  const app = await buildApp(world, await demoProvider(world), certificate);
  let control: Awaited<ReturnType<typeof openControl>>;
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    world.log.info({ signal }, 'stopping');
    const timer = setTimeout(() => process.exit(1), 30_000);
    timer.unref();
    control?.close();
    await app.close();
    await close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  try {
    await identityTasks(world);
    await synchronizationTasks(world);
    await idempotencyTasks(world);
    await counterTasks(world);
    await fileTasks(world);
    await pageCheckTasks(world);
    await entitlementTasks(world);
    await deviceTasks(world);
    await consentTasks(world);
    await startSigning(world, {
      hours: config.ARCHIVE_HOURS,
      months: config.ARCHIVE_RENEW_MONTHS,
      ...(config.ARCHIVE_RENEW_BEFORE === undefined ? {} : { renewBefore: new Date(config.ARCHIVE_RENEW_BEFORE) }),
    });
    if (config.mode === 'production') await beginProduction(world, config);
    else await beginDemo({ world, app, during });
    await dealerTasks(world);
    await webhookTasks(world);
    await notificationTasks(world);
    await evidenceTasks(world, config.HEAD_MINUTES);
    if (config.JOBS === 'only') {
      console.log(readyForJobs(config.mode));
      return;
    }
    await app.listen({ port: config.PORT, host: config.lan ?? config.HOST });
    control = await openControl(config.dataDir, {
      backup: async ([directory = '', ...recipients]) =>
        writeBackup(await backupSource(world, config, recipients), directory),
      trail: (args) => runTrail(world, args),
      identity: (args) => runIdentity(world, args),
      administrators: (args) => runAdministrators(world, args),
      folderTypes: (args) => runFolderTypes(world, args),
      evidence: (args) =>
        verifyInInstallation(world, args, (place) => openHeads(place, config.heads.access, world.clock)),
    });
  } catch (error) {
    await app.close();
    await close();
    throw error;
  }
  if (config.lan !== null) console.warn(localize(LAN_WARNING));
  console.log(greeting(world));
}

/** Backup and proof commands go to the process that serves pages. */
const readyForJobs = (mode: Config['mode']): string =>
  localize({
    it: `\n  Fascicolo${mode === 'demo' ? ' DEMO' : ''} è pronto per i lavori: firma, sigilla e spedisce, senza pagine. Ctrl-C per fermare.\n`,
    en: `\n  Fascicolo${mode === 'demo' ? ' DEMO' : ''} is ready for jobs: it signs, seals and sends, without pages. Ctrl-C stops it.\n`,
  });

function greeting({ settings: { mode, publicUrl: url } }: World): string {
  if (mode === 'production') return localize({ it: `Fascicolo è pronto: ${url}`, en: `Fascicolo is ready: ${url}` });
  const personas = PERSONAS.map(({ login }) => login).filter((login) => !login.startsWith('dms-'));
  return localize({
    it: `
  Fascicolo DEMO è pronto: ${url}

  Persone:   ${personas.join(' ')}
             (si scelgono nella pagina di accesso, senza password)
  Codici:    SMS ed e-mail non partono, si leggono in ${url}/demo/outbox
  Dati, persone e certificati sono inventati: DEMO senza valore. Ctrl-C per fermare.
`,
    en: `
  Fascicolo DEMO is ready: ${url}

  People:    ${personas.join(' ')}
             (choose one on the sign-in page, without a password)
  Codes:     SMS and e-mails are not sent; read them at ${url}/demo/outbox
  Data, people and certificates are invented: DEMO senza valore (worth nothing). Ctrl-C stops it.
`,
  });
}
