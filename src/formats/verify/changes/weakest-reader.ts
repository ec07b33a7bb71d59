/**
 * Checks how an update is written, assuming the weakest reader: one that ignores /Prev or generations, prefers one half
 * of a hybrid file, trusts /Size, wraps numbers to 32 bits, or rebuilds the table by searching for `obj`, from either
 * end. Content that such a reader could take for another document counts as a change, even if no cross-reference leads
 * to it.
 */
import { PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { isName } from '../signature-fields.ts';
import { eachReference, type Revision, type StrictFile } from '../strict-file.ts';
import { integerOf, isWhitespace, latin1 } from '../syntax.ts';
import { type Entry, isPlainlyEncoded, MAX_OBJECT_NUMBER, sameEntry } from '../xref.ts';

interface UpdateContext {
  readonly file: StrictFile;
  readonly index: number;
  readonly revision: Revision;
  readonly previous: Revision;
  /** Entries that differ from before. */
  readonly changed: readonly (readonly [number: number, entry: Entry])[];
  /** Numbers that older revisions refer to. */
  readonly referenced: ReadonlySet<number>;
}

/** @returns the reasons for which readers could interpret an update differently; empty when there are none. */
export function readingFaults(file: StrictFile, index: number, referenced: ReadonlySet<number>): string[] {
  const revision = file.revisions[index];
  const before = file.revisions[index - 1];
  if (!revision || !before) return [];
  const changed = [...revision.entries].filter(([number, entry]) => {
    const old = file.entryAt(index - 1, number)?.entry;
    return !old || !sameEntry(old, entry);
  });
  const update: UpdateContext = { file, index, revision, previous: before, changed, referenced };
  const checks = [sectionFault, sizeFault, hiddenFault, sectionNumberFault, containerFault, objectFault, relistFault];
  return [...checks, keywordFault].flatMap((check) => check(update) ?? []);
}

function sectionFault({ file, index, revision: { section, trailer } }: UpdateContext): string | null {
  for (const number of section.freeInTable)
    if (file.objectAt(index, number) !== null) return `the table calls object ${number} free`;
  if (integerOf(trailer.get('Prev')) === null) return '/Prev is not a plain integer';
  return section.irregularity;
}

/** Some readers ignore objects with a number of /Size or more (ISO 32000-2, 7.5.5). */
function sizeFault({ file, index, revision, previous: before }: UpdateContext): string | null {
  const size = integerOf(revision.trailer.get('Size'));
  const highest = file.highestAt(index);
  if (size === null || size <= highest) return `/Size hides object ${highest}`;
  // With out-of-range numbers readers abandon the cross-reference and search for objects.
  if (size > MAX_OBJECT_NUMBER + 1) return '/Size is beyond what readers take';
  const old = before.trailer.get('Size');
  const oldSize = old instanceof PdfNumber ? old.value : 0;
  const revealed = file.highestAt(index - 1) < oldSize ? [] : file.numbersAt(index - 1).filter((n) => n >= oldSize);
  return revealed.length > 0 ? `/Size brings out object ${revealed[0]}` : null;
}

/** Listing entries found only in the stream of an older hybrid section would reveal them to readers that use only tables. */
function hiddenFault({ file, index, revision }: UpdateContext): string | null {
  for (const older of file.revisions.slice(0, index)) {
    const { streamOnly, freeInTable: calledFree } = older.section;
    for (const number of streamOnly) {
      if (!revision.entries.has(number) || revision.section.streamOnly.has(number)) continue;
      const [visible, hidden] = [file.entryAt(older.index - 1, number)?.entry, older.entries.get(number)];
      const same = !calledFree.has(number) && visible && hidden && sameEntry(visible, hidden);
      if (!same && !isStructure(file.objectAt(older.index, number))) return `object ${number} was in a stream alone`;
    }
  }
  return null;
}

/** Accessibility structure: older programs hide it in hybrid files, and no page draws it. */
const isStructure = (object: PdfObject | null): boolean =>
  object === null ||
  (object instanceof PdfDict &&
    !(object instanceof PdfStream) &&
    (isName(object.get('Type'), 'StructElem') || isName(object.get('Type'), 'StructTreeRoot')));

/** A cross-reference stream is itself an object: with the number of another object it would replace that one. */
function sectionNumberFault({ file, index, revision: { section }, referenced }: UpdateContext): string | null {
  const { number } = section;
  if (number === null) return null;
  const old = file.objectAt(index - 1, number);
  const replaces = old !== null && !(old instanceof PdfStream && isName(old.get('Type'), 'XRef'));
  return replaces || referenced.has(number) ? `the cross-reference is object ${number}` : null;
}

/** Readers that unpack every object stream see objects without an entry. */
function containerFault({ file, index, revision, changed }: UpdateContext): string | null {
  const numbersByContainer = new Map<number, Set<number>>();
  for (const [number, entry] of changed) {
    if (entry.type !== 'compressed') continue;
    if (!revision.entries.has(entry.container)) return `object ${number} stands in an older object stream`;
    const numbers = numbersByContainer.get(entry.container) ?? new Set();
    numbersByContainer.set(entry.container, numbers.add(number));
  }
  for (const [container, numbers] of numbersByContainer) {
    const stream = file.objectAt(index, container);
    if (
      !(stream instanceof PdfStream) ||
      !isPlainlyEncoded(stream) ||
      !['N', 'First'].every((key) => integerOf(stream.get(key)) !== null)
    )
      return `object stream ${container} is packed in an unusual way`;
    const contained = file.numbersIn(index, container);
    if (contained.length !== numbers.size || contained.some((number) => !numbers.has(number)))
      return `object stream ${container} holds what is not listed`;
  }
  return null;
}

const DOCUMENT_TYPES = ['Catalog', 'Pages', 'Page', 'Template'];

function objectFault({ file, index, revision, changed }: UpdateContext): string | null {
  const containers = new Set(changed.map(([, entry]) => (entry.type === 'compressed' ? entry.container : -1)));
  const size = revision.trailer.getNumber('Size')?.value ?? 0;
  for (const [number] of changed) {
    const object = file.objectAt(index, number);
    if (!object) continue;
    const badReference = findBadReference(file, index, object, size);
    if (badReference) return `object ${number} refers to ${badReference}`;
    if (!(object instanceof PdfDict) || file.objectAt(index - 1, number) !== null) continue;
    const type = object.getName('Type')?.value ?? '';
    if (DOCUMENT_TYPES.includes(type)) return `object ${number} is a second ${type}`;
    if (type === 'ObjStm' && !containers.has(number)) return `object stream ${number} is not used`;
    const isSection = number === revision.section.number || file.isConsistentXref(index, number);
    if (type === 'XRef' && !isSection) return `cross-reference ${number} says something else`;
  }
  return null;
}

/** A reference with a wrong generation leads nowhere, or to the object in readers that ignore generations. */
function findBadReference(file: StrictFile, index: number, object: PdfObject, size: number): string | null {
  let badReference: string | null = null;
  eachReference(object, ({ objectNumber, generation }) => {
    const entry = file.entryAt(index, objectNumber)?.entry;
    const actual = entry?.type === 'offset' ? entry.generation : 0;
    if (objectNumber >= size || (entry && entry.type !== 'free' && actual !== generation))
      badReference ??= `${objectNumber} ${generation}`;
  });
  return badReference;
}

/** To readers that ignore /Prev, an update that lists the page tree again is a separate document: it must then be complete. */
function relistFault({ file, index, revision }: UpdateContext): string | null {
  const root = revision.trailer.get('Root');
  const pages = file.catalogAt(index).get('Pages');
  if (!(root instanceof PdfRef && pages instanceof PdfRef)) return null;
  if (!revision.entries.has(root.objectNumber) || !revision.entries.has(pages.objectNumber)) return null;
  const visited = new Set<number>();
  const pending: PdfObject[] = [pages];
  for (let next = pending.pop(); next; next = pending.pop()) {
    eachReference(next, (ref) => {
      if (visited.has(ref.objectNumber)) return;
      visited.add(ref.objectNumber);
      const object = file.resolveAt(index, ref);
      if (object) pending.push(object);
    });
  }
  const missing = [...visited].find((n) => !revision.entries.has(n) && file.objectAt(index, n) !== null);
  return missing === undefined ? null : `without /Prev object ${missing} is missing`;
}

/** Nothing in an update may look like another object, trailer or end of file, even in a stream, string or comment. */
function keywordFault({ file, revision, previous: before, changed }: UpdateContext): string | null {
  const { bytes } = file;
  const starts = new Set([revision.section.offset]);
  const { hybrid, offset, number: section } = revision.section;
  const listed = [...revision.entries.values()].some((entry) => entry.type === 'offset' && entry.offset === hybrid);
  let streams = section !== null || (hybrid !== null && !listed) ? 1 : 0;
  if (hybrid !== null) starts.add(hybrid);
  for (const [number, entry] of changed) {
    if (entry.type !== 'offset' || entry.offset === offset) continue;
    let at = entry.offset;
    while (isWhitespace(bytes[at])) at++;
    starts.add(at);
    if (file.objectAt(revision.index, number) instanceof PdfStream) streams++;
  }
  const text = latin1(bytes, before.eof, revision.eof);
  for (let at = text.indexOf('obj'); at >= 0; at = text.indexOf('obj', at + 3)) {
    const start = objectStart(bytes, before.eof + at);
    if (start !== null && !starts.has(start)) return `bytes at ${start} look like an object`;
  }
  const tables = section === null ? 1 : 0;
  const counts: readonly (readonly [string, RegExp, number])[] = [
    ['trailer', /trailer[\0\t\n\f\r ]*</g, tables],
    ['xref', /(?<!t)xref(?=[\0\t\n\f\r ])/g, tables],
    ['startxref', /startxref[\0\t\n\f\r ]*\d/g, 1],
    ['%%EOF', /%%EOF/g, 1],
    ['endstream', /endstream/g, streams],
  ];
  for (const [keyword, pattern, expected] of counts) {
    const count = text.match(pattern)?.length ?? 0;
    if (count !== expected) return `${keyword} stands ${count} times`;
  }
  return null;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;

/**
 * @returns the start of the two numbers before an `obj`; null when there are none. Walks backwards: runs of digits
 * are long.
 */
function objectStart(bytes: Uint8Array, keyword: number): number | null {
  const skipBack = (from: number, test: (byte: number | undefined) => boolean): number => {
    let at = from;
    while (at > 0 && test(bytes[at - 1])) at--;
    return at;
  };
  const generationEnd = skipBack(keyword, isWhitespace);
  const generation = skipBack(generationEnd, isDigit);
  const numberEnd = skipBack(generation, isWhitespace);
  const number = skipBack(numberEnd, isDigit);
  return generation < generationEnd && numberEnd < generation && number < numberEnd ? number : null;
}

/**
 * Objects that an update adds and no object in use references: their purpose cannot be determined.
 * @returns their numbers.
 */
export function unneededObjects(file: StrictFile, index: number, referenced: ReadonlySet<number>): number[] {
  const revision = file.revisions[index];
  if (!revision) return [];
  const unreferenced = new Set<number>();
  const pending: PdfObject[] = [revision.trailer];
  for (const [number, entry] of revision.entries) {
    const object = entry.type === 'free' ? null : file.objectAt(index, number);
    if (!object) continue;
    if (file.objectAt(index - 1, number) === null) unreferenced.add(number);
    else pending.push(object);
  }
  for (const entry of revision.entries.values()) if (entry.type === 'compressed') unreferenced.delete(entry.container);
  for (let next = pending.pop(); next; next = pending.pop()) {
    eachReference(next, ({ objectNumber }) => {
      if (!unreferenced.delete(objectNumber)) return;
      const object = file.objectAt(index, objectNumber);
      if (object) pending.push(object);
    });
  }
  return [...unreferenced].filter((number) => !referenced.has(number) && !isToolkitLeftover(file, index, number));
}

const VRI_KEYS = new Set(['Type', 'Cert', 'OCSP', 'CRL', 'TS', 'TU']);

/** Known leftovers of toolkits: their cross-reference, and duplicate lists of validation data. */
function isToolkitLeftover(file: StrictFile, index: number, number: number): boolean {
  if (number === file.revisions[index]?.section.number || file.isConsistentXref(index, number)) return true;
  const object = file.objectAt(index, number);
  if (!(object instanceof PdfDict) || object instanceof PdfStream) return false;
  return isName(object.get('Type'), 'VRI') && [...object.keys()].every((key) => VRI_KEYS.has(key.value));
}

const STANDARD_FONT_KEYS = new Set(['Type', 'Subtype', 'BaseFont', 'Encoding', 'Name']);

/** A standard font given only by name, which toolkits add for forms whether needed or not. */
export const isUnusedFont = (object: PdfObject | null): boolean =>
  object instanceof PdfDict &&
  !(object instanceof PdfStream) &&
  isName(object.get('Type'), 'Font') &&
  [...object].every(([key, value]) => STANDARD_FONT_KEYS.has(key.value) && value instanceof PdfName);
