/** What a customer's file contains, as its routes want it; what the folders contain is told by documents through the composition root. */
import type { RawBuilder } from 'kysely';
import { type Actor, visibleTo } from '#domain/access.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { By, CustomerContents } from '../dossiers/index.ts';
import { countAsSeen, deleteFoldersOf, type FolderRow, folderIdsOf, visibleFolderCount } from './queries.ts';

export interface FolderContents {
  /** The types of all documents that are there, with how many there are of each. */
  typesInUse(db: Db): Promise<readonly { folderType: string; documentType: string; count: number }[]>;
  /**
   * SQL of how many documents the actor may see of the folder whose id is in `column`; null for whoever sees them all
   * and may be told the folder's own counter.
   */
  documentCount(actor: Actor, column: string): RawBuilder<number> | null;
  /**
   * Hides every document of these folders, whose rows the caller holds (D-9).
   * @throws Refusal conflict.signingRuns
   */
  hideDocuments(tx: Tx, folderIds: readonly number[], deletion: By): Promise<void>;
  /** Was anything in these folders signed, or is being signed? Hidden documents count. */
  hasSigned(tx: Tx, folderIds: readonly number[]): Promise<boolean>;
}

export function customerContents(documents: FolderContents): CustomerContents {
  return {
    folderCount(actor, column) {
      const visibility = visibleTo(actor, 'folder.read');
      return visibility === null ? null : visibleFolderCount(visibility, column);
    },
    hasSigned: async (tx, dossierId) => documents.hasSigned(tx, await folderIdsOf(tx, dossierId)),
    async deleteFolders(tx, dossierId, deletion) {
      const ids = await deleteFoldersOf(tx, dossierId, { by: deletion.actor.login, at: deletion.at });
      await documents.hideDocuments(tx, ids, deletion);
    },
  };
}

/** Folders as this actor may know them: documents it may not see are not counted (decision 0011). */
export async function asSeenBy(
  db: Db,
  actor: Actor,
  rows: readonly FolderRow[],
  documents: FolderContents,
): Promise<FolderRow[]> {
  const count = documents.documentCount(actor, 'folder.id');
  const counted = rows.filter((row) => row.number_of_documents > 0).map((row) => row.id);
  if (count === null || counted.length === 0) return [...rows];
  const seen = await countAsSeen(db, counted, count);
  return rows.map((row) => ({ ...row, number_of_documents: seen.get(row.id) ?? 0 }));
}
