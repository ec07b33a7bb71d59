/** Selects an installation's checks: one for each part of its settings. */
import { resolveTxt } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSearch } from '#adapters/customer-search/check-search.ts';
import { checkHeadBucket } from '#adapters/head-store/check-heads.ts';
import { checkOidc } from '#adapters/identity-provider/openid-check.ts';
import type { OpenIdFiles } from '#adapters/identity-provider/openid-files.ts';
import { checkSaml } from '#adapters/identity-provider/saml/check-saml.ts';
import type { SamlFiles } from '#adapters/identity-provider/saml/saml-files.ts';
import { checkMail } from '#adapters/messages/mail/smtp-check.ts';
import type { SmtpSettings } from '#adapters/messages/mail/smtp-settings.ts';
import { checkSms } from '#adapters/messages/sms/sms-check.ts';
import { checkBucket } from '#adapters/storage/check-bucket.ts';
import { checkWebhooks } from '#adapters/webhooks/check-webhooks.ts';
import type { Message } from '#domain/errors.ts';
import type { Clock } from '#ports/clock.ts';
import { type Finding, failure, ok, warning, withAdvice } from '#ports/finding.ts';
import type { Secrets } from '#server/world.ts';
import { DEMO_CUSTODY } from '../../custodian.ts';
import { bucketOf } from '../../head-store.ts';
import { secretsFrom } from '../../secrets.ts';
import type { AuthoritySettings } from '../../settings/authorities.ts';
import type { HeadsSettings } from '../../settings/heads.ts';
import type { SearchSettings } from '../../settings/search.ts';
import type { SmsSettings } from '../../settings/sms.ts';
import type { StorageSettings } from '../../settings/storage.ts';
import type { WebhookSettings } from '../../settings/webhooks.ts';
import { checkCustodian, checkRecipients } from './check-certificates.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkKeys } from './check-keys.ts';
import { checkPublicAddress } from './check-public-address.ts';
import { checkServices, type Services } from './check-services.ts';
import { checkStoredFiles } from './check-stored-files.ts';
import { checkTimestamps } from './check-timestamps.ts';
import { type Check, TIME_LIMIT } from './report.ts';
import { createdAtFirstStart, DEMO_HAS_ITS_OWN, notAFolder } from './shared-texts.ts';

export interface Installation {
  readonly mode: 'demo' | 'production';
  readonly version: string;
  readonly dataDir: string;
  readonly publicUrl: string;
  readonly trustedProxies: number;
  /** Null: the embedded database. */
  readonly databaseUrl: string | null;
  /** Null: the installation has no secret yet. */
  readonly secrets: Secrets | null;
  readonly authorities: AuthoritySettings;
  readonly heads: HeadsSettings;
  readonly storage: StorageSettings;
  /** Null for mail, SMS, SAML and OpenID Connect: not configured. */
  readonly mail: SmtpSettings | null;
  readonly sms: SmsSettings | null;
  readonly saml: SamlFiles | null;
  readonly search: SearchSettings;
  readonly services: Services;
  readonly webhooks: WebhookSettings;
  readonly oidc: OpenIdFiles | null;
  readonly backupRecipients: readonly string[];
  readonly custodian: string | null;
}

export interface DoctorOptions {
  readonly clock: Clock;
  /** Recipient of a trial message; absent: none is sent. */
  readonly mailTo: string | null;
  readonly resolveTxt?: (name: string) => Promise<string[][]>;
}

