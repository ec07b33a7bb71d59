/** Takes in a file: decodes it, judges its content, passes PDFs to be signed through the gate, stores it. */

import type { PaperCopy } from '#contract/papers.ts';
import {
  ACCEPTED_AS_COPY,
  ACCEPTED_OTHERWISE,
  ACCEPTED_WHEN_SIGNABLE,
  type AcceptedMimeType,
  MAX_FILE_BYTES,
} from '#domain/documents/document.ts';
import { type FileRefusalCode, Refusal } from '#domain/errors.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, PHOTO_MIME_TYPES } from '#domain/papers/photo-limits.ts';
import { releaseBuffer } from '#formats/release-buffer.ts';
import { ConcurrencyLimiter } from '../../http/overload/concurrency.ts';
import type { World } from '../../world.ts';
import { decodeBase64 } from './base64.ts';
import {
  cleanFileName,
  detectKind,
  hasTooManyPixels,
  isUnreadableImage,
  MAX_PIXELS,
  matchesKind,
} from './file-kind.ts';
import { type CheckedUpload, checkUpload, isDrawingFailed, type PageCheckWorld } from './page-checks/check-upload.ts';

type FileWorld = Pick<World, 'gate'> & PageCheckWorld;

export interface FileInput {
  /** Base64 from a caller, or bytes from within the product. */
  content: string | Uint8Array;
  fileName: string;
  mimeType: string | null;
  /** Size in bytes, as the caller declared it. */
  fileSize: number | null;
}

export interface StoredFile {
  sha256: string;
  fileName: string;
  mimeType: AcceptedMimeType;
  size: number;
  /** Only for PDFs that passed the gate. */
  gate: { pages: number; normalised: boolean } | null;
}

/** A refused file also reports its reason as a field error, since users look at the field. */
function fileRefusal(
  code: FileRefusalCode,
  parameters: Readonly<Record<string, string | number>> = {},
  field = 'file',
  extra: Record<string, unknown> = {},
): Refusal {
  return new Refusal(code, { parameters, extra, fieldErrors: [{ objectName: 'document', field, code, parameters }] });
}

/** Owner of files made by the product itself, such as papers drawn when signing is prepared. */
export const PRODUCT = 'product';

interface FileRules {
  kinds: readonly AcceptedMimeType[];
  names: string;
  /** In bytes. */
  most: number;
  tooLarge: FileRefusalCode;
  /** Code for an image that no program can show. */
  unreadable: FileRefusalCode;
  /** Limit for images. */
  mostPixels: number;
}

const FILE_LIMITS = {
  most: MAX_FILE_BYTES,
  tooLarge: 'file.tooLarge',
  unreadable: 'file.unreadable',
  mostPixels: MAX_PIXELS,
} as const;
const FILE_RULES = {
  signable: { kinds: ACCEPTED_WHEN_SIGNABLE, names: 'PDF', ...FILE_LIMITS },
  otherwise: { kinds: ACCEPTED_OTHERWISE, names: 'PDF, JPEG, PNG, TIFF, DOC, DOCX', ...FILE_LIMITS },
  copy: { kinds: ACCEPTED_AS_COPY, names: 'PDF, JPEG, PNG', ...FILE_LIMITS },
  photo: {
    ...{ kinds: PHOTO_MIME_TYPES, names: 'JPEG, PNG', most: MAX_PHOTO_BYTES },
    ...{ tooLarge: 'photo.tooLarge', unreadable: 'photo.unreadable', mostPixels: MAX_PHOTO_PIXELS },
  },
} as const satisfies Record<string, FileRules>;
const MAX_BASE64_LENGTH = Math.ceil(MAX_FILE_BYTES / 3) * 4;

async function decodeContent(content: string | Uint8Array): Promise<Uint8Array> {
  if (typeof content !== 'string') return content;
  if (content.length > MAX_BASE64_LENGTH) throw fileRefusal('file.tooLarge');
  const bytes = await decodeBase64(content);
  if (bytes === null) throw fileRefusal('file.notBase64');
  return bytes;
}

/** Checks common to every file: size, kind, and whether name and declared type match the content. @throws Refusal file.* */
async function checkFile(
  input: FileInput,
  { kinds, names, most, tooLarge, unreadable, mostPixels }: FileRules,
): Promise<{ bytes: Uint8Array; kind: AcceptedMimeType; fileName: string }> {
  const bytes = await decodeContent(input.content);
  if (bytes.byteLength === 0) throw fileRefusal('file.empty');
  if (bytes.byteLength > most) throw fileRefusal(tooLarge);
  if (input.fileSize !== null && input.fileSize !== bytes.byteLength) throw fileRefusal('file.sizeMismatch');
  const kind = detectKind(bytes);
  if (kind === undefined || !kinds.includes(kind)) throw fileRefusal('file.type', { accepted: names });
  const fileName = cleanFileName(input.fileName);
  if (!matchesKind(kind, fileName, input.mimeType)) throw fileRefusal('file.mismatch');
  if (isUnreadableImage(kind, bytes)) throw fileRefusal(unreadable);
  if (hasTooManyPixels(kind, bytes, mostPixels)) throw fileRefusal('file.pixels');
  return { bytes, kind, fileName };
}

