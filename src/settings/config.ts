/** All settings, parsed once from the environment; all problems are reported together. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { OpenIdFiles } from '#adapters/identity-provider/openid-files.ts';
import type { SamlFiles } from '#adapters/identity-provider/saml/saml-files.ts';
import type { SmtpSettings } from '#adapters/messages/mail/smtp-settings.ts';
import type { Message } from '#domain/errors.ts';
import { isOwnAddress, localAddress } from '../local-network.ts';
import { type AuthoritySettings, authorityFields, authorityProblems, authoritySettings } from './authorities.ts';
import {
  bilingual,
  firstOfEach,
  MISSING,
  type Problem,
  problemsIn,
  requiredWith,
  sentenceOf,
  withReason,
} from './checks/problem.ts';
import { spaceSeparated, visibleAscii } from './checks/value-schemas.ts';
import { type HeadsSettings, headsFields, headsProblems, headsSettings } from './heads.ts';
import { mailFields, mailProblems, mailSecrets, mailSettings } from './mail.ts';
import { oidcFields, oidcProblems, oidcSecrets, oidcSettings } from './oidc.ts';
import {
  archiveFields,
  backupFields,
  databaseFields,
  postgres,
  productFields,
  secret,
  secretFields,
  serviceUrl,
  signatureFields,
  systemFields,
  trailFields,
  url,
  videoPlayerUrl,
} from './product.ts';
import { samlFields, samlProblems, samlSecrets, samlSettings } from './saml.ts';
import { type SearchSettings, searchFields, searchProblems, searchSecrets, searchSettings } from './search.ts';
import { withSecretFiles } from './secret-files.ts';
import { type SmsSettings, smsFields, smsProblems, smsSecrets, smsSettings } from './sms.ts';
import { type StorageSettings, storageFields, storageProblems, storageSecrets, storageSettings } from './storage.ts';
import { type WebhookSettings, webhookFields, webhookProblems, webhookSettings } from './webhooks.ts';

const commonFields = {
  ...productFields,
  ...databaseFields,
  ...systemFields,
  ...headsFields,
  ...trailFields,
  ...archiveFields,
  ...backupFields,
  ...signatureFields,
  ...authorityFields,
  ...storageFields,
  ...searchFields,
  ...webhookFields,
};

const demo = z.object({
  ...commonFields,
  HOST: z
    .enum(
      ['127.0.0.1', 'localhost', '::1'],
      bilingual({
        it: 'la dimostrazione ascolta solo su questa macchina (127.0.0.1)',
        en: 'the demo listens on this machine only (127.0.0.1)',
      }),
    )
    .default('127.0.0.1'),
});

/** Production's sign-in and messages; the demo has its own. */
const externalFields = {
  ...secretFields,
  ...oidcFields,
  ...samlFields,
  ...mailFields,
  ...smsFields,
};

