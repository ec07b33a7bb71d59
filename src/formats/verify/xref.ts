/** Reads cross-reference sections exactly where `startxref`, /Prev and /XRefStm point (ISO 32000-2, 7.5.4–7.5.8). */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core';
import { decodeStream } from './inflate.ts';
import { AmbiguousFault, Cursor, integerOf, isWhitespace, latin1, readIndirectObject, SyntaxFault } from './syntax.ts';

export type Entry =
  | { type: 'free' }
  | { type: 'offset'; offset: number; generation: number }
  | { type: 'compressed'; container: number; index: number };

/** Bytes from `start` up to but excluding `end`. */
export interface Span {
  start: number;
  end: number;
}

export interface Section {
  offset: number;
  entries: Map<number, Entry>;
  trailer: PdfDict;
  prev: number | null;
  /** The section, and its /XRefStm if present. */
  spans: Span[];
  /** Object number of a cross-reference stream; null for a table. */
  number: number | null;
  /** Offset of the stream that a table refers to (/XRefStm). */
  hybrid: number | null;
  /** In a hybrid section: numbers found only in the stream, and those of them marked free in the table. */
  streamOnly: ReadonlySet<number>;
  freeInTable: ReadonlySet<number>;
  /** Why readers that count bytes or wrap numbers could read different entries here; null if they cannot. */
  irregularity: string | null;
}

/** The end of a section: `startxref`, its number, `%%EOF`. */
export interface Tail {
  startxref: number;
  /** First byte after `%%EOF`. */
  eof: number;
  /** First byte after the optional end of line. */
  end: number;
}

/** ISO 32000-2, annex C. */
export const MAX_OBJECT_NUMBER = 8_388_607;
const MAX_SECTIONS = 500;
const PERCENT = '%'.charCodeAt(0);

/** Follows the chain from the newest section. @returns newest first. @throws SyntaxFault */
export async function readSections(bytes: Uint8Array, startxref: number): Promise<Section[]> {
  const sections: Section[] = [];
  const visited = new Set<number>();
  for (let at: number | null = startxref; at !== null; ) {
    if (visited.has(at) || sections.length >= MAX_SECTIONS)
      throw new SyntaxFault('the cross-reference chain does not end', at);
    visited.add(at);
    const section: Section = await readSection(bytes, at);
    sections.push(section);
    at = section.prev;
  }
  return sections;
}

async function readSection(bytes: Uint8Array, offset: number): Promise<Section> {
  if (latin1(bytes.subarray(offset, offset + 4)) !== 'xref') return readStreamSection(bytes, offset);
  const cursor = new Cursor(bytes, offset + 4);
  const { entries, irregularity: loose } = readTable(cursor);
  const trailer = cursor.object();
  if (!(trailer instanceof PdfDict)) throw new SyntaxFault('no trailer dictionary', cursor.at);
  const spans = [{ start: offset, end: cursor.at }];
  const hybrid = integerAt(trailer, 'XRefStm');
  const [streamOnly, calledFree] = [new Set<number>(), new Set<number>()];
  if (hybrid !== null) {
    const hybridStream = await readStreamSection(bytes, hybrid);
    spans.push(...hybridStream.spans);
    for (const [number, entry] of hybridStream.entries) {
      const tableEntry = entries.get(number);
      if (tableEntry && tableEntry.type !== 'free' && !sameEntry(tableEntry, entry)) {
        throw new AmbiguousFault('table and stream of a hybrid file disagree', hybrid);
      }
      if (!tableEntry || !sameEntry(tableEntry, entry)) {
        streamOnly.add(number);
        if (tableEntry) calledFree.add(number);
      }
      entries.set(number, entry);
    }
  }
  const prev = integerAt(trailer, 'Prev');
  const section = { offset, entries, trailer, prev, spans, number: null };
  return { ...section, hybrid, streamOnly, freeInTable: calledFree, irregularity: loose };
}

