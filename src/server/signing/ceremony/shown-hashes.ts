/** Requires that the signer's page showed exactly the prepared bytes. */
import type { SeenPagesInput } from '#contract/signing/signing.ts';
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
export type ShownDocuments = ReadonlyMap<number, ShownDocument>;

/**
 * @param hashes as the page computed them, one for each document
 * @param seen what the page has shown of each document
 * @throws Refusal signing.otherBytes
 */
export function requireShown(
  documents: readonly SessionDocument[],
  hashes: readonly string[],
  seen: SeenPagesInput = null,
): ShownDocuments {
  const shown = new Map<number, ShownDocument>();
  for (const { document_id, prepared_sha256, pages } of documents) {
    const sha256 = hashes.find((hash) => hash === prepared_sha256);
    if (sha256 === undefined) continue;
    const report = seen?.find((entry) => entry.sha256 === sha256);
    const reading = report && pages !== null ? readingOf(report, pages) : undefined;
    shown.set(document_id, { sha256, ...(reading && { reading }) });
  }
  // It must not report a document outside this signature either.
  if (shown.size !== documents.length || hashes.length !== documents.length) throw new Refusal('signing.otherBytes');
  return shown;
}

const readingOf = (report: NonNullable<SeenPagesInput>[number], pages: number): SeenPages => ({
  pages,
  seen: pageRanges(pagesIn(report.pages, pages)),
  asText: pageRanges(pagesIn(report.asText ?? '', pages)),
});
