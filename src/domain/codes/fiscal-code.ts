/** Codice fiscale (D.M. 23 December 1976 n. 13813): check character, and the encoded birth date, sex, place and names. */
import { existsOn, type Gazetteer, type Locality } from '../places/gazetteer.ts';
import { containsPlaceName, plainLetters } from '../places/place-names.ts';

const ODD_VALUES: Record<string, number> = Object.fromEntries([
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
/** Positions where omocodia may replace digits with letters, 0-based. */
const OMOCODIA_POSITIONS = [6, 7, 9, 10, 12, 13, 14];
const OMOCODIA_LETTERS = 'LMNPQRSTUV';
const PERSONAL_CODE = /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/;

function evenValue(character: string): number {
  return /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
}

/** Computes the 16th character from the first 15 (upper case). */
export function fiscalCodeCheck(first15: string): string {
  let sum = 0;
  for (const [index, character] of [...first15].entries()) {
    sum += index % 2 === 0 ? (ODD_VALUES[character] ?? 0) : evenValue(character);
  }
  return String.fromCharCode(65 + (sum % 26));
}

/** The code with omocodia undone; the check character is unchanged. */
function withoutOmocodia(code: string): string {
  return [...code]
    .map((character, index) => {
      const digit = OMOCODIA_POSITIONS.includes(index) ? OMOCODIA_LETTERS.indexOf(character) : -1;
      return digit < 0 ? character : String(digit);
    })
    .join('');
}

const dayExists = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month, day));
  return date.getUTCMonth() === month && date.getUTCDate() === day;
};

interface Parts {
  /** The last two digits of the year. */
  year: number;
  /** From 0. */
  month: number;
  day: number;
  sex: 'M' | 'F';
  place: string;
}

/** The parts of the code, omocodia undone; null if its format, check character or date is invalid. */
function partsOf(code: string): Parts | null {
  const upper = code.toUpperCase();
  if (!PERSONAL_CODE.test(upper) || fiscalCodeCheck(upper.slice(0, 15)) !== upper[15]) return null;
  const plain = withoutOmocodia(upper);
  const encodedDay = Number(plain.slice(9, 11));
  if (encodedDay > 71 || (encodedDay > 31 && encodedDay < 41)) return null;
  const year = Number(plain.slice(6, 8));
  const month = MONTHS.indexOf(plain[8] ?? '');
  const day = encodedDay % 40;
  const exists = [1900, 2000].some((century) => dayExists(century + year, month, day));
  return exists ? { year, month, day, sex: encodedDay > 40 ? 'F' : 'M', place: plain.slice(11, 15) } : null;
}

/** True when a 16-character code (any case) has a valid check character and date. */
export function isValidFiscalCode(code: string): boolean {
  return partsOf(code) !== null;
}

/** A code contains only the last two digits of the year; customers of a dealer are at least this old. */
const MIN_AGE = 14;

function birthDateOf({ year, month, day }: Parts, today: string): string | null {
  const latest = `${Number(today.slice(0, 4)) - MIN_AGE}${today.slice(4)}`;
  for (const century of [2000, 1900, 1800]) {
    const full = century + year;
    const date = [full, String(month + 1).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
    if (date <= latest && dayExists(full, month, day)) return date;
  }
  return null;
}

export interface FiscalCodeReading {
  /** ISO date: the latest one at which the person is at least 14. */
  birthDate: string;
  sex: 'M' | 'F';
  /** The comune or state of birth; null if the code is unknown, or was not assigned on that day. */
  place: Locality | null;
}

/** The personal data encoded in a valid code; null when it is not valid. @param today ISO date. */
export function readFiscalCode(
  code: string,
  today: string,
  places: Pick<Gazetteer, 'placeOf'>,
): FiscalCodeReading | null {
  const parts = partsOf(code);
  const birthDate = parts && birthDateOf(parts, today);
  if (!parts || !birthDate) return null;
  const place = places.placeOf(parts.place);
  const isPlausible = place !== undefined && (place.kind === 'state' || existsOn(place, birthDate));
  return { birthDate, sex: parts.sex, place: isPlausible ? place : null };
}

const letters = (text: string): string => plainLetters(text).replace(/[^A-Z]/g, '');

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

/** Data compared with the code; omitted fields are not compared. */
export interface ClaimedPerson extends Partial<FiscalPerson> {
  birthPlace?: string;
}
export type FiscalCodeField = keyof ClaimedPerson;

/** Some registers use only the first of several names, others the name before marriage. */
const matchesName = (name: string, encoded: string, fourConsonants: boolean): boolean =>
  [name, ...name.split(/[\s,]+/)].some((part) => part !== '' && threeLetters(part, fourConsonants) === encoded);

/**
 * The facts of the person that contradict a valid code: a hint, never an error, because of married names and
 * transliterations.
 * @param places none while they are not loaded: the birth place is then not compared.
 */
export function fiscalCodeMismatches(
  code: string,
  person: ClaimedPerson,
  places: Pick<Gazetteer, 'placeOf'> = { placeOf: () => undefined },
): FiscalCodeField[] {
  const plain = withoutOmocodia(code.toUpperCase());
  const { firstName, lastName, birthDate, birthPlace } = person;
  const fields: FiscalCodeField[] = [];
  if (firstName !== undefined && !matchesName(firstName, plain.slice(3, 6), true)) fields.push('firstName');
  if (lastName !== undefined && !matchesName(lastName, plain.slice(0, 3), false)) fields.push('lastName');
  if (birthDate !== undefined) {
    const [year = '', month = '', day = ''] = birthDate.split('-');
    const encodedMonth = `${year.slice(2)}${MONTHS[Number(month) - 1]}`;
    if (encodedMonth !== plain.slice(6, 9) || Number(day) !== Number(plain.slice(9, 11)) % 40) fields.push('birthDate');
  }
  const place = places.placeOf(plain.slice(11, 15));
  if (birthPlace !== undefined && place !== undefined && !containsPlaceName(birthPlace, place))
    fields.push('birthPlace');
  return fields;
}
