/** Rewrites a PDF into a plain file: what had to be recovered is written anew, what is drawn over pages becomes content, what has no place in a file to sign stays behind. */
import { PDF } from '@libpdf/core';
import type { Seen } from './agreement.ts';
import { repairContent } from './content/index.ts';
import { flattenFields } from './flatten.ts';
import { INCOMING } from './grammar.ts';
import { PlainCopy } from './plain.ts';
import { writePdf } from './write.ts';

/**
 * @param seen a file that was already found free of active content, as its reader sees it. @param version of its header.
 * @returns the bytes of a new file; the same input gives the same output.
 * @throws Refused pdf.annotated, pdf.broken, pdf.content, pdf.tooLarge
 */
export async function rewritePdf(seen: Seen, version: string): Promise<Uint8Array> {
  // First as it was read, in the one way of writing that the library reads alike; only then is anything changed.
  const transcript = writePdf(new PlainCopy(seen.resolve, null).copy(seen.trailer), version);
  const pdf = await PDF.load(transcript);
  flattenFields(pdf);
  const { registry, info } = pdf.context;
  const plain = new PlainCopy((ref) => registry.resolve(ref), INCOMING).copy(info.trailer);
  return writePdf(repairContent(plain), version);
}
