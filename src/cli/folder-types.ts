/** `fascicolo folder-types`: administrators load another folder-type configuration, or view the current one. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { FOLDER_TYPES_USAGE, runFolderTypes } from './folder-types/run.ts';
import { runCommand } from './run-command.ts';
import { unreadable } from './terminal/failure-text.ts';
import { localize } from './terminal/language.ts';

type CommandArguments = { readonly show: true } | { readonly file: string; readonly by: string };

/** @returns 0 when it is in force (or shown), 1 with every error, 2 for wrong arguments. */
export async function folderTypes(args: string[]): Promise<number> {
  const request = readArguments(args);
  if (request === null) {
    console.error(localize(FOLDER_TYPES_USAGE));
    return 2;
  }
  if ('show' in request) return runCommand('folderTypes', ['show'], runFolderTypes);
  // Read in this process: the installation's server may have another working directory.
  const text = await readFile(request.file, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (text instanceof Error) {
    console.error(unreadable(request.file, text.code ?? text.message));
    return 1;
  }
  return runCommand('folderTypes', ['load', request.by, text], runFolderTypes);
}

function readArguments(args: string[]): CommandArguments | null {
  try {
    const options = { by: { type: 'string' }, show: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (values.show) return file === undefined && values.by === undefined ? { show: true } : null;
    return file && values.by && more.length === 0 ? { file, by: values.by } : null;
  } catch {
    return null;
  }
}
