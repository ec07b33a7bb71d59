/** Decodes PDF text strings (ISO 32000-2, 7.9.2.2), including non-standard ones. */
import { PdfName, type PdfObject, PdfStream, PdfString } from '@libpdf/core';
import { decodedStream } from './decoded-stream.ts';

/** PDFDocEncoding where it differs from Latin-1 (ISO 32000-2, annex D.2). */
const PDF_DOC_LOW = '˘ˇˆ˙˝˛˚˜';
const PDF_DOC_HIGH = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž';

const ESCAPE = '\u001b';

/** @returns the text of a string, name or stream; null for other kinds of objects. */
export function textOf(value: PdfObject | undefined): string | null {
  if (value instanceof PdfString) return decodeText(value.bytes);
  // One character per byte; UTF-8 in names is only a convention (ISO 32000-2, 7.3.5).
  if (value instanceof PdfName) return value.value;
  if (value instanceof PdfStream) {
    const data = decodedStream(value);
    return data === null ? null : decodeText(data);
  }
  return null;
}

function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  const decode = (label: string, skip: number): string =>
    withoutLanguage(new TextDecoder(label, { ignoreBOM: true }).decode(bytes.subarray(skip)));
  if (first === 0xfe && second === 0xff) return decode('utf-16be', 2);
  if (first === 0xff && second === 0xfe) return decode('utf-16le', 2);
  if (first === 0xef && second === 0xbb && third === 0xbf) return decode('utf-8', 3);
  return Array.from(bytes, pdfDocCharacter).join('');
}

/** Language codes are enclosed in two escape characters (ISO 32000-2, 7.9.2.2.1). */
const withoutLanguage = (text: string): string =>
  text
    .split(ESCAPE)
    .filter((_, index) => index % 2 === 0)
    .join('');

function pdfDocCharacter(byte: number): string {
  if (byte >= 0x18 && byte <= 0x1f) return PDF_DOC_LOW[byte - 0x18] ?? '';
  if (byte >= 0x80 && byte <= 0x9e) return PDF_DOC_HIGH[byte - 0x80] ?? '';
  return byte === 0xa0 ? '€' : String.fromCharCode(byte);
}