/** @returns the checks in display order; the caller adds the check of the settings. */
export function checksOf(installation: Installation, { clock, mailTo, resolveTxt: texts }: DoctorOptions): Check[] {
  const { mode, dataDir, secrets, authorities, storage, databaseUrl, version } = installation;
  const now = () => clock.now();
  const files = { databaseUrl, storage, keys: join(dataDir, 'keys'), secrets, clock };
  const key = secrets?.derive('doctor') ?? null;
  const { publicUrl: url, trustedProxies } = installation;
  const folders = [dataDir, ...['keys', DEMO_CUSTODY].map((name) => join(dataDir, name))];
  const mail = mailCheck(installation, { now, mailTo, texts: texts ?? resolveTxt });
  return [
    { name: 'disk', run: () => checkDisk(dataDir) },
    { name: 'database', run: () => checkDatabase(databaseUrl, { dataDir, mode, now }) },
    { name: 'keys', run: () => checkKeys(authorities, dataDir, now()) },
    { name: 'timestamps', run: () => checkTimestamps(authorities.timestamps, clock) },
    { name: 'files', run: () => checkFileStorage(storage, mode) },
    { name: 'stored files', run: () => storedFiles(files) },
    { name: 'heads', run: () => checkHeads(installation, clock) },
    { name: 'sign-in', run: () => signIn(installation, clock) },
    mail,
    { name: 'customer search', run: () => checkDirectories(installation, clock) },
    { name: 'services', run: () => checkServices(installation.services) },
    { name: 'webhooks', run: () => checkWebhooks(installation.webhooks) },
    {
      name: 'sms',
      run: async () =>
        installation.sms === null ? [ok('SMS_1_URL', DEMO_HAS_ITS_OWN)] : checkSms(installation.sms.gateways),
    },
    { name: 'public address', run: () => checkPublicAddress({ url, version, dataDir, trustedProxies, key, now }) },
    { name: 'backup', run: () => checkRecipients(installation.backupRecipients, mode === 'production', now()) },
    { name: 'custodian', run: () => checkCustodian(installation.custodian, folders, now()) },
  ];
}

const NO_TRIAL: Message = {
  it: 'Non impostato: nessun messaggio di prova si può spedire.',
  en: 'Not set: no trial message can be sent.',
};

function mailCheck(
  { mail, mode }: Installation,
  { now, mailTo, texts }: { now: () => Date; mailTo: string | null; texts: (name: string) => Promise<string[][]> },
): Check {
  const name = 'mail';
  if (mail === null) {
    const text = mailTo === null ? DEMO_HAS_ITS_OWN : NO_TRIAL;
    const finding = mode === 'production' || mailTo !== null ? failure('SMTP_HOST', text) : ok('SMTP_HOST', text);
    return { name, run: async () => [finding] };
  }
  const trialOptions = mailTo === null ? {} : { trialTo: mailTo };
  // The trial follows the checks and has the same limit again.
  const limit = mailTo === null ? TIME_LIMIT + 500 : 2 * TIME_LIMIT + 500;
  return { name, limit, run: () => checkMail(mail, { resolveTxt: texts, now: now(), ...trialOptions }) };
}

async function checkFileStorage(storage: StorageSettings, mode: Installation['mode']): Promise<Finding[]> {
  if (storage.bucket !== null) return checkBucket(storage.bucket);
  const { folder } = storage;
  const text = {
    it: `Non impostato: i file si conservano in ${folder}.`,
    en: `Not set: files are kept in ${folder}.`,
  };
  const shared = {
    it: 'Tutte le macchine dell’installazione devono condividere questa cartella.',
    en: 'All machines of the installation must share this folder.',
  };
  return [mode === 'production' ? warning('S3_BUCKET', withAdvice(text, shared)) : ok('S3_BUCKET', text)];
}

async function storedFiles(files: {
  readonly databaseUrl: string | null;
  readonly storage: StorageSettings;
  readonly keys: string;
  readonly secrets: Secrets | null;
  readonly clock: Clock;
}): Promise<Finding[]> {
  const { databaseUrl, ...rest } = files;
  if (databaseUrl === null) {
    return [
      ok('files', {
        it: 'Li elenca la banca dati della dimostrazione, che qui non si apre.',
        en: 'The demo’s own database names them, and it is not opened here.',
      }),
    ];
  }
  return checkStoredFiles({ databaseUrl, ...rest });
}

