/** Checks the settings: all problems together, and for each secret its source and length, never its value. */
import { readFile } from 'node:fs/promises';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { SECRETS } from '../../settings/config.ts';
import { readByOthers, unreadable } from './file-facts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The secret files of the keys have a different format: only the first line counts. */
const ALL: readonly string[] = [...SECRETS, 'SEAL_KEY_SECRET', 'ISSUING_KEY_SECRET'];
/** Addresses that contain a password. */
const ADDRESSES = ['DATABASE_URL', 'MIGRATE_DATABASE_URL'];

/** @param problems of the settings as a whole, each `NAME: what` or `NAME is missing`. */
export async function checkSettings(environment: Environment, problems: readonly string[]): Promise<Finding[]> {
  const secrets = (await Promise.all(ALL.map((name) => checkSecret(environment, name)))).flat();
  const explained = new Set(secrets.filter(({ level }) => level === 'failure').map(({ name }) => name));
  const wrong = problems.map(problemFinding).filter(({ name }) => !explained.has(name));
  const whole = problems.length === 0 ? [ok('settings', 'All settings are there and go together.')] : wrong;
  return [...whole, ...secrets, ...ownerInService(environment)];
}

/** @returns the name of the setting at the beginning of a problem. */
export const settingIn = (problem: string): string => /^[A-Z][A-Z0-9_]*/.exec(problem)?.[0] ?? 'settings';

function problemFinding(problem: string): Finding {
  const name = settingIn(problem);
  const rest = problem.startsWith(name) ? problem.slice(name.length).replace(/^: /, '') : problem;
  const text = rest === ' is missing' ? 'missing' : rest.startsWith(' is ') ? `it${rest}` : rest;
  return failure(name, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
}

async function checkSecret(environment: Environment, name: string): Promise<Finding[]> {
  const [value, path] = [environment[name] ?? '', environment[`${name}_FILE`] ?? ''];
  if (value !== '' && path !== '') {
    return [failure(`${name}_FILE`, `${name} and ${name}_FILE are both set. Keep one of them.`)];
  }
  if (path === '') return value === '' ? [] : told(name, value, 'from the environment');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return [await unreadable(`${name}_FILE`, path, error)];
  }
  const open = await readByOthers(`${name}_FILE`, path);
  return [...told(name, text.replace(/(?:\r?\n)+$/, ''), `from the file ${path}`), ...(open === null ? [] : [open])];
}

function told(name: string, value: string, source: string): Finding[] {
  if (value === '') return [failure(name, `Empty, ${source}.`)];
  if (ADDRESSES.includes(name)) return [addressFinding(name, value, source)];
  const line = `${source.charAt(0).toUpperCase()}${source.slice(1)}, ${value.length} characters`;
  if (value.trim() === value) return [ok(name, `${line}.`)];
  return [warning(name, `${line}, with a blank or an empty line at its beginning or end. Is it part of the secret?`)];
}

/** A password in an address must be percent-encoded, which is often forgotten. */
function addressFinding(name: string, text: string, source: string): Finding {
  if (!URL.canParse(text)) {
    return failure(name, 'Not an address. In a password, encode :/?#[]@ and blanks with % (@ becomes %40).');
  }
  const { password, hostname, search } = new URL(text);
  try {
    const { length } = decodeURIComponent(password);
    const secret = length === 0 ? 'without a password' : `with a password of ${length} characters`;
    const host = hostname === '' ? (new URLSearchParams(search).get('host') ?? 'the socket') : hostname;
    return ok(name, `${source.charAt(0).toUpperCase()}${source.slice(1)}, for ${host}, ${secret}.`);
  } catch {
    return failure(name, 'The password has a % that begins no code. Write it as %25.');
  }
}

function ownerInService(environment: Environment): Finding[] {
  const given = ['MIGRATE_DATABASE_URL', 'MIGRATE_DATABASE_URL_FILE'].some((name) => (environment[name] ?? '') !== '');
  if (!given || environment.NODE_ENV !== 'production') return [];
  const text =
    'The server does not need it: who takes over the server could rewrite evidence with it. Set it for “migrate” and “restore” alone.';
  return [warning('MIGRATE_DATABASE_URL', text)];
}
