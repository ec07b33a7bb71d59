/** Binary answers: always a download, never a page (D-132, RFC 6266). */
import type { FastifyReply } from 'fastify';

export interface Attachment {
  bytes: Uint8Array;
  mimeType: string;
  fileName: string;
}

/** `attachment` with an ASCII name for old readers and the real one in UTF-8 (RFC 8187). */
export function contentDisposition(fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%/]/g, '_');
  const utf8 = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}

/** Sends the bytes; the caller returns nothing more. */
export async function sendAttachment(reply: FastifyReply, attachment: Attachment): Promise<void> {
  const { bytes, mimeType, fileName } = attachment;
  await reply
    .code(200)
    .header('content-type', mimeType)
    .header('content-disposition', contentDisposition(fileName))
    .header('content-length', bytes.byteLength)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
