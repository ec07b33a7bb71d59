/** Sends binary answers: always as a download, never as a page (RFC 6266); stored files also in ranges (RFC 9110, sections 13 and 14). */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import type { Storage } from '#ports/storage.ts';
import { openStored, streamWithTimeout } from './stored-stream.ts';

interface NamedContent {
  mimeType: string;
  fileName: string;
}

/** Bytes generated for this answer. */
export type Attachment = NamedContent & { bytes: Uint8Array };

/** A streamed file of known size. */
type StreamedAttachment = NamedContent & { bytes: Readable; size: number };

/** Gives an ASCII name for old clients and the real one in UTF-8 (RFC 8187). */
export function contentDisposition(fileName: string, type: 'attachment' | 'inline' = 'attachment'): string {
  const ascii = fileName
    .replace(/[–—]/g, '-')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%/]/g, '_');
  const utf8 = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}

/** A stored file. */
export interface StoredAttachment {
  sha256: string;
  /** Bytes. */
  size: number;
  mimeType: string;
  fileName: string;
}

interface Part {
  start: number;
  /** Exclusive. */
  end: number;
}

/** One byte range; everything else, including several ranges, gets the whole file, as RFC 9110, section 14.2 allows. */
const RANGE = /^bytes=(\d*)-(\d*)$/i;

/** @returns undefined for the whole file; an empty part when the requested range is outside the file. */
function requestedRange(headers: FastifyRequest['headers'], etag: string, size: number): Part | undefined {
  const [, from = '', to = ''] = RANGE.exec(headers.range?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  // A range of another version would not fit the part that the client already has.
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined;
  if (from !== '' && to !== '' && BigInt(to) < BigInt(from)) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
  return { start, end };
}

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));

/**
 * Sends a stored file, or the part that the request asks for.
 * @param file `whole`: never sent in parts, as RFC 9110, section 14.2 allows, so that each answer is one access to
 * the whole file.
 * @param note records the access before the first byte is sent; if it fails, nothing is sent.
 * @throws Refusal file.range, with the size in `Content-Range`.
 */
export async function sendStored(
  call: { request: FastifyRequest; reply: FastifyReply },
  storage: Pick<Storage, 'read'>,
  file: StoredAttachment & { readonly whole?: boolean },
  note: (access: { partial: boolean }) => Promise<void>,
): Promise<void> {
  const { request, reply } = call;
  const { sha256, size, mimeType, fileName, whole = false } = file;
  const etag = `"${sha256}"`;
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    await reply.code(304).header('etag', etag).send();
    return;
  }
  const part = whole ? undefined : requestedRange(request.headers, etag, size);
  if (part !== undefined && part.start >= part.end) {
    void reply.header('content-range', `bytes */${size}`);
    throw new Refusal('file.range');
  }
  const { start, end } = part ?? { start: 0, end: size };
  const bytes = await openStored(storage, { sha256, start, end });
  await note({ partial: part !== undefined });
  void reply
    .code(200)
    .header('accept-ranges', whole ? 'none' : 'bytes')
    .header('etag', etag);
  if (part !== undefined) {
    void reply.code(206).header('content-range', `bytes ${part.start}-${part.end - 1}/${size}`);
  }
  await sendBytes(reply, { bytes: streamWithTimeout(reply, bytes), size: end - start, mimeType, fileName });
}

/** Sends the bytes; the handler returns nothing. */
export async function sendAttachment(reply: FastifyReply, attachment: Attachment | StreamedAttachment): Promise<void> {
  await sendBytes(reply.code(200), attachment);
}

function sendBytes(reply: FastifyReply, attachment: Attachment | StreamedAttachment): FastifyReply {
  const { bytes, mimeType, fileName } = attachment;
  const size = 'size' in attachment ? attachment.size : attachment.bytes.byteLength;
  return reply
    .header('content-type', mimeType)
    .header('content-disposition', contentDisposition(fileName))
    .header('content-length', size)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes);
}
