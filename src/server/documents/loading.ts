/** A document with what surrounds it: its folder, its customer, what its type asks for. */
import type { ConsentQuestion } from '#domain/consents/notices.ts';
import { findConfiguredType, type SignatureAnchor } from '#domain/folders/folder-types.ts';
import { type NamedSigner, namedSigners, type StaffRole, staffRolesOf } from '#domain/signing/staff-signers.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { currentConfiguration, type FolderWithCustomer, findFolderWithCustomer } from '../folders/index.ts';
import { consentsOf } from '../papers/index.ts';
import type { World } from '../world.ts';
import { type FeaState, feaStates } from './papers/fea.ts';
import { originOf, type PaperToSign, paperToSign } from './papers/paper-to-sign.ts';
import { type DocumentRow, findDocument, findDocuments, lockDocument } from './queries.ts';

export type { DocumentRow as LoadedDocument } from './queries.ts';

export interface SigningDocument {
  document: DocumentRow;
  folder: FolderWithCustomer['folder'];
  /** The dossier's person, company and addresses as they are now. */
  customer: FolderWithCustomer['customer'];
  /** Who signs for the dealer: asked for by the type, or named by a field (P-6). */
  staffRoles: readonly StaffRole[];
  /** Whom its fields name. */
  named: readonly NamedSigner[];
  /** Texts beside which uploads of its type are signed (P-6). */
  anchors: readonly SignatureAnchor[];
  /** Whether the product made its file. */
  isGenerated(): Promise<boolean>;
  /**
   * Where it stands with the adherences that it needs. @param at decides which services are valid.
   * @param held with its transaction: those adherences stay as they are until that ends.
   */
  feaState(at: Date, held?: { readonly until: Tx }): Promise<FeaState>;
  /** The version of the terms on a generated paper. */
  termsVersion(): Promise<string | null>;
  /** Its paper as it is signed now, when it was generated. Stores a file: outside a transaction. */
  paper(world: World, at: Date): Promise<PaperToSign | null>;
  /** What an uploaded privacy form asks besides its signatures; nothing of any other type (D-91). */
  consents(world: World): Promise<ConsentQuestion[]>;
}

/**
 * Everything a signature needs to know of a document; nobody's permission is checked here. What was hidden since is
 * still given: a signature that runs goes on, and one that was given completes.
 * @param document its id, or its row if that was just read.
 * @param held with its transaction: folder and document stay as they are until that ends, and one that is hidden is not given.
 */
export async function loadForSigning(
  db: Db,
  document: number | DocumentRow,
  held?: { readonly until: Tx },
): Promise<SigningDocument | undefined> {
  const found = typeof document === 'number' ? await findDocument(db, document) : document;
  return found && loadAround(db, found, held);
}

async function loadAround(
  db: Db,
  found: DocumentRow,
  held?: { readonly until: Tx },
): Promise<SigningDocument | undefined> {
  // The folder first: a document never moves to another one.
  const around = await findFolderWithCustomer(db, found.folder_id, { deleted: true, until: held?.until });
  const document = held === undefined ? found : await lockDocument(held.until, found.id);
  if (around === undefined || document === undefined) return undefined;
  const configuration = await currentConfiguration(db);
  const type = findConfiguredType(configuration, document.folder_type, document.type);
  let told: ReturnType<typeof originOf> | undefined;
  const origin = () => (told ??= originOf(db, document));
  return {
    document,
    ...around,
    staffRoles: staffRolesOf(document.variable_fields, type),
    named: type === undefined ? [] : namedSigners(document.variable_fields, type),
    anchors: type?.anchors ?? [],
    isGenerated: async () => (await origin()) !== null,
    feaState: async (at, until) => (await feaStates(db, [document], at, until))(document),
    termsVersion: async () => (await origin())?.termsVersion ?? null,
    paper: async (world, at) => paperToSign(world, { document, ...around, origin: await origin() }, at),
    consents: ({ settings: { publicUrl } }) =>
      consentsOf(db, { type: document.type, hst: around.customer.hst, brand: around.folder.brand, publicUrl }),
  };
}

/** Only the rows, by id in ascending order, hidden ones included: one statement for all instead of four for each. */
export async function findDocumentsById(db: Db, ids: readonly number[]): Promise<Map<number, DocumentRow>> {
  const rows = ids.length === 0 ? [] : await findDocuments(db, ids);
  return new Map(rows.sort((a, b) => a.id - b.id).map((row) => [row.id, row]));
}
