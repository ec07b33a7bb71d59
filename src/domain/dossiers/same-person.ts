/** Compares persons by name, birth and phone. */
import { plainLetters, sameName as samePlaceName } from '../places/names.ts';
import { dialled } from './patterns.ts';

/** Accents, case, spaces, apostrophes and hyphens do not distinguish names; letters of any alphabet do. */
export const lettersOf = (text: string): string => plainLetters(text).replace(/[^\p{L}\p{N}]/gu, '');

export interface Named {
  readonly firstName: string;
  readonly lastName: string;
}

/** The same name, with first and last in either order, since forms are filled in both ways. */
export function samePersonName(one: Named, other: Named): boolean {
  const [first, last] = [lettersOf(one.firstName), lettersOf(one.lastName)];
  const written = `${lettersOf(other.firstName)}${lettersOf(other.lastName)}`;
  return written === `${first}${last}` || written === `${last}${first}`;
}

/** A person as named on a document; null if not stated, and then not compared. */
export interface SignedPerson extends Named {
  readonly birthDate: string | null;
  readonly birthPlace: string | null;
  readonly mobilePhone: string | null;
}
export const PERSON_FIELDS = ['name', 'birthDate', 'birthPlace', 'mobilePhone'] as const;
type PersonField = (typeof PERSON_FIELDS)[number];

/** Fields of a person that differ from the signed ones. */
export function changedSince(signed: SignedPerson, now: SignedPerson): PersonField[] {
  const apart = (a: string | null, b: string | null, same: (one: string, other: string) => boolean): boolean =>
    a !== null && b !== null && !same(a, b);
  return [
    ...(samePersonName(signed, now) ? [] : (['name'] as const)),
    ...(apart(signed.birthDate, now.birthDate, (a, b) => a === b) ? (['birthDate'] as const) : []),
    ...(apart(signed.birthPlace, now.birthPlace, samePlaceName) ? (['birthPlace'] as const) : []),
    ...(apart(signed.mobilePhone, now.mobilePhone, (a, b) => dialled(a) === dialled(b))
      ? (['mobilePhone'] as const)
      : []),
  ];
}
