/** Every setting, parsed once from the environment; all problems are reported together (P-1). */
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type AuthoritySettings,
  authorityFields,
  authoritySettings,
  missingBeside,
  words,
} from './config-authorities.ts';
import { type HeadsSettings, headsFields, headsProblems, headsSettings } from './config-heads.ts';
import { isOwnAddress, localAddress } from './lan.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `expected an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
const secret = z.string().refine((text) => Buffer.from(text, 'base64').length >= 32, {
  message: 'expected at least 32 random bytes in base64 (openssl rand -base64 32)',
});

const videoPlayerUrl = (protocols: readonly string[]) =>
  url(protocols).refine(
    (text) => !URL.canParse(text) || (text.includes('{id}') && !new URL(text).host.includes('{id}')),
    {
      message: 'expected {id} where the video’s identifier belongs, for example https://player.example.com/{id}',
    },
  );

const postgres = url(['postgres:', 'postgresql:']);

const common = {
  /** Of the owner of the tables, for `migrate` and `restore` alone: the server does not need it and should not be given it. */
  MIGRATE_DATABASE_URL: postgres.optional(),
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: url(['http:', 'https:']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Both missing: pages of the demo's own stand in; in production no menu entry and no preview. */
  DEALER_PORTAL_URL: url(['https:', 'http:']).optional(),
  /** Where the provider's player stands; `{id}` is the video's external id. Its origin alone may be framed. */
  VIDEO_PLAYER_URL: videoPlayerUrl(['https:', 'http:']).optional(),
  /** The tools service's test dealers besides the real ones. */
  TOOLS_TEST: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  ...headsFields,
  /** How often a head is taken when something was recorded since: each costs a timestamp. */
  HEAD_MINUTES: z.coerce.number().int().min(1).max(1440).default(15),
  /** From completion to the document timestamp that closes in everything: revocation lists must have come out since. */
  ARCHIVE_HOURS: z.coerce.number().int().min(0).max(720).default(24),
  /** Before the end of a document timestamp's certificate, when the next one is added. */
  ARCHIVE_RENEW_MONTHS: z.coerce.number().int().min(1).max(120).default(24),
  /** Document timestamps older than this day are renewed: set when an algorithm that they use has become too weak. */
  ARCHIVE_RENEW_BEFORE: z.iso.date().optional(),
  /** PEM files, separated by spaces, with the certificates that backups are sealed for; without them the demo's lie in clear. */
  BACKUP_RECIPIENTS: words.optional(),
  /** Of the private key that a backup is opened with, for `restore` and `verify-evidence --backup` alone. */
  BACKUP_KEY_PASSWORD: z.string().optional(),
  /** PEM of the certificate that handwriting is sealed for; in the demo one is made unless this names another (D-33). */
  HANDWRITING_CUSTODIAN: z.string().min(1).optional(),
  /** Legal entities, separated by spaces, that take handwriting by mouse for simple signatures; none unless named (P-8). */
  HANDWRITING_MOUSE: words.optional(),
  /** Calling codes of the countries whose mobiles get codes, separated by commas: `39,43` (D-45). */
  OTP_COUNTRIES: z
    .string()
    .regex(/^[1-9]\d(?:,[1-9]\d)*$/, { message: 'expected calling codes of two digits, for example 39,43' })
    .default('39')
    .transform((text) => text.split(',')),
  /** A last line in each code's SMS by which browsers put the code in by themselves; it makes every message two parts (P-7). */
  OTP_WEB_LINE: z
    .enum(['on', 'off'])
    .default('off')
    .transform((text) => text === 'on'),
  /** A telephone or e-mail of one of the staff as the customer's own: refused, or another of the staff gives their word (D-45). */
  OTP_STAFF_NUMBERS: z.enum(['refuse', 'second-person']).default('refuse'),
  /** A telephone that has served so many other people that OTP_SHARED_PEOPLE is passed: told alone, a second person's word, refused. */
  OTP_SHARED_NUMBERS: z.enum(['tell', 'second-person', 'refuse']).default('second-person'),
  /** How many people may have one telephone without anybody asking: 2, as couples have; 1 asks from the second one on. */
  OTP_SHARED_PEOPLE: z.coerce.number().int().min(1).max(50).default(2),
  /** For so many days an account does not approve what a person has written who made or changed that account; 0: it always does. */
  FOUR_EYES_DAYS: z.coerce.number().int().min(0).max(365).default(30),
  /** Which jobs this process works: all of them beside the pages (`here`), none, or jobs `only` and no pages (record 0056). */
  JOBS: z.enum(['here', 'none', 'only']).default('here'),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  ...authorityFields,
};

/** An address without credentials in it: those have a setting of their own, which no log prints. */
const serviceUrl = (protocols: readonly string[], tokenName: string) =>
  url(protocols).refine(
    (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).search === ''),
    { message: `expected an address without credentials and query (use ${tokenName})` },
  );
