/** Small handwritten PDFs, sound or not, for the tests of the gate. */
import { deflateSync } from 'node:zlib';

export type Bodies = Record<number, string | Buffer>;

/** The usual first objects: catalog 1, pages 2, page 3, its content 4. Pass the same number to replace an object. */
export const onePage: Bodies = {
  1: '<</Type /Catalog /Pages 2 0 R>>',
  2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>>',
  4: streamOf('', 'BT /F1 12 Tf 40 200 Td (Contratto) Tj ET'),
};

export function streamOf(entries: string, data: string | Buffer): Buffer {
  const bytes = Buffer.from(data as string, 'latin1');
  return Buffer.concat([
    Buffer.from(`<<${entries} /Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** Writes a file with a classic cross-reference table. @param trailer additional trailer entries. */
export function pdfOf(bodies: Bodies, trailer = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let at = parts[0]?.length ?? 0;
  const rows: string[] = ['0000000000 65535 f\r\n'];
  const last = Math.max(...Object.keys(bodies).map(Number));
  for (let number = 1; number <= last; number++) {
    const body = bodies[number];
    if (body === undefined) {
      rows.push('0000000000 65535 f\r\n');
      continue;
    }
    rows.push(`${String(at).padStart(10, '0')} 00000 n\r\n`);
    const object = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(body as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(object);
    at += object.length;
  }
  const end = `xref\n0 ${last + 1}\n${rows.join('')}trailer\n<</Root 1 0 R /Size ${last + 1} ${trailer}>>\nstartxref\n${at}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(end, 'latin1')]));
}

/** Writes a file whose last object is in an object stream. @param filler zeros appended to the decoded stream. */
export function pdfWithObjectStream(bodies: Bodies, inside: string, filler = 0): Uint8Array {
  const number = Math.max(...Object.keys(bodies).map(Number)) + 1;
  const first = `${number} 0 `;
  const data = deflateSync(Buffer.concat([Buffer.from(`${first}${inside} `, 'latin1'), Buffer.alloc(filler, 32)]));
  const holder = streamOf(`/Type /ObjStm /N 1 /First ${first.length} /Filter /FlateDecode`, data);
  const plain = Buffer.from(pdfOf({ ...bodies, [number + 1]: holder }));
  const places = [...plain.toString('latin1').matchAll(/^(\d+) 0 obj$/gm)];
  const body = plain.subarray(0, plain.lastIndexOf('xref\n0 '));
  const table = Buffer.alloc((number + 3) * 6);
  const write = (row: number, type: number, second: number, third: number): void => {
    table.writeUInt8(type, row * 6);
    table.writeUInt32BE(second, row * 6 + 1);
    table.writeUInt8(third, row * 6 + 5);
  };
  for (const place of places) write(Number(place[1]), 1, place.index, 0);
  write(number, 2, number + 1, 0);
  write(number + 2, 1, body.length, 0);
  const xref = streamOf(`/Type /XRef /W [1 4 1] /Size ${number + 3} /Root 1 0 R`, table);
  const tail = Buffer.from(`\nendobj\nstartxref\n${body.length}\n%%EOF\n`);
  return new Uint8Array(Buffer.concat([body, Buffer.from(`${number + 2} 0 obj\n`), xref, tail]));
}
