/** Settings of the product itself: address, database, systems of the national company, codes, evidence, backups. */
import { z } from 'zod';
import { bilingual } from './checks/problem.ts';
import { expectedAddress, spaceSeparated, visibleAscii } from './checks/value-schemas.ts';
import { setting } from './description.ts';

export const url = (protocols: readonly string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), expectedAddress(protocols));

export const videoPlayerUrl = (protocols: readonly string[]) =>
  url(protocols).refine(
    (text) => !URL.canParse(text) || (text.includes('{id}') && !new URL(text).host.includes('{id}')),
    bilingual({
      it: 'atteso {id} al posto dell’identificativo del video, per esempio https://player.example.com/{id}',
      en: 'expected {id} where the video’s identifier belongs, for example https://player.example.com/{id}',
    }),
  );

export const postgres = url(['postgres:', 'postgresql:']);
export const secret = z.string().refine(
  (text) => Buffer.from(text, 'base64').length >= 32,
  bilingual({
    it: 'attesi almeno 32 byte casuali in base64 (openssl rand -base64 32)',
    en: 'expected at least 32 random bytes in base64 (openssl rand -base64 32)',
  }),
);
/** An address without credentials in it: those have a setting of their own, which no log prints. */
export const serviceUrl = (protocols: readonly string[], tokenName: string) =>
  url(protocols).refine(
    (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).search === ''),
    bilingual({
      it: `atteso un indirizzo senza credenziali né query (usa ${tokenName})`,
      en: `expected an address without credentials and query (use ${tokenName})`,
    }),
  );

const either = (yes: string, no: string) =>
  z
    .enum([yes, no])
    .default(no)
    .transform((text) => text === yes);

export const productFields = {
  NODE_ENV: setting(z.string().optional(), '`production` selects production, anything else the demo.', 'production', {
    unset: 'demo; production where the packaged command starts it',
    initial: true,
  }),
  PUBLIC_URL: setting(
    url(['http:', 'https:']).optional(),
    'Address at which browsers and phones reach the product; links in messages begin with it.',
    'https://fascicolo.example.it',
    { unset: '`http://127.0.0.1:PORT` in the demo', initial: true },
  ),
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(8080), 'TCP port of the server.', '8080', {
    initial: true,
  }),
  HOST: setting(
    z.string().min(1).default('127.0.0.1'),
    'Network address that the server listens on; the demo accepts this machine only.',
    '127.0.0.1',
  ),
  TRUSTED_PROXIES: setting(
    z.coerce.number().int().min(0).max(10).default(0),
    'Number of proxies in front of the product; each adds an address to X-Forwarded-For, which is trusted.',
    '1',
    { unit: 'proxies', initial: true },
  ),
  DATA_DIR: setting(
    z.string().min(1).default('./data'),
    'Folder for keys, files and, without `DATABASE_URL`, the embedded database.',
    '/var/lib/fascicolo',
    { initial: true },
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    'Least severe level that is written to the log.',
    'info',
  ),
  JOBS: setting(
    z.enum(['here', 'none', 'only']).default('here'),
    'Whether this process serves pages and works jobs (`here`), serves pages (`none`) or works jobs (`only`); the systemd units and compose.yaml set it themselves.',
    'here',
  ),
};

/** Every key of an installation is derived from it. */
export const secretFields = {
  APP_SECRET: setting(
    secret.optional(),
    'Secret of the installation, 32 random bytes or more in base64 (`openssl rand -base64 32`); keep a copy with the key of the backups, without it nothing starts.',
    '/etc/fascicolo/secrets/app-secret',
    { initial: true },
  ),
};

export const databaseFields = {
  DATABASE_URL: setting(
    postgres.optional(),
    'Address of the PostgreSQL database with the role of the application.',
    '/etc/fascicolo/secrets/database-url',
    { unset: 'the embedded database (demo only)', initial: true },
  ),
  MIGRATE_DATABASE_URL: setting(
    postgres.optional(),
    'Address with the role that owns the tables, for `migrate` and `restore` only; it belongs into /etc/fascicolo/migrate.env, the server must not have it.',
    '/etc/fascicolo/secrets/migrate-database-url',
  ),
};

