/** Checks the grammar of page content: which files are unambiguous, which can be made so, and which programs draw differently. */
import { PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import type { PlainFile } from '../plain-copy.ts';
import { follow } from '../reading/follow-references.ts';
import { ContentChecker } from './content-checker.ts';

/**
 * @param pages in order. @returns the first reason for which the file is not plain, or null.
 * @throws Refused pdf.content, pdf.tooLarge
 */
export function contentFault(pages: readonly PdfDict[], resolve: Resolve): string | null {
  const walk = new ContentChecker(resolve, null);
  walk.checkPages(pages);
  const [first] = walk.repairs.reasons;
  return first ?? null;
}

/** A repair can expose another: an edit that drops a save leaves a restore. */
const MAX_ROUNDS = 3;

/** Makes the content of a file plain. @returns the file, with its objects changed in place. @throws Refused pdf.content, pdf.tooLarge */
export function repairContent(file: PlainFile): PlainFile {
  const objects = [...file.objects];
  const resolve: Resolve = (ref) => objects[ref.objectNumber - 1] ?? null;
  const register = (object: PdfObject): PdfRef => PdfRef.of(objects.push(object), 0);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const walk = new ContentChecker(resolve, register);
    walk.checkPages(pagesOf(file.root, resolve));
    if (walk.repairs.reasons.size === 0) break;
    walk.repairs.apply();
  }
  return { ...file, objects };
}

/** The leaves of the page tree, in order. */
export function pagesOf(root: PdfObject | undefined, resolve: Resolve): PdfDict[] {
  const pages: PdfDict[] = [];
  const visited = new Set<PdfObject>();
  const catalog = follow(root, resolve);
  const pending: (PdfObject | undefined)[] = catalog instanceof PdfDict ? [catalog.get('Pages')] : [];
  while (pending.length > 0) {
    const node = follow(pending.pop(), resolve);
    if (!(node instanceof PdfDict) || visited.has(node)) continue;
    visited.add(node);
    const kids = follow(node.get('Kids'), resolve);
    if (kids instanceof PdfArray) pending.push(...[...kids].reverse());
    else pages.push(node);
  }
  return pages;
}
