/** What the signer's page says that it has shown must be what was prepared, byte for byte (D-12). */
import { Refusal } from '#domain/errors.ts';
import type { SessionDocument } from './queries.ts';

/** By document, the hash that the page computed over what it gave to its viewer. */
export type Shown = ReadonlyMap<number, string>;

/** @param hashes as the page computed them, one for each document. @throws Refusal signing.otherBytes */
export function requireShown(documents: readonly SessionDocument[], hashes: readonly string[]): Shown {
  const shown = new Map<number, string>();
  for (const { document_id, prepared_sha256 } of documents) {
    const hash = hashes.find((one) => one === prepared_sha256);
    if (hash !== undefined) shown.set(document_id, hash);
  }
  // Not one too many either: whatever else it showed was no part of this.
  if (shown.size !== documents.length || hashes.length !== documents.length) throw new Refusal('signing.otherBytes');
  return shown;
}
