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
const LARGEST = 0xffff_ffff;
/** Maximum entries of a directory without ZIP64. */
const MOST_ENTRIES = 0xffff;

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
  return sizes.length <= MOST_ENTRIES && total <= LARGEST;
}

/** @throws RangeError when an entry or the archive grows beyond 4 GiB. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  const passed = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.length;
    if (offset > LARGEST) throw new RangeError('The archive is too large for a ZIP');
    return bytes;
  };
  for (const { name, content, packed: isPacked, changed } of entries) {
    const nameBytes = new TextEncoder().encode(name);
    const start = offset;
    let size = 0;
    let packed = 0;
    let crc = 0;
    async function* counted() {
      for await (const chunk of content) {
        size += chunk.length;
        if (size > LARGEST) throw new RangeError('A file is too large for a ZIP');
        crc = crc32(chunk, crc);
        yield chunk;
      }
    }
    const [time, date] = dosTime(changed ?? FIRST_DAY);
    const head = [
      ['h', VERSION],
      ['h', FLAGS],
      ['h', DEFLATED],
      ['h', time],
      ['h', date],
    ] as const;
    yield passed(
      joined(
        fields(['w', LOCAL_HEADER], ...head, ['w', 0], ['w', 0], ['w', 0], ['h', nameBytes.length], ['h', 0]),
        nameBytes,
      ),
    );
    for await (const chunk of deflated(counted(), isPacked ? 0 : undefined)) {
      packed += chunk.length;
      yield passed(chunk);
    }
    yield passed(fields(['w', DATA_DESCRIPTOR], ['w', crc], ['w', packed], ['w', size]));
    const lengths = [
      ['h', nameBytes.length],
      ['h', 0],
      ['h', 0],
    ] as const;
    const rest = [
      ['h', 0],
      ['h', 0],
      ['w', 0],
      ['w', start],
    ] as const;
    directory.push(
      fields(
        ['w', CENTRAL_HEADER],
        ['h', VERSION],
        ...head,
        ['w', crc],
        ['w', packed],
        ['w', size],
        ...lengths,
        ...rest,
      ),
      nameBytes,
    );
  }
  const listed = joined(...directory);
  const count = directory.length / 2;
  const directoryStart = offset;
  yield passed(listed);
  yield passed(
    fields(
      ...([
        ['w', END_OF_DIRECTORY],
        ['h', 0],
        ['h', 0],
        ['h', count],
        ['h', count],
      ] as const),
      ...([
        ['w', listed.length],
        ['w', directoryStart],
        ['h', 0],
      ] as const),
    ),
  );
}
