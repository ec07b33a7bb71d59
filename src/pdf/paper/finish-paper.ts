/**
 * Finishes a generated paper: form with its fields and empty appearances, metadata that agrees with the file's
 * properties, identifier (ISO 19005-2, 6.3 and 6.6).
 */
import { PDF } from '@libpdf/core';
import type { Paper } from '#domain/papers/paper.ts';
import { describeArchival } from '../metadata.ts';
import { adoptSignatureFields, savePrepared } from '../signing/signing-form.ts';

export async function finishPaper(drawn: Uint8Array, paper: Paper): Promise<Uint8Array> {
  const pdf = await PDF.load(drawn);
  adoptSignatureFields(pdf);
  describeArchival(pdf, {
    title: paper.title,
    author: paper.letterhead.company,
    subject: paper.subject,
    created: new Date(`${paper.date}T00:00:00Z`),
    part: 2,
  });
  return savePrepared(pdf, [JSON.stringify(paper)]);
}