function readTable(cursor: Cursor): { entries: Map<number, Entry>; irregularity: string | null } {
  const entries = new Map<number, Entry>();
  const start = cursor.at;
  let loose: string | null = null;
  let sections = 0;
  for (;;) {
    cursor.skipSpace();
    if (cursor.peek() === 't'.charCodeAt(0)) break;
    const first = cursor.integer();
    const count = cursor.integer();
    if (first + count > MAX_OBJECT_NUMBER) cursor.fail('object numbers too high');
    sections++;
    cursor.skipSpace();
    for (let n = 0; n < count; n++) {
      const line = latin1(cursor.bytes, cursor.at, Math.min(cursor.at + 18, cursor.bytes.length));
      const match = /^(\d{10}) (\d{5}) ([nf])$/.exec(line);
      if (!match) cursor.fail('not a cross-reference entry');
      cursor.at += 18;
      const row = cursor.at;
      for (let space = 0; space < 2 && isWhitespace(cursor.peek()); space++) cursor.at++;
      // Readers that assume 20 bytes per entry would assign what follows a shorter one to another number.
      if (cursor.at - row < 2 && n + 1 < count) loose = 'entries of the table are not 20 bytes long';
      // Readers assume that such a table starts at 1 by mistake.
      if (first === 1 && n === 0 && match[3] === 'f') loose = 'the table begins with object 1, which is free';
      if (entries.has(first + n)) cursor.fail('an object stands twice in a section');
      const offset = Number(match[1]);
      entries.set(
        first + n,
        // Offset 0 is the header: some writers mark unused numbers this way.
        match[3] === 'n' && offset > 0 ? { type: 'offset', offset, generation: Number(match[2]) } : { type: 'free' },
      );
    }
  }
  if (sections === 0) loose = 'a table without any section';
  if (cursor.bytes.subarray(start, cursor.at).includes(PERCENT)) loose = 'a comment inside the table';
  cursor.keyword('trailer');
  return { entries, irregularity: loose };
}

export async function readStreamSection(bytes: Uint8Array, offset: number): Promise<Section> {
  const object = readIndirectObject(bytes, offset, () => null);
  const { value } = object;
  if (!(value instanceof PdfStream) || value.getName('Type')?.value !== 'XRef') {
    throw new SyntaxFault('no cross-reference section here', offset);
  }
  const widths = numbers(value.get('W'));
  const size = integerAt(value, 'Size');
  const index = value.has('Index') ? numbers(value.get('Index')) : [0, size ?? 0];
  if (widths.length !== 3 || widths.some((w) => w < 0 || w > 8) || size === null || index.some((n) => n < 0)) {
    throw new SyntaxFault('a cross-reference stream without sizes', offset);
  }
  const data = await decodeStream(value);
  const entries = new Map<number, Entry>();
  let at = 0;
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const [first = 0, count = 0] = [index[pair], index[pair + 1]];
    if (first + count > MAX_OBJECT_NUMBER) throw new SyntaxFault('object numbers too high', offset);
    for (let n = 0; n < count; n++) {
      if (at + widths.reduce((sum, w) => sum + w, 0) > data.length)
        throw new SyntaxFault('entries are missing', offset);
      const [type, second, third] = widths.map((width, column) => {
        let value = width === 0 && column === 0 ? 1 : 0;
        for (let byte = 0; byte < width; byte++) value = value * 256 + (data[at++] ?? 0);
        return value;
      }) as [number, number, number];
      if (entries.has(first + n)) throw new SyntaxFault('an object stands twice in a section', offset);
      entries.set(first + n, entryOf(type, second, third, offset));
    }
  }
  const sizes = [value.get('Size'), ...itemsOf(value.get('W')), ...itemsOf(value.get('Index'))];
  let loose = sizes.every((item) => integerOf(item) !== null) ? null : 'numbers of the stream are not plain integers';
  if (at !== data.length) loose = 'the stream holds more than its entries';
  if (!isPlainlyEncoded(value)) loose = 'the stream is packed in an unusual way';
  return {
    offset,
    entries,
    trailer: value,
    prev: integerAt(value, 'Prev'),
    spans: [{ start: offset, end: object.end }],
    number: object.number,
    hybrid: null,
    streamOnly: new Set(),
    freeInTable: new Set(),
    irregularity: loose,
  };
}

