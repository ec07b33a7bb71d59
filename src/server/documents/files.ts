/** Takes a file in: decodes, judges by content, passes PDFs to be signed through the gate, stores (P-15, D-11, D-132). */

import type { PaperCopy } from '#contract/papers.ts';
import {
  ACCEPTED_AS_COPY,
  ACCEPTED_OTHERWISE,
  ACCEPTED_WHEN_SIGNABLE,
  type AcceptedMimeType,
  MAX_FILE_BYTES,
} from '#domain/documents/document.ts';
import { Refusal } from '#domain/errors.ts';
import type { FileRefusalCode } from '#domain/field-message.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, PHOTO_MIME_TYPES } from '#domain/papers/photo-limits.ts';
import { giveBack } from '#formats/given-back.ts';
import type { World } from '../world.ts';
import { decodeBase64 } from './base64.ts';
import { agrees, cleanFileName, hasTooManyPixels, kindOf } from './file-kind.ts';
import { type CleanPhoto, cleanPhoto } from './photo-clean.ts';

type FileWorld = Pick<World, 'gate' | 'storage' | 'log'>;

export interface GivenFile {
  /** Base64, or bytes from within the product. */
  content: string | Uint8Array;
  fileName: string;
  mimeType: string | null;
  /** As declared by the caller, in bytes. */
  fileSize: number | null;
}

/** A file that is already in the store. */
export interface StoredFile {
  sha256: string;
  fileName: string;
  mimeType: AcceptedMimeType;
  size: number;
  /** Only of PDFs that passed the gate. */
  gate: { pages: number; normalised: boolean } | null;
}

/** Refused files tell the reason on the field too: that is where people look. */
function refused(code: FileRefusalCode, parameters: Record<string, string> = {}, field = 'file'): Refusal {
  return new Refusal(code, { parameters, fieldErrors: [{ objectName: 'document', field, code, parameters }] });
}

interface Accepted {
  kinds: readonly AcceptedMimeType[];
  names: string;
  /** In bytes. */
  most: number;
  tooLarge: FileRefusalCode;
}

const FILE = { most: MAX_FILE_BYTES, tooLarge: 'file.tooLarge' } as const;
const ACCEPTED = {
  signable: { kinds: ACCEPTED_WHEN_SIGNABLE, names: 'PDF', ...FILE },
  otherwise: { kinds: ACCEPTED_OTHERWISE, names: 'PDF, JPEG, PNG, TIFF, DOC, DOCX', ...FILE },
  copy: { kinds: ACCEPTED_AS_COPY, names: 'PDF, JPEG, PNG', ...FILE },
  photo: { kinds: PHOTO_MIME_TYPES, names: 'JPEG, PNG', most: MAX_PHOTO_BYTES, tooLarge: 'photo.tooLarge' },
} as const satisfies Record<string, Accepted>;
const LONGEST_BASE64 = Math.ceil(MAX_FILE_BYTES / 3) * 4;

async function bytesOf(content: string | Uint8Array): Promise<Uint8Array> {
  if (typeof content !== 'string') return content;
  if (content.length > LONGEST_BASE64) throw refused('file.tooLarge');
  const bytes = await decodeBase64(content);
  if (bytes === null) throw refused('file.notBase64');
  return bytes;
}

/** What every file goes through: its size, what it is, whether its name and declared type say the same. @throws Refusal file.* */
async function judged(
  given: GivenFile,
  { kinds, names, most, tooLarge }: Accepted,
): Promise<{ bytes: Uint8Array; kind: AcceptedMimeType; fileName: string }> {
  const bytes = await bytesOf(given.content);
  if (bytes.byteLength === 0) throw refused('file.empty');
  if (bytes.byteLength > most) throw refused(tooLarge);
  if (given.fileSize !== null && given.fileSize !== bytes.byteLength) throw refused('file.sizeMismatch');
  const kind = kindOf(bytes);
  if (kind === undefined || !kinds.includes(kind)) throw refused('file.type', { accepted: names });
  const fileName = cleanFileName(given.fileName);
  if (!agrees(kind, fileName, given.mimeType)) throw refused('file.mismatch');
  if (hasTooManyPixels(kind, bytes)) throw refused('file.pixels');
  return { bytes, kind, fileName };
}

