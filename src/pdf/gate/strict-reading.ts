/** A file as the norm has it, for the gate: the newest state of every object, and whether readers would find the same. */
import { PdfDict, type PdfObject } from '@libpdf/core';
import { eachReference, StrictFile } from '#formats/verify/strict-file.ts';
import { AmbiguousFault, isWhitespace, SyntaxFault } from '#formats/verify/syntax.ts';
import type { Seen } from './agreement.ts';
import { Refused } from './outcome.ts';

export interface StrictReading {
  readonly seen: Seen;
  /** Every object in use. */
  readonly objects: readonly PdfObject[];
  /** Why the file cannot stay as it is, though it can be read; null for a sound one. */
  readonly fault: string | null;
}

/**
 * @returns null where the file needs repair. White space behind the end needs none.
 * @throws Refused pdf.ambiguous where the bytes have two meanings
 */
export async function readStrictly(bytes: Uint8Array): Promise<StrictReading | null> {
  const reading = await attempt(bytes);
  if (reading) return reading;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).indexOf('%PDF-');
  if (start <= 0) return null;
  // Positions count from the header, or from the first byte when something was put in front.
  const found = (await attempt(bytes.subarray(start))) ?? (await attempt(blanked(bytes, start)));
  return found && { ...found, fault: 'there are bytes before its header' };
}

/** The same with the header at its beginning: no position changes. */
function blanked(bytes: Uint8Array, start: number): Uint8Array {
  const copy = bytes.slice();
  const header = bytes.subarray(start, start + 8);
  copy.fill(0x20, 0, start + 8);
  copy.set(header);
  return copy;
}

async function attempt(bytes: Uint8Array): Promise<StrictReading | null> {
  try {
    const file = await StrictFile.open(bytes);
    const objects = file.numbersAt(file.last).flatMap((number) => file.objectAt(file.last, number) ?? []);
    refuseOtherGenerations(file, objects);
    const tail = bytes.subarray(bytes.length - file.trailing);
    const trailer = file.revisions[file.last]?.trailer ?? new PdfDict();
    return { seen: { trailer, resolve: file.resolver(file.last) }, objects, fault: faultOf(file, tail) };
  } catch (error) {
    if (error instanceof AmbiguousFault) throw new Refused('pdf.ambiguous', error.message);
    if (error instanceof SyntaxFault) return null;
    throw error;
  }
}

function faultOf(file: StrictFile, tail: Uint8Array): string | null {
  if (file.hidesObjects) return 'some readers do not find all its objects';
  return tail.every(isWhitespace) ? null : 'there are bytes behind its end';
}

/** Some readers look at the generation of a reference, and find nothing; others show the object. */
function refuseOtherGenerations(file: StrictFile, objects: readonly PdfObject[]): void {
  for (const object of objects) {
    eachReference(object, (ref) => {
      if (file.resolveAt(file.last, ref) === null && file.objectAt(file.last, ref.objectNumber) !== null) {
        throw new Refused('pdf.ambiguous', 'a reference to another generation');
      }
    });
  }
}
