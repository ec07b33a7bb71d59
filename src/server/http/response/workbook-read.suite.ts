/** Reads archives and workbooks in tests from their bytes only: directory, checksums, cells. */
import { crc32, inflateRawSync } from 'node:zlib';

/** @returns name → content of every entry; throws when a header, a size or a checksum is wrong. */
export function readZipFiles(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const entries = new Map<string, Buffer>();
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error(`No entry at ${at}`);
    const crc = bytes.readUInt32LE(at + 16);
    const packed = bytes.readUInt32LE(at + 20);
    const size = bytes.readUInt32LE(at + 24);
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if (bytes.readUInt32LE(local) !== 0x04034b50) throw new Error(`No local header of ${name}`);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`);
    if (bytes.readUInt32LE(start + packed) !== 0x08074b50) throw new Error(`${name} has no descriptor`);
    entries.set(name, content);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** The same for archives of text. */
export const readZip = (bytes: Buffer): Map<string, string> =>
  new Map([...readZipFiles(bytes)].map(([name, content]) => [name, content.toString('utf8')]));

export interface ReadCell {
  /** `inlineStr` for text, undefined for numbers and dates. */
  readonly type: string | undefined;
  readonly style: string | undefined;
  readonly value: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescaped = (xml: string): string =>
  xml
    .replace(/&(amp|lt|gt|quot);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .replace(/_x([0-9A-F]{4})_/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** @returns the rows of the first sheet, each as cell reference → cell. */
export function readSheet(bytes: Buffer): Map<string, ReadCell>[] {
  const xml = readZip(bytes).get('xl/worksheets/sheet1.xml') ?? '';
  return [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells = [...row.matchAll(/<c r="([A-Z]+)\d+"(?: s="(\d+)")?(?: t="(\w+)")?>(.*?)<\/c>/gs)];
    return new Map(
      cells.map(([, column = '', style, type, inner = '']) => [
        column,
        { style, type, value: unescaped(inner.replace(/<\/?(?:is|t|v)(?: [^>]*)?>/g, '')) },
      ]),
    );
  });
}

/** The text of every cell of a row, by column. */
export const textOf = (row: Map<string, ReadCell> | undefined): Record<string, string> =>
  Object.fromEntries([...(row ?? [])].map(([column, cell]) => [column, cell.value]));
