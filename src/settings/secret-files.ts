/** Reads secrets from files: `NAME_FILE` names a file whose content is the value of `NAME`. */
import { readFileSync, statSync } from 'node:fs';
import type { Message } from '#domain/errors.ts';
import { incompatibleWith, type Problem, withReason } from './checks/problem.ts';

type Given = Readonly<Record<string, string>>;

/** Larger files cannot be secrets. */
const MAX_BYTES = 65_536;

const REASONS: Readonly<Record<string, Message>> = {
  ENOENT: { it: 'il file non esiste', en: 'there is no such file' },
  EACCES: { it: 'questo utente non può leggerlo', en: 'this user may not read it' },
  EISDIR: { it: 'è una cartella', en: 'it is a folder' },
};

function reasonOf(error: unknown): Message {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? { it: message, en: message };
}

/** @returns the content without the line end that editors add, or a reason that reveals nothing of the content. */
function readSecret(path: string): { readonly text: string } | { readonly reason: Message } {
  let bytes: Buffer;
  try {
    if (statSync(path).size > MAX_BYTES) {
      return { reason: { it: `ha più di ${MAX_BYTES} byte`, en: `it has more than ${MAX_BYTES} bytes` } };
    }
    bytes = readFileSync(path);
  } catch (error) {
    return { reason: reasonOf(error) };
  }
  const text = bytes.toString('utf8').replace(/(?:\r?\n)+$/, '');
  return text === '' ? { reason: { it: 'è vuoto', en: 'it is empty' } } : { text };
}

const ONE_OF_THEM: Message = { it: 'atteso uno dei due', en: 'expected one of them' };

/** @param names settings that may be given by file. @returns the settings, with files replaced by their contents. */
export function withSecretFiles(raw: Given, names: readonly string[]): { raw: Given; problems: Problem[] } {
  const values: Record<string, string> = { ...raw };
  const problems: Problem[] = [];
  for (const name of names) {
    const path = raw[`${name}_FILE`];
    if (path === undefined) continue;
    delete values[`${name}_FILE`];
    if (raw[name] !== undefined) {
      problems.push({ name: `${name}_FILE`, message: withReason(incompatibleWith(name), ONE_OF_THEM) });
      continue;
    }
    const secret = readSecret(path);
    if ('reason' in secret) {
      const unreadable = { it: `${path} non si può leggere`, en: `${path} cannot be read` };
      problems.push({ name: `${name}_FILE`, message: withReason(unreadable, secret.reason) });
    }
    // A file that cannot be read is already reported, so do not report the setting as missing too.
    values[name] = 'text' in secret ? secret.text : '';
  }
  return { raw: values, problems };
}
