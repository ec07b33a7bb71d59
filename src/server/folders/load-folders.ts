/** Loads folders together with their customers. */
import type { FolderSummary } from '#domain/folders/folder.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { type DossierRow, findDossier, findDossiers, summaryOf } from '../dossiers/index.ts';
import { type FolderRow, findFolder, findFolders, lockFolderShared } from './queries.ts';

export interface FolderWithCustomer {
  folder: FolderRow;
  customer: DossierRow;
}

/**
 * Undefined when the folder or its customer does not exist, or is deleted (unless deleted ones are requested).
 * @param options.until the folder does not change until that transaction ends.
 */
export async function findFolderWithCustomer(
  db: Db,
  id: number,
  options: { deleted: false } | { deleted: true; until?: Tx | undefined } = { deleted: false },
): Promise<FolderWithCustomer | undefined> {
  const folder = await findFolderBy(db, id, options);
  if (folder === undefined) return undefined;
  const dossierId = folder.dossier_id;
  const customer = options.deleted
    ? (await findDossiers(db, [dossierId])).get(dossierId)
    : await findDossier(db, dossierId);
  return customer === undefined ? undefined : { folder, customer };
}

async function findFolderBy(
  db: Db,
  id: number,
  options: NonNullable<Parameters<typeof findFolderWithCustomer>[2]>,
): Promise<FolderRow | undefined> {
  if (!options.deleted) return findFolder(db, id);
  return options.until === undefined ? (await findFolders(db, [id]))[0] : lockFolderShared(options.until, id);
}

const folderSummary = (row: FolderRow): FolderSummary => ({
  id: row.id,
  businessId: row.business_id,
  type: row.type,
  brand: row.brand,
  plate: row.plate,
  vin: row.vin,
  status: row.status,
  dossierId: row.dossier_id,
});

/** The customer and folder digests in document rows, by folder id. */
export async function summariesOfFolders(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { folder: FolderSummary; dossier: ReturnType<typeof summaryOf> }>> {
  const folders = await findFolders(db, ids);
  const dossiers = await findDossiers(db, [...new Set(folders.map((row) => row.dossier_id))]);
  return new Map(
    folders.flatMap((row) => {
      const dossier = dossiers.get(row.dossier_id);
      return dossier === undefined ? [] : [[row.id, { folder: folderSummary(row), dossier: summaryOf(dossier) }]];
    }),
  );
}
