/** Requires that the signer's page showed exactly the prepared bytes. */
import type { SeenInput } from '#contract/signing/signing.ts';
import { Refusal } from '#domain/errors.ts';
import { pageRanges, pagesIn } from '#domain/signing/trail/page-ranges.ts';
import type { SeenPages } from '#domain/signing/trail/seen-pages.ts';
import type { SessionDocument } from '../queries.ts';

export interface ShownDocument {
  /** Computed by the page over the bytes given to its viewer. */
  readonly sha256: string;
  /** Pages that the page counted as seen; missing if it did not report them. */
  readonly reading?: SeenPages;
}

/** By document id. */
export type Shown = ReadonlyMap<number, ShownDocument>;

/**
 * @param hashes as the page computed them, one for each document
 * @param seen what the page has shown of each document
 * @throws Refusal signing.otherBytes
 */
export function requireShown(
  documents: readonly SessionDocument[],
  hashes: readonly string[],
  seen: SeenInput = null,
): Shown {
  const shown = new Map<number, ShownDocument>();
  for (const { document_id, prepared_sha256, pages } of documents) {
    const sha256 = hashes.find((one) => one === prepared_sha256);
    if (sha256 === undefined) continue;
    const told = seen?.find((one) => one.sha256 === sha256);
    const reading = told && pages !== null ? readingOf(told, pages) : undefined;
    shown.set(document_id, { sha256, ...(reading && { reading }) });
  }
  // Nor may it report more: a document outside this signature.
  if (shown.size !== documents.length || hashes.length !== documents.length) throw new Refusal('signing.otherBytes');
  return shown;
}

const readingOf = (told: NonNullable<SeenInput>[number], pages: number): SeenPages => ({
  pages,
  seen: pageRanges(pagesIn(told.pages, pages)),
  asText: pageRanges(pagesIn(told.asText ?? '', pages)),
});
