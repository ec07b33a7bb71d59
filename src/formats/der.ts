/** DER (ITU-T X.690): a direct writer for the signing path, and a strict reader. */

/** Malformed or unexpected DER; the message states what was expected, never the bytes. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/** Concatenates byte arrays. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** True when both hold the same bytes. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  if (a.buffer === b.buffer && a.byteOffset === b.byteOffset) return true;
  // Pictures take megabytes: compare four bytes at a time.
  const wordsEnd = a.length - (a.length % 4);
  const [left, right] = [wordsOf(a), wordsOf(b)];
  for (let at = 0; at < wordsEnd; at += 4) if (left.getUint32(at) !== right.getUint32(at)) return false;
  for (let at = wordsEnd; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

const wordsOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/** One element: identifier octet, definite length, content. */
export function tlv(tag: number, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of content) length += part.length;
  const head = [tag];
  if (length < 0x80) head.push(length);
  else {
    const octets: number[] = [];
    for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
    head.push(0x80 | octets.length, ...octets);
  }
  const out = new Uint8Array(head.length + length);
  out.set(head);
  let at = head.length;
  for (const part of content) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export const sequence = (...items: readonly Uint8Array[]) => tlv(0x30, ...items);

/** SET OF: DER requires the elements in ascending order of their encodings (X.690, 11.6). */
export const setOf = (items: readonly Uint8Array[]) => tlv(0x31, ...[...items].sort(compareBytes));

/** Context-specific tag; `constructed` for explicit tags and implicit SEQUENCE or SET. */
export const context = (number: number, constructed: boolean, ...content: readonly Uint8Array[]) =>
  tlv((constructed ? 0xa0 : 0x80) | number, ...content);

export const octetString = (bytes: Uint8Array) => tlv(0x04, bytes);
export const nullValue = () => Uint8Array.of(0x05, 0x00);
export const boolean = (value: boolean) => Uint8Array.of(0x01, 0x01, value ? 0xff : 0x00);
export const utf8String = (text: string) => tlv(0x0c, new TextEncoder().encode(text));
export const bitString = (bytes: Uint8Array, unusedBits = 0) => tlv(0x03, Uint8Array.of(unusedBits), bytes);

/** PrintableString, for countryName and serialNumber. @throws DerError if a character is outside its alphabet. */
export function printableString(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text)) throw new DerError('not a PrintableString');
  return tlv(0x13, new TextEncoder().encode(text));
}

/** Non-negative INTEGER from a number, a bigint or unsigned big-endian bytes. */
export function integer(value: number | bigint | Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = value instanceof Uint8Array ? value : unsignedBytes(BigInt(value));
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const trimmed = bytes.subarray(start);
  return (trimmed[0] ?? 0) & 0x80
    ? tlv(0x02, Uint8Array.of(0), trimmed)
    : tlv(0x02, trimmed.length ? trimmed : Uint8Array.of(0));
}

/** OBJECT IDENTIFIER from its dotted form; arcs may exceed 64 bits (2.25.<uuid>). */
export function objectIdentifier(dotted: string): Uint8Array<ArrayBuffer> {
  const cached = identifierCache.get(dotted);
  if (cached) return cached;
  const [first, second, ...rest] = dotted.split('.').map((arc) => BigInt(arc));
  if (first === undefined || second === undefined) throw new DerError('object identifier needs two arcs');
  const octets: number[] = [];
  for (const arc of [first * 40n + second, ...rest]) {
    const group = [Number(arc & 0x7fn)];
    for (let left = arc >> 7n; left > 0n; left >>= 7n) group.unshift(Number(left & 0x7fn) | 0x80);
    octets.push(...group);
  }
  const encoded = tlv(0x06, Uint8Array.from(octets));
  identifierCache.set(dotted, encoded);
  return encoded;
}

const identifierCache = new Map<string, Uint8Array<ArrayBuffer>>();

/** GeneralizedTime as RFC 3161 requires: UTC, a fraction only if not zero and without trailing zeros. */
export function generalizedTime(time: Date): Uint8Array<ArrayBuffer> {
  const [seconds = '', fraction = ''] = time
    .toISOString()
    .replace(/[-:TZ]/g, '')
    .split('.');
  const significant = fraction.replace(/0+$/, '');
  return tlv(0x18, new TextEncoder().encode(`${seconds}${significant && `.${significant}`}Z`));
}

/** Time of a certificate (RFC 5280, section 4.1.2.5): UTCTime until 2049, whole seconds. */
export function certificateTime(time: Date): Uint8Array<ArrayBuffer> {
  const digits = time.toISOString().slice(0, 19).replace(/[-:T]/g, '');
  const year = time.getUTCFullYear();
  return year >= 1950 && year < 2050
    ? tlv(0x17, new TextEncoder().encode(`${digits.slice(2)}Z`))
    : tlv(0x18, new TextEncoder().encode(`${digits}Z`));
}

/** One parsed element; `raw` is a view of the input, children are parsed on demand. */
export interface DerElement {
  readonly tag: number;
  /** Identifier, length and content. */
  readonly raw: Uint8Array;
  readonly content: Uint8Array;
}

/** Reads exactly one element. @throws DerError on an indefinite or wrong length, or on trailing bytes. */
export function readDer(bytes: Uint8Array): DerElement {
  const element = readElementAt(bytes, 0);
  if (element.raw.length !== bytes.length) throw new DerError('bytes after the element');
  return element;
}

