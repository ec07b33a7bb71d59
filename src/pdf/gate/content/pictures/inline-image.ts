/** Inline images (ISO 32000-2, 8.9.7): finds the exact end of their data, which readers otherwise guess in different ways. */
import { inflateSync } from 'node:zlib';
import { refuse } from '../content-fault.ts';
import { type ContentValue, readValue } from '../content-value.ts';
import { type ContentScanner, isRegular, isSpace, Token } from '../scanner.ts';

/** Abbreviations of ISO 32000-2, tables 91 and 92. */
const KEYS: Readonly<Record<string, string>> = {
  ...{ BPC: 'BitsPerComponent', CS: 'ColorSpace', D: 'Decode', DP: 'DecodeParms', F: 'Filter' },
  ...{ H: 'Height', IM: 'ImageMask', I: 'Interpolate', L: 'Length', W: 'Width' },
};
const FILTERS: Readonly<Record<string, string>> = {
  ...{ AHx: 'ASCIIHexDecode', A85: 'ASCII85Decode', LZW: 'LZWDecode', Fl: 'FlateDecode', RL: 'RunLengthDecode' },
  ...{ CCF: 'CCITTFaxDecode', DCT: 'DCTDecode' },
};
const SPACES: Readonly<Record<string, string>> = {
  G: 'DeviceGray',
  RGB: 'DeviceRGB',
  CMYK: 'DeviceCMYK',
  I: 'Indexed',
};

const MAX_SIDE = 32_767;
/** No producer writes inline images this large when decoded. */
const MAX_INFLATED = 64 * 1024 * 1024;

export interface InlineImage {
  readonly isMask: boolean;
  /** First byte after `EI`. */
  readonly end: number;
  /** The same image in a notation whose end every reader finds; null if it already is. */
  readonly rewritten: string | null;
}

interface Entry {
  readonly value: ContentValue;
  readonly source: string;
}

/**
 * Reads an inline image; the scanner is after `BI` and is left after `EI`.
 * @param namedSpace the number of components of a colour space in the resources; throws when there is none.
 * @throws ContentFault
 */
export function readInlineImage(scanner: ContentScanner, namedSpace: (name: string) => number): InlineImage {
  const entries = readEntries(scanner);
  const isMask = isTrue(entries.get('ImageMask'));
  const filters = filtersOf(entries);
  const length = filters.length === 0 ? plainLength(entries, isMask, namedSpace) : null;
  if (filters.length > 0) plainLength(entries, isMask, namedSpace, filters);
  const { start, end, close } = extent(scanner, filters[0] ?? null, length);
  const isPlain = firstEnd(scanner.bytes, start) === close;
  scanner.at = close + 2;
  const rewritten = isPlain ? null : asHexadecimal(entries, filters, scanner.bytes.subarray(start, end));
  return { isMask, end: close + 2, rewritten };
}

function readEntries(scanner: ContentScanner): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (;;) {
    const token = scanner.next();
    if (token === Token.WORD && scanner.text() === 'ID') return entries;
    if (token !== Token.NAME) refuse('a malformed inline image');
    const name = scanner.name() ?? '';
    const key = Object.hasOwn(KEYS, name) ? (KEYS[name] ?? name) : name;
    if (entries.has(key)) refuse('an inline image with two values for one key');
    const token2 = scanner.next();
    const from = scanner.start;
    const value = readValue(scanner, token2);
    entries.set(key, { value, source: scanner.text(from, scanner.at) });
  }
}

const isTrue = (entry: Entry | undefined): boolean => entry?.value.kind === 'word' && entry.value.value === 'true';

function integer(entries: Map<string, Entry>, key: string, maximum: number): number | null {
  const value = entries.get(key)?.value;
  if (value === undefined) return null;
  if (value.kind !== 'number' || !Number.isInteger(value.value) || value.value < 1 || value.value > maximum) {
    refuse(`an inline image with an impossible /${key}`);
  }
  return value.value;
}

function filtersOf(entries: Map<string, Entry>): string[] {
  const value = entries.get('Filter')?.value;
  if (value === undefined) return [];
  const items = value.kind === 'array' ? value.items : [value];
  return items.map((item) => {
    const name = item.kind === 'name' ? item.value : '';
    const full = Object.hasOwn(FILTERS, name) ? FILTERS[name] : name;
    if (full === undefined || !Object.values(FILTERS).includes(full)) refuse('an inline image with an unknown filter');
    return full;
  });
}

/** Length of the unfiltered image in bytes. */
function plainLength(
  entries: Map<string, Entry>,
  isMask: boolean,
  namedSpace: (name: string) => number,
  filters: readonly string[] = [],
): number {
  const width = integer(entries, 'Width', MAX_SIDE) ?? refuse('an inline image without a width');
  const height = integer(entries, 'Height', MAX_SIDE) ?? refuse('an inline image without a height');
  const isOwnDepth = filters.includes('DCTDecode') || filters.includes('CCITTFaxDecode');
  const bits = isMask ? 1 : (integer(entries, 'BitsPerComponent', 16) ?? (isOwnDepth ? 8 : refuse('no depth')));
  if (![1, 2, 4, 8, 16].includes(bits)) refuse('an inline image of an impossible depth');
  const components = isMask ? 1 : componentsOf(entries.get('ColorSpace')?.value, namedSpace, isOwnDepth);
  return height * Math.ceil((width * components * bits) / 8);
}

