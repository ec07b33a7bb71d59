/** Checks the settings: all problems together, and for each secret its source and length, never its value. */
import { readFile } from 'node:fs/promises';
import type { Message } from '#domain/errors.ts';
import { type Finding, failure, ok, sentences, warning } from '#ports/finding.ts';
import { isVerb, MISSING, type Problem, sentenceOf } from '../../settings/checks/problem.ts';
import { SECRETS } from '../../settings/config.ts';
import { readableByAllFinding, unreadableFinding } from './file-permissions.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The secret files of the keys have a different format: only the first line counts. */
const SECRET_NAMES: readonly string[] = [...SECRETS, 'SEAL_KEY_SECRET', 'ISSUING_KEY_SECRET'];
/** Addresses that contain a password. */
const ADDRESSES = ['DATABASE_URL', 'MIGRATE_DATABASE_URL'];

/** @param problems of the settings as a whole. */
export async function checkSettings(environment: Environment, problems: readonly Problem[]): Promise<Finding[]> {
  const secrets = (await Promise.all(SECRET_NAMES.map((name) => checkSecret(environment, name)))).flat();
  const explained = new Set(secrets.filter(({ level }) => level === 'failure').map(({ name }) => name));
  const problemFindings = problems.map(problemFinding).filter(({ name }) => !explained.has(name));
  const overall = problems.length === 0 ? [ok('settings', ALL_WELL)] : problemFindings;
  return [...overall, ...secrets, ...ownerSecretFindings(environment)];
}

const ALL_WELL: Message = {
  it: 'Le impostazioni ci sono tutte e sono coerenti.',
  en: 'All settings are present and consistent.',
};

const isSetting = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name);

function problemFinding(problem: Problem): Finding {
  const { name, message } = problem;
  if (!isSetting(name)) return failure('settings', sentences(sentenceOf(problem)));
  if (message === MISSING) return failure(name, { it: 'Manca.', en: 'Missing.' });
  return failure(name, sentences(isVerb(message) ? { it: message.it, en: `it ${message.en}` } : message));
}

/** Where a secret was found. */
const IN_ENVIRONMENT: Message = { it: 'Nell’ambiente', en: 'From the environment' };
const inFile = (path: string): Message => ({ it: `Nel file ${path}`, en: `From the file ${path}` });

async function checkSecret(environment: Environment, name: string): Promise<Finding[]> {
  const [value, path] = [environment[name] ?? '', environment[`${name}_FILE`] ?? ''];
  if (value !== '' && path !== '') {
    return [
      failure(`${name}_FILE`, {
        it: `${name} e ${name}_FILE sono impostati tutti e due. Lasciane uno.`,
        en: `${name} and ${name}_FILE are both set. Keep one of them.`,
      }),
    ];
  }
  if (path === '') return value === '' ? [] : secretFindings(name, value, IN_ENVIRONMENT);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return [await unreadableFinding(`${name}_FILE`, path, error)];
  }
  const open = await readableByAllFinding(`${name}_FILE`, path);
  return [...secretFindings(name, text.replace(/(?:\r?\n)+$/, ''), inFile(path)), ...(open === null ? [] : [open])];
}

function secretFindings(name: string, value: string, source: Message): Finding[] {
  if (value === '') return [failure(name, { it: `${source.it}, ma vuoto.`, en: `${source.en}, but empty.` })];
  if (ADDRESSES.includes(name)) return [addressFinding(name, value, source)];
  const { length } = value;
  const line = { it: `${source.it}, ${length} caratteri`, en: `${source.en}, ${length} characters` };
  if (value.trim() === value) return [ok(name, sentences(line))];
  return [
    warning(name, {
      it: `${line.it}, con uno spazio o una riga vuota all’inizio o alla fine. Fa parte del segreto?`,
      en: `${line.en}, with a blank or an empty line at its beginning or end. Is it part of the secret?`,
    }),
  ];
}

/** A password in an address must be percent-encoded, which is often forgotten. */
function addressFinding(name: string, text: string, source: Message): Finding {
  if (!URL.canParse(text)) {
    return failure(name, {
      it: 'Non è un indirizzo. In una password codifica :/?#[]@ e gli spazi con % (@ diventa %40).',
      en: 'Not an address. In a password, encode :/?#[]@ and blanks with % (@ becomes %40).',
    });
  }
  const { password, hostname, search } = new URL(text);
  try {
    const { length } = decodeURIComponent(password);
    const secret: Message =
      length === 0
        ? { it: 'senza password', en: 'without a password' }
        : { it: `con una password di ${length} caratteri`, en: `with a password of ${length} characters` };
    const hostName = hostname === '' ? new URLSearchParams(search).get('host') : hostname;
    const host = hostName === null ? { it: 'il socket', en: 'the socket' } : { it: hostName, en: hostName };
    return ok(name, {
      it: `${source.it}, per ${host.it}, ${secret.it}.`,
      en: `${source.en}, for ${host.en}, ${secret.en}.`,
    });
  } catch {
    return failure(name, {
      it: 'La password ha un % che non inizia nessun codice. Scrivilo come %25.',
      en: 'The password has a % that begins no code. Write it as %25.',
    });
  }
}

function ownerSecretFindings(environment: Environment): Finding[] {
  const isSet = ['MIGRATE_DATABASE_URL', 'MIGRATE_DATABASE_URL_FILE'].some((name) => (environment[name] ?? '') !== '');
  if (!isSet || environment.NODE_ENV !== 'production') return [];
  return [
    warning('MIGRATE_DATABASE_URL', {
      it: 'Al server non serve: chi prendesse il controllo del server potrebbe usarlo per riscrivere le prove. Impostalo solo per “migrate” e “restore”.',
      en: 'The server does not need it: an attacker who takes over the server could rewrite evidence with it. Set it only for “migrate” and “restore”.',
    }),
  ];
}
