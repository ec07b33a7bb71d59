/** Writes incremental updates (ISO 32000-1, 7.5.6) with a gap for the signature: the old bytes are copied once and never modified. */
import { createHash, type Hash } from 'node:crypto';
import { PDF, PdfArray, type PdfObject, type PdfRef, PdfString } from '@libpdf/core';
import { objectBytes, syntaxOf } from '../object-bytes.ts';
import { SigningDefect } from '../signing-defect.ts';

/** A file opened for an update. */
export interface OpenFile {
  readonly bytes: Uint8Array;
  readonly pdf: PDF;
  /** Offset of the newest cross-reference section. */
  readonly crossReference: number;
}

/** Objects to write, and the signature dictionary among them. */
export interface Update {
  readonly objects: readonly (readonly [PdfRef, PdfObject])[];
  readonly signature: {
    readonly ref: PdfRef;
    /** Entries of the signature dictionary except `/ByteRange` and `/Contents`. */
    readonly entries: readonly (readonly [string, PdfObject])[];
    /** Bytes reserved for the CMS, before hexadecimal encoding. */
    readonly room: number;
  };
}

export interface Increment {
  /** The entire new file; the gap is filled with zeros. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly byteRange: [number, number, number, number];
}

/**
 * Opens a file for an update.
 * @throws SigningDefect file.unprepared if an update could not preserve its bytes, a pitfall of the library that is excluded here.
 */
export async function openForUpdate(bytes: Uint8Array): Promise<OpenFile> {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8)).toString('latin1');
  const pdf = await PDF.load(bytes).catch((error: unknown) => {
    throw new SigningDefect('file.unprepared', `the file cannot be read: ${String(error)}`);
  });
  if (!header.startsWith('%PDF-') || pdf.recoveredViaBruteForce || pdf.isEncrypted) {
    throw new SigningDefect('file.unprepared', 'the file is encrypted, damaged or has bytes before its header');
  }
  return { bytes, pdf, crossReference: startOfCrossReference(bytes) };
}

/** Appends the update to the old bytes. */
export function writeIncrement(file: OpenFile, update: Update): Increment {
  const start = file.bytes.length;
  const parts: Buffer[] = [];
  let position = start;
  const append = (part: string | Buffer): void => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    position += bytes.length;
  };
  const offsets = new Map<PdfRef, number>();

  append('\n');
  for (const [ref, object] of update.objects) {
    offsets.set(ref, position);
    append(`${ref.objectNumber} ${ref.generation} obj\n`);
    append(objectBytes(object));
    append('\nendobj\n');
  }

  const { ref, entries, room } = update.signature;
  offsets.set(ref, position);
  append(`${ref.objectNumber} ${ref.generation} obj\n<<`);
  for (const [key, value] of entries) append(`/${key} ${syntaxOf(value)}\n`);
  const byteRangeAt = position - start;
  append(byteRangeText([0, 0, 0, 0]));
  append('/Contents ');
  const holeStart = position;
  append(`<${'0'.repeat(room * 2)}>`);
  const holeEnd = position;
  append('>>\nendobj\n');
  append(crossReferenceSection(file, offsets, position, ref));

  const byteRange: [number, number, number, number] = [0, holeStart, holeEnd, position - holeEnd];
  const tail = Buffer.concat(parts);
  tail.write(byteRangeText(byteRange), byteRangeAt, 'latin1');
  const bytes = new Uint8Array(position);
  bytes.set(file.bytes);
  bytes.set(tail, start);
  return { bytes, byteRange };
}

/** The hash of a prefix: a file grows by updates, and its bytes are hashed only once. */
export interface Hashed {
  readonly length: number;
  /** Only copied, never finalised. */
  readonly state: Hash;
}

export const hashPrefix = (bytes: Uint8Array): Hashed => ({
  length: bytes.length,
  state: createHash('sha256').update(bytes),
});

/** @param bytes must begin with the bytes already hashed; the caller guarantees it. */
export const extendHash = ({ length, state }: Hashed, bytes: Uint8Array): Hashed => ({
  length: bytes.length,
  state: state.copy().update(bytes.subarray(length)),
});

/** Digest of everything except the gap, which is after the hashed prefix. */
export function digestOf(
  bytes: Uint8Array,
  [, length, resume, rest]: Increment['byteRange'],
  before = hashPrefix(bytes.subarray(0, 0)),
): Buffer {
  return before.state
    .copy()
    .update(bytes.subarray(before.length, length))
    .update(bytes.subarray(resume, resume + rest))
    .digest();
}

