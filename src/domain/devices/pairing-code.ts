/** The one-time code for pairing a tablet: 80 bits in Crockford's base32, since people read it aloud and type it. Pure. */
import { BASE32 } from '../codes/base32.ts';

const CODE_LENGTH = 16;
export const PAIRING_CODE_BYTES = 10;
export const PAIRING_CODE_MINUTES = 15;
/** Leaves time to confirm a tablet that used its code in the last minute of validity. */
export const PAIRING_CONFIRM_MINUTES = 5;

/** @param bytes ten random bytes. @returns `7KQM-3WZD-XH2P-0A9F` */
export function pairingCodeOf(bytes: Uint8Array): string {
  if (bytes.length !== PAIRING_CODE_BYTES) throw new Error(`A code has ${PAIRING_CODE_BYTES} bytes`);
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((chunk) => BASE32[Number.parseInt(chunk, 2)] ?? '').join('');
  return formatPairingCode(letters);
}

/** Formats in groups of four, also when incomplete. */
export const formatPairingCode = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join('-');

/** Normalizes typed input: `o` is a zero, `i` and `l` are a one, other characters are dropped. */
export function normalizePairingCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return [...letters]
    .filter((letter) => BASE32.includes(letter))
    .join('')
    .slice(0, CODE_LENGTH);
}

/** The typed code in the form that is hashed; null when incomplete. */
export function readPairingCode(typed: string): string | null {
  const letters = normalizePairingCode(typed);
  return letters.length === CODE_LENGTH ? letters : null;
}
