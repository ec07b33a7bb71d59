/** Writes ZIP archives as a stream (PKWARE APPNOTE 6.3): deflated, sizes after the data, only a few chunks in memory. */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  /** With forward slashes. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** True for content that is already compressed (images, PDFs): stored without deflating. */
  readonly packed?: true;
  /** Local time of the last change (milliseconds as if it were UTC); left out, the earliest date of the ZIP format. */
  readonly changed?: number;
}

const LOCAL_HEADER = 0x04034b50;
const DATA_DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** Version 2.0: deflate. */
const VERSION = 20;
/** Flags: sizes follow the data, names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, the earliest date of the ZIP format; fixed, so that equal content gives equal bytes. */
const FIRST_DAY = Date.UTC(1980, 0, 1);
/** Larger sizes need ZIP64. */
const MAX_BYTES = 0xffff_ffff;
/** Maximum entries of a directory without ZIP64. */
const MAX_ENTRIES = 0xffff;

/** Time in steps of two seconds, date in years since 1980 (APPNOTE 4.4.6). */
function dosTime(wallClock: number): readonly [time: number, date: number] {
  const at = new Date(Math.max(wallClock, FIRST_DAY));
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return [time, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()];
}

/** Little-endian fields of two (`h`) and four (`w`) bytes. */
function fields(...values: readonly (readonly ['h' | 'w', number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.reduce((size, [kind]) => size + (kind === 'h' ? 2 : 4), 0)));
  let at = 0;
  for (const [kind, value] of values) {
    if (kind === 'h') view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += kind === 'h' ? 2 : 4;
  }
  return new Uint8Array(view.buffer);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * Deflates what `source` yields as fast as the result is consumed, and releases it when the consumer stops.
 * @param level 0 wraps the bytes without compressing them: as fast as storing, and accepted by streaming readers,
 * which reject a stored entry whose size follows it.
 */
function deflated(source: AsyncIterable<Uint8Array>, level?: 0): AsyncIterable<Uint8Array> {
  const options = level === undefined ? {} : { level };
  // The reader of the result receives the error, so the callback is empty.
  return pipeline(Readable.from(source, { objectMode: false }), createDeflateRaw(options), () => undefined);
}

/** True when files of these sizes (bytes) are certain to fit into one archive, with headers, names and directory. */
export function fitsZip(sizes: readonly number[]): boolean {
  // A thousand bytes for both headers and the name, five for each block of 16 KiB.
  const total = sizes.reduce((sum, size) => sum + size + Math.ceil(size / 16_384) * 5 + 1_000, 0);
  return sizes.length <= MAX_ENTRIES && total <= MAX_BYTES;
}

/** What the directory repeats of an entry's own header. */
interface Header {
  readonly name: Uint8Array;
  /** Version, flags, method, time and date. */
  readonly head: readonly (readonly ['h', number])[];
}

function headerOf({ name, changed }: ZipEntry): Header {
  const [time, date] = dosTime(changed ?? FIRST_DAY);
  return {
    name: new TextEncoder().encode(name),
    head: [
      ['h', VERSION],
      ['h', FLAGS],
      ['h', DEFLATED],
      ['h', time],
      ['h', date],
    ],
  };
}

interface Sizes {
  crc: number;
  packed: number;
  size: number;
}

/** Deflates an entry's content. @param sizes counted while it is consumed. @throws RangeError beyond 4 GiB. */
async function* writeContent({ content, packed }: ZipEntry, sizes: Sizes): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const chunk of content) {
      sizes.size += chunk.length;
      if (sizes.size > MAX_BYTES) throw new RangeError('A file is too large for a ZIP');
      sizes.crc = crc32(chunk, sizes.crc);
      yield chunk;
    }
  }
  for await (const chunk of deflated(counted(), packed ? 0 : undefined)) {
    sizes.packed += chunk.length;
    yield chunk;
  }
}

const localHeader = ({ name, head }: Header): Uint8Array =>
  joined(fields(['w', LOCAL_HEADER], ...head, ['w', 0], ['w', 0], ['w', 0], ['h', name.length], ['h', 0]), name);

/** @param start offset of the entry's own header. */
function directoryEntry({ name, head }: Header, { crc, packed, size }: Sizes, start: number): Uint8Array {
  const sizes = [
    ['w', crc],
    ['w', packed],
    ['w', size],
  ] as const;
  const lengths = [
    ['h', name.length],
    ['h', 0],
    ['h', 0],
  ] as const;
  const rest = [
    ['h', 0],
    ['h', 0],
    ['w', 0],
    ['w', start],
  ] as const;
  return joined(fields(['w', CENTRAL_HEADER], ['h', VERSION], ...head, ...sizes, ...lengths, ...rest), name);
}

/** @param start offset of the directory; `length` in bytes. */
const endOfDirectory = (count: number, length: number, start: number): Uint8Array =>
  fields(
    ...([
      ['w', END_OF_DIRECTORY],
      ['h', 0],
      ['h', 0],
      ['h', count],
      ['h', count],
    ] as const),
    ...([
      ['w', length],
      ['w', start],
      ['h', 0],
    ] as const),
  );

/** @throws RangeError when an entry or the archive grows beyond 4 GiB. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  const countBytes = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.length;
    if (offset > MAX_BYTES) throw new RangeError('The archive is too large for a ZIP');
    return bytes;
  };
  for (const entry of entries) {
    const start = offset;
    const header = headerOf(entry);
    const sizes: Sizes = { crc: 0, packed: 0, size: 0 };
    yield countBytes(localHeader(header));
    for await (const chunk of writeContent(entry, sizes)) yield countBytes(chunk);
    yield countBytes(fields(['w', DATA_DESCRIPTOR], ['w', sizes.crc], ['w', sizes.packed], ['w', sizes.size]));
    directory.push(directoryEntry(header, sizes, start));
  }
  const listed = joined(...directory);
  const start = offset;
  yield countBytes(listed);
  yield countBytes(endOfDirectory(directory.length, listed.length, start));
}