function entryOf(type: number, second: number, third: number, at: number): Entry {
  if (type === 0) return { type: 'free' };
  if (type === 1) return { type: 'offset', offset: second, generation: third };
  if (type === 2) return { type: 'compressed', container: second, index: third };
  throw new SyntaxFault('an unknown kind of cross-reference entry', at);
}

/** Reads the tail, which must directly follow a section. @throws SyntaxFault */
export function readTail(bytes: Uint8Array, at: number): Tail {
  const cursor = new Cursor(bytes, at);
  // Some writers put a comment with their name here.
  cursor.skipSpace();
  if (cursor.word() !== 'startxref') throw new SyntaxFault('expected startxref', at);
  while (isWhitespace(cursor.peek())) cursor.at++;
  const startxref = cursor.integer();
  while (isWhitespace(cursor.peek())) cursor.at++;
  const marker = cursor.at;
  if (latin1(bytes.subarray(marker, marker + 5)) !== '%%EOF') throw new SyntaxFault('expected %%EOF', marker);
  const eof = marker + 5;
  const end = bytes[eof] === 13 ? (bytes[eof + 1] === 10 ? eof + 2 : eof + 1) : bytes[eof] === 10 ? eof + 1 : eof;
  return { startxref, eof, end };
}

/** @returns the last `%%EOF` and the number in its `startxref`. @throws SyntaxFault when there is none. */
export function findLastTail(bytes: Uint8Array): { startxref: number; eof: number } {
  const marker = lastIndexOf(bytes, '%%EOF', bytes.length);
  if (marker < 0) throw new SyntaxFault('no %%EOF', bytes.length);
  const before = latin1(bytes.subarray(Math.max(0, marker - 48), marker));
  const match = /startxref[\0\t\n\f\r ]+(\d{1,15})[\0\t\n\f\r ]+$/.exec(before);
  if (!match) throw new SyntaxFault('no startxref before the last %%EOF', marker);
  return { startxref: Number(match[1]), eof: marker + 5 };
}

export function lastIndexOf(bytes: Uint8Array, text: string, from: number): number {
  for (let at = Math.min(from, bytes.length - text.length); at >= 0; at--) {
    let n = 0;
    while (n < text.length && bytes[at + n] === text.charCodeAt(n)) n++;
    if (n === text.length) return at;
  }
  return -1;
}

export function indexOf(bytes: Uint8Array, text: string, from: number): number {
  for (let at = from; at <= bytes.length - text.length; at++) {
    let n = 0;
    while (n < text.length && bytes[at + n] === text.charCodeAt(n)) n++;
    if (n === text.length) return at;
  }
  return -1;
}

export const sameEntry = (a: Entry, b: Entry): boolean =>
  a.type === b.type &&
  (a.type !== 'offset' || (b.type === 'offset' && a.offset === b.offset && a.generation === b.generation)) &&
  (a.type !== 'compressed' || (b.type === 'compressed' && a.container === b.container && a.index === b.index));

function integerAt(dict: PdfDict, key: string): number | null {
  const value = dict.get(key);
  if (value === undefined) return null;
  if (!(value instanceof PdfNumber) || !Number.isInteger(value.value) || value.value < 0) {
    throw new SyntaxFault(`/${key} is not a position`, 0);
  }
  return value.value;
}

/** Whether a stream is unfiltered or uses FlateDecode by its full name with plain parameters, inside this file. */
export function isPlainlyEncoded(stream: PdfStream): boolean {
  const filter = stream.get('Filter');
  const name = filter instanceof PdfArray && filter.length === 1 ? filter.at(0) : filter;
  const parameters = stream.get('DecodeParms');
  const dict = parameters instanceof PdfArray && parameters.length === 1 ? parameters.at(0) : parameters;
  const plain = dict === undefined || (dict instanceof PdfDict && [...dict].every(([, n]) => integerOf(n) !== null));
  return plain && !stream.has('F') && (name === undefined || (name instanceof PdfName && name.value === 'FlateDecode'));
}

const itemsOf = (value: PdfObject | undefined): PdfObject[] => (value instanceof PdfArray ? [...value] : []);

const numbers = (value: PdfObject | undefined): number[] =>
  itemsOf(value).map((item) => (item instanceof PdfNumber && Number.isInteger(item.value) ? item.value : -1));
