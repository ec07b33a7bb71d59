/** Contents of a dossier for its routes; documents provides the folders' contents through the composition root. */
import type { RawBuilder } from 'kysely';
import { type Actor, visibleTo } from '#domain/access.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { CommandContext, CustomerContents } from '../dossiers/index.ts';
import { countVisible, deleteFoldersOf, type FolderRow, folderIdsOf, visibleFolderCount } from './queries.ts';

export interface FolderContents {
  /** The types of all documents that are there, with how many there are of each. */
  typesInUse(db: Db): Promise<readonly { folderType: string; documentType: string; count: number }[]>;
  /**
   * SQL that counts the documents the actor may see of the folder whose id is in `column`; null when the actor sees
   * them all, so that the folder's own counter applies.
   */
  documentCount(actor: Actor, column: string): RawBuilder<number> | null;
  /**
   * Hides every document of these folders, whose rows the caller holds.
   * @throws Refusal conflict.signingRuns
   */
  hideDocuments(tx: Tx, folderIds: readonly number[], deletion: CommandContext): Promise<void>;
  /** Whether anything in these folders was signed or is being signed. Hidden documents count. */
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

/** Folders as this actor may see them: documents out of its sight are not counted (decision 0011). */
export async function withVisibleCounts(
  db: Db,
  actor: Actor,
  rows: readonly FolderRow[],
  documents: FolderContents,
): Promise<FolderRow[]> {
  const count = documents.documentCount(actor, 'folder.id');
  const countedIds = rows.filter((row) => row.number_of_documents > 0).map((row) => row.id);
  if (count === null || countedIds.length === 0) return [...rows];
  const counts = await countVisible(db, countedIds, count);
  return rows.map((row) => ({ ...row, number_of_documents: counts.get(row.id) ?? 0 }));
}
