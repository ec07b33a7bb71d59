/** The one-time code by which a tablet is paired: 80 bits as Crockford's base32, read aloud and typed by people (P-13). Pure. */

/** Crockford's: without I, L, O and U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
export const CODE_BYTES = 10;
export const CODE_MINUTES = 15;
/** A tablet that used its code in the last minute still has time to be confirmed. */
export const CONFIRM_MINUTES = 5;

/** @param bytes ten random ones. @returns `7KQM-3WZD-XH2P-0A9F` */
export function pairingCodeOf(bytes: Uint8Array): string {
  if (bytes.length !== CODE_BYTES) throw new Error(`A code has ${CODE_BYTES} bytes`);
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)] ?? '').join('');
  return groupCode(letters);
}

/** In groups of four, as far as it has been typed. */
export const groupCode = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join('-');

/** What was typed without what people add or mistake: `o` is a zero, `i` and `l` are a one, the rest falls away. */
export function typedLetters(typed: string): string {
  const letters = typed.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return [...letters]
    .filter((letter) => LETTERS.includes(letter))
    .join('')
    .slice(0, LENGTH);
}

/** The code that was typed, in the form it is hashed in; null when something is missing. */
export function readPairingCode(typed: string): string | null {
  const letters = typedLetters(typed);
  return letters.length === LENGTH ? letters : null;
}
