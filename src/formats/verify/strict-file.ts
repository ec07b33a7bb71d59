/** Reads a PDF strictly, revision by revision, with every object exactly where the cross-reference puts it. */
import { PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { decodeStream } from './inflate.ts';
import {
  Cursor,
  EncryptedFault,
  type IndirectObject,
  isWhitespace,
  latin1,
  type Resolve,
  readIndirectObject,
  SyntaxFault,
} from './syntax.ts';
import {
  type Entry,
  findLastTail,
  indexOf,
  readSections,
  readStreamSection,
  readTail,
  type Section,
  type Span,
  sameEntry,
  type Tail,
} from './xref.ts';

export interface Revision {
  /** 0 is the oldest. */
  index: number;
  trailer: PdfDict;
  /** Entries of this revision's own cross-reference. */
  entries: Map<number, Entry>;
  spans: Span[];
  /** The section at `startxref`. */
  section: Section;
  /** First byte after this revision's `%%EOF`. */
  eof: number;
  /** The same, after an optional end of line. */
  end: number;
}

interface ObjectStream {
  numbers: number[];
  objects: PdfObject[];
}

export class StrictFile {
  readonly bytes: Uint8Array;
  readonly revisions: readonly Revision[];
  /** Bytes after the last `%%EOF` and its end of line. */
  readonly trailing: number;
  /** Some objects are visible only to readers that support cross-reference streams. */
  readonly hidesObjects: boolean;
  readonly #byOffset = new Map<number, IndirectObject>();
  /** Keyed by the container's offset. */
  readonly #containers = new Map<number, ObjectStream>();
  /** Entries of cross-reference streams that are in no chain, by offset. */
  readonly #unusedTables = new Map<number, ReadonlyMap<number, Entry>>();
  #lengthDepth = 0;

  private constructor(bytes: Uint8Array, revisions: readonly Revision[], trailing: number, hidesObjects: boolean) {
    this.bytes = bytes;
    this.revisions = revisions;
    this.trailing = trailing;
    this.hidesObjects = hidesObjects;
  }

  /** @throws SyntaxFault if the file violates the standard; encrypted files are also refused. */
  static async open(bytes: Uint8Array): Promise<StrictFile> {
    if (!/^%PDF-[12]\.\d/.test(latin1(bytes.subarray(0, 8)))) throw new SyntaxFault('no %PDF header at the start', 0);
    const last = findLastTail(bytes);
    const sections = await readSections(bytes, last.startxref);
    const revisions = revisionsOf(bytes, sections);
    const newest = revisions.at(-1);
    if (!newest || newest.eof !== last.eof)
      throw new SyntaxFault('the last startxref does not lead to the last section', last.eof);
    for (const { trailer } of revisions)
      if (trailer.has('Encrypt')) throw new EncryptedFault('the file is encrypted', 0);
    const hidesObjects = sections.some(({ freeInTable: calledFree }) => calledFree.size > 0);
    const file = new StrictFile(bytes, revisions, bytes.length - newest.end, hidesObjects);
    await file.#openContainers();
    await file.#openUnusedTables();
    return file;
  }

  get last(): number {
    return this.revisions.length - 1;
  }

  /** The entry in force for an object number in a revision, and the revision that wrote it. */
  entryAt(revision: number, number: number): { entry: Entry; revision: number } | null {
    for (let index = revision; index >= 0; index--) {
      const entry = this.revisions[index]?.entries.get(number);
      if (entry) return { entry, revision: index };
    }
    return null;
  }

  /** The revision that wrote the entry still in force in the newest one: later revisions may have repeated it. */
  originOf(number: number): number {
    let origin = this.entryAt(this.last, number)?.revision ?? 0;
    for (let before = origin; before > 0; ) {
      const [older, newer] = [this.entryAt(before - 1, number), this.entryAt(before, number)];
      if (!older || !newer || !sameEntry(older.entry, newer.entry)) break;
      before = older.revision;
      origin = before;
    }
    return origin;
  }

  /** @returns the object as seen by a revision; null when it is free, absent or of another generation. */
  resolveAt(revision: number, ref: PdfRef): PdfObject | null {
    const located = this.entryAt(revision, ref.objectNumber);
    if (!located || located.entry.type === 'free') return null;
    if (located.entry.type === 'offset') {
      if (located.entry.generation !== ref.generation) return null;
      return this.#indirect(ref.objectNumber, located.entry, located.revision).value;
    }
    return ref.generation === 0 ? this.#compressed(ref.objectNumber, located.entry, located.revision) : null;
  }

  /** The object with that number, of any generation. */
  objectAt(revision: number, number: number): PdfObject | null {
    const located = this.entryAt(revision, number);
    if (!located || located.entry.type === 'free') return null;
    return this.resolveAt(revision, PdfRef.of(number, located.entry.type === 'offset' ? located.entry.generation : 0));
  }

  resolver(revision: number): Resolve {
    return (ref) => this.resolveAt(revision, ref);
  }

  catalogAt(revision: number): PdfDict {
    const root = this.revisions[revision]?.trailer.get('Root');
    const catalog = root instanceof PdfRef ? this.resolveAt(revision, root) : null;
    if (!(catalog instanceof PdfDict)) throw new SyntaxFault('no document catalog', 0);
    return catalog;
  }

  /** The highest number in use up to a revision; -1 if none. */
  highestAt(revision: number): number {
    let highest = -1;
    for (let index = 0; index <= revision; index++) {
      for (const [number, { type }] of this.revisions[index]?.entries ?? [])
        if (number > highest && type !== 'free') highest = number;
    }
    return highest;
  }

  /** Numbers in use in a revision, ascending. */
  numbersAt(revision: number): number[] {
    const numbers = new Map<number, boolean>();
    for (let index = 0; index <= revision; index++) {
      for (const [number, entry] of this.revisions[index]?.entries ?? []) numbers.set(number, entry.type !== 'free');
    }
    return [...numbers]
      .filter(([, isUsed]) => isUsed)
      .map(([number]) => number)
      .sort((a, b) => a - b);
  }

  /** Numbers of all objects in an object stream used by a revision. */
  numbersIn(revision: number, container: number): readonly number[] {
    const entry = this.entryAt(revision, container)?.entry;
    return (entry?.type === 'offset' ? this.#containers.get(entry.offset)?.numbers : undefined) ?? [];
  }

  /** The position of an uncompressed object that the revision itself wrote. */
  spanOf(revision: number, number: number): Span | null {
    const entry = this.revisions[revision]?.entries.get(number);
    if (entry?.type !== 'offset') return null;
    const { start, end } = this.#indirect(number, entry, revision);
    return { start, end };
  }

  #indirect(number: number, entry: Entry & { type: 'offset' }, revision: number): IndirectObject {
    let object = this.#byOffset.get(entry.offset);
    if (!object) {
      object = readIndirectObject(this.bytes, entry.offset, (ref) => this.#lengthAt(revision, ref, number));
      this.#byOffset.set(entry.offset, object);
    }
    if (object.number !== number || object.generation !== entry.generation) {
      throw new SyntaxFault('another object than the cross-reference says', entry.offset);
    }
    return object;
  }

  /** A stream's length in a separate object; refused if that object is itself a stream. */
  #lengthAt(revision: number, ref: PdfRef, streamNumber: number): number | null {
    if (ref.objectNumber === streamNumber || this.#lengthDepth > 0) return null;
    this.#lengthDepth++;
    try {
      const value = this.resolveAt(revision, ref);
      return value instanceof PdfNumber ? value.value : null;
    } finally {
      this.#lengthDepth--;
    }
  }

  #compressed(number: number, entry: Entry & { type: 'compressed' }, revision: number): PdfObject {
    const container = this.entryAt(revision, entry.container)?.entry;
    const stream = container?.type === 'offset' ? this.#containers.get(container.offset) : undefined;
    const value = stream?.objects[entry.index];
    if (!stream || value === undefined || stream.numbers[entry.index] !== number) {
      throw new SyntaxFault('an object is not in the object stream that should hold it', 0);
    }
    return value;
  }

  /** Object streams are decoded once up front, so that reading an object is synchronous. */
  async #openContainers(): Promise<void> {
    const containerNumbers = new Set<number>();
    for (const revision of this.revisions) {
      for (const [number, entry] of revision.entries) {
        if (containerNumbers.has(number) && !this.#repeats(revision.index, number, entry)) {
          throw new SyntaxFault('an object stream is replaced', 0);
        }
        if (entry.type !== 'compressed') continue;
        const container = this.entryAt(revision.index, entry.container);
        if (container?.entry.type !== 'offset') throw new SyntaxFault('an object stream is missing', 0);
        if (this.#containers.has(container.entry.offset)) continue;
        const { value } = this.#indirect(entry.container, container.entry, container.revision);
        this.#containers.set(container.entry.offset, await readObjectStream(value, container.entry.offset));
      }
      for (const entry of revision.entries.values()) {
        if (entry.type === 'compressed') containerNumbers.add(entry.container);
      }
    }
  }

  /** A reader that searches for objects could mistake a cross-reference stream of an update for the current one. */
  async #openUnusedTables(): Promise<void> {
    for (const { entries, section, index } of this.revisions.slice(1)) {
      for (const [number, entry] of entries) {
        if (entry.type !== 'offset' || entry.offset === section.offset || this.#repeats(index, number, entry)) continue;
        if (!this.#isTable(number, entry, index)) continue;
        this.#unusedTables.set(entry.offset, (await readStreamSection(this.bytes, entry.offset)).entries);
      }
    }
  }

  /** An unreadable object is reported where it is used. */
  #isTable(number: number, entry: Entry & { type: 'offset' }, revision: number): boolean {
    try {
      const { value } = this.#indirect(number, entry, revision);
      return value instanceof PdfStream && value.getName('Type')?.value === 'XRef';
    } catch (error) {
      if (error instanceof SyntaxFault) return false;
      throw error;
    }
  }

  /** Whether an object is a cross-reference stream that agrees with its revision in every entry. */
  isConsistentXref(revision: number, number: number): boolean {
    const entry = this.entryAt(revision, number)?.entry;
    const table = entry?.type === 'offset' ? this.#unusedTables.get(entry.offset) : undefined;
    return (
      table !== undefined &&
      [...table].every(([objectNumber, listed]) => {
        const actual = this.entryAt(revision, objectNumber)?.entry ?? { type: 'free' };
        return sameEntry(actual, listed);
      })
    );
  }

  /** Whether an entry only repeats that of the previous revision. */
  #repeats(revision: number, number: number, entry: Entry): boolean {
    const before = revision > 0 ? this.entryAt(revision - 1, number) : null;
    return before !== null && sameEntry(before.entry, entry);
  }

  /**
   * An update must contain nothing but the objects it names, its cross-reference and white space, all after the
   * previous revision; entries may repeat older ones. @returns the fault, or null.
   */
  strayBytes(index: number): string | null {
    const revision = this.revisions[index];
    const before = this.revisions[index - 1];
    if (!revision || !before) return null;
    const spans = [...revision.spans];
    for (const [number, entry] of revision.entries) {
      if (entry.type !== 'offset' || this.#repeats(index, number, entry)) continue;
      const span = this.spanOf(index, number);
      if (!span || span.start < before.eof) return `object ${number} is placed before the update`;
      spans.push(span);
    }
    spans.sort((a, b) => a.start - b.start || a.end - b.end);
    let at = before.eof;
    for (const { start, end } of spans) {
      if (start < before.eof) return 'the cross-reference is placed before the update';
      for (; at < start; at++) if (!isWhitespace(this.bytes[at])) return `bytes at ${at} belong to no object`;
      // A cross-reference stream may list itself.
      if (start < at && !revision.spans.some((span) => span.start === start && span.end === at))
        return `the object at ${start} stands inside another`;
      at = Math.max(at, end);
    }
    return null;
  }
}

/** Groups sections into revisions; the two sections of a linearized file form one (ISO 32000-2, annex F). */
function revisionsOf(bytes: Uint8Array, newestFirst: readonly Section[]): Revision[] {
  const revisions: Revision[] = [];
  const sections = [...newestFirst];
  for (let section = sections.shift(); section; section = sections.shift()) {
    const entries = new Map(section.entries);
    const spans = [...section.spans];
    // Only in a linearized file is the first section's predecessor after it.
    const main = sections.length === 1 && (sections[0]?.offset ?? 0) > section.offset ? sections.shift() : undefined;
    for (const [number, entry] of main?.entries ?? []) if (!entries.has(number)) entries.set(number, entry);
    spans.push(...(main?.spans ?? []));
    const sectionEnd = (main ?? section).spans[0]?.end ?? 0;
    const tail: Tail = sections.length === 0 ? readFirstTail(bytes, sectionEnd) : readTail(bytes, sectionEnd);
    if (tail.startxref !== section.offset) throw new SyntaxFault('startxref names another section', tail.eof);
    revisions.unshift({ index: 0, trailer: section.trailer, entries, spans, section, eof: tail.eof, end: tail.end });
  }
  for (const [index, revision] of revisions.entries()) {
    revision.index = index;
    const before = revisions[index - 1];
    if (before && before.eof > revision.eof) throw new SyntaxFault('revisions are out of order', revision.eof);
  }
  return revisions;
}

/** In the first revision, which every signature covers, other bytes may be between section and `startxref` (Acrobat's hybrids). */
function readFirstTail(bytes: Uint8Array, end: number): Tail {
  const at = indexOf(bytes, 'startxref', end);
  return readTail(bytes, at < 0 ? end : at);
}

async function readObjectStream(value: PdfObject, offset: number): Promise<ObjectStream> {
  if (!(value instanceof PdfStream) || value.getName('Type')?.value !== 'ObjStm') {
    throw new SyntaxFault('not an object stream', offset);
  }
  const [count, first] = [value.get('N'), value.get('First')];
  if (!(count instanceof PdfNumber) || !(first instanceof PdfNumber))
    throw new SyntaxFault('not an object stream', offset);
  const data = await decodeStream(value);
  if (count.value > data.length) throw new SyntaxFault('an object stream with too many objects', offset);
  const header = new Cursor(data, 0, Math.min(first.value, data.length));
  const numbers: number[] = [];
  const places: number[] = [];
  for (let n = 0; n < count.value; n++) {
    numbers.push(header.integer());
    places.push(first.value + header.integer());
  }
  const objects = places.map((position) => new Cursor(data, position).object());
  return { numbers, objects };
}

/** Calls `visit` with every reference in a value, without following any. */
export function eachReference(value: PdfObject, visit: (ref: PdfRef) => void): void {
  const pending: PdfObject[] = [value];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next instanceof PdfRef) visit(next);
    else if (next instanceof PdfArray) pending.push(...next);
    else if (next instanceof PdfDict) for (const [, item] of next) pending.push(item);
  }
}
