/** Whether a ZIP is a Word document (ECMA-376): its directory is read, and a few kilobytes inflated at most (D-132). */
import { inflateRawSync } from 'node:zlib';

const MOST_ENTRIES = 5_000;
const MOST_INFLATED = 256 * 1024;
/** What a package may claim to grow to; Word files of 25 MB full of pictures hardly grow at all. */
const MOST_CLAIMED = 300 * 1024 * 1024;
const LARGEST_RATIO = 200;

interface Entry {
  name: string;
  method: number;
  flags: number;
  compressed: number;
  uncompressed: number;
  offset: number;
}

/** The central directory (APPNOTE 4.3.12), or undefined when it is broken or absurd. ZIP64 is not needed below 25 MB. */
function readDirectory(zip: Buffer): Entry[] | undefined {
  const earliest = Math.max(0, zip.byteLength - 65_557);
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < earliest || end + 22 > zip.byteLength) return undefined;
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  if (count > MOST_ENTRIES) return undefined;
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

/** The first part of an entry; throws on damage. */
function readEntry(zip: Buffer, entry: Entry): string {
  const start = entry.offset + 30 + zip.readUInt16LE(entry.offset + 26) + zip.readUInt16LE(entry.offset + 28);
  const raw = zip.subarray(start, start + Math.min(entry.compressed, MOST_INFLATED));
  if (entry.method === 0) return raw.toString('utf8');
  return inflateRawSync(raw, { maxOutputLength: MOST_INFLATED }).toString('utf8');
}

/** Word documents without macros: `.docm` and templates are other types. */
const MAIN_PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

export function isWordPackage(bytes: Uint8Array): boolean {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const entries = readDirectory(zip);
    const types = entries?.find((entry) => entry.name === '[Content_Types].xml');
    if (entries === undefined || types === undefined) return false;
    const claimed = entries.reduce((sum, entry) => sum + entry.uncompressed, 0);
    if (claimed > MOST_CLAIMED || claimed > zip.byteLength * LARGEST_RATIO) return false;
    const encrypted = entries.some((entry) => (entry.flags & 1) !== 0);
    const hasBody = entries.some((entry) => entry.name === 'word/document.xml');
    return !encrypted && hasBody && readEntry(zip, types).includes(MAIN_PART);
  } catch {
    return false;
  }
}