function componentsOf(
  value: ContentValue | undefined,
  namedSpace: (name: string) => number,
  isOptional: boolean,
): number {
  if (value === undefined) return isOptional ? 1 : refuse('an inline image without a colour space');
  if (value.kind === 'array') {
    const [first, base, high, table] = value.items;
    const isIndexed = first?.kind === 'name' && (first.value === 'I' || first.value === 'Indexed');
    if (!isIndexed || value.items.length !== 4 || high?.kind !== 'number') refuse('an inline image of unknown colours');
    if (base?.kind !== 'name' || (table?.kind !== 'string' && table?.kind !== 'name'))
      refuse('a palette without a base');
    if (deviceComponents(base.value) === null) namedSpace(base.value);
    return 1;
  }
  if (value.kind !== 'name') refuse('an inline image of unknown colours');
  return deviceComponents(value.value) ?? namedSpace(value.value);
}

function deviceComponents(name: string): number | null {
  const full = Object.hasOwn(SPACES, name) ? SPACES[name] : name;
  if (full === 'DeviceGray') return 1;
  if (full === 'DeviceRGB') return 3;
  return full === 'DeviceCMYK' ? 4 : null;
}

/** Start and end of the data, and position of `EI`; the scanner is after `ID`. */
function extent(scanner: ContentScanner, filter: string | null, length: number | null) {
  const { bytes } = scanner;
  const after = scanner.at;
  if (!isSpace(bytes[after] ?? 0x21)) refuse('an inline image whose data begin at once');
  const isText = filter === 'ASCIIHexDecode' || filter === 'ASCII85Decode';
  if (bytes[after] === 13 && bytes[after + 1] === 10 && !isText)
    refuse('an inline image whose data begin with a line feed, or not');
  const start = after + 1;
  const end = filter === null ? start + (length ?? 0) : encodedEnd(bytes, start, filter);
  const close = end === null || end > bytes.length ? null : findClose(bytes, end);
  if (end === null || close === null) return refuse('an inline image whose end is not where its data end');
  return { start, end, close };
}

/** Padding between the data and `EI`: white space, or a few bytes left by some encoders. */
const MAX_PADDING = 16;

function findClose(bytes: Uint8Array, end: number): number | null {
  let at = end;
  while (at < bytes.length && isSpace(bytes[at] as number)) at++;
  for (const limit = at + MAX_PADDING; at <= limit; at++) if (isClose(bytes, at)) return at;
  return null;
}

const isClose = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0x45 && bytes[at + 1] === 0x49 && (at + 2 >= bytes.length || !isRegular(bytes[at + 2] as number));

/** The first position that a reader which only searches takes for the end. */
function firstEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (isClose(bytes, at) && at > from && isSpace(bytes[at - 1] as number)) return at;
  }
  return -1;
}

/** First byte after data in this filter's encoding; null if it has no end. */
function encodedEnd(bytes: Uint8Array, start: number, filter: string): number | null {
  if (filter === 'ASCIIHexDecode') return indexAfter(bytes, start, '>');
  if (filter === 'ASCII85Decode') return indexAfter(bytes, start, '~>');
  if (filter === 'RunLengthDecode') return runLengthEnd(bytes, start);
  if (filter === 'FlateDecode') return flateEnd(bytes, start);
  if (filter === 'LZWDecode') return lzwEnd(bytes, start);
  if (filter === 'DCTDecode') return indexAfter(bytes, start, '\xff\xd9');
  const close = firstEnd(bytes, start);
  return close < 0 ? null : close - 1;
}

function indexAfter(bytes: Uint8Array, start: number, marker: string): number | null {
  const index = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(marker, start, 'latin1');
  return index < 0 ? null : index + marker.length;
}

function runLengthEnd(bytes: Uint8Array, start: number): number | null {
  for (let at = start; at < bytes.length; ) {
    const length = bytes[at] as number;
    if (length === 128) return at + 1;
    at += length < 128 ? length + 2 : 2;
  }
  return null;
}

function flateEnd(bytes: Uint8Array, start: number): number | null {
  try {
    const result = inflateSync(bytes.subarray(start), { maxOutputLength: MAX_INFLATED, info: true }) as unknown as {
      engine: { bytesWritten: number };
    };
    return start + result.engine.bytesWritten;
  } catch {
    return null;
  }
}

/** Counts codes up to the end of data; only the points where their width grows matter, not their meaning. */
function lzwEnd(bytes: Uint8Array, start: number): number | null {
  const [CLEAR, END] = [256, 257];
  let width = 9;
  let nextCode = 258;
  let isFirst = true;
  for (let bit = start * 8; bit + width <= bytes.length * 8; ) {
    let code = 0;
    for (let count = 0; count < width; count++, bit++) {
      code = (code << 1) | (((bytes[bit >> 3] as number) >> (7 - (bit & 7))) & 1);
    }
    if (code === END) return Math.ceil(bit / 8);
    if (code === CLEAR) {
      width = 9;
      nextCode = 258;
      isFirst = true;
      continue;
    }
    if (!isFirst) nextCode++;
    isFirst = false;
    // With early change, the default.
    if (nextCode + 1 >= 1 << width && width < 12) width++;
  }
  return null;
}

function asHexadecimal(entries: Map<string, Entry>, filters: readonly string[], data: Uint8Array): string {
  const entryTexts = [...entries]
    .filter(([key]) => key !== 'Filter' && key !== 'DecodeParms' && key !== 'Length')
    .map(([key, { source }]) => `/${key} ${source}`);
  const parameters = entries.get('DecodeParms');
  const old = parameters?.source.replace(/^\[|\]$/g, '') ?? '';
  const coded = `/F [/AHx ${filters.map((name) => `/${name}`).join(' ')}]${parameters ? ` /DP [null ${old}]` : ''}`;
  return `BI ${entryTexts.join(' ')} ${coded} ID ${Buffer.from(data).toString('hex')}> EI`;
}
