/** Each kind of file submitted for verification is detected from its first bytes. */
import { describe, expect, it } from 'vitest';
import { kindOf } from './file-kind.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const SIGNED_DATA = '\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02';

const BEGINNINGS = {
  pdf: ['%PDF-1.7\n', `junk before\n${' '.repeat(900)}%PDF-2.0\n`],
  empty: [''],
  p7m: [
    `0\x82\x0b\xe8${SIGNED_DATA}\xa0\x82 …%PDF-1.4`,
    `0\x80${SIGNED_DATA}\xa0\x80`,
    '-----BEGIN PKCS7-----\nMIIC',
    'MIAGCSqGSIb3DQEHAqCAMIACAQExDzAN',
    '\xef\xbb\xbfMIIGbwYJKoZIhvcNAQcCoIIGYDCC\r\nBlwCAQExDzANBglghkgBZQMEAgEF',
    '-----BEGIN CMS-----\nMIIC',
    'MIME-Version: 1.0\nContent-Type: application/pkcs7-mime; smime-type=signed-data\n\nMIIC',
  ],
  other: [
    'MIA nonna ha firmato il contratto ieri mattina in ufficio',
    'MIME-Version: 1.0\nContent-Type: text/plain\n\n',
    'Gentile cliente',
    `${' '.repeat(2000)}%PDF-1.7`,
  ],
  xml: ['\xef\xbb\xbf<?xml version="1.0"?><p:FatturaElettronica/>', '<p:FatturaElettronica versione="FPR12">'],
  archive: ['PK\x03\x04\x14', '\xd0\xcf\x11\xe0\xa1\xb1'],
  image: ['\x89PNG\r\n', '\xff\xd8\xff\xe0', 'RIFF\n\0\0\0WEBP'],
} as const;

describe('a file', () => {
  it.each(
    Object.entries(BEGINNINGS).flatMap(([kind, beginnings]) =>
      beginnings.map((beginning) => [kind, beginning] as const),
    ),
  )('is %s when it begins with %j', (kind, beginning) => {
    expect(kindOf(bytes(beginning))).toBe(kind);
  });
});