/**
 * Checks a file and puts it into the store, flushed, before any row may name it.
 * @param options `copy` for a photo or a scan of a paper; `owner` who brings it, for those who wait at the gate.
 * @throws Refusal file.* or pdf.* with a field error on `file`.
 */
export async function takeFile(
  world: FileWorld,
  given: GivenFile,
  options: { signable: boolean; owner: string } | { signable: false; copy: true },
): Promise<StoredFile> {
  const accepted = ACCEPTED[options.signable ? 'signable' : 'copy' in options ? 'copy' : 'otherwise'];
  const { bytes, kind, fileName } = await judged(given, accepted);
  const size = bytes.byteLength;
  const stored = options.signable
    ? await passGate(world, bytes, 'file', options.owner)
    : { sha256: await world.storage.put(bytes), size, gate: null };
  // Decoded here: nobody else has them.
  if (typeof given.content === 'string') giveBack(bytes);
  return { fileName, mimeType: kind, ...stored };
}

const givenFile = ({ content, fileName, mimeType, fileSize }: PaperCopy): GivenFile => ({
  ...{ content, fileName },
  mimeType: mimeType ?? null,
  fileSize: fileSize ?? null,
});

/** A photo or a scan of a paper, by the rules of copies. @throws Refusal file.* */
export const takeCopy = (world: FileWorld, given: PaperCopy): Promise<StoredFile> =>
  takeFile(world, givenFile(given), { signable: false, copy: true });

/**
 * A photo that is to stand on a paper: stored without what it tells of place, time and device.
 * @param count called before one is stored: what was refused counts against nobody.
 * @throws Refusal file.*, photo.*
 */
export async function takePhoto(
  world: Pick<World, 'storage'>,
  given: PaperCopy,
  count: () => Promise<void>,
): Promise<Omit<CleanPhoto, 'bytes'> & { sha256: string; size: number }> {
  const { bytes } = await judged(givenFile(given), ACCEPTED.photo);
  const photo = await cleanPhoto(bytes);
  if (photo === undefined) throw refused('photo.unreadable');
  const { width, height } = photo;
  if (width * height > MAX_PHOTO_PIXELS) throw refused('file.pixels');
  await count();
  return { sha256: await world.storage.put(photo.bytes), size: photo.bytes.byteLength, width, height };
}

/** @throws Refusal pdf.* with a field error on `field`. */
async function passGate(
  world: FileWorld,
  bytes: Uint8Array,
  field: string,
  owner: string,
): Promise<{ sha256: string; size: number; gate: { pages: number; normalised: boolean } }> {
  const judged = await world.gate.inspect(bytes, owner);
  if (!judged.ok) {
    world.log.info({ code: judged.code, detail: judged.detail }, 'PDF refused at intake');
    throw refused(judged.code, judged.parameters ?? {}, field);
  }
  // From here on these bytes, not the caller's, are the document (H0).
  const sha256 = await world.storage.put(judged.bytes);
  return {
    sha256,
    size: judged.bytes.byteLength,
    gate: { pages: judged.pages, normalised: judged.normalised },
  };
}

/**
 * A stored file that nobody was to sign, and now somebody is.
 * @throws Refusal file.type unless it is a PDF, pdf.*; with a field error on `signable`: the file itself cannot be exchanged.
 */
export async function admitForSigning(
  world: FileWorld,
  file: { sha256: string; mimeType: string | null },
  owner: string,
): ReturnType<typeof passGate> {
  if (!ACCEPTED_WHEN_SIGNABLE.some((accepted) => accepted === file.mimeType)) {
    throw refused('file.type', { accepted: ACCEPTED.signable.names }, 'signable');
  }
  return passGate(world, await world.storage.get(file.sha256), 'signable', owner);
}
