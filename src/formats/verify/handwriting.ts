/** Reads the sealed handwriting of a signature: a stream written together with it and referenced only by its dictionary. */

import { PdfName, PdfRef, PdfStream } from '@libpdf/core';
import type { Problem } from './problems.ts';
import { type SignatureDictionary, signaturesOf } from './signature-fields.ts';
import { eachReference, StrictFile } from './strict-file.ts';
import type { Resolve } from './syntax.ts';

/** Key in the signature dictionary, and type of the stream: a second-class name with a developer prefix (ISO 32000-1, annex E). */
export const handwritingKey = 'FSCL_Handwriting';

const STREAM_KEYS = new Set(['Type', 'Length']);

/** A signature with the envelope in its byte range. */
export interface EmbeddedHandwriting {
  readonly signature: SignatureDictionary;
  readonly envelope: Uint8Array;
}

/** The handwriting in a signed file, and how its newest revision resolves a reference. */
export interface HandwrittenFile {
  readonly handwriting: readonly EmbeddedHandwriting[];
  readonly shown: ShownFile | null;
  readonly resolve: Resolve;
}

/** The file as shown, before the first signature. */
export interface ShownFile {
  /** With and without the end of line after its `%%EOF`, since either may be its last byte. */
  readonly candidates: readonly Uint8Array[];
}

/** The envelope of a signature; null if absent or malformed. */
function envelopeOf(file: StrictFile, signature: SignatureDictionary): Uint8Array | null {
  const ref = signature.dict.get(handwritingKey);
  if (!(ref instanceof PdfRef) || signature.timestamp) return null;
  const { revision } = signature;
  const location = file.entryAt(file.last, ref.objectNumber);
  // Written with this signature, for the first time, and never since: otherwise it could be replaced.
  if (location?.revision !== revision || location.entry.type !== 'offset') return null;
  if (revision > 0 && file.objectAt(revision - 1, ref.objectNumber) !== null) return null;
  const stream = file.resolveAt(revision, ref);
  if (!(stream instanceof PdfStream)) return null;
  const type = stream.get('Type');
  const hasOnlyStreamKeys = [...stream.keys()].every(({ value }) => STREAM_KEYS.has(value));
  return hasOnlyStreamKeys && type instanceof PdfName && type.value === handwritingKey ? stream.data : null;
}

/** Handwriting where it is not allowed: such a file was not made by signing. */
export function handwritingProblems(file: StrictFile, signatures: readonly SignatureDictionary[]): Problem[] {
  const handwritten = signatures.filter(({ dict }) => dict.has(handwritingKey));
  if (handwritten.length === 0) return [];
  const numbers = new Set<number>();
  for (const signature of handwritten) {
    const ref = signature.dict.get(handwritingKey);
    if (!(ref instanceof PdfRef) || numbers.has(ref.objectNumber) || envelopeOf(file, signature) === null) {
      return ['handwriting.misplaced'];
    }
    numbers.add(ref.objectNumber);
  }
  return referredElsewhere(file, numbers, new Set(handwritten.map(({ number }) => number)))
    ? ['handwriting.misplaced']
    : [];
}

/** Whether an object other than the signatures refers to the streams. */
function referredElsewhere(file: StrictFile, numbers: ReadonlySet<number>, signatures: ReadonlySet<number>): boolean {
  return file.numbersAt(file.last).some((number) => {
    const object = signatures.has(number) ? null : file.objectAt(file.last, number);
    const referenced: number[] = [];
    if (object) eachReference(object, ({ objectNumber }) => referenced.push(objectNumber));
    return referenced.some((objectNumber) => numbers.has(objectNumber));
  });
}

/**
 * Every signature with sealed handwriting, oldest first, and the file shown before the first signature; null if that
 * part of the file is not preserved. @throws SyntaxFault on a file that cannot be read strictly.
 */
export async function embeddedHandwriting(bytes: Uint8Array): Promise<HandwrittenFile> {
  const file = await StrictFile.open(bytes);
  const signatures = signaturesOf(file);
  const handwriting = signatures.flatMap((signature) => {
    const envelope = envelopeOf(file, signature);
    return envelope === null ? [] : [{ signature, envelope }];
  });
  const before = file.revisions[Math.min(...signatures.map(({ revision }) => revision)) - 1];
  const candidates = before ? [bytes.subarray(0, before.end), bytes.subarray(0, before.eof)] : [];
  return { handwriting, shown: before ? { candidates } : null, resolve: file.resolver(file.last) };
}