export const systemFields = {
  TOOLS_URL: setting(
    serviceUrl(['https:', 'http:'], 'TOOLS_TOKEN').optional(),
    'Tools service of the national company: list of dealers.',
    'https://tools.example.it',
    { unset: 'the built-in dealers (demo only)', initial: true },
  ),
  TOOLS_TOKEN: setting(
    visibleAscii.optional(),
    'Bearer token of the tools service.',
    '/etc/fascicolo/secrets/tools-token',
    {
      initial: true,
    },
  ),
  TOOLS_TEST: setting(
    either('true', 'false'),
    'Whether the tools service’s test dealers are read besides the real ones.',
    'false',
  ),
  CONSENTS_URL: setting(
    serviceUrl(['https:', 'http:'], 'CONSENTS_TOKEN').optional(),
    'The national company’s register of consents.',
    'https://consents.example.it',
    { unset: 'the built-in register (demo only)', initial: true },
  ),
  CONSENTS_TOKEN: setting(
    visibleAscii.optional(),
    'Bearer token of the register of consents.',
    '/etc/fascicolo/secrets/consents-token',
    { initial: true },
  ),
  DEALER_PORTAL_URL: setting(
    url(['https:', 'http:']).optional(),
    'Address of the dealer portal that the menu links to.',
    'https://portale.example.it',
    { unset: 'a page of the demo; no menu entry in production' },
  ),
  VIDEO_PLAYER_URL: setting(
    videoPlayerUrl(['https:', 'http:']).optional(),
    'Address of the video provider’s player, `{id}` standing for the video; only its origin may be framed.',
    'https://player.example.it/{id}',
    { unset: 'a page of the demo; no preview in production' },
  ),
};

export const trailFields = {
  HEAD_MINUTES: setting(
    z.coerce.number().int().min(1).max(1440).default(15),
    'How often a head of the audit trail is taken when something was recorded since; each costs a timestamp.',
    '15',
    { unit: 'minutes' },
  ),
};

export const archiveFields = {
  ARCHIVE_HOURS: setting(
    z.coerce.number().int().min(0).max(720).default(24),
    'Time from completion to the document timestamp, in which new revocation lists must be published.',
    '24',
    { unit: 'hours' },
  ),
  ARCHIVE_RENEW_MONTHS: setting(
    z.coerce.number().int().min(1).max(120).default(24),
    'How long before the end of a document timestamp’s certificate the next one is added.',
    '24',
    { unit: 'months' },
  ),
  ARCHIVE_RENEW_BEFORE: setting(
    z.iso.date().optional(),
    'Day: older document timestamps are renewed, as when an algorithm that they use has become too weak.',
    '2031-01-01',
    { unset: 'only what is about to end is renewed' },
  ),
};

export const backupFields = {
  BACKUP_RECIPIENTS: setting(
    spaceSeparated.optional(),
    'PEM files, separated by spaces, with the certificates that backups are sealed for.',
    '/etc/fascicolo/backup.pem',
    { unset: 'backups are not sealed (demo only)', initial: true },
  ),
  BACKUP_KEY_PASSWORD: setting(
    z.string().optional(),
    'Password of the private key that opens a backup, for `restore` and `verify-evidence --backup` only.',
    '/etc/fascicolo/secrets/backup-key-password',
  ),
};

export const signatureFields = {
  HANDWRITING_CUSTODIAN: setting(
    z.string().min(1).optional(),
    'PEM file with the certificate that handwriting is sealed for.',
    '/etc/fascicolo/custodian.pem',
    { unset: 'the demo makes one; production signs nothing by hand' },
  ),
  HANDWRITING_MOUSE: setting(
    spaceSeparated.optional(),
    'Legal entities, separated by spaces, whose customers may write by mouse for simple signatures.',
    'LE001 LE002',
    { unset: 'none' },
  ),
  OTP_COUNTRIES: setting(
    z
      .string()
      .regex(
        /^[1-9]\d(?:,[1-9]\d)*$/,
        bilingual({
          it: 'attesi prefissi internazionali di due cifre, per esempio 39,43',
          en: 'expected calling codes of two digits, for example 39,43',
        }),
      )
      .default('39')
      .transform((text) => text.split(',')),
    'Calling codes, separated by commas, of the countries whose mobile numbers get codes.',
    '39,43',
  ),
  OTP_WEB_LINE: setting(
    either('on', 'off'),
    'Whether the SMS with a code ends with a line from which the phone’s browser fills in the code; every message is then two parts.',
    'off',
  ),
  OTP_STAFF_NUMBERS: setting(
    z.enum(['refuse', 'second-person']).default('refuse'),
    'What happens when a customer’s telephone or e-mail belongs to a staff member: refused, or confirmed by a second person.',
    'refuse',
  ),
  OTP_SHARED_NUMBERS: setting(
    z.enum(['tell', 'second-person', 'refuse']).default('second-person'),
    'What happens when a telephone has served `OTP_SHARED_PEOPLE` other people or more: stated on the audit paper, confirmed by a second person, or refused.',
    'second-person',
  ),
  OTP_SHARED_PEOPLE: setting(
    z.coerce.number().int().min(1).max(50).default(2),
    'Number of other people who used a telephone, from which on `OTP_SHARED_NUMBERS` applies.',
    '2',
    { unit: 'people' },
  ),
  FOUR_EYES_DAYS: setting(
    z.coerce.number().int().min(0).max(365).default(30),
    'How long an account cannot approve what was written by a person who created or changed that account; 0: no such limit.',
    '30',
    { unit: 'days' },
  ),
};
