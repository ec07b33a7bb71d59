/** Detects a file's kind from its first bytes, for the page /verify and the command, so that they can name a file that is not a PDF. */

export type FileKind = 'pdf' | 'empty' | 'p7m' | 'xml' | 'archive' | 'image' | 'other';

/** Viewers look for the header in the first kilobyte (ISO 32000-1, annex H.3). */
const HEAD_BYTES = 1024;
/** DER of the object identifier 1.2.840.113549.1.7.2, signedData: the start of a .p7m. */
const SIGNED_DATA = '\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02';

export function kindOf(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return 'empty';
  const head = Array.from(bytes.subarray(0, HEAD_BYTES), (byte) => String.fromCharCode(byte)).join('');
  const beginning = head.replace(/^(\xef\xbb\xbf)?\s*/, '');
  // Before the search for a PDF: a .p7m envelope contains one near its start.
  if (isEnvelope(head, beginning)) return 'p7m';
  if (head.includes('%PDF-')) return 'pdf';
  if (/^<(\?xml|!DOCTYPE|[\w:-]+[\s/>])/i.test(beginning)) return 'xml';
  const begins = (...texts: string[]): boolean => texts.some((text) => head.startsWith(text));
  if (begins('PK\x03\x04', 'Rar!', '7z\xbc\xaf', '\xd0\xcf\x11\xe0')) return 'archive';
  if (begins('\x89PNG', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*') || /^RIFF....WEBP/s.test(head)) return 'image';
  return 'other';
}

/** CMS SignedData in DER or BER, in Base64 with or without a PEM frame, or as a mail. */
function isEnvelope(head: string, beginning: string): boolean {
  if (head.startsWith('0') && head.slice(0, 40).includes(SIGNED_DATA)) return true;
  if (/^-----BEGIN (PKCS7|CMS)-----/.test(beginning)) return true;
  if (/^(MIME-Version|Content-Type):/i.test(beginning)) return /application\/(x-)?pkcs7-(mime|signature)/i.test(head);
  const letters = /^M[A-Za-z0-9+/\s]{31,}/.exec(beginning)?.[0].replace(/\s/g, '') ?? '';
  return letters.length >= 32 && atob(letters.slice(0, 32)).includes(SIGNED_DATA);
}
