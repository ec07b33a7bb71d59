/** Loads the exact bytes to be signed and verifies them: their SHA-256 must be the announced one. */
import { sha256Of } from '../../shared/sha256.ts';
import type { SignDocument } from '../api/types.ts';

export type ReadTrouble = 'network' | 'gone' | 'hash' | 'viewer';

export class ReadFailure extends Error {
  readonly trouble: ReadTrouble;
  constructor(trouble: ReadTrouble) {
    super(trouble);
    this.name = 'ReadFailure';
    this.trouble = trouble;
  }
}

export interface FetchedDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As computed by this page. */
  readonly sha256: string;
}

async function readBody(
  response: Response,
  expected: number,
  onProgress: (percent: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array(await response.arrayBuffer());
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (expected > 0) onProgress(Math.min(100, Math.floor((length / expected) * 100)));
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/**
 * Loads the whole document. Throws ReadFailure: 'network' when it did not arrive completely, 'gone' when the link is no
 * longer active, 'hash' when the bytes are not the announced ones. Calls `onProgress` with whole percentages.
 */
export async function fetchDocument(
  url: string,
  document: SignDocument,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<FetchedDocument> {
  let bytes: Uint8Array<ArrayBuffer>;
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin', cache: 'no-store', redirect: 'error', signal });
    // The link has ended, or the signature continues in another browser.
    if (response.status === 404 || response.status === 409) throw new ReadFailure('gone');
    if (!response.ok) throw new ReadFailure('network');
    bytes = await readBody(response, document.size, onProgress);
  } catch (error) {
    throw error instanceof ReadFailure ? error : new ReadFailure('network');
  }
  const sha256 = await sha256Of(bytes).catch(() => {
    throw new ReadFailure('network');
  });
  if (sha256 !== document.sha256.toLowerCase())
    throw new ReadFailure(bytes.length < document.size ? 'network' : 'hash');
  return { bytes, sha256 };
}