/** Visible ASCII: what fits into a header. */
const token = z.string().regex(/^[\x21-\x7e]+$/, { message: 'expected visible ASCII characters without spaces' });

const demo = z
  .object({
    ...common,
    HOST: z
      .enum(['127.0.0.1', 'localhost', '::1'], { message: 'the demo listens on this machine only (127.0.0.1)' })
      .default('127.0.0.1'),
    DATABASE_URL: postgres.optional(),
    /** Another tools service than the built-in one. */
    TOOLS_URL: serviceUrl(['https:', 'http:'], 'TOOLS_TOKEN').optional(),
    TOOLS_TOKEN: token.optional(),
    /** The national company's own register of consents, in place of the built-in one (P-5). */
    CONSENTS_URL: serviceUrl(['https:', 'http:'], 'CONSENTS_TOKEN').optional(),
    CONSENTS_TOKEN: token.optional(),
  })
  .superRefine((settings, context) => {
    for (const [given, other] of [
      ['TOOLS_URL', 'TOOLS_TOKEN'],
      ['TOOLS_TOKEN', 'TOOLS_URL'],
      ['CONSENTS_URL', 'CONSENTS_TOKEN'],
      ['CONSENTS_TOKEN', 'CONSENTS_URL'],
    ] as const) {
      if (settings[given] !== undefined && settings[other] === undefined) {
        context.addIssue({ code: 'custom', path: [other], message: `is needed with ${given}` });
      }
    }
    if (settings.JOBS !== 'here' && settings.DATABASE_URL === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['JOBS'],
        message: 'needs DATABASE_URL: the embedded database has one process',
      });
    }
    for (const { name, message } of [...missingBeside(settings), ...headsProblems(settings)]) {
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });

const production = z.object({
  ...common,
  PUBLIC_URL: url(['https:']),
  VIDEO_PLAYER_URL: videoPlayerUrl(['https:']).optional(),
  DATABASE_URL: postgres,
  APP_SECRET: secret,
  OIDC_ISSUER: url(['https:']),
  OIDC_CLIENT_ID: z.string().min(1),
  OIDC_CLIENT_SECRET: z.string().min(1),
  OIDC_SCOPE: z.string().default('openid profile email'),
  TOOLS_URL: serviceUrl(['https:'], 'TOOLS_TOKEN'),
  TOOLS_TOKEN: token,
  /** Nothing is told that nobody outside takes. */
  CONSENTS_URL: serviceUrl(['https:'], 'CONSENTS_TOKEN'),
  CONSENTS_TOKEN: token,
  /** Nothing of the demo's authority stands in for them. */
  SEAL_KEY: z.string().min(1),
  ISSUING_KEY: z.string().min(1),
  TIMESTAMP_1_URL: url(['https:', 'http:']),
  /** Who steals a backup must not have the keys. */
  BACKUP_RECIPIENTS: words,
});

export type Config = z.output<typeof demo> & {
  readonly mode: 'demo';
  readonly dataDir: string;
  /** The address of this machine on the local network when the demo is open to it; null: on this machine alone. */
  readonly lan: string | null;
  readonly heads: HeadsSettings;
  readonly backupRecipients: readonly string[];
  readonly authorities: AuthoritySettings;
};

/**
 * Parts of production that this version has no adapter for, and how their settings begin: a start in production names all of
 * them and refuses, a demo that is given one of them does too, rather than pretending.
 */
const NOT_BUILT = [
  { part: 'SMS gateway (HTTP or SMPP)', settings: ['SMS_', 'SMPP_'] },
  { part: 'SMTP mail', settings: ['SMTP_'] },
  { part: 'object storage (S3_*)', settings: ['S3_'] },
  { part: 'SAML 2.0 (SAML_*)', settings: ['SAML_'] },
  { part: 'customer search in RSP and DMS (RSP_*, DMS_*)', settings: ['RSP_', 'DMS_'] },
] as const;

