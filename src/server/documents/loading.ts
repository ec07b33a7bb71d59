/** A document with what surrounds it: its folder, its customer, what its type asks for. */
import { findConfiguredType, type SignerRole } from '#domain/folders/folder-types.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { currentConfiguration, type FolderWithCustomer, findFolderWithCustomer } from '../folders/index.ts';
import type { World } from '../world.ts';
import { type FeaState, feaStates } from './fea.ts';
import { type PaperToSign, paperToSign } from './paper-to-sign.ts';
import { type DocumentRow, findDocument, lockDocument } from './queries.ts';

export type { DocumentRow as LoadedDocument } from './queries.ts';

export interface SigningDocument {
  document: DocumentRow;
  folder: FolderWithCustomer['folder'];
  /** The dossier's person, company and addresses as they are now. */
  customer: FolderWithCustomer['customer'];
  /** Who signs according to the folder-type configuration, customer first (P-6). */
  signers: readonly SignerRole[];
  /** Where it stands with its FEA module. @param at decides which services are valid. */
  feaState(at: Date): Promise<FeaState>;
  /** Its paper as it is signed now, when it was generated. Stores a file: outside a transaction. */
  paper(world: World, at: Date): Promise<PaperToSign | null>;
}

/**
 * Everything a signature needs to know of a document; nobody's permission is checked here. What was hidden since is
 * still given: a signature that runs goes on, and one that was given completes.
 * @param held with its transaction: folder and document stay as they are until that ends, and one that is hidden is not given.
 */
export async function loadForSigning(
  db: Db,
  id: number,
  held?: { readonly until: Tx },
): Promise<SigningDocument | undefined> {
  const found = await findDocument(db, id);
  if (found === undefined) return undefined;
  // The folder first: a document never moves to another one.
  const around = await findFolderWithCustomer(db, found.folder_id, { deleted: true, until: held?.until });
  const document = held === undefined ? found : await lockDocument(held.until, id);
  if (around === undefined || document === undefined) return undefined;
  const configuration = await currentConfiguration(db);
  const type = findConfiguredType(configuration, document.folder_type, document.type);
  return {
    document,
    ...around,
    signers: type?.signers ?? ['customer'],
    feaState: async (at) => (await feaStates(db, [document], at))(document),
    paper: (world, at) => paperToSign(world, { document, ...around }, at),
  };
}
