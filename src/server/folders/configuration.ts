/** Which folder types and document types exist: the file that ships with the product, unless another was loaded (P-16). */
import { readFile } from 'node:fs/promises';
import { folderTypeConfigurationSchema } from '#domain/folders/folder-type-schemas.ts';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import type { Db } from '#ports/database/database.ts';
import { findConfiguration } from './queries.ts';

const SHIPPED = new URL('../../../db/folder-types.json', import.meta.url);

let shipped: Promise<FolderTypeConfiguration> | undefined;

async function readShipped(): Promise<FolderTypeConfiguration> {
  return folderTypeConfigurationSchema.parse(JSON.parse(await readFile(SHIPPED, 'utf8')));
}

/** @throws when the shipped file does not fit its schema: a defect, and every call that needs it says so. */
export async function currentConfiguration(db: Db): Promise<FolderTypeConfiguration> {
  shipped ??= readShipped();
  return (await findConfiguration(db)) ?? (await shipped);
}
