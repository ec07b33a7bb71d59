/** Writes a file in the one form that every reader interprets alike: a classic table, no object streams, one revision. */
import { createHash } from 'node:crypto';
import { PdfArray, PdfDict, PdfNumber, PdfString } from '@libpdf/core';
import { objectBytes, syntaxOf } from '../object-bytes.ts';
import type { PlainFile } from './plain-copy.ts';

/**
 * @param version of the header, like `1.7`. @param id both parts of the identifier; derived from the content when
 * omitted.
 * @returns the same bytes for the same file.
 */
export function writePdf(file: PlainFile, version: string, id?: readonly [PdfString, PdfString]): Uint8Array {
  const parts: Buffer[] = [Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1')];
  let at = parts[0]?.length ?? 0;
  const rows = file.objects.map((object, index) => {
    const row = `${String(at).padStart(10, '0')} 00000 n\r\n`;
    for (const part of [Buffer.from(`${index + 1} 0 obj\n`), objectBytes(object), Buffer.from('\nendobj\n')]) {
      parts.push(part);
      at += part.length;
    }
    return row;
  });
  const size = file.objects.length + 1;
  const trailer = PdfDict.of({ Size: PdfNumber.of(size), Root: file.root });
  if (file.info) trailer.set('Info', file.info);
  trailer.set('ID', PdfArray.of(...(id ?? ownId(parts))));
  const table = `xref\n0 ${size}\n0000000000 65535 f\r\n${rows.join('')}trailer\n${syntaxOf(trailer)}\n`;
  parts.push(Buffer.from(`${table}startxref\n${at}\n%%EOF\n`, 'latin1'));
  return joined(parts);
}

/** In a separate buffer, which can be transferred to another thread; makes one copy fewer than `Buffer.concat`. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function ownId(parts: readonly Uint8Array[]): [PdfString, PdfString] {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const id = PdfString.fromBytes(hash.digest().subarray(0, 16));
  return [id, id];
}