/**
 * Checks a file and stores it, flushed, before any row may reference it.
 * @param options `copy` for a photo or a scan of a paper; `owner` the uploader, for fair turns at the gate.
 * @throws Refusal file.* or pdf.* with a field error on `file`.
 */
export async function takeFile(
  world: FileWorld,
  input: FileInput,
  options: { signable: boolean; owner: string } | { signable: false; copy: true },
): Promise<StoredFile> {
  const rules = FILE_RULES[options.signable ? 'signable' : 'copy' in options ? 'copy' : 'otherwise'];
  const { bytes, kind, fileName } = await checkFile(input, rules);
  const size = bytes.byteLength;
  const stored = options.signable
    ? await passGate(world, bytes, 'file', options.owner)
    : { sha256: await world.storage.put(bytes), size, gate: null };
  // Decoded here, so no other code holds the buffer.
  if (typeof input.content === 'string') releaseBuffer(bytes);
  return { fileName, mimeType: kind, ...stored };
}

const fileInput = ({ content, fileName, mimeType, fileSize }: PaperCopy): FileInput => ({
  ...{ content, fileName },
  mimeType: mimeType ?? null,
  fileSize: fileSize ?? null,
});

/** Takes in a photo or a scan of a paper, by the rules for copies. @throws Refusal file.* */
export const takeCopy = (world: FileWorld, copy: PaperCopy): Promise<StoredFile> =>
  takeFile(world, fileInput(copy), { signable: false, copy: true });

/** Photos of one user read concurrently, and waiting: a form sends all of its photos together. */
const photoLimiter = new ConcurrencyLimiter(() => ({ active: 2, waiting: 32 }));

interface PhotoUploader {
  /** The uploading user. */
  readonly owner: number;
  /** Counts an upload before its pixels are read, so that damaged files count too. @throws Refusal request.tooMany */
  readonly count: () => Promise<void>;
}

/**
 * Takes in a photo for a generated paper and strips its location, time and device metadata. The header is checked
 * first; only then is the upload counted and the image decoded by a pool thread.
 * @throws Refusal file.*, photo.*, system.busy
 */
export async function takePhoto(
  world: Pick<World, 'storage' | 'pdf'>,
  upload: PaperCopy,
  { owner, count }: PhotoUploader,
): Promise<{ sha256: string; size: number; width: number; height: number }> {
  const { bytes } = await checkFile(fileInput(upload), FILE_RULES.photo);
  const photo = await photoLimiter.run(String(owner), async () => {
    await count();
    return world.pdf.photo(bytes);
  });
  if (photo === null) throw fileRefusal('photo.unreadable');
  const { width, height } = photo;
  return { sha256: await world.storage.put(photo.bytes), size: photo.bytes.byteLength, width, height };
}

type GatedFile = Pick<StoredFile, 'sha256' | 'size'> & { gate: { pages: number; normalised: boolean } };

/** @throws Refusal pdf.* with a field error on `field`. */
async function passGate(world: FileWorld, bytes: Uint8Array, field: string, owner: string): Promise<GatedFile> {
  const inspection = await world.gate.inspect(bytes, owner);
  if (!inspection.ok) {
    world.log.info({ code: inspection.code, detail: inspection.detail }, 'PDF refused at intake');
    throw fileRefusal(inspection.code, inspection.parameters, field);
  }
  // From here on these bytes, not the caller's, are the document.
  const sha256 = await world.storage.put(inspection.bytes);
  const { pages, normalised } = inspection;
  if (owner !== PRODUCT)
    await passPageCheck(world, { uploaded: bytes, stored: inspection.bytes, sha256, pages, owner }, field);
  return { sha256, size: inspection.bytes.byteLength, gate: { pages, normalised } };
}

/** @throws Refusal pdf.* with a field error on `field` when pages are not drawn alike by both engines. */
async function passPageCheck(world: FileWorld, upload: CheckedUpload, field: string): Promise<void> {
  const refusal = await checkUpload(world, upload).catch((error: unknown) => {
    if (!isDrawingFailed(error)) throw error;
    world.log.warn({ err: error }, 'pages of an upload cannot be drawn');
    throw fileRefusal('pdf.timeout', {}, field);
  });
  if (refusal) {
    const { code, parameters, extra } = refusal;
    world.log.info({ code, page: parameters.page }, 'PDF refused for its pages');
    throw fileRefusal(code, parameters, field, extra);
  }
}

/**
 * Admits a stored file for signing that was uploaded without signatures.
 * @throws Refusal file.type unless it is a PDF, pdf.*; with a field error on `signable`, because the file itself cannot be replaced.
 */
export async function admitForSigning(
  world: FileWorld,
  file: { sha256: string; mimeType: string | null },
  owner: string,
): Promise<GatedFile> {
  if (!ACCEPTED_WHEN_SIGNABLE.some((accepted) => accepted === file.mimeType)) {
    throw fileRefusal('file.type', { accepted: FILE_RULES.signable.names }, 'signable');
  }
  return passGate(world, await world.storage.get(file.sha256), 'signable', owner);
}
