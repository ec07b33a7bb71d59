/** Reads secrets from files: `NAME_FILE` names a file whose content is the value of `NAME`. */
import { readFileSync, statSync } from 'node:fs';

type Given = Readonly<Record<string, string>>;
interface Problem {
  name: string;
  message: string;
}

/** Larger files cannot be secrets. */
const MAX_BYTES = 65_536;

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'this user may not read it',
    EISDIR: 'it is a folder',
  };
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}

/** @returns the content without the line end that editors add. @throws Error with a reason that reveals nothing of the content. */
function readSecret(path: string): string {
  let bytes: Buffer;
  try {
    if (statSync(path).size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    bytes = readFileSync(path);
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
  const text = bytes.toString('utf8').replace(/(?:\r?\n)+$/, '');
  if (text === '') throw new Error('it is empty');
  return text;
}

/** @param names settings that may be given by file. @returns the settings, with files replaced by their contents. */
export function withSecretFiles(given: Given, names: readonly string[]): { given: Given; problems: Problem[] } {
  const values: Record<string, string> = { ...given };
  const problems: Problem[] = [];
  for (const name of names) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    delete values[`${name}_FILE`];
    if (given[name] !== undefined) {
      problems.push({ name: `${name}_FILE`, message: `not beside ${name}: expected one of them` });
      continue;
    }
    try {
      values[name] = readSecret(path);
    } catch (error) {
      problems.push({ name: `${name}_FILE`, message: `${path} cannot be read: ${(error as Error).message}` });
      // Already reported, so do not report the setting as missing too.
      values[name] = '';
    }
  }
  return { given: values, problems };
}
