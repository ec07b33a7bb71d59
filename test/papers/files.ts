/** Builds files of every accepted kind and their lookalikes byte by byte, for tests of uploads. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([ascii(type), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

/** A grey PNG that claims this size; only its first rows exist, as in a decompression bomb. */
export function png(width = 2, height = 2): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((Math.min(width, 64) + 1) * Math.min(height, 64));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Start of image, application data and a frame header: enough for a reader of headers only. */
export function jpeg(width = 4, height = 4): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const application = Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), ascii('JFIF\0'), Buffer.alloc(9)]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), application, frame, Buffer.from([0xff, 0xd9])]);
}

export function tiff(width = 3, height = 3, order: 'II' | 'MM' = 'II'): Buffer {
  const little = order === 'II';
  const file = Buffer.alloc(8 + 2 + 24 + 4);
  const two = (value: number, at: number) => (little ? file.writeUInt16LE(value, at) : file.writeUInt16BE(value, at));
  const four = (value: number, at: number) => (little ? file.writeUInt32LE(value, at) : file.writeUInt32BE(value, at));
  file.write(order, 0, 'latin1');
  two(42, 2);
  four(8, 4);
  two(2, 8);
  for (const [index, [tag, value]] of [
    [256, width],
    [257, height],
  ].entries()) {
    const at = 10 + index * 12;
    two(tag ?? 0, at);
    two(4, at + 2);
    four(1, at + 4);
    four(value ?? 0, at + 8);
  }
  return file;
}

/** A compound file with one directory entry of this name. */
export function compound(streamName = 'WordDocument'): Buffer {
  const file = Buffer.alloc(512 * 3);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 0);
  const at = 512 + 128;
  const name = Buffer.from(`${streamName}\0`, 'utf16le');
  name.copy(file, at);
  file.writeUInt16LE(name.length, at + 64);
  file[at + 66] = 2;
  return file;
}

interface ZipPart {
  name: string;
  data: Buffer;
  /** The size stated in the directory; default: the true size. */
  claims?: number;
}

export function zip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claims } of parts) {
    const packed = deflateRawSync(data);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    locals.push(local, ascii(name), packed);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claims ?? data.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, ascii(name));
    offset += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}

const contentTypes = (main: string): ZipPart => ({
  name: '[Content_Types].xml',
  data: ascii(`<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`),
});
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

export const docx = (): Buffer =>
  zip([contentTypes(WORD), { name: 'word/document.xml', data: ascii('<w:document/>') }]);

/** Word with macros: a different content type. */
export const docm = (): Buffer =>
  zip([
    contentTypes('application/vnd.ms-word.document.macroEnabled.main+xml'),
    { name: 'word/document.xml', data: ascii('<w:document/>') },
  ]);

/** A package that would expand to hundreds of times its size. */
export const docxBomb = (): Buffer =>
  zip([contentTypes(WORD), { name: 'word/document.xml', data: Buffer.alloc(1000), claims: 2 ** 31 }]);

/** A package whose list of types alone would expand beyond any limit. */
export const docxInnerBomb = (): Buffer =>
  zip([
    { name: '[Content_Types].xml', data: Buffer.alloc(64 * 1024 * 1024), claims: 500 },
    { name: 'word/document.xml', data: ascii('<w:document/>') },
  ]);

/** A PDF with a password; nothing in it can be read. */
export async function encryptedPdf(
  protection: PDFKit.PDFDocumentOptions = { userPassword: 'segreto', ownerPassword: 'padrone' },
): Promise<Buffer> {
  const document = new PDFDocument({ pdfVersion: '1.7', ...protection });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve) => document.on('end', resolve));
  document.text('Non si legge.');
  document.end();
  await done;
  return Buffer.concat(chunks);
}

/** A one-page PDF whose catalog has these extra entries. */
export function pdfWith(catalog: string, objects: readonly string[] = []): Buffer {
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>',
    ...objects,
  ];
  let text = '%PDF-1.7\n';
  const offsets = bodies.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = text.length;
  text += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n`;
  text += offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return ascii(text);
}

/** A PDF that runs a script when it is opened. */
export const activePdf = (): Buffer => pdfWith('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>');
