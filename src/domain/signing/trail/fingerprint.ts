/** Derives the short fingerprint of a document, shown identically on the signer's page, in the e-mail and in the code's SMS. */
import { BASE32 } from '../../codes/base32.ts';

/** @param sha256 hexadecimal. @returns its first 30 bits as `XXXX-XX`. */
export function fingerprint(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('A fingerprint is made of a SHA-256 in hexadecimal');
  const bits = Number.parseInt(sha256.slice(0, 8), 16);
  const text = Array.from({ length: 6 }, (_, index) => BASE32[(bits >>> (27 - 5 * index)) & 31]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
