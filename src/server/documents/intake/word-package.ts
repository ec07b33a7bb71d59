/** Checks whether a ZIP is a Word document (ECMA-376) by its directory, content types and relationships. */
import { inflateRawSync } from 'node:zlib';

const MAX_ENTRIES = 5_000;
/** Limit for the content types, with a line per part, and for the relationships. */
const MAX_INFLATED_BYTES = 2 * 1024 * 1024;
/** Uncompressed size that a package may claim; Word files of 25 MB are mostly pictures, which hardly expand. */
const MAX_CLAIMED_BYTES = 300 * 1024 * 1024;
const MAX_COMPRESSION_RATIO = 200;

interface Entry {
  name: string;
  method: number;
  flags: number;
  compressed: number;
  uncompressed: number;
  offset: number;
}

/** Reads the central directory (APPNOTE 4.3.12); undefined when it is broken or implausible. ZIP64 is not needed below 25 MB. */
function readDirectory(zip: Buffer): Entry[] | undefined {
  const earliest = Math.max(0, zip.byteLength - 65_557);
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < earliest || end + 22 > zip.byteLength) return undefined;
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES) return undefined;
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.byteLength || zip.readUInt32LE(at) !== 0x02014b50) return undefined;
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      compressed: zip.readUInt32LE(at + 20),
      uncompressed: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** The bytes of an entry; throws on damage and beyond the size limit. */
function readEntry(zip: Buffer, entry: Entry): Buffer {
  const start = entry.offset + 30 + zip.readUInt16LE(entry.offset + 26) + zip.readUInt16LE(entry.offset + 28);
  const raw = zip.subarray(start, start + Math.min(entry.compressed, MAX_INFLATED_BYTES));
  return entry.method === 0 ? raw : inflateRawSync(raw, { maxOutputLength: MAX_INFLATED_BYTES });
}

/** Word documents without macros: `.docm` and templates are other types. */
const MAIN_PART_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** Relationship types of the main part, transitional and strict (ISO/IEC 29500-4 and -1). */
const MAIN_RELATIONS = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument',
]);
/** Where Word itself stores the main part. */
const DEFAULT_MAIN_PART = 'word/document.xml';

export function isWordPackage(bytes: Uint8Array): boolean {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const entries = readDirectory(zip);
    if (entries === undefined) return false;
    const claimed = entries.reduce((sum, entry) => sum + entry.uncompressed, 0);
    if (claimed > MAX_CLAIMED_BYTES || claimed > zip.byteLength * MAX_COMPRESSION_RATIO) return false;
    if (entries.some((entry) => (entry.flags & 1) !== 0)) return false;
    const parts = new Map(entries.map((entry) => [partName(entry.name), entry]));
    const readPart = (name: string): string => {
      const entry = parts.get(name);
      return entry === undefined ? '' : xmlText(readEntry(zip, entry));
    };
    const main = mainPart(readPart('_rels/.rels'));
    return parts.has(main) && typeOf(main, readPart('[content_types].xml')) === MAIN_PART_TYPE;
  } catch {
    return false;
  }
}

/** Normalises a part name for comparison: no leading slash, case-insensitive (ECMA-376-2, 6.2.2). */
const partName = (name: string): string =>
  name
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .toLowerCase();

/** Decodes the encodings a package may have (ECMA-376-2, 6.2.4) and drops comments. */
function xmlText(bytes: Buffer): string {
  const [first, second] = bytes;
  const wide = first === 0xff || second === 0 ? 'utf-16le' : first === 0xfe || first === 0 ? 'utf-16be' : 'utf-8';
  return new TextDecoder(wide).decode(bytes).replace(/<!--.*?-->/gs, '');
}

/** The attributes of each element with that name, with any prefix. */
function* elements(xml: string, name: string): Generator<Map<string, string>> {
  for (const [, attributes = ''] of xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}\\s([^<>]*)>`, 'g'))) {
    const pairs = [...attributes.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
    yield new Map(pairs.map(([, key = '', double, single]) => [key, double ?? single ?? '']));
  }
}

/** The name of the main part is arbitrary; the package's relationships give it. */
function mainPart(relations: string): string {
  for (const relation of elements(relations, 'Relationship')) {
    const isInside = relation.get('TargetMode') !== 'External';
    if (isInside && MAIN_RELATIONS.has(relation.get('Type') ?? '')) return partName(relation.get('Target') ?? '');
  }
  return DEFAULT_MAIN_PART;
}

/** An Override for the part takes precedence over the Default for its extension. */
function typeOf(part: string, types: string): string | undefined {
  for (const override of elements(types, 'Override')) {
    if (partName(override.get('PartName') ?? '') === part) return override.get('ContentType');
  }
  const ending = part.split('.').at(-1);
  for (const byEnding of elements(types, 'Default')) {
    if (byEnding.get('Extension')?.toLowerCase() === ending) return byEnding.get('ContentType');
  }
  return undefined;
}
