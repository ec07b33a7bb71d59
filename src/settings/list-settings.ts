/** Every setting by subject, in the order in which an installation fills them in, and the variables that are read outside the settings. */
import { z } from 'zod';
import { authorityFields } from './authorities.ts';
import type { Problem } from './checks/problem.ts';
import { ConfigurationProblems, readConfig, SECRETS } from './config.ts';
import { type Description, descriptionOf } from './description.ts';
import { headsFields } from './heads.ts';
import { mailFields } from './mail.ts';
import { oidcFields } from './oidc.ts';
import {
  archiveFields,
  backupFields,
  databaseFields,
  productFields,
  secretFields,
  signatureFields,
  systemFields,
  trailFields,
} from './product.ts';
import { samlFields } from './saml.ts';
import { searchFields } from './search.ts';
import { smsFields } from './sms.ts';
import { storageFields } from './storage.ts';
import { webhookFields } from './webhooks.ts';

type Fields = Readonly<Record<string, z.ZodType>>;

const SUBJECTS: readonly (readonly [title: string, page: string | null, ...fields: readonly Fields[]])[] = [
  ['The product', 'install', productFields, secretFields],
  ['Database', null, databaseFields],
  ['Sign-in by OpenID Connect', 'sign-in-oidc', oidcFields],
  ['Sign-in by SAML 2.0, in place of OpenID Connect', 'sign-in-saml', samlFields],
  ['Signing keys and timestamp authorities', null, authorityFields],
  ['Mail', 'mail', mailFields],
  ['SMS', 'sms', smsFields],
  ['Stored files', 'storage', storageFields],
  ['Heads of the audit trail', null, headsFields, trailFields],
  ['Systems of the national company', null, systemFields],
  ['Customer search', 'search', searchFields],
  ['Webhooks', 'webhooks', webhookFields],
  ['Backups', null, backupFields],
  ['Handwriting, codes, second persons', null, signatureFields],
  ['Document timestamps over the years', null, archiveFields],
];

export interface Setting extends Description {
  readonly name: string;
  readonly schema: z.ZodType;
  /** Null without one, or where it depends on other settings. */
  readonly byDefault: string | null;
  readonly kind: string;
  readonly secret: boolean;
  readonly mode: 'demo' | 'production' | 'both';
  /** When it must be set: `in production`, `with OTHER`. */
  readonly needed: readonly string[];
}

/** Unwraps optional, default and transforming schemas. @returns the inner schema and the default. */
function unwrapSchema(schema: z.ZodType): { inner: z.ZodType; byDefault: string | null } {
  if (schema instanceof z.ZodDefault) {
    return { inner: unwrapSchema(schema.unwrap() as z.ZodType).inner, byDefault: String(schema.def.defaultValue) };
  }
  if (schema instanceof z.ZodOptional) return unwrapSchema(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return unwrapSchema(schema.def.in as z.ZodType);
  return { inner: schema, byDefault: null };
}

function kindOf(inner: z.ZodType): string {
  if (inner instanceof z.ZodEnum) return inner.options.map((option) => `\`${option}\``).join(', ');
  if (inner instanceof z.ZodNumber) return `${inner.minValue} to ${inner.maxValue}`;
  return 'text';
}

const FOR_PRODUCTION = /^is for production/;
const FOR_DEMO = /^is for the demo/;

/** Problems that reading these settings reports. */
function problemsOf(environment: Record<string, string>): readonly Problem[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationProblems) return error.problems;
    throw error;
  }
}

/** Placeholder value; it need not be valid. */
const ANY_VALUE = 'x';

/** Sets each setting separately and derives from the reported problems which other settings it needs, and in which mode. */
function examineSettings(names: readonly string[], examples: ReadonlyMap<string, string>) {
  const production = { NODE_ENV: 'production' };
  const missing = problemsOf(production);
  const missingNames = new Set(missing.map(({ name }) => name));
  const needs = new Map<string, string[]>(
    missing.map(({ name, message }) => {
      const condition = /^is needed (.*)$/.exec(message.en)?.[1];
      return [name, [condition === undefined ? 'in production' : `in production ${condition}`]];
    }),
  );
  const modes = new Map<string, 'demo' | 'production'>();
  for (const name of names.filter((setting) => setting !== 'NODE_ENV')) {
    const environment = { [name]: examples.get(name) ?? ANY_VALUE };
    const [inDemo, inProduction] = [problemsOf(environment), problemsOf({ ...production, ...environment })];
    const isFor = (mode: RegExp) => (problem: Problem) => problem.name === name && mode.test(problem.message.en);
    if (inDemo.some(isFor(FOR_PRODUCTION))) modes.set(name, 'production');
    if ([...inDemo, ...inProduction].some(isFor(FOR_DEMO))) modes.set(name, 'demo');
    const otherNames = [...(modes.get(name) === 'production' ? [] : inDemo), ...inProduction].map((one) => one.name);
    for (const other of new Set(otherNames)) {
      if (other === name || missingNames.has(other) || !names.includes(other)) continue;
      needs.set(other, [...(needs.get(other) ?? []), `with \`${name}\``]);
    }
  }
  return { needs, modes };
}

