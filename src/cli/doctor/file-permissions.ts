/** File permissions for `doctor`: reports keys and secrets that are unreadable, or readable by too many users. */
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { type Finding, failure, warning, withAdvice } from '#ports/finding.ts';

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? 'unknown error');

/** The user that this process runs as. */
export function ownUser(): { readonly name: string; readonly uid: number } {
  const { username, uid } = userInfo();
  return { name: username, uid };
}

/** Mode and owner as `ls` shows them; the error's code if the file cannot be inspected. */
async function factsOf(path: string): Promise<{ readonly mode: string; readonly uid: number } | { code: string }> {
  try {
    const { mode, uid } = await stat(path);
    return { mode: (mode & 0o777).toString(8).padStart(3, '0'), uid };
  } catch (error) {
    return { code: codeOf(error) };
  }
}

/**
 * Why the file named by a setting cannot be read, and the command that repairs it.
 * @param make the command that creates such a file.
 */
export async function unreadableFinding(
  setting: string,
  path: string,
  error: unknown,
  make?: string,
): Promise<Finding> {
  const facts = await factsOf(path);
  const { name } = ownUser();
  const code = codeOf(error);
  if (code === 'ENOENT' || ('code' in facts && facts.code === 'ENOENT')) {
    const todo =
      make === undefined
        ? { it: 'Correggi l’impostazione.', en: 'Correct the setting.' }
        : {
            it: `Correggi l’impostazione, oppure crea il file: ${make}.`,
            en: `Correct the setting, or make the file: ${make}.`,
          };
    return failure(setting, withAdvice({ it: `${path} non esiste.`, en: `${path} is not there.` }, todo));
  }
  const owner =
    'code' in facts
      ? { it: 'una cartella sopra è chiusa', en: 'a folder above it is closed' }
      : { it: `proprietario ${facts.uid}, permessi ${facts.mode}`, en: `owner ${facts.uid}, mode ${facts.mode}` };
  const command = `chown ${name} ${path} && chmod 600 ${path}`;
  return failure(setting, {
    it: `${name} non può leggere ${path} (${code}; ${owner.it}). Come root: ${command}.`,
    en: `${path} cannot be read by ${name} (${code}; ${owner.en}). As root: ${command}.`,
  });
}

/**
 * @returns a warning when users other than the owner may read the file; null when they may not or it cannot be
 * determined.
 */
export async function readableByAllFinding(setting: string, path: string): Promise<Finding | null> {
  const facts = await factsOf(path);
  if ('code' in facts || process.platform === 'win32' || (Number.parseInt(facts.mode, 8) & 0o007) === 0) return null;
  const { uid, mode } = facts;
  return warning(setting, {
    it: `Ogni utente di questa macchina può leggere ${path} (proprietario ${uid}, permessi ${mode}). Come root: chmod 600 ${path}.`,
    en: `Every user of this machine can read ${path} (owner ${uid}, mode ${mode}). As root: chmod 600 ${path}.`,
  });
}
