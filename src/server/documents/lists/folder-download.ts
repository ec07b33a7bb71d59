/** Contents of a folder's ZIP. */
import { type Actor, may } from '#domain/access.ts';
import { DOCUMENT_STATUS_NAMES } from '#domain/documents/status-names.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { Refusal } from '#domain/errors.ts';
import { folderFileName } from '#domain/folders/folder-name.ts';
import { FOLDER_TYPE_NAMES } from '#domain/identity/role-names.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import { romeShort } from '#domain/signing/trail/printed-time.ts';
import type { Db } from '#ports/database/database.ts';
import type { FileAccess } from '../../evidence/index.ts';
import { type FolderWithCustomer, findFolderWithCustomer } from '../../folders/index.ts';
import { fitsZip } from '../../http/response/zip.ts';
import { authorise } from '../../http/route.ts';
import { type DocumentRow, findDocumentsIn } from '../queries.ts';
import { mayReadFiles } from '../visible-documents.ts';
import { itemsOf, type SignedFiles, type ZipItem } from './files-zip.ts';

export interface FolderZip {
  fileName: string;
  /** `INDICE.txt`. */
  texts: ReadonlyMap<string, string>;
  items: readonly ZipItem[];
  at: Date;
}

const FILE_LABELS: Readonly<Record<FileAccess['what'], string>> = {
  original: 'File originale',
  signed: 'File firmato',
  partial: 'File firmato in parte',
  audit: 'Tracciato di firma',
  revocation: 'Richiesta di revoca',
};

const namesOf = (customer: FolderWithCustomer['customer']) => ({
  firstName: customer.first_name,
  lastName: customer.last_name,
  organizationName: customer.organization_name,
});

function indexOf(
  folderWithCustomer: FolderWithCustomer,
  rows: readonly DocumentRow[],
  items: readonly ZipItem[],
  at: Date,
): string {
  const { folder, customer } = folderWithCustomer;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Cliente', customerName(namesOf(customer))],
    ['Cartella', `${folder.id}, ${FOLDER_TYPE_NAMES[folder.type]}`],
    ['Numero', folder.business_id],
    ['Targa', folder.plate],
    ['Telaio', folder.vin],
    ['Scaricata il', romeShort(at)],
  ];
  const lines = facts.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]));
  const documents = rows.map((row) => {
    const ownItems = items.filter((item) => item.documentId === row.id);
    return [
      '',
      `${row.id}  ${paperName(row.type)}: ${DOCUMENT_STATUS_NAMES[row.status]}`,
      ...(ownItems.length === 0 ? ['    Senza file'] : []),
      ...ownItems.flatMap((item) => [`    ${FILE_LABELS[item.what]}: ${item.name}`, `    SHA-256: ${item.sha256}`]),
    ];
  });
  return ['Contenuto della cartella', '', ...lines, ...documents.flat(), ''].join('\r\n');
}

/**
 * Gathers the contents of a folder's ZIP for this actor.
 * @throws Refusal folder.notFound, folder.noFiles, folder.tooLarge.
 */
export async function collectFolder(
  db: Db,
  request: { actor: Actor; id: number; signedFiles: SignedFiles; at: Date },
): Promise<FolderZip> {
  const { actor, at } = request;
  const context = await findFolderWithCustomer(db, request.id);
  if (context === undefined) throw new Refusal('folder.notFound');
  const { folder, customer } = context;
  const target = { hst: folder.hst, brand: folder.brand, folderType: folder.type, createdBy: folder.created_by };
  authorise(may(actor, 'folder.read', target), 'folder.notFound');
  const rows = (await findDocumentsIn(db, folder.id)).filter((row) => mayReadFiles(actor, row).ok);
  const signedIds = rows.flatMap((row) => row.signed_document_id ?? []);
  const finished = await request.signedFiles(db, signedIds);
  const items = rows.flatMap((row) => itemsOf(row, finished));
  if (items.length === 0) throw new Refusal('folder.noFiles');
  const index = indexOf(context, rows, items, at);
  if (!fitsZip([Buffer.byteLength(index), ...items.map((item) => item.size)])) throw new Refusal('folder.tooLarge');
  return { fileName: folderFileName(folder, namesOf(customer)), texts: new Map([['INDICE.txt', index]]), items, at };
}
