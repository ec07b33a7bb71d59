/** The decoder itself, for both threads. */

/** @returns null when the text is not canonical base64 with padding. */
export function decodeStrict(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  // Node's decoder skips what it does not know and accepts the URL alphabet: a full length and no - or _ prove the rest.
  const decoded = Buffer.from(text, 'base64');
  if (decoded.byteLength !== (text.length / 4) * 3 - padding || text.includes('-') || text.includes('_')) return null;
  const tail = decoded.subarray(Math.floor((decoded.byteLength - 1) / 3) * 3);
  if (text.length > 0 && tail.toString('base64') !== text.slice(-4)) return null;
  // Small ones stand in memory that Node shares out; a large one has its own, which may go to another thread.
  if (decoded.byteLength === decoded.buffer.byteLength && decoded.buffer instanceof ArrayBuffer)
    return new Uint8Array(decoded.buffer);
  return new Uint8Array(decoded);
}
