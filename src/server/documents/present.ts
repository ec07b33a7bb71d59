/** Documents as P-20 shows them. */
import type { Actor } from '#domain/access.ts';
import type { Document } from '#domain/documents/document.ts';
import { type Language, REFUSALS } from '#domain/errors.ts';
import type { Db } from '#ports/database/database.ts';
import { summariesOfFolders } from '../folders/index.ts';
import { type FeaState, feaStates } from './fea.ts';
import { type DocumentRow, findDocuments } from './queries.ts';

/** Sign links of running signatures, only for callers who may start one (P-7); made by signing. */
export type SignUrls = (db: Db, documentIds: readonly number[], actor: Actor) => Promise<Map<number, string>>;

export interface Viewer {
  actor: Actor;
  /** Which services are valid. */
  at: Date;
  language: Language;
  signUrls: SignUrls;
}

function reasonOf(row: DocumentRow, language: Language): Document['statusReason'] {
  if (row.status_reason === null) return null;
  const known = Object.entries(REFUSALS).find(([code]) => code === row.status_reason)?.[1];
  const text = [known?.[language], row.status_detail].filter((part) => part !== null && part !== undefined).join(' ');
  return { code: row.status_reason, text };
}

function present(row: DocumentRow, language: Language, signUrl: string | null, fea: FeaState): Document {
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
    signUrl,
    signedDocumentId: row.signed_document_id,
    feaModuleId: fea.moduleId,
    feaBlocked: fea.blocked,
    startSignDate: row.start_sign_date?.toISOString() ?? null,
    variableFields: row.variable_fields,
    metadata: {
      dealer: { signUrl: null, seller: null },
      operatorDealer: { signUrl: null, label: null },
      salesManager: { signUrl: null, label: null },
    },
    createdBy: row.created_by,
    createdDate: row.created_date.toISOString(),
    lastModifiedBy: row.last_modified_by,
    lastModifiedDate: row.last_modified_date.toISOString(),
  };
}

/** Rows in the order of `ids`, with the two DTOs when a list asks for them. */
export async function presentDocuments(
  db: Db,
  ids: readonly number[],
  viewer: Viewer,
  options: { summaries: boolean },
): Promise<Document[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await findDocuments(db, ids)).map((row) => [row.id, row]));
  const urls = await viewer.signUrls(db, ids, viewer.actor);
  const fea = await feaStates(db, [...rows.values()], viewer.at);
  const summaries = options.summaries
    ? await summariesOfFolders(db, [...new Set([...rows.values()].map((row) => row.folder_id))])
    : undefined;
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const around = summaries?.get(row.folder_id);
    return [
      {
        ...present(row, viewer.language, urls.get(id) ?? null, fea(row)),
        ...(around === undefined ? {} : { folderDTO: around.folder, dossierDTO: around.dossier }),
      },
    ];
  });
}

/** One document for an answer to a call that already checked the permission. @throws when the row is gone. */
export async function presentDocument(db: Db, id: number, viewer: Viewer): Promise<Document> {
  const [document] = await presentDocuments(db, [id], viewer, { summaries: false });
  if (document === undefined) throw new Error(`Document ${id} vanished while it was presented`);
  return document;
}
