/** Reads a file by the standard for the gate: the newest state of every object, and whether readers would find the same. */
import { PdfDict, type PdfObject, type PdfRef } from '@libpdf/core';
import { eachReference, StrictFile } from '#formats/verify/strict-file.ts';
import type { Resolve } from '#formats/verify/syntax.ts';
import { AmbiguousFault, isWhitespace, SyntaxFault } from '#formats/verify/syntax.ts';
import { Refused } from '../gate-result.ts';
import type { DocumentView } from '../reader-agreement.ts';
import type { PageTree } from '../tree/page-tree.ts';

export interface StrictReading {
  readonly seen: DocumentView;
  /** Every object in use. */
  readonly objects: readonly PdfObject[];
  /** Why the file must be rewritten although it can be read; null for a sound one. */
  readonly fault: string | null;
  /** Whether a reference names an object in use with a wrong generation: some readers show it, others nothing. */
  isOtherGeneration(ref: PdfRef): boolean;
}

/** A file that needs repair, as far as it could be read. */
export interface Unreadable {
  /** Numbers of objects with ambiguous bytes. */
  readonly ambiguous: ReadonlySet<number>;
}

/**
 * @returns `ambiguous` when the file needs repair; white space after the end needs none. @throws Refused
 * pdf.ambiguous
 */
export async function readStrictly(bytes: Uint8Array): Promise<StrictReading | Unreadable> {
  const reading = await tryRead(bytes);
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).indexOf('%PDF-');
  if (reading || start <= 0) return reading ?? { ambiguous: new Set() };
  // Positions count from the header, or from the first byte if something was prepended.
  const shifted = (await tryRead(bytes.subarray(start))) ?? (await tryRead(withHeaderAtStart(bytes, start)));
  if (!shifted) return { ambiguous: new Set() };
  return 'seen' in shifted ? { ...shifted, fault: 'there are bytes before its header' } : shifted;
}

/** The same bytes with the header at the start, without changing any position. */
function withHeaderAtStart(bytes: Uint8Array, start: number): Uint8Array {
  const copy = bytes.slice();
  const header = bytes.subarray(start, start + 8);
  copy.fill(0x20, 0, start + 8);
  copy.set(header);
  return copy;
}

/** @returns null when even the cross-reference cannot be read. */
async function tryRead(bytes: Uint8Array): Promise<StrictReading | Unreadable | null> {
  const file = await StrictFile.open(bytes).catch((error: unknown) => {
    if (error instanceof AmbiguousFault) throw new Refused('pdf.ambiguous', error.message);
    if (error instanceof SyntaxFault) return null;
    throw error;
  });
  if (!file) return null;
  const { objects, ambiguous, broken } = readObjects(file);
  if (broken || ambiguous.size > 0) return { ambiguous };
  return {
    seen: { trailer: file.revisions[file.last]?.trailer ?? new PdfDict(), resolve: file.resolver(file.last) },
    objects,
    fault: faultOf(file, bytes.subarray(bytes.length - file.trailing)),
    isOtherGeneration: (ref) =>
      file.resolveAt(file.last, ref) === null && file.objectAt(file.last, ref.objectNumber) !== null,
  };
}

function readObjects(file: StrictFile): { objects: PdfObject[]; ambiguous: Set<number>; broken: boolean } {
  const objects: PdfObject[] = [];
  const ambiguous = new Set<number>();
  let broken = false;
  for (const number of file.numbersAt(file.last)) {
    try {
      const object = file.objectAt(file.last, number);
      if (object) objects.push(object);
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
      if (error instanceof AmbiguousFault) ambiguous.add(number);
      else broken = true;
    }
  }
  return { objects, ambiguous, broken };
}

function faultOf(file: StrictFile, tail: Uint8Array): string | null {
  if (file.hidesObjects) return 'some readers do not find all its objects';
  return tail.every(isWhitespace) ? null : 'there are bytes behind its end';
}

/** @throws Refused pdf.ambiguous if the document uses an ambiguous object. */
export function refuseAmbiguous({ trailer, resolve }: DocumentView, { ambiguous }: Unreadable): void {
  const root = trailer.get('Root');
  if (ambiguous.size === 0 || !root) return;
  eachReachable([root], resolve, (ref) => {
    if (ambiguous.has(ref.objectNumber)) throw new Refused('pdf.ambiguous', 'a key stands twice in a dictionary');
  });
}

/** @throws Refused pdf.ambiguous if some readers would draw what others do not find. */
export function refuseOtherGenerations({ leaves }: PageTree, { seen, isOtherGeneration }: StrictReading): void {
  const drawn = leaves.flatMap(({ dict, attributes: inherited }) =>
    [dict.get('Contents') ?? [], inherited.get('Resources') ?? []].flat(),
  );
  eachReachable(drawn, seen.resolve, (ref) => {
    if (isOtherGeneration(ref)) throw new Refused('pdf.ambiguous', 'a reference to another generation');
  });
}

function eachReachable(roots: readonly PdfObject[], resolve: Resolve, visit: (ref: PdfRef) => void): void {
  const pending = [...roots];
  const visited = new Set<string>();
  for (let next = pending.pop(); next; next = pending.pop()) {
    eachReference(next, (ref) => {
      const key = `${ref.objectNumber} ${ref.generation}`;
      if (visited.has(key)) return;
      visited.add(key);
      visit(ref);
      const target = resolve(ref);
      if (target) pending.push(target);
    });
  }
}