/** Writes the CMS into the gap. @throws SigningDefect contents.tooSmall */
export function fillContents(increment: Increment, cms: Uint8Array): void {
  const [, length, resume] = increment.byteRange;
  if (cms.length * 2 > resume - length - 2) {
    throw new SigningDefect('contents.tooSmall', `the signature takes ${cms.length} bytes`);
  }
  const target = Buffer.from(increment.bytes.buffer, increment.bytes.byteOffset + length + 1, cms.length * 2);
  target.write(Buffer.from(cms).toString('hex'), 'latin1');
}

/** Fixed width, so that the numbers do not shift the offsets they describe. */
function byteRangeText(range: readonly number[]): string {
  return `/ByteRange [${range.map((value, i) => (i ? String(value).padEnd(10) : String(value))).join(' ')}]\n`;
}

function startOfCrossReference(bytes: Uint8Array): number {
  const from = Math.max(0, bytes.length - 1024);
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset + from, bytes.length - from).toString('latin1');
  const match = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail);
  if (!match?.[1]) throw new SigningDefect('file.unprepared', 'the file does not end with a cross-reference');
  return Number(match[1]);
}

function crossReferenceSection(file: OpenFile, offsets: Map<PdfRef, number>, at: number, last: PdfRef): string {
  const { pdf } = file;
  const rows = [...offsets].map(([ref, offset]) => ({ number: ref.objectNumber, generation: ref.generation, offset }));
  if (pdf.usesXRefStreams) {
    const number = pdf.context.registry.nextObjectNumber;
    rows.push({ number, generation: 0, offset: at });
    rows.sort((a, b) => a.number - b.number);
    return crossReferenceStream(file, rows, number, at);
  }
  rows.sort((a, b) => a.number - b.number);
  const sections = consecutiveRuns(rows).map(
    (run) =>
      `${run[0]?.number} ${run.length}\n${run
        .map(
          ({ offset, generation }) =>
            `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n\r\n`,
        )
        .join('')}`,
  );
  const size = Math.max(pdf.context.registry.nextObjectNumber, last.objectNumber + 1);
  return `xref\n${sections.join('')}trailer\n<<${trailerEntries(file, size)}>>\nstartxref\n${at}\n%%EOF\n`;
}

type Row = { number: number; generation: number; offset: number };

function crossReferenceStream(file: OpenFile, rows: readonly Row[], number: number, at: number): string {
  const data = Buffer.alloc(rows.length * 7);
  for (const [i, { offset, generation }] of rows.entries()) {
    data.writeUInt8(1, i * 7);
    data.writeUInt32BE(offset, i * 7 + 1);
    data.writeUInt16BE(generation, i * 7 + 5);
  }
  const index = consecutiveRuns(rows).map((run) => `${run[0]?.number} ${run.length}`);
  return (
    `${number} 0 obj\n<</Type /XRef /W [1 4 2] /Index [${index.join(' ')}] /Length ${data.length}\n` +
    `${trailerEntries(file, number + 1)}>>\nstream\n${data.toString('latin1')}\nendstream\nendobj\n` +
    `startxref\n${at}\n%%EOF\n`
  );
}

function trailerEntries(file: OpenFile, size: number): string {
  const { trailer } = file.pdf.context.info;
  const root = trailer.getRef('Root');
  const info = trailer.getRef('Info');
  const previousSize = trailer.getNumber('Size')?.value ?? 0;
  const id = trailer.getArray('ID');
  const first = id?.at(0);
  const entries = [`/Size ${Math.max(size, previousSize)}`, `/Prev ${file.crossReference}`];
  if (root) entries.push(`/Root ${syntaxOf(root)}`);
  if (info) entries.push(`/Info ${syntaxOf(info)}`);
  if (first instanceof PdfString) {
    const second = createHash('sha256').update(String(file.bytes.length)).update(first.bytes).digest().subarray(0, 16);
    entries.push(`/ID ${syntaxOf(PdfArray.of(first, PdfString.fromBytes(second)))}`);
  }
  return entries.join('\n');
}

function consecutiveRuns(rows: readonly Row[]): Row[][] {
  const result: Row[][] = [];
  for (const row of rows) {
    const current = result.at(-1);
    if (current?.[0] && row.number === current[0].number + current.length) current.push(row);
    else result.push([row]);
  }
  return result;
}