/** Reads the element at the start and ignores trailing bytes (zero padding of `/Contents`). */
export function readDerPrefix(bytes: Uint8Array): DerElement {
  return readElementAt(bytes, 0);
}

/** The elements of a constructed element. */
export function childrenOf(element: DerElement): DerElement[] {
  if (!(element.tag & 0x20)) throw new DerError('a constructed element was expected');
  const children: DerElement[] = [];
  for (let at = 0; at < element.content.length; ) {
    const child = readElementAt(element.content, at);
    children.push(child);
    at += child.raw.length;
  }
  return children;
}

/** The element, if it has this tag. @throws DerError naming the expected element. */
export function expectTag(element: DerElement | undefined, tag: number, what: string): DerElement {
  if (element?.tag !== tag) throw new DerError(`${what} was expected`);
  return element;
}

/** Identifiers in use take some ten octets. */
const MAX_IDENTIFIER_OCTETS = 64;

export function readIdentifier(element: DerElement | undefined): string {
  const { content } = expectTag(element, 0x06, 'an object identifier');
  // Arcs grow with every octet: summing up a long one would take minutes.
  if (content.length > MAX_IDENTIFIER_OCTETS) throw new DerError('an object identifier is too long');
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const octet of content) {
    arc = (arc << 7n) | BigInt(octet & 0x7f);
    if (octet & 0x80) continue;
    arcs.push(arc);
    arc = 0n;
  }
  const joined = arcs.shift() ?? 0n;
  const first = joined < 40n ? 0n : joined < 80n ? 1n : 2n;
  return [first, joined - first * 40n, ...arcs].join('.');
}

/** Unsigned big-endian content of an INTEGER, without the sign octet. */
export function readUnsigned(element: DerElement | undefined): Uint8Array {
  const { content } = expectTag(element, 0x02, 'an integer');
  if (!content.length || (content[0] ?? 0) & 0x80) throw new DerError('a non-negative integer was expected');
  return content.length > 1 && content[0] === 0 ? content.subarray(1) : content;
}

/** A small INTEGER as a number. @throws DerError above 2^48. */
export function readInteger(element: DerElement | undefined): number {
  const bytes = readUnsigned(element);
  if (bytes.length > 6) throw new DerError('integer out of range');
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

/** UTCTime or GeneralizedTime in UTC, as RFC 5280 and RFC 3161 allow. */
export function readTime(element: DerElement | undefined): Date {
  if (element?.tag !== 0x17 && element?.tag !== 0x18) throw new DerError('a time was expected');
  const text = new TextDecoder().decode(element.content);
  const match = /^(\d{2,4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{1,9}))?Z$/.exec(text);
  if (!match || (match[1]?.length !== 4) !== (element.tag === 0x17)) throw new DerError('not a time in UTC');
  const [, y = '', month, day, hour, minute, second, fraction = ''] = match;
  const year = y.length === 4 ? y : Number(y) >= 50 ? `19${y}` : `20${y}`;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  if (Number.isNaN(time.getTime())) throw new DerError('not a time in UTC');
  return time;
}

function readElementAt(bytes: Uint8Array, start: number): DerElement {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw new DerError('truncated element');
  if ((tag & 0x1f) === 0x1f) throw new DerError('multi-byte tags are not supported');
  let length = first;
  let head = 2;
  if (first & 0x80) {
    const octets = first & 0x7f;
    if (octets === 0) throw new DerError('indefinite length');
    if (octets > 4) throw new DerError('length out of range');
    length = 0;
    for (let i = 0; i < octets; i += 1) length = length * 256 + (bytes[start + 2 + i] ?? Number.NaN);
    head += octets;
  }
  const end = start + head + length;
  if (!(end <= bytes.length)) throw new DerError('truncated element');
  return { tag, raw: bytes.subarray(start, end), content: bytes.subarray(start + head, end) };
}

/** Deeper than any certificate, signature or token. */
const MAX_DEPTH = 40;

/**
 * Converts the element at the start to definite lengths and joins its segmented octet strings (X.690, 8.1.3.6 and
 * 8.7.3); definite-length parts stay unchanged, byte for byte. @returns also the number of bytes read.
 */
export function definiteForm(bytes: Uint8Array): { der: Uint8Array; length: number } {
  const { der, end } = definiteAt(bytes, 0, 0);
  return { der, length: end };
}

function definiteAt(bytes: Uint8Array, start: number, depth: number): { der: Uint8Array; end: number } {
  if (bytes[start + 1] !== 0x80) {
    const { raw } = readElementAt(bytes, start);
    return { der: raw, end: start + raw.length };
  }
  const tag = bytes[start] ?? 0;
  if (!(tag & 0x20) || (tag & 0x1f) === 0x1f || depth > MAX_DEPTH) throw new DerError('indefinite length');
  const parts: Uint8Array[] = [];
  let at = start + 2;
  while (bytes[at] !== 0 || bytes[at + 1] !== 0) {
    const inner = definiteAt(bytes, at, depth + 1);
    parts.push(inner.der);
    at = inner.end;
  }
  const pieces = tag === 0x24 ? parts.map((part) => expectTag(readDer(part), 0x04, 'a piece').content) : parts;
  return { der: tlv(tag & ~(tag === 0x24 ? 0x20 : 0), joinBytes(pieces)), end: at + 2 };
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference) return difference;
  }
  return a.length - b.length;
}

function unsignedBytes(value: bigint): Uint8Array {
  if (value < 0n) throw new DerError('a non-negative integer was expected');
  const octets: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) octets.unshift(Number(rest & 0xffn));
  return Uint8Array.from(octets);
}
