/**
 * Rewrites a PDF into a plain file: recovered objects are rewritten, drawings over pages become content, and anything
 * not allowed in a file to be signed is dropped.
 */
import { PDF, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { repairContent } from './content/index.ts';
import { INCOMING } from './file-grammar.ts';
import { flattenFields } from './flatten.ts';
import { Refused } from './gate-result.ts';
import { PlainCopy, type PlainFile } from './plain-copy.ts';
import type { DocumentView } from './reader-agreement.ts';
import { readPageTree, writePageTree } from './tree/page-tree.ts';
import { writePdf } from './write-pdf.ts';

/**
 * @param view the file as read, already found free of active content. @param version of its header.
 * @returns the bytes of a new file; the same input gives the same output.
 * @throws Refused pdf.broken, pdf.ambiguous, pdf.field, pdf.content, pdf.tooLarge
 */
export async function rewritePdf(view: DocumentView, version: string): Promise<Uint8Array> {
  // First transcribe it unchanged, in the one notation that the library also reads alike; change it only afterwards.
  const transcript = withPlainTree(new PlainCopy(view.resolve, null).copy(view.trailer));
  const pdf = await PDF.load(writePdf(transcript, version));
  flattenFields(pdf);
  const { registry, info } = pdf.context;
  const plain = new PlainCopy((ref) => registry.resolve(ref), INCOMING).copy(info.trailer);
  return writePdf(repairContent(plain), version);
}

/** The library finds pages only in a tree that follows the standard. */
function withPlainTree(file: PlainFile): PlainFile {
  const objects = [...file.objects];
  const resolve = (ref: PdfRef) => objects[ref.objectNumber - 1] ?? null;
  const catalog = resolve(file.root);
  if (!(catalog instanceof PdfDict)) throw new Refused('pdf.broken', 'no catalog');
  const tree = readPageTree(catalog, resolve);
  if (tree.fault === null) return file;
  const add = (object: PdfObject) => PdfRef.of(objects.push(object), 0);
  const replace = (ref: PdfRef, object: PdfObject): void => {
    objects[ref.objectNumber - 1] = object;
  };
  writePageTree({ catalog, resolve, add, replace }, tree);
  return { ...file, objects };
}
