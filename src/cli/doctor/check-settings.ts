/** The settings: every problem at once, and of each secret where it comes from and how long it is, never the secret. */
import { readFile } from 'node:fs/promises';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { mailSecrets } from '../../config-mail.ts';
import { samlSecrets } from '../../config-saml.ts';
import { smsSecrets } from '../../config-sms.ts';
import { storageSecrets } from '../../config-storage.ts';
import { readByOthers, unreadable } from './file-facts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that are secrets. Addresses of databases hold one. */
export const SECRETS: readonly string[] = [
  'APP_SECRET',
  'OIDC_CLIENT_SECRET',
  ...samlSecrets,
  ...mailSecrets,
  ...smsSecrets,
  ...storageSecrets,
  'HEADS_S3_SECRET_ACCESS_KEY',
  ...['TIMESTAMP_1_PASSWORD', 'TIMESTAMP_2_PASSWORD', 'SEAL_KEY_SECRET', 'ISSUING_KEY_SECRET'],
  ...['TOOLS_TOKEN', 'CONSENTS_TOKEN', 'BACKUP_KEY_PASSWORD'],
];
const ADDRESSES = ['DATABASE_URL', 'MIGRATE_DATABASE_URL'];

/** @param problems of the settings as a whole, each `NAME: what` or `NAME is missing`. */
export async function checkSettings(environment: Environment, problems: readonly string[]): Promise<Finding[]> {
  const wrong = problems.map((problem) => {
    const name = /^[A-Z][A-Z0-9_]*/.exec(problem)?.[0] ?? 'settings';
    const text = problem.startsWith(`${name}: `)
      ? problem.slice(name.length + 2)
      : problem.replace(/^[A-Z][A-Z0-9_]* is missing$/, 'missing: set it, or …_FILE where it is a secret');
    return failure(name, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.'));
  });
  const secrets = await Promise.all(SECRETS.map((name) => checkSecret(environment, name)));
  const addresses = ADDRESSES.flatMap((name) => checkAddress(environment, name));
  const whole = wrong.length === 0 ? [ok('settings', 'All settings are there and go together.')] : wrong;
  return [...whole, ...secrets.flat(), ...addresses, ...ownerInService(environment)];
}

async function checkSecret(environment: Environment, name: string): Promise<Finding[]> {
  const [value, path] = [environment[name] ?? '', environment[`${name}_FILE`] ?? ''];
  if (value !== '' && path !== '') {
    return [failure(name, `${name} and ${name}_FILE are both set. Keep one of them.`)];
  }
  if (path === '') return value === '' ? [] : told(name, value, 'from the environment');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return [await unreadable(`${name}_FILE`, path, error)];
  }
  const open = await readByOthers(`${name}_FILE`, path);
  return [...told(name, text.replace(/\r?\n$/, ''), `from the file ${path}`), ...(open === null ? [] : [open])];
}

function told(name: string, value: string, source: string): Finding[] {
  if (value === '') return [failure(name, `Empty, ${source}.`)];
  const line = `${source.charAt(0).toUpperCase()}${source.slice(1)}, ${value.length} characters`;
  if (value.trim() === value) return [ok(name, `${line}.`)];
  return [warning(name, `${line}, with a blank or an empty line at its beginning or end. Is it part of the secret?`)];
}

/** A password in an address has to be percent-encoded, which is forgotten. */
function checkAddress(environment: Environment, name: string): Finding[] {
  const text = environment[name] ?? '';
  if (text === '') return [];
  if (!URL.canParse(text)) {
    return [failure(name, 'Not an address. In a password, encode :/?#[]@ and blanks with % (@ becomes %40).')];
  }
  const { password, hostname, search } = new URL(text);
  try {
    const { length } = decodeURIComponent(password);
    const secret = length === 0 ? 'without a password' : `with a password of ${length} characters`;
    const host = hostname === '' ? (new URLSearchParams(search).get('host') ?? 'the socket') : hostname;
    return [ok(name, `From the environment, for ${host}, ${secret}.`)];
  } catch {
    return [failure(name, 'The password has a % that begins no code. Write it as %25.')];
  }
}

function ownerInService(environment: Environment): Finding[] {
  if ((environment.MIGRATE_DATABASE_URL ?? '') === '' || environment.NODE_ENV !== 'production') return [];
  const text =
    'The server does not need it: who takes over the server could rewrite evidence with it. Set it for “migrate” and “restore” alone.';
  return [warning('MIGRATE_DATABASE_URL', text)];
}