/** Longer lists are shortened to their common prefix. */
const MAX_NAMED = 4;

function shortenNeeds(needed: readonly string[], name: string): readonly string[] {
  if (needed.length <= MAX_NAMED) return needed;
  const prefix = /^(?:SMS_\d_|TIMESTAMP_\d_|[A-Z\d]+_)/.exec(name)?.[0] ?? '';
  return [`with any other \`${prefix}…\``];
}

/** @throws Error for a setting without a description. */
export function listSettings(): { title: string; page: string | null; settings: readonly Setting[] }[] {
  const subjects = SUBJECTS.map(([title, page, ...fields]) => {
    const settings = fields
      .flatMap((group) => Object.entries(group))
      .map(([name, schema]) => {
        const description = descriptionOf(schema);
        if (description === undefined) throw new Error(`${name} has no description`);
        const { inner, byDefault } = unwrapSchema(schema);
        return { ...description, name, schema, byDefault, kind: kindOf(inner), secret: SECRETS.includes(name) };
      });
    return { title, page, settings };
  });
  const allSettings = subjects.flatMap(({ settings }) => settings);
  const names = allSettings.map(({ name }) => name);
  const examples = new Map(allSettings.filter(({ secret }) => !secret).map(({ name, example }) => [name, example]));
  const { needs, modes } = examineSettings(names, examples);
  return subjects.map(({ settings, ...subject }) => ({
    ...subject,
    settings: settings.map((entry) => ({
      ...entry,
      needed: shortenNeeds(needs.get(entry.name) ?? [], entry.name),
      mode: modes.get(entry.name) ?? 'both',
    })),
  }));
}

const OTHER_VARIABLES = `
LC_ALL, LC_MESSAGES, LANG | start and commands | Language of what is printed on the terminal: Italian when the first of them that is set begins with \`it\`, otherwise English; the log is in English. | English | it_IT.UTF-8
DIRECTORIES_SECRET | \`directories\` | OAuth 2.0 client secret of the built-in RSP and DMS. | a random one, which is printed | a-long-secret
BACKUPS_KEPT | deploy/backup | Number of backups that stay when a new one is made; 0: all of them. | 14 | 30
FASCICOLO_SETTINGS | the packaged command | File of settings. | /etc/fascicolo/fascicolo.env | /srv/fascicolo.env
FASCICOLO_RELEASE | deploy/compose.yaml | Tag of the image. | local | 1.0.0
FASCICOLO_ROOT | deploy/install, update, back | Folder that takes the place of / for releases, settings and units. | the machine itself | /tmp/image
FASCICOLO_PATIENCE | deploy/update, back | Seconds within which a new release must answer. | 90 | 300
FASCICOLO_SETTLE | deploy/update, back | Seconds after which the services must still run. | 10 | 30
FASCICOLO_COMMAND | messages | Name of the command in messages; the packaged command sets it. | npm run fascicolo -- | fascicolo
SSL_CERT_DIR | the packaged command | Folder of the authorities that the machine trusts. | /etc/ssl/certs | /usr/local/certs
NODE_COMPILE_CACHE | scripts, systemd units | Folder of the code that Node has compiled. | node_modules/.cache/node-compile | /var/cache/fascicolo
CHROMIUM | npm test | Chromium for the journeys. | looked for on the PATH | /usr/bin/chromium
PG_BIN | npm test | Folder of PostgreSQL’s programs. | looked for | /usr/lib/postgresql/15/bin
`;

/** Variables that are read without being settings of the product. */
export const VARIABLES = OTHER_VARIABLES.trim()
  .split('\n')
  .map((line) => {
    const [name = '', reader = '', what = '', byDefault = '', example = ''] = line.split(' | ');
    return { name, reader, what, byDefault, example };
  });
