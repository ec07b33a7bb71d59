/** Runs the gate again after preparation: the file signed is the file judged (art. 56 g). */
import { PDF, PdfDict, PdfRef, PdfString } from '@libpdf/core';
import { StrictFile } from '#formats/verify/strict-file.ts';
import { SyntaxFault } from '#formats/verify/syntax.ts';
import { SigningDefect } from '../signing-defect.ts';
import { contentFault, pagesOf } from './content/index.ts';
import { PREPARED } from './file-grammar.ts';
import { Refused } from './gate-result.ts';
import { MISSING_TARGET, PlainCopy } from './plain-copy.ts';
import { type DocumentView, firstDisagreement } from './reader-agreement.ts';
import { writePdf } from './write-pdf.ts';

/**
 * Writes a file that was prepared in memory, and reads it back with both readers.
 * @param version of the header. @throws SigningDefect file.unprepared when it contains anything not allowed in a
 * file to sign.
 */
export async function writePrepared(pdf: PDF, version: string): Promise<Uint8Array> {
  const { registry, info } = pdf.context;
  const [first, second] = info.trailer.getArray('ID') ?? [];
  const id = first instanceof PdfString && second instanceof PdfString ? ([first, second] as const) : undefined;
  const view: DocumentView = { trailer: info.trailer, resolve: (ref) => registry.resolve(ref) };
  // Preparation removes signature fields; their references in the structure are removed too.
  const bytes = writePdf(plainCopy(view, [MISSING_TARGET]), version, id);
  await checkPrepared(bytes);
  return bytes;
}

/** @throws SigningDefect file.unprepared */
export async function checkPrepared(bytes: Uint8Array): Promise<void> {
  const file = await StrictFile.open(bytes).catch((error: unknown) => {
    if (error instanceof SyntaxFault) rejectPrepared(error.message);
    throw error;
  });
  const strict: DocumentView = {
    trailer: file.revisions[file.last]?.trailer ?? new PdfDict(),
    resolve: file.resolver(file.last),
  };
  const pdf = await PDF.load(bytes);
  const { registry, info } = pdf.context;
  const objectNumber = firstDisagreement(strict, { trailer: info.trailer, resolve: (ref) => registry.resolve(ref) });
  if (objectNumber !== null) rejectPrepared(`object ${objectNumber} is read in two ways`);
  plainCopy(strict);
  refuseContent(strict);
}

/** Content drawn by preparation follows the grammar that the gate requires of uploads. */
function refuseContent({ trailer, resolve }: DocumentView): void {
  const root = trailer.get('Root');
  try {
    const fault = root instanceof PdfRef ? contentFault(pagesOf(root, resolve), resolve) : 'no catalog';
    if (fault !== null) rejectPrepared(fault);
  } catch (error) {
    if (error instanceof Refused) rejectPrepared(error.message);
    throw error;
  }
}

function plainCopy(view: DocumentView, allowed: readonly string[] = []) {
  const copy = new PlainCopy(view.resolve, PREPARED);
  try {
    const file = copy.copy(view.trailer);
    const dropped = [...copy.dropped].find((reason) => !allowed.includes(reason));
    if (dropped !== undefined) rejectPrepared(dropped);
    return file;
  } catch (error) {
    if (error instanceof Refused) rejectPrepared(error.message);
    throw error;
  }
}

function rejectPrepared(reason: string): never {
  throw new SigningDefect('file.unprepared', `the prepared file is not plain: ${reason}`);
}
