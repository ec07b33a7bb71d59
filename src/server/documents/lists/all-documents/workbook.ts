/** Exports a document list as an Excel file: every matching row, in the list's order. */
import type { Criterion } from '#contract/definition/criteria.ts';
import type { Actor } from '#domain/access.ts';
import type { Document } from '#domain/documents/document.ts';
import { MAX_EXPORTED_DOCUMENTS } from '#domain/documents/document-views.ts';
import { DOCUMENT_STATUS_NAMES } from '#domain/documents/status-names.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { Refusal } from '#domain/errors.ts';
import { FOLDER_TYPE_NAMES } from '#domain/identity/role-names.ts';
import { romeDay, wallClock } from '#domain/rome-time.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import type { Db } from '#ports/database/database.ts';
import { type WorkbookCell, writeWorkbook } from '../../../http/response/workbook.ts';
import { presentDocuments, type Viewer } from '../../present.ts';
import { searchDocuments } from '../search.ts';

/** Rows read and held in memory at a time. */
const BATCH_SIZE = 250;

export const documentsFileName = (at: Date): string => `documenti-${romeDay(at)}.xlsx`;

/** Column widths in characters, by heading. */
const WIDTHS = {
  Numero: 10,
  Documento: 32,
  Stato: 20,
  Motivo: 34,
  'Chi deve firmare': 28,
  Cliente: 28,
  Concessionaria: 15,
  'Entità legale': 14,
  Marchio: 10,
  'Tipo di cartella': 22,
  'Numero pratica': 18,
  Targa: 12,
  'Nome file': 34,
  'Dimensione (byte)': 18,
  'Creato il': 17,
  'Creato da': 20,
  'Firma avviata il': 17,
  'Modificato il': 17,
  'Modificato da': 20,
};
const COLUMNS = Object.entries(WIDTHS).map(([heading, width]) => ({ heading, width }));

const dateCell = (instant: string | null): WorkbookCell =>
  instant === null ? null : { wallClock: wallClock(Date.parse(instant)) };

function cellsOf(document: Document): WorkbookCell[] {
  const { folderDTO: folder, dossierDTO: dossier } = document;
  return [
    document.id,
    paperName(document.type),
    DOCUMENT_STATUS_NAMES[document.status],
    document.statusReason?.text ?? null,
    document.awaits.map(({ name }) => name).join(', '),
    dossier === undefined ? null : customerName(dossier),
    dossier?.hst ?? null,
    dossier?.legalEntity ?? null,
    folder?.brand ?? null,
    folder === undefined ? null : FOLDER_TYPE_NAMES[folder.type],
    folder?.businessId ?? null,
    folder?.plate ?? null,
    document.fileName,
    document.fileSize,
    dateCell(document.createdDate),
    document.createdBy,
    dateCell(document.startSignDate),
    dateCell(document.lastModifiedDate),
    document.lastModifiedBy,
  ];
}

async function* rowsOf(db: Db, ids: readonly number[], viewer: Viewer): AsyncGenerator<WorkbookCell[]> {
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const documents = await presentDocuments(db, ids.slice(at, at + BATCH_SIZE), viewer, { summaries: true });
    for (const document of documents) yield cellsOf(document);
  }
}

/** Ids of all matching rows, in the list's order. @throws Refusal when there are more than one file may hold. */
export async function exportedIds(
  db: Db,
  { sort, ...search }: { actor: Actor; criteria: readonly Criterion[]; sort: readonly string[] },
): Promise<number[]> {
  const page = { page: 0, size: MAX_EXPORTED_DOCUMENTS, sort: [...sort] };
  const { ids, total } = await searchDocuments(db, { ...search, page });
  if (total > MAX_EXPORTED_DOCUMENTS) throw new Refusal('document.exportTooMany');
  return ids;
}

/** @param ids in the order of the rows; the rows are read while the file is downloaded. */
export function documentsWorkbook(db: Db, ids: readonly number[], viewer: Viewer): AsyncGenerator<Uint8Array> {
  return writeWorkbook({ sheet: 'Documenti', columns: COLUMNS, rows: rowsOf(db, ids, viewer) });
}