async function checkHeads({ heads, mode }: Installation, clock: Clock): Promise<Finding[]> {
  const { place, access, named } = heads;
  const bucket = bucketOf(place);
  if (bucket === null) return checkHeadFolder(place, named, mode);
  if (access === null) {
    return [
      failure('HEADS_S3_ACCESS_KEY_ID', {
        it: `Per ${place} non c’è nessuna chiave. Impostala, con il suo segreto.`,
        en: `There is no key for ${place}. Set it and its secret.`,
      }),
    ];
  }
  return checkHeadBucket({ ...access, ...bucket, clock });
}

const BESIDE: Message = {
  it: 'Non impostato: le teste stanno accanto alla banca dati, dove le trova anche chi la riscrive. Usa HEADS_S3_BUCKET, oppure una cartella di un’altra macchina.',
  en: 'Not set: heads are kept beside the database, where an attacker who rewrites it finds them too. Use HEADS_S3_BUCKET, or a folder of another machine.',
};

async function checkHeadFolder(path: string, named: boolean, mode: Installation['mode']): Promise<Finding[]> {
  const { access, constants, stat } = await import('node:fs/promises');
  const name = 'HEADS_DIR';
  const locationFindings: Finding[] = named ? [] : [mode === 'production' ? warning(name, BESIDE) : ok(name, BESIDE)];
  try {
    if (!(await stat(path)).isDirectory()) return [failure(name, notAFolder(path, name))];
    await access(path, constants.W_OK | constants.X_OK);
    return [
      ...locationFindings,
      ok(name, {
        it: `${path} esiste e accetta file di questo utente.`,
        en: `${path} is there and takes files of this user.`,
      }),
    ];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !named) return [...locationFindings, warning(name, createdAtFirstStart(path))];
    const todo =
      code === 'ENOENT'
        ? { it: 'Montala o creala.', en: 'Mount or make it.' }
        : { it: 'Assegnala all’utente del prodotto.', en: 'Give it to the product’s user.' };
    const problem = {
      it: `Non si può scrivere in ${path} (${code}).`,
      en: `${path} cannot be written into (${code}).`,
    };
    return [failure(name, withAdvice(problem, todo))];
  }
}

async function checkDirectories({ search, mode }: Installation, clock: Clock): Promise<Finding[]> {
  if (mode === 'demo' && search.rsp === null && search.dms === null) {
    return [
      ok('RSP_URL', {
        it: 'Non impostato: la dimostrazione ha RSP e DMS suoi.',
        en: 'Not set: the demo has its own RSP and DMS.',
      }),
    ];
  }
  return checkSearch(search, clock);
}

const CHOSEN_FROM_LIST: Message = {
  it: 'Non impostato: le persone della dimostrazione si scelgono da un elenco.',
  en: 'Not set: people of the demo are chosen from a list.',
};
const NO_SIGN_IN: Message = {
  it: 'Nessuno può accedere: imposta OIDC_ISSUER, oppure SAML_IDP_ENTITY_ID.',
  en: 'Nobody can sign in: set OIDC_ISSUER, or SAML_IDP_ENTITY_ID.',
};

async function signIn({ saml, oidc, mode }: Installation, clock: Clock): Promise<Finding[]> {
  const findings = [
    ...(saml === null ? [] : await checkSaml(saml, clock)),
    ...(oidc === null ? [] : await checkOidc(oidc, clock)),
  ];
  if (findings.length > 0) return findings;
  return [mode === 'demo' ? ok('OIDC_ISSUER', CHOSEN_FROM_LIST) : failure('OIDC_ISSUER', NO_SIGN_IN)];
}

/** The demo's secret if it exists; this function creates none. */
export async function readDemoSecrets(dataDir: string): Promise<Secrets | null> {
  const master = await readFile(join(dataDir, 'keys', 'master.key')).catch(() => null);
  return master?.length === 32 ? secretsFrom(master) : null;
}