const notBuilt = (given: Record<string, unknown>): string[] =>
  NOT_BUILT.flatMap(({ part, settings }) =>
    Object.keys(given)
      .filter((name) => settings.some((start) => name.startsWith(start)))
      .map((name) => `${name}: this version has no adapter for: ${part}`),
  );

/**
 * Where a stranger can fetch an authority's revocation list; nowhere as long as the product's public address is this
 * machine's own: no certificate names an address that does not answer.
 */
export function crlAddress({ PUBLIC_URL }: Config): { crlUrl?: (authority: string) => string } {
  if (PUBLIC_URL === undefined || /^(localhost|127\.|\[::1\])/.test(new URL(PUBLIC_URL).hostname)) return {};
  return { crlUrl: (authority) => `${PUBLIC_URL.replace(/\/+$/, '')}/pki/${authority}.crl` };
}

export class ConfigurationProblems extends Error {
  override readonly name = 'ConfigurationProblems';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

// An empty value counts as absent, as shells and unit files leave them.
const givenIn = (environment: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));

const migration = z.object({ MIGRATE_DATABASE_URL: postgres, DATABASE_URL: postgres });

/** What `fascicolo migrate` needs, in every mode. @throws ConfigurationProblems */
export function readMigrationSettings(environment: Record<string, string | undefined>): {
  ownerUrl: string;
  applicationUrl: string;
} {
  const given = givenIn(environment);
  const parsed = migration.safeParse(given);
  if (!parsed.success) throw new ConfigurationProblems(problemsOf(parsed.error, given));
  return { ownerUrl: parsed.data.MIGRATE_DATABASE_URL, applicationUrl: parsed.data.DATABASE_URL };
}

/** @returns what is wrong with the words after `npm start --`, and the address that they open the demo to. */
function readArguments(
  args: readonly string[],
  given: Record<string, unknown>,
): { lan: string | null; problems: string[] } {
  const [option, asked, ...more] = args;
  if (option === undefined) return { lan: null, problems: [] };
  if (option !== '--lan' || more.length > 0) {
    return { lan: null, problems: [`${args.join(' ')}: expected nothing or --lan [address of this machine]`] };
  }
  const lan = asked ?? localAddress() ?? null;
  const problems = ['HOST', 'PUBLIC_URL'].flatMap((name) =>
    given[name] === undefined ? [] : [`${name}: does not go with --lan, which sets it`],
  );
  if (lan === null) problems.push('--lan: this machine is on no local network');
  else if (!isOwnAddress(lan)) problems.push(`--lan: ${lan} is no IPv4 address of this machine`);
  return { lan, problems };
}

/**
 * `NODE_ENV=production` selects production, anything else demo.
 * @param args what stands after `npm start --`.
 * @throws ConfigurationProblems with every problem at once.
 */
export function readConfig(environment: Record<string, string | undefined>, args: readonly string[] = []): Config {
  const given = givenIn(environment);
  const isProduction = given.NODE_ENV === 'production';
  if (isProduction) {
    const checked = production.safeParse(given);
    throw new ConfigurationProblems([
      ...(args.length > 0 ? [`${args.join(' ')}: production has settings alone, no options`] : []),
      ...(checked.success ? [] : problemsOf(checked.error, given)),
      ...missingBeside(given).map(({ name }) => `${name} is missing`),
      ...headsProblems(given).map(({ name, message }) => `${name}: ${message}`),
      ...NOT_BUILT.map(({ part }) => `this version has no production adapter for: ${part}`),
    ]);
  }
  const parsed = demo.safeParse(given);
  const { lan, problems: wrong } = readArguments(args, given);
  const problems = [...wrong, ...notBuilt(given)];
  if (!parsed.success) throw new ConfigurationProblems([...problemsOf(parsed.error, given), ...problems]);
  if (problems.length > 0) throw new ConfigurationProblems(problems);
  const dataDir = resolve(parsed.data.DATA_DIR);
  return {
    ...parsed.data,
    ...(lan === null ? {} : { PUBLIC_URL: `https://${lan}:${parsed.data.PORT}` }),
    mode: 'demo',
    dataDir,
    lan,
    heads: headsSettings(parsed.data, dataDir),
    backupRecipients: (parsed.data.BACKUP_RECIPIENTS ?? []).map((path) => resolve(path)),
    authorities: authoritySettings(parsed.data),
  };
}

function problemsOf(error: z.ZodError, given: Record<string, unknown>): string[] {
  return error.issues.map((issue) => {
    const name = issue.path.join('.');
    return given[name] === undefined ? `${name} is missing` : `${name}: ${issue.message}`;
  });
}
