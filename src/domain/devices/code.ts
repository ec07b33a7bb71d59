/** The one-time code for pairing a tablet: 80 bits in Crockford's base32, since people read it aloud and type it. Pure. */

/** Crockford's alphabet: without I, L, O and U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
export const CODE_BYTES = 10;
export const CODE_MINUTES = 15;
/** Leaves time to confirm a tablet that used its code in the last minute of validity. */
export const CONFIRM_MINUTES = 5;

/** @param bytes ten random bytes. @returns `7KQM-3WZD-XH2P-0A9F` */
export function pairingCodeOf(bytes: Uint8Array): string {
  if (bytes.length !== CODE_BYTES) throw new Error(`A code has ${CODE_BYTES} bytes`);
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)] ?? '').join('');
  return groupCode(letters);
}

/** Formats in groups of four, also when incomplete. */
export const groupCode = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join('-');

/** Normalizes typed input: `o` is a zero, `i` and `l` are a one, other characters are dropped. */
export function typedLetters(typed: string): string {
  const letters = typed.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return [...letters]
    .filter((letter) => LETTERS.includes(letter))
    .join('')
    .slice(0, LENGTH);
}

/** The typed code in the form that is hashed; null when incomplete. */
export function readPairingCode(typed: string): string | null {
  const letters = typedLetters(typed);
  return letters.length === LENGTH ? letters : null;
}
