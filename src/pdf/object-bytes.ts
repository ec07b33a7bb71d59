/** Writes PDF objects as bytes (ISO 32000-1, 7.3): increments are written here, so that no library save can rewrite a file unexpectedly. */
import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';

/** The object's body, including streams, without `obj` and `endobj`. @throws Error for a type that no update may contain. */
export function objectBytes(object: PdfObject): Buffer {
  if (!(object instanceof PdfStream)) return Buffer.from(syntaxOf(object), 'latin1');
  const { data } = object;
  const dict = new PdfDict([...object]);
  dict.set('Length', PdfNumber.of(data.length));
  return Buffer.concat([
    Buffer.from(`${syntaxOf(dict)}\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

/** Direct objects in PDF syntax, one Latin-1 character per byte. */
export function syntaxOf(object: PdfObject): string {
  if (object instanceof PdfRef) return `${object.objectNumber} ${object.generation} R`;
  if (object instanceof PdfName) return nameSyntax(object.value);
  if (object instanceof PdfNumber) return numberSyntax(object.value);
  if (object instanceof PdfString) return stringSyntax(Buffer.from(object.bytes));
  if (object instanceof PdfBool) return String(object.value);
  if (object instanceof PdfNull) return 'null';
  if (object instanceof PdfArray) return `[${object.toArray().map(syntaxOf).join(' ')}]`;
  if (object instanceof PdfStream) throw new Error('a stream cannot be a direct object');
  if (object instanceof PdfDict) {
    return `<<${[...object].map(([key, value]) => `${nameSyntax(key.value)} ${syntaxOf(value)}`).join('\n')}>>`;
  }
  throw new Error('raw objects are not written');
}

/** Text string: PDFDocEncoding if plain ASCII, otherwise UTF-16 with a byte order mark (ISO 32000-1, 7.9.2.2). */
export function textString(text: string): PdfString {
  if (/^[\x20-\x7e]*$/.test(text)) return PdfString.fromBytes(Buffer.from(text, 'latin1'));
  const swapped = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return PdfString.fromBytes(swapped);
}

/** Date in UTC (ISO 32000-1, 7.9.4). */
export function pdfDate(time: Date): string {
  return `D:${time.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}

/** Plain text stays readable; text that would need escapes is written in hexadecimal. */
function stringSyntax(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return /^[\x20-\x7e]*$/.test(text) && !/[()\\]/.test(text) ? `(${text})` : `<${bytes.toString('hex')}>`;
}

function nameSyntax(name: string): string {
  let out = '/';
  // One character per byte, as both readers decode names; a name with other characters is from our own code.
  const bytes = /^[\0-\xff]*$/.test(name) ? Buffer.from(name, 'latin1') : Buffer.from(name, 'utf8');
  for (const byte of bytes) {
    // Bytes above ASCII stay raw: if escaped, the library reads them as UTF-8, and content streams would no longer find
    // the name.
    const regular = byte > 0x20 && byte !== 0x7f && !'()<>[]{}/%#'.includes(String.fromCharCode(byte));
    out += regular ? String.fromCharCode(byte) : `#${byte.toString(16).padStart(2, '0')}`;
  }
  return out;
}

function numberSyntax(value: number): string {
  if (Number.isInteger(value)) return value.toFixed(0);
  return value.toFixed(10).replace(/\.?0+$/, '');
}
