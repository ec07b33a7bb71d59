/** Creates real PDFs for tests: several pages of text, nothing that the gate would refuse. */
import { crc32, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** A document of several pages; `bytes` pads it with incompressible image data to roughly that size. */
export async function makePaper(options: { pages?: number; title?: string; bytes?: number } = {}): Promise<Buffer> {
  const { pages = 3, title = 'Preventivo di prova', bytes = 0 } = options;
  const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: title }, compress: true });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve) => document.on('end', resolve));
  for (let page = 1; page <= pages; page++) {
    if (page > 1) document.addPage();
    document.fontSize(18).text(`${title}: pagina ${page} di ${pages}`).moveDown();
    document.fontSize(10);
    for (let line = 0; line < 30; line++) {
      document.text(
        `Riga ${line + 1}. Testo di prova, senza alcun valore: prezzo, consegna, garanzia e condizioni inventate.`,
      );
    }
  }
  if (bytes > 0) document.addPage().image(noise(bytes), 56, 56, { width: 400 });
  document.end();
  await done;
  return Buffer.concat(chunks);
}

/** A PNG of pseudo-random pixels: deflate cannot compress it, so that its data determines the file's size. */
function noise(bytes: number): Buffer {
  const width = 512;
  const height = Math.max(1, Math.ceil(bytes / (width * 3 + 1)));
  const raw = Buffer.alloc(height * (width * 3 + 1));
  let seed = 1;
  for (let index = 0; index < raw.length; index++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    raw[index] = index % (width * 3 + 1) === 0 ? 0 : seed >>> 24;
  }
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