const production = z.object({
  ...commonFields,
  ...externalFields,
  PUBLIC_URL: url(['https:']).refine(
    (text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`,
    bilingual({
      it: 'atteso https:// e un host, senza percorso, credenziali né query',
      en: 'expected https:// and a host, without path, credentials and query',
    }),
  ),
  VIDEO_PLAYER_URL: videoPlayerUrl(['https:']).optional(),
  DATABASE_URL: postgres,
  APP_SECRET: secret,
  TOOLS_URL: serviceUrl(['https:'], 'TOOLS_TOKEN'),
  TOOLS_TOKEN: visibleAscii,
  /** Required, so that consents are reported only to an external register. */
  CONSENTS_URL: serviceUrl(['https:'], 'CONSENTS_TOKEN'),
  CONSENTS_TOKEN: visibleAscii,
  /** Required: the demo's authority never replaces them. */
  SEAL_KEY: z.string().min(1),
  ISSUING_KEY: z.string().min(1),
  TIMESTAMP_1_URL: url(['https:', 'http:']),
  /** A stolen backup must not contain the keys. */
  BACKUP_RECIPIENTS: spaceSeparated,
});

/** Also accepted by file (`…_FILE`); no log and no message prints them. */
export const SECRETS: readonly string[] = [
  ...['DATABASE_URL', 'MIGRATE_DATABASE_URL', 'APP_SECRET', 'TOOLS_TOKEN', 'CONSENTS_TOKEN'],
  ...['HEADS_S3_SECRET_ACCESS_KEY', 'TIMESTAMP_1_PASSWORD', 'TIMESTAMP_2_PASSWORD', 'BACKUP_KEY_PASSWORD'],
  ...[...storageSecrets, ...mailSecrets, ...smsSecrets, ...samlSecrets, ...oidcSecrets, ...searchSecrets],
];

/** Production's own services, which the demo simulates. */
export interface ProductionSettings {
  /** At least 32 bytes: every key of the installation is derived from it. */
  readonly secret: Uint8Array;
  readonly signIn: { readonly oidc: OpenIdFiles } | { readonly saml: SamlFiles };
  readonly mail: SmtpSettings;
  readonly sms: SmsSettings;
}

type Common = z.output<typeof demo>;

export type Config = Common & {
  readonly mode: 'demo' | 'production';
  readonly dataDir: string;
  /** This machine's address on the local network when the demo is open to it; null: only on this machine. */
  readonly lan: string | null;
  readonly heads: HeadsSettings;
  readonly files: StorageSettings;
  readonly search: SearchSettings;
  readonly webhooks: WebhookSettings;
  readonly backupRecipients: readonly string[];
  readonly authorities: AuthoritySettings;
  /** Null in the demo. */
  readonly production: ProductionSettings | null;
};

const PREFIXES = [
  ...['SMTP_', 'SMS_', 'S3_', 'SAML_', 'OIDC_', 'HEADS_', 'TIMESTAMP_', 'SEAL_', 'ISSUING_', 'OTP_', 'ARCHIVE_'],
  ...['BACKUP_', 'HANDWRITING_', 'TOOLS_', 'CONSENTS_', 'RSP_', 'DMS_', 'WEBHOOK_'],
];

/** Every setting that is read in either mode. */
export const settingNames: ReadonlySet<string> = new Set([production, demo].flatMap(({ shape }) => Object.keys(shape)));

/** A misspelt setting would otherwise be silently missing. */
function unknownNames(raw: RawSettings): Problem[] {
  return Object.keys(raw)
    .filter((name) => PREFIXES.some((prefix) => name.startsWith(prefix)) && !settingNames.has(name))
    .map((name) => ({ name, message: { it: 'questa impostazione non esiste', en: 'there is no such setting' } }));
}

/** Settings that require each other. */
const PAIRS = [
  ['TOOLS_URL', 'TOOLS_TOKEN'],
  ['TOOLS_TOKEN', 'TOOLS_URL'],
  ['CONSENTS_URL', 'CONSENTS_TOKEN'],
  ['CONSENTS_TOKEN', 'CONSENTS_URL'],
] as const;

const commonProblems = (given: RawSettings, isProduction: boolean): Problem[] => [
  ...authorityProblems(given),
  ...headsProblems(given),
  ...storageProblems(given),
  ...searchProblems(given, isProduction),
  ...webhookProblems(given, isProduction),
  ...unknownNames(given),
];

const FOR_PRODUCTION: Message = {
  it: 'vale per la produzione: nella dimostrazione non si spedisce nulla, e l’accesso ha un provider suo',
  en: 'is for production: in the demo nothing is sent, and people sign in at its own provider',
};
const ONE_PROCESS: Message = {
  it: 'richiede DATABASE_URL: la banca dati incorporata ha un solo processo',
  en: 'needs DATABASE_URL: the embedded database has one process',
};

function demoProblems(raw: RawSettings): Problem[] {
  const productionOnly = Object.keys(externalFields).filter((name) => raw[name] !== undefined);
  return [
    ...PAIRS.filter(([name, other]) => raw[name] !== undefined && raw[other] === undefined).map(([name, other]) => ({
      name: other,
      message: requiredWith(name),
    })),
    ...productionOnly.map((name) => ({ name, message: FOR_PRODUCTION })),
    ...(raw.JOBS !== undefined && raw.JOBS !== 'here' && raw.DATABASE_URL === undefined
      ? [{ name: 'JOBS', message: ONE_PROCESS }]
      : []),
  ];
}

/** Any SAML setting requires a complete SAML provider, and no other provider. */
function signInProblems(raw: RawSettings): Problem[] {
  const saml = samlProblems(raw);
  return saml.length > 0 || raw.SAML_IDP_ENTITY_ID !== undefined ? saml : oidcProblems(raw, true);
}

const CODES_BY_SMS: Message = { it: 'i codici arrivano per SMS', en: 'codes are sent by SMS' };

const productionProblems = (raw: RawSettings): Problem[] => [
  ...signInProblems(raw),
  ...mailProblems(raw, true),
  ...smsProblems(raw),
  ...(raw.SMS_1_URL === undefined ? [{ name: 'SMS_1_URL', message: withReason(MISSING, CODES_BY_SMS) }] : []),
];

/**
 * Public address of an authority's revocation list; none while the product's public address is local, because a
 * certificate must not name an address that does not answer.
 */
export function crlAddress({ PUBLIC_URL }: Config): { crlUrl?: (authority: string) => string } {
  if (PUBLIC_URL === undefined || /^(localhost|127\.|\[::1\])/.test(new URL(PUBLIC_URL).hostname)) return {};
  return { crlUrl: (authority) => `${PUBLIC_URL.replace(/\/+$/, '')}/pki/${authority}.crl` };
}

export class ConfigurationProblems extends Error {
  override readonly name = 'ConfigurationProblems';
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => sentenceOf(problem).en).join('\n'));
    this.problems = problems;
  }
}

type RawSettings = Readonly<Record<string, string>>;

/** An empty value counts as absent: shells and unit files produce them. */
function readEnvironment(environment: Record<string, string | undefined>): { raw: RawSettings; problems: Problem[] } {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return withSecretFiles(Object.fromEntries(entries), SECRETS);
}

/** Reports each setting once, with its first problem; for a setting whose file cannot be read, only that. */
function reportable(problems: readonly Problem[]): Problem[] {
  const names = problems.map(({ name }) => name);
  return firstOfEach(problems).filter(({ name }) => !names.includes(`${name}_FILE`));
}

const migrationSchema = z.object({ MIGRATE_DATABASE_URL: postgres, DATABASE_URL: postgres });

/** Settings of `fascicolo migrate`, in every mode. @throws ConfigurationProblems */
export function readMigrationSettings(environment: Record<string, string | undefined>): {
  ownerUrl: string;
  applicationUrl: string;
} {
  const { raw, problems } = readEnvironment(environment);
  const parsed = migrationSchema.safeParse(raw);
  if (!parsed.success) throw new ConfigurationProblems(reportable([...problems, ...problemsIn(parsed.error, raw)]));
  if (problems.length > 0) throw new ConfigurationProblems(reportable(problems));
  return { ownerUrl: parsed.data.MIGRATE_DATABASE_URL, applicationUrl: parsed.data.DATABASE_URL };
}

const SET_BY_LAN: Message = {
  it: 'non va insieme a --lan, che la imposta da sé',
  en: 'does not go with --lan, which sets it',
};
const NO_NETWORK: Message = {
  it: 'questa macchina non è in nessuna rete locale',
  en: 'this machine is on no local network',
};

/** @returns the problems in the arguments after `npm start --`, and the address on which they open the demo. */
function readArguments(
  args: readonly string[],
  raw: Record<string, unknown>,
): { lan: string | null; problems: Problem[] } {
  const [option, requested, ...more] = args;
  if (option === undefined) return { lan: null, problems: [] };
  if (option !== '--lan' || more.length > 0) {
    const message = {
      it: 'atteso niente, oppure --lan [indirizzo di questa macchina]',
      en: 'expected nothing or --lan [address of this machine]',
    };
    return { lan: null, problems: [{ name: args.join(' '), message }] };
  }
  const lan = requested ?? localAddress() ?? null;
  const problems = ['HOST', 'PUBLIC_URL'].flatMap((name) =>
    raw[name] === undefined ? [] : [{ name, message: SET_BY_LAN }],
  );
  if (lan === null) problems.push({ name: '--lan', message: NO_NETWORK });
  else if (!isOwnAddress(lan)) {
    const message = {
      it: `${lan} non è un indirizzo IPv4 di questa macchina`,
      en: `${lan} is no IPv4 address of this machine`,
    };
    problems.push({ name: '--lan', message });
  }
  return { lan, problems };
}

/** @param parsed settings of either mode. */
function resolveSettings(parsed: Common, mode: Config['mode'], lan: string | null): Omit<Config, 'production'> {
  const dataDir = resolve(parsed.DATA_DIR);
  return {
    ...parsed,
    ...(lan === null ? {} : { PUBLIC_URL: `https://${lan}:${parsed.PORT}` }),
    mode,
    dataDir,
    lan,
    heads: headsSettings(parsed, dataDir),
    files: storageSettings(parsed, dataDir),
    search: searchSettings(parsed),
    webhooks: webhookSettings(parsed),
    backupRecipients: (parsed.BACKUP_RECIPIENTS ?? []).map((path) => resolve(path)),
    authorities: authoritySettings(parsed),
  };
}

const NO_OPTIONS: Message = {
  it: 'la produzione ha solo impostazioni, nessuna opzione',
  en: 'production has settings only, no options',
};

function readProduction(raw: RawSettings, args: readonly string[], fileProblems: readonly Problem[]): Config {
  const parsed = production.safeParse(raw);
  const problems = [
    ...fileProblems,
    ...(parsed.success ? [] : problemsIn(parsed.error, raw)),
    ...commonProblems(raw, true),
    ...productionProblems(raw),
  ];
  const options = args.length > 0 ? [{ name: args.join(' '), message: NO_OPTIONS }] : [];
  if (!parsed.success || problems.length + options.length > 0) {
    throw new ConfigurationProblems([...options, ...reportable(problems)]);
  }
  const { data } = parsed;
  const saml = samlSettings(data, data.PUBLIC_URL);
  const oidc = oidcSettings(data);
  const mail = mailSettings(data);
  const signIn = saml !== null ? { saml } : oidc !== null ? { oidc } : null;
  if (mail === null || signIn === null) throw new Error('settings were not checked');
  return {
    // The demo's schema is a subset of production's.
    ...resolveSettings(data as Common, 'production', null),
    production: {
      secret: new Uint8Array(Buffer.from(data.APP_SECRET, 'base64')),
      signIn,
      mail,
      sms: smsSettings(data),
    },
  };
}

/**
 * `NODE_ENV=production` selects production, anything else demo.
 * @param args the arguments after `npm start --`.
 * @throws ConfigurationProblems with all problems together.
 */
export function readConfig(environment: Record<string, string | undefined>, args: readonly string[] = []): Config {
  const { raw, problems: fileProblems } = readEnvironment(environment);
  if (raw.NODE_ENV === 'production') return readProduction(raw, args, fileProblems);
  const parsed = demo.safeParse(raw);
  const { lan, problems: options } = readArguments(args, raw);
  const problems = [
    ...fileProblems,
    ...(parsed.success ? [] : problemsIn(parsed.error, raw)),
    ...commonProblems(raw, false),
    ...demoProblems(raw),
  ];
  if (!parsed.success || problems.length + options.length > 0) {
    throw new ConfigurationProblems([...options, ...reportable(problems)]);
  }
  return { ...resolveSettings(parsed.data, 'demo', lan), production: null };
}
