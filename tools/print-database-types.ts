/** `npm run print-database-types`: prints the row types of all tables and views from the migrated schema. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openReady } from '../test/embedded.ts';
import { exceptions } from './print-database-types/exceptions.ts';
import { relationsOf } from './print-database-types/relations.ts';
import { printedTypes } from './print-database-types/types.ts';

export const FOLDER = 'src/ports/database/generated';

/** Files by path below the repository. */
export async function printedDatabaseTypes(): Promise<ReadonlyMap<string, string>> {
  const database = await openReady();
  try {
    const files = printedTypes(await relationsOf(database.pglite), exceptions);
    return new Map([...files].map(([name, text]) => [`${FOLDER}/${name}`, text]));
  } finally {
    await database.close();
  }
}

export async function printDatabaseTypes(): Promise<number> {
  const files = await printedDatabaseTypes();
  const root = join(import.meta.dirname, '..');
  await rm(join(root, FOLDER), { recursive: true, force: true });
  await mkdir(join(root, FOLDER), { recursive: true });
  for (const [path, text] of files) {
    await writeFile(join(root, path), text);
    console.log(path);
  }
  return 0;
}
