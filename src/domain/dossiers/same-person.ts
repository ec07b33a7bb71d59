/** Compares persons by name, birth and phone. */
import { plainLetters, sameName as samePlaceName } from '../places/place-names.ts';
import { normalisedPhone } from './contact-patterns.ts';

/** Accents, case, spaces, apostrophes and hyphens do not distinguish names; letters of any alphabet do. */
export const nameLetters = (text: string): string => plainLetters(text).replace(/[^\p{L}\p{N}]/gu, '');

export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** The same name, with first and last in either order, since forms are filled in both ways. */
export function samePersonName(person: PersonName, other: PersonName): boolean {
  const [first, last] = [nameLetters(person.firstName), nameLetters(person.lastName)];
  const otherName = `${nameLetters(other.firstName)}${nameLetters(other.lastName)}`;
  return otherName === `${first}${last}` || otherName === `${last}${first}`;
}

/** A person as named on a document; null if not stated, and then not compared. */
export interface SignedPerson extends PersonName {
  readonly birthDate: string | null;
  readonly birthPlace: string | null;
  readonly mobilePhone: string | null;
}
export const PERSON_FIELDS = ['name', 'birthDate', 'birthPlace', 'mobilePhone'] as const;
type PersonField = (typeof PERSON_FIELDS)[number];

/** Fields of a person that differ from the signed ones. */
export function changedSince(signed: SignedPerson, current: SignedPerson): PersonField[] {
  const differs = (a: string | null, b: string | null, same: (one: string, other: string) => boolean): boolean =>
    a !== null && b !== null && !same(a, b);
  return [
    ...(samePersonName(signed, current) ? [] : (['name'] as const)),
    ...(differs(signed.birthDate, current.birthDate, (a, b) => a === b) ? (['birthDate'] as const) : []),
    ...(differs(signed.birthPlace, current.birthPlace, samePlaceName) ? (['birthPlace'] as const) : []),
    ...(differs(signed.mobilePhone, current.mobilePhone, (a, b) => normalisedPhone(a) === normalisedPhone(b))
      ? (['mobilePhone'] as const)
      : []),
  ];
}
