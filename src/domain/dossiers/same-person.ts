/** What tells one person from another on papers: name, birth, telephone (P-9, D-5). */
import { plainLetters, sameName as samePlaceName } from '../places/names.ts';
import { dialled } from './patterns.ts';

/** Accents, capitals, spaces, apostrophes and hyphens tell no two names apart; letters of any alphabet do. */
export const lettersOf = (text: string): string => plainLetters(text).replace(/[^\p{L}\p{N}]/gu, '');

export interface Named {
  readonly firstName: string;
  readonly lastName: string;
}

/** The same name, first and last in either order: forms are filled both ways. */
export function samePersonName(one: Named, other: Named): boolean {
  const [first, last] = [lettersOf(one.firstName), lettersOf(one.lastName)];
  const written = `${lettersOf(other.firstName)}${lettersOf(other.lastName)}`;
  return written === `${first}${last}` || written === `${last}${first}`;
}

/** A person as a paper names them; null is what it does not tell, and is not compared. */
export interface SignedPerson extends Named {
  readonly birthDate: string | null;
  readonly birthPlace: string | null;
  readonly mobilePhone: string | null;
}
export const PERSON_FIELDS = ['name', 'birthDate', 'birthPlace', 'mobilePhone'] as const;
type PersonField = (typeof PERSON_FIELDS)[number];

/** What of a person is not as it was signed. */
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
