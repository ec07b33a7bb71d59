/** Streams document files as one ZIP and records each access in its document's trail: of a folder or of an adherence. */
import { wallClock } from '#domain/rome-time.ts';
import type { Db } from '#ports/database/database.ts';
import type { Storage } from '#ports/storage.ts';
import type { FileAccess } from '../../evidence/index.ts';
import { writeZip, type ZipEntry } from '../../http/response/zip.ts';
import { cleanFileName } from '../intake/file-kind.ts';
import type { DocumentRow } from '../queries.ts';

export interface StoredBlob {
  sha256: string;
  /** Bytes. */
  size: number;
}

/** The signed files by `signedDocumentId`; provided by signing. */
export type SignedFiles = (
  db: Db,
  ids: readonly number[],
) => Promise<Map<number, { sessionId: number; signed: StoredBlob; audit: StoredBlob; signedAt: Date }>>;

export interface ZipItem extends StoredBlob {
  /** Null for a file without a document. */
  documentId: number | null;
  what: FileAccess['what'];
  name: string;
  changed: Date;
}

/** Many systems limit paths to 260 characters; leave room for folder and extension. */
const MAX_STEM_LENGTH = 100;

/** `48210 proposta-firmato.pdf`: the number makes the name unique, even on systems that ignore case. */
export function nameInZip(
  { id, file_name: fileName }: { id: number; file_name: string | null },
  suffix: string,
  extension?: string,
): string {
  const clean = cleanFileName(fileName ?? 'documento');
  const dot = clean.lastIndexOf('.');
  const stem = (dot < 0 ? clean : clean.slice(0, dot)).slice(0, MAX_STEM_LENGTH).toWellFormed().trimEnd();
  const ending = extension ?? (dot < 0 ? '' : clean.slice(dot));
  return `${id} ${stem}${suffix}${ending}`;
}

/** The signed file and its audit PDF, or else the original. */
export function itemsOf(row: DocumentRow, finished: Awaited<ReturnType<SignedFiles>>): ZipItem[] {
  const signed = row.signed_document_id === null ? undefined : finished.get(row.signed_document_id);
  if (signed !== undefined) {
    const common = { documentId: row.id, changed: signed.signedAt };
    return [
      { ...common, ...signed.signed, what: 'signed', name: nameInZip(row, '-firmato', '.pdf') },
      { ...common, ...signed.audit, what: 'audit', name: nameInZip(row, '-tracciato', '.pdf') },
    ];
  }
  const { file_sha256: sha256, file_size: size } = row;
  if (sha256 === null || size === null) return [];
  return [
    { documentId: row.id, what: 'original', sha256, size, name: nameInZip(row, ''), changed: row.last_modified_date },
  ];
}

/** Bytes read from the store at a time, so that no file is held whole in memory. */
const PART_BYTES = 256 * 1024;

async function* readParts(storage: Pick<Storage, 'read'>, { sha256, size }: StoredBlob): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += PART_BYTES) {
    yield await storage.read(sha256, { start, end: Math.min(size, start + PART_BYTES) });
  }
}

async function* encodeText(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Records in the document's trail that its file was handed out. */
export type RecordFileAccess = (documentId: number, access: Pick<FileAccess, 'what' | 'sha256'>) => Promise<void>;

/**
 * The bytes of the ZIP, its texts first.
 * @param recordFileAccess records an access before the first byte of that file is sent; when it fails, the archive ends there.
 */
export function writeFilesZip(
  { texts, items, at }: { texts: ReadonlyMap<string, string>; items: readonly ZipItem[]; at: Date },
  storage: Pick<Storage, 'read'>,
  recordFileAccess: RecordFileAccess,
): AsyncGenerator<Uint8Array> {
  async function* noted({ documentId, what, sha256, size }: ZipItem): AsyncGenerator<Uint8Array> {
    if (documentId !== null) await recordFileAccess(documentId, { what, sha256 });
    yield* readParts(storage, { sha256, size });
  }
  function* entries(): Generator<ZipEntry> {
    for (const [name, text] of texts) yield { name, content: encodeText(text), changed: wallClock(at.getTime()) };
    for (const item of items) {
      yield { name: item.name, content: noted(item), packed: true, changed: wallClock(item.changed.getTime()) };
    }
  }
  return writeZip(entries());
}
