/** Codice fiscale (D.M. 23 December 1976 n. 13813): check character, birth date and names it speaks of (D-80, D-81). */

const ODD: Record<string, number> = Object.fromEntries([
  ...[1, 0, 5, 7, 9, 13, 15, 17, 19, 21].flatMap((value, index) => [
    [String(index), value],
    [String.fromCharCode(65 + index), value],
  ]),
  ...[2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23].map((value, index) => [
    String.fromCharCode(75 + index),
    value,
  ]),
]);
const MONTHS = 'ABCDEHLMPRST';
/** Where omocodia may put letters for digits, 0-based. */
const OMOCODIA_POSITIONS = [6, 7, 9, 10, 12, 13, 14];
const OMOCODIA_LETTERS = 'LMNPQRSTUV';
const PERSONAL = /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/;

function evenValue(character: string): number {
  return /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
}

/** The 16th character for the first 15 (upper case). */
export function fiscalCodeCheck(first15: string): string {
  let sum = 0;
  for (const [index, character] of [...first15].entries()) {
    sum += index % 2 === 0 ? (ODD[character] ?? 0) : evenValue(character);
  }
  return String.fromCharCode(65 + (sum % 26));
}

/** The code with omocodia undone; the check character is left as it is. */
function withoutOmocodia(code: string): string {
  return [...code]
    .map((character, index) => {
      const digit = OMOCODIA_POSITIONS.includes(index) ? OMOCODIA_LETTERS.indexOf(character) : -1;
      return digit < 0 ? character : String(digit);
    })
    .join('');
}

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True when a 16-character code (any case) has its check character and speaks of a day that exists. */
export function isFiscalCodeSound(code: string): boolean {
  const upper = code.toUpperCase();
  if (!PERSONAL.test(upper) || fiscalCodeCheck(upper.slice(0, 15)) !== upper[15]) return false;
  const plain = withoutOmocodia(upper);
  const day = Number(plain.slice(9, 11)) % 40;
  const written = Number(plain.slice(9, 11));
  const month = MONTHS.indexOf(plain[8] ?? '');
  return (written <= 31 || written >= 41) && day >= 1 && day <= (DAYS_IN_MONTH[month] ?? 0);
}

const letters = (text: string): string =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');

function threeLetters(text: string, fourConsonants: boolean): string {
  const all = letters(text);
  const consonants = all.replace(/[AEIOU]/g, '');
  const vowels = all.replace(/[^AEIOU]/g, '');
  const chosen =
    fourConsonants && consonants.length >= 4
      ? `${consonants[0]}${consonants[2]}${consonants[3]}`
      : `${consonants}${vowels}XXX`.slice(0, 3);
  return chosen;
}

export interface FiscalPerson {
  firstName: string;
  lastName: string;
  /** ISO date. */
  birthDate: string;
}

/** Codice fiscale of a person; `place` is the Belfiore code of the birth town or `Z` and three digits abroad. */
export function fiscalCodeOf(person: FiscalPerson & { sex: 'M' | 'F'; place: string }): string {
  const [year = '', month = '', day = ''] = person.birthDate.split('-');
  const first15 = [
    threeLetters(person.lastName, false),
    threeLetters(person.firstName, true),
    year.slice(2),
    MONTHS[Number(month) - 1],
    String(Number(day) + (person.sex === 'F' ? 40 : 0)).padStart(2, '0'),
    person.place,
  ].join('');
  return first15 + fiscalCodeCheck(first15);
}

/** What of a sound code does not fit the person: married names and transliterations make this a hint, never an error (D-80). */
export function fiscalCodeMismatch(code: string, person: Partial<FiscalPerson>): boolean {
  const plain = withoutOmocodia(code.toUpperCase());
  if (person.lastName !== undefined && threeLetters(person.lastName, false) !== plain.slice(0, 3)) return true;
  if (person.firstName !== undefined && threeLetters(person.firstName, true) !== plain.slice(3, 6)) return true;
  if (person.birthDate === undefined) return false;
  const [year = '', month = '', day = ''] = person.birthDate.split('-');
  const spoken = `${year.slice(2)}${MONTHS[Number(month) - 1]}`;
  return spoken !== plain.slice(6, 9) || Number(day) !== Number(plain.slice(9, 11)) % 40;
}
