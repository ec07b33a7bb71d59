/** Presents documents in their API form. */
import type { Actor } from '#domain/access.ts';
import type { Document } from '#domain/documents/document.ts';
import { type Language, REFUSALS, type RefusalCode } from '#domain/errors.ts';
import { instantText } from '#domain/instant-text.ts';
import type { AwaitedSigner } from '#domain/signing/awaited-signers.ts';
import type { StaffRole } from '#domain/signing/staff-signers.ts';
import type { Db } from '#ports/database/database.ts';
import { sideBySide } from '../database/parallel-reads.ts';
import { summariesOfFolders } from '../folders/index.ts';
import { type FeaState, feaStates } from './papers/fea-states.ts';
import { type ListedDocument, listDocuments, listDocumentsIn } from './queries.ts';

/** A document's signers and sign links, as far as the caller may see them. */
export interface SignLinks {
  /** The customer's sign link. */
  signUrl: string | null;
  staff: readonly { role: StaffRole; name: string; signUrl: string | null }[];
  /** Signers whose turn it is. */
  awaits: readonly AwaitedSigner[];
}

/** Sign links of running signatures, only for callers who may start one; provided by signing. */
export interface SignUrls {
  /** Links by document, only for documents that have links. */
  linksOf(
    db: Db,
    documents: readonly Pick<ListedDocument, 'id' | 'status' | 'status_reason'>[],
    actor: Actor,
  ): Promise<ReadonlyMap<number, SignLinks>>;
  /** What a dealer needs before documents can be signed by hand. */
  byHand(db: Db, hst: string, at: Date): Promise<ByHand>;
}

type ByHand = NonNullable<Document['byHand']>;

const NO_LINKS: SignLinks = { signUrl: null, staff: [], awaits: [] };

function metadataOf({ staff }: SignLinks): Document['metadata'] {
  const of = (role: StaffRole) => staff.find((signer) => signer.role === role);
  const labelled = (role: StaffRole) => ({ signUrl: of(role)?.signUrl ?? null, label: of(role)?.name ?? null });
  return {
    dealer: { signUrl: of('dealer')?.signUrl ?? null, seller: of('dealer')?.name ?? null },
    operatorDealer: labelled('operatorDealer'),
    salesManager: labelled('salesManager'),
  };
}
const NO_METADATA = metadataOf(NO_LINKS);

export interface Viewer {
  actor: Actor;
  /** Date that decides which services are valid. */
  at: Date;
  language: Language;
  signUrls: SignUrls;
}

/** The viewer of a call, at the current time. */
export type ViewerOf = (call: Pick<Viewer, 'actor' | 'language'>) => Viewer;

function reasonOf(row: ListedDocument, language: Language): Document['statusReason'] {
  if (row.status_reason === null) return null;
  const texts = Object.hasOwn(REFUSALS, row.status_reason) ? REFUSALS[row.status_reason as RefusalCode] : undefined;
  const text = [texts?.[language], row.status_detail].filter((part) => part !== null && part !== undefined).join(' ');
  return { code: row.status_reason, text };
}

/** Readiness of the dealers with documents to be signed by hand. */
async function readinessOf(db: Db, rows: readonly ListedDocument[], { signUrls, at }: Viewer) {
  const hsts = new Set(rows.filter((row) => row.sig_type === 'GRAPHOMETRIC').map(({ hst }) => hst));
  const known = new Map<string, ByHand>();
  for (const hst of hsts) known.set(hst, await signUrls.byHand(db, hst, at));
  return ({ sig_type, hst }: ListedDocument) => (sig_type === 'GRAPHOMETRIC' ? known.get(hst) : undefined);
}

function present(row: ListedDocument, language: Language, links: SignLinks, fea: FeaState): Document {
  return {
    id: row.id,
    folderId: row.folder_id,
    folder: { id: row.folder_id, type: row.folder_type },
    type: row.type,
    fileName: row.file_name,
    fileSize: row.file_size,
    mimeType: row.mime_type,
    sigType: row.sig_type,
    archivable: row.archivable,
    signable: row.signable,
    status: row.status,
    statusReason: reasonOf(row, language),
    signUrl: links.signUrl,
    signedDocumentId: row.signed_document_id,
    feaModuleId: fea.moduleId,
    feaBlocked: fea.blocked,
    startSignDate: row.start_sign_date && instantText(row.start_sign_date),
    awaits: links.awaits,
    variableFields: row.variable_fields,
    metadata: links === NO_LINKS ? NO_METADATA : metadataOf(links),
    createdBy: row.created_by,
    createdDate: instantText(row.created_date),
    lastModifiedBy: row.last_modified_by,
    lastModifiedDate: instantText(row.last_modified_date),
  };
}

/** In the order of `ids`; a folder may hold other documents. */
async function rowsOf(db: Db, ids: readonly number[], folderId: number | null): Promise<ListedDocument[]> {
  const rows = new Map<number, ListedDocument>();
  const loading = folderId === null ? listDocuments(db, ids) : listDocumentsIn(db, folderId);
  for (const row of await loading) rows.set(row.id, row);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/**
 * Rows in the order of `ids`, with the two DTOs when a list requests them.
 * @param options.known the rows, when just read. @param options.folderId when they are the documents of a folder
 * visible to the caller.
 */
export async function presentDocuments(
  db: Db,
  ids: readonly number[],
  viewer: Viewer,
  options: { summaries: boolean; known?: readonly ListedDocument[]; folderId?: number | null },
): Promise<Document[]> {
  if (ids.length === 0) return [];
  const rows = options.known ?? (await rowsOf(db, ids, options.folderId ?? null));
  const folders = [...new Set(rows.map((row) => row.folder_id))];
  const [links, fea, byHand, summaries] = await sideBySide(
    db,
    () => viewer.signUrls.linksOf(db, rows, viewer.actor),
    () => feaStates(db, rows, viewer.at),
    () => readinessOf(db, rows, viewer),
    async () => (options.summaries ? summariesOfFolders(db, folders) : undefined),
  );
  return rows.map((row) => {
    const document = present(row, viewer.language, links.get(row.id) ?? NO_LINKS, fea(row));
    const summary = summaries?.get(row.folder_id);
    const hand = byHand(row);
    // Assigned one by one: spreading objects takes a third of the presenting time.
    if (hand !== undefined) document.byHand = hand;
    if (summary !== undefined) {
      document.folderDTO = summary.folder;
      document.dossierDTO = summary.dossier;
    }
    return document;
  });
}

/** One document, for the answer to a call that already checked the permission. @param row when just read. @throws when the row is gone. */
export async function presentDocument(db: Db, id: number, viewer: Viewer, row?: ListedDocument): Promise<Document> {
  const options = row === undefined ? {} : { known: [row] };
  const [document] = await presentDocuments(db, [id], viewer, { summaries: false, ...options });
  if (document === undefined) throw new Error(`Document ${id} vanished while it was presented`);
  return document;
}
