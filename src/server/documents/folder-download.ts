/** A folder as ZIP with its audits (P-19): gathered by rows, written while it is read, each access in its document's trail. */
import { type Actor, may } from '#domain/access.ts';
import { DOCUMENT_STATUS_NAMES } from '#domain/documents/status-names.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { Refusal } from '#domain/errors.ts';
import { folderFileName } from '#domain/folders/folder-name.ts';
import { FOLDER_TYPE_NAMES } from '#domain/identity/names.ts';
import { wallClock } from '#domain/rome-time.ts';
import { paperName } from '#domain/signing/paper-names.ts';
import { romeShort } from '#domain/signing/printed-time.ts';
import type { Db } from '#ports/database/database.ts';
import type { Storage } from '#ports/storage.ts';
import type { FileAccess } from '../evidence/index.ts';
import { type FolderWithCustomer, findFolderWithCustomer } from '../folders/index.ts';
import { authorise } from '../http/route.ts';
import { fitsZip, writeZip, type ZipEntry } from '../http/zip.ts';
import { cleanFileName } from './file-kind.ts';
import { type DocumentRow, findDocumentsIn } from './queries.ts';
import { targetOf } from './visible.ts';

interface Stored {
  sha256: string;
  /** Bytes. */
  size: number;
}

/** The finished files of signatures by `signedDocumentId`; made by signing. */
export type SignedFiles = (
  db: Db,
  ids: readonly number[],
) => Promise<Map<number, { signed: Stored; audit: Stored; signedAt: Date }>>;

interface Item extends Stored {
  documentId: number;
  what: FileAccess['what'];
  name: string;
  changed: Date;
}

export interface GatheredFolder {
  fileName: string;
  /** `INDICE.txt`. */
  index: string;
  items: readonly Item[];
  at: Date;
}

/** Many systems refuse a path beyond 260 characters: folder and ending need some of them. */
const LONGEST_STEM = 100;

/** `48210 proposta-firmato.pdf`: the number makes it unique, whatever files are called and however a system compares names. */
function nameIn(row: DocumentRow, suffix: string, extension?: string): string {
  const clean = cleanFileName(row.file_name ?? 'documento');
  const dot = clean.lastIndexOf('.');
  const stem = (dot < 0 ? clean : clean.slice(0, dot)).slice(0, LONGEST_STEM).toWellFormed().trimEnd();
  const ending = extension ?? (dot < 0 ? '' : clean.slice(dot));
  return `${row.id} ${stem}${suffix}${ending}`;
}

function itemsOf(row: DocumentRow, finished: Awaited<ReturnType<SignedFiles>>): Item[] {
  const signed = row.signed_document_id === null ? undefined : finished.get(row.signed_document_id);
  if (signed !== undefined) {
    const common = { documentId: row.id, changed: signed.signedAt };
    return [
      { ...common, ...signed.signed, what: 'signed', name: nameIn(row, '-firmato', '.pdf') },
      { ...common, ...signed.audit, what: 'audit', name: nameIn(row, '-tracciato', '.pdf') },
    ];
  }
  const { file_sha256: sha256, file_size: size } = row;
  if (sha256 === null || size === null) return [];
  return [
    { documentId: row.id, what: 'original', sha256, size, name: nameIn(row, ''), changed: row.last_modified_date },
  ];
}

const TOLD: Readonly<Record<FileAccess['what'], string>> = {
  original: 'File originale',
  signed: 'File firmato',
  audit: 'Tracciato di firma',
};

const namesOf = (customer: FolderWithCustomer['customer']) => ({
  firstName: customer.first_name,
  lastName: customer.last_name,
  organizationName: customer.organization_name,
});

function indexOf(around: FolderWithCustomer, rows: readonly DocumentRow[], items: readonly Item[], at: Date): string {
  const { folder, customer } = around;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Cliente', customerName(namesOf(customer))],
    ['Cartella', `${folder.id}, ${FOLDER_TYPE_NAMES[folder.type]}`],
    ['Numero', folder.business_id],
    ['Targa', folder.plate],
    ['Telaio', folder.vin],
    ['Scaricata il', romeShort(at)],
  ];
  const told = facts.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]));
  const documents = rows.map((row) => {
    const mine = items.filter((item) => item.documentId === row.id);
    return [
      '',
      `${row.id}  ${paperName(row.type)}: ${DOCUMENT_STATUS_NAMES[row.status]}`,
      ...(mine.length === 0 ? ['    Senza file'] : []),
      ...mine.flatMap((item) => [`    ${TOLD[item.what]}: ${item.name}`, `    SHA-256: ${item.sha256}`]),
    ];
  });
  return ['Contenuto della cartella', '', ...told, ...documents.flat(), ''].join('\r\n');
}

/**
 * What the ZIP of a folder will hold for this actor.
 * @throws Refusal folder.notFound, folder.noFiles, folder.tooLarge.
 */
export async function gatherFolder(
  db: Db,
  wanted: { actor: Actor; id: number; signedFiles: SignedFiles; at: Date },
): Promise<GatheredFolder> {
  const { actor, at } = wanted;
  const around = await findFolderWithCustomer(db, wanted.id);
  if (around === undefined) throw new Refusal('folder.notFound');
  const { folder, customer } = around;
  const target = { hst: folder.hst, brand: folder.brand, folderType: folder.type, createdBy: folder.created_by };
  authorise(may(actor, 'folder.read', target), 'folder.notFound');
  const rows = (await findDocumentsIn(db, folder.id)).filter((row) => may(actor, 'document.read', targetOf(row)).ok);
  const signedIds = rows.flatMap((row) => row.signed_document_id ?? []);
  const finished = await wanted.signedFiles(db, signedIds);
  const items = rows.flatMap((row) => itemsOf(row, finished));
  if (items.length === 0) throw new Refusal('folder.noFiles');
  const index = indexOf(around, rows, items, at);
  if (!fitsZip([Buffer.byteLength(index), ...items.map((item) => item.size)])) throw new Refusal('folder.tooLarge');
  return { fileName: folderFileName(folder, namesOf(customer)), index, items, at };
}

/** Read from the store at a time, so that no file is held whole. */
const PART = 256 * 1024;

async function* partsOf(storage: Pick<Storage, 'read'>, { sha256, size }: Stored): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += PART) {
    yield await storage.read(sha256, { start, end: Math.min(size, start + PART) });
  }
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** The bytes of the ZIP. @param note writes an access down before the first byte of that file leaves; its failure ends the archive there. */
export function writeFolder(
  folder: GatheredFolder,
  storage: Pick<Storage, 'read'>,
  note: (documentId: number, access: Pick<FileAccess, 'what' | 'sha256'>) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  async function* noted(item: Item): AsyncGenerator<Uint8Array> {
    await note(item.documentId, { what: item.what, sha256: item.sha256 });
    yield* partsOf(storage, item);
  }
  function* entries(): Generator<ZipEntry> {
    yield { name: 'INDICE.txt', content: textOf(folder.index), changed: wallClock(folder.at.getTime()) };
    for (const item of folder.items) {
      yield { name: item.name, content: noted(item), packed: true, changed: wallClock(item.changed.getTime()) };
    }
  }
  return writeZip(entries());
}
