/** Decodes strict base64 (RFC 4648, section 4) in pieces, so that one upload does not block the event loop. */
import { setImmediate } from 'node:timers/promises';

/** Characters decoded in about a millisecond. */
const CHUNK_LENGTH = 1 << 20;

/**
 * @returns bytes in a separate buffer; null when the text is not canonical: another alphabet, blanks, missing
 * padding.
 */
export async function decodeBase64(text: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = Buffer.from(new ArrayBuffer((text.length / 4) * 3 - padding));
  let at = 0;
  for (let from = 0; from < text.length; from += CHUNK_LENGTH) {
    if (from > 0) await setImmediate();
    const chunk = text.slice(from, from + CHUNK_LENGTH);
    const expectedLength = Math.min((chunk.length / 4) * 3, bytes.length - at);
    // Node's decoder skips unknown characters and accepts the URL alphabet: a full length without - or _ proves the
    // input valid.
    if (chunk.includes('-') || chunk.includes('_') || bytes.write(chunk, at, 'base64') !== expectedLength) return null;
    at += expectedLength;
  }
  const tail = bytes.subarray(Math.floor((bytes.length - 1) / 3) * 3);
  if (text.length > 0 && tail.toString('base64') !== text.slice(-4)) return null;
  return new Uint8Array(bytes.buffer);
}
