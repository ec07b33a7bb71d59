/** Detects a file's kind from its content only: the six accepted kinds and nothing else. */
import type { AcceptedMimeType } from '#domain/documents/document.ts';
import { avoidDeviceName } from '#domain/file-name.ts';
import { imagePixels } from './image-size.ts';
import { isWordPackage } from './word-package.ts';

const EXTENSIONS: Record<AcceptedMimeType, readonly string[]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/tiff': ['tif', 'tiff'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
};

/** MIME types that some browsers send for the same kind. */
const ALIASES: Record<string, AcceptedMimeType> = {
  'application/x-pdf': 'application/pdf',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/tif': 'image/tiff',
};

/** Sent by browsers and archives for unknown kinds: treated as undeclared, so the file name decides. */
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download']);

/** A page scanned at 600 dpi has 35 million pixels; no image needs more than this. */
export const MAX_PIXELS = 120_000_000;

const startsWith = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, at) => bytes[at] === byte);

function isPdf(bytes: Uint8Array): boolean {
  // Readers look for the header within the first kilobyte.
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).includes('%PDF-', 0, 'latin1');
}

/** A compound file whose directory has a stream named WordDocument ([MS-CFB] 2.6.1, [MS-DOC] 2.1). */
function isWordCompound(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return false;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = Buffer.from('WordDocument\u0000', 'utf16le');
  for (let at = buffer.indexOf(name); at >= 0; at = buffer.indexOf(name, at + 1)) {
    const isEntry = at % 128 === 0 && at + 128 <= buffer.byteLength;
    if (isEntry && buffer.readUInt16LE(at + 64) === name.byteLength && buffer[at + 66] === 2) return true;
  }
  return false;
}

/** @returns undefined for any kind that is not accepted. */
export function detectKind(bytes: Uint8Array): AcceptedMimeType | undefined {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (startsWith(bytes, 0x49, 0x49, 0x2a, 0x00) || startsWith(bytes, 0x4d, 0x4d, 0x00, 0x2a)) return 'image/tiff';
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    return isWordPackage(bytes) ? 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' : undefined;
  }
  if (isWordCompound(bytes)) return 'application/msword';
  return isPdf(bytes) ? 'application/pdf' : undefined;
}

/** Whether name and declared type (when given) match the content. */
export function matchesKind(kind: AcceptedMimeType, fileName: string, declared: string | null): boolean {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (!EXTENSIONS[kind].includes(extension)) return false;
  if (declared === null) return true;
  const essence = declared.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return UNKNOWN.has(essence) || essence === kind || (Object.hasOwn(ALIASES, essence) && ALIASES[essence] === kind);
}

/** True for an image without a size in its headers, which no program can show. */
export const isUnreadableImage = (kind: AcceptedMimeType, bytes: Uint8Array): boolean =>
  kind.startsWith('image/') && !imagePixels(bytes);

/** True for an image whose size is unknown or excessive: opening it would exhaust the viewer's memory. */
export function hasTooManyPixels(kind: AcceptedMimeType, bytes: Uint8Array, maxPixels = MAX_PIXELS): boolean {
  if (!kind.startsWith('image/')) return false;
  const pixels = imagePixels(bytes);
  return pixels === undefined || pixels > maxPixels;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The bare file name: no path, no control or direction characters, nothing that a file system refuses. */
export function cleanFileName(text: string): string {
  const bare = text.normalize('NFC').replace(CONTROL_CHARACTERS, '').split(/[\\/]/).at(-1) ?? '';
  const safe = bare
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .trim();
  const dot = safe.lastIndexOf('.');
  const stem = (dot < 0 ? safe : safe.slice(0, dot)).replace(/^[. ]+|[. ]+$/g, '');
  return avoidDeviceName(`${stem === '' ? 'documento' : stem}${dot < 0 ? '' : safe.slice(dot)}`);
}
