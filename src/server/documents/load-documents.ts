/** Loads a document with its context: folder, customer, requirements of its type. */
import type { ConsentQuestion } from '#domain/consents/notices.ts';
import { findConfiguredType, type SignatureAnchor } from '#domain/folders/folder-types.ts';
import { type NamedSigner, namedSigners, type StaffRole, staffRolesOf } from '#domain/signing/staff-signers.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { currentConfiguration, type FolderWithCustomer, findFolderWithCustomer } from '../folders/index.ts';
import { consentsOf } from '../papers/index.ts';
import type { World } from '../world.ts';
import { type FeaState, feaStates } from './papers/fea-states.ts';
import { originOf, type PaperToSign, paperToSign } from './papers/paper-to-sign.ts';
import { type DocumentRow, findDocument, findDocuments, lockDocument } from './queries.ts';

export type { DocumentRow as LoadedDocument } from './queries.ts';

export interface SigningDocument {
  document: DocumentRow;
  folder: FolderWithCustomer['folder'];
  /** Current person, company and addresses of the dossier. */
  customer: FolderWithCustomer['customer'];
  /** Staff roles that sign: required by the type, or named by a field. */
  staffRoles: readonly StaffRole[];
  /** Persons named by its fields. */
  named: readonly NamedSigner[];
  /** Texts next to which uploads of this type are signed. */
  anchors: readonly SignatureAnchor[];
  /** Whether the product generated its file. */
  isGenerated(): Promise<boolean>;
  /**
   * The state of the adherences it needs. @param at decides which services are valid.
   * @param lock with its transaction: those adherences do not change until it ends.
   */
  feaState(at: Date, lock?: { readonly until: Tx }): Promise<FeaState>;
  /** Version of the terms printed on a generated paper. */
  termsVersion(): Promise<string | null>;
  /** The paper as it would be signed now; null unless generated. Stores a file: call outside a transaction. */
  paper(world: World, at: Date): Promise<PaperToSign | null>;
  /** Consent questions of an uploaded privacy form; empty for other types. */
  consents(world: World): Promise<ConsentQuestion[]>;
}

/**
 * All data that a signature needs about a document; permissions are not checked here. Documents hidden meanwhile are
 * still returned: a running signing session continues, and a given signature completes.
 * @param document its id, or its row if just read.
 * @param lock with its transaction: folder and document do not change until it ends, and a hidden document is not
 * returned.
 */
export async function loadForSigning(
  db: Db,
  document: number | DocumentRow,
  lock?: { readonly until: Tx },
): Promise<SigningDocument | undefined> {
  const row = typeof document === 'number' ? await findDocument(db, document) : document;
  return row && loadContext(db, row, lock);
}

async function loadContext(
  db: Db,
  row: DocumentRow,
  lock?: { readonly until: Tx },
): Promise<SigningDocument | undefined> {
  // Lock the folder first: a document never moves to another folder.
  const context = await findFolderWithCustomer(db, row.folder_id, { deleted: true, until: lock?.until });
  const document = lock === undefined ? row : await lockDocument(lock.until, row.id);
  if (context === undefined || document === undefined) return undefined;
  const configuration = await currentConfiguration(db);
  const type = findConfiguredType(configuration, document.folder_type, document.type);
  let loadedOrigin: ReturnType<typeof originOf> | undefined;
  const origin = () => (loadedOrigin ??= originOf(db, document));
  return {
    document,
    ...context,
    staffRoles: staffRolesOf(document.variable_fields, type),
    named: type === undefined ? [] : namedSigners(document.variable_fields, type),
    anchors: type?.anchors ?? [],
    isGenerated: async () => (await origin()) !== null,
    feaState: async (at, until) => (await feaStates(db, [document], at, until))(document),
    termsVersion: async () => (await origin())?.termsVersion ?? null,
    paper: async (world, at) => paperToSign(world, { document, ...context, origin: await origin() }, at),
    consents: ({ settings: { publicUrl } }) =>
      consentsOf(db, { type: document.type, hst: context.customer.hst, brand: context.folder.brand, publicUrl }),
  };
}

/** Only the rows, in ascending order of id, hidden ones included: one statement for all instead of four for each. */
export async function findDocumentsById(db: Db, ids: readonly number[]): Promise<Map<number, DocumentRow>> {
  const rows = ids.length === 0 ? [] : await findDocuments(db, ids);
  return new Map(rows.sort((a, b) => a.id - b.id).map((row) => [row.id, row]));
}
