/** Finds the intended codice fiscale behind a typo: the only valid one that matches the person. */
import { type ClaimedPerson, fiscalCodeMismatches, isFiscalCodeSound } from '#domain/codes/fiscal-code.ts';
import { FISCAL_CODE, withoutBlanks } from '#domain/dossiers/patterns.ts';
import { saysPlace } from '#domain/places/names.ts';
import type { Locality } from '#domain/places/places.ts';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const LENGTH = 16;
/** 0-based. */
const LETTERS_AT = [0, 1, 2, 3, 4, 5, 8, 11, 15];
const AS_LETTER: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B', '2': 'Z', '6': 'G' };
const AS_DIGIT: Readonly<Record<string, string>> = { O: '0', I: '1', B: '8', Z: '2', G: '6' };
/** More candidates than these are of no help. */
const MOST_ASKED = 8;

const written = (typed: string): string =>
  withoutBlanks(typed.trim())
    .replace(/[.\-_/]/g, '')
    .toUpperCase();

/** Swaps O and 0, I and 1 and the like, where only a letter or only a digit is allowed. */
function lookAlike(code: string): string {
  return [...code].map((sign, at) => (LETTERS_AT.includes(at) ? AS_LETTER : AS_DIGIT)[sign] ?? sign).join('');
}

/** Codes of 16 characters that are one typo away: a character changed, omitted, inserted, or swapped with its neighbour. */
function neighbours(code: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at <= code.length; at++) {
    const [before, after] = [code.slice(0, at), code.slice(at)];
    if (code.length === LENGTH + 1) found.add(before + after.slice(1));
    if (code.length === LENGTH && after.length > 1) found.add(before + after[1] + after[0] + after.slice(2));
    if (code.length === LENGTH && after !== '') for (const sign of SIGNS) found.add(before + sign + after.slice(1));
    if (code.length === LENGTH - 1) for (const sign of SIGNS) found.add(before + sign + after);
  }
  return [...found];
}

/** Number of letters in place of digits (omocodia): rare, so a correction must not add any. */
const omocodiaOf = (code: string): number => (code.slice(6, 15).match(/[LMNPQRSTUV]/g) ?? []).length;

/** @param placeOf the place of birth with a given code in a valid fiscal code; null when there is none. */
export async function fiscalCodeMeant(
  typed: string,
  person: ClaimedPerson,
  placeOf: (code: string) => Promise<Pick<Locality, 'name' | 'otherNames'> | null>,
): Promise<string | null> {
  const code = written(typed);
  if (code === '' || /^\d{11}$/.test(code) || Math.abs(code.length - LENGTH) > 1 || isFiscalCodeSound(code))
    return null;
  const { birthPlace, ...compared } = person;
  if (compared.firstName === undefined || compared.lastName === undefined) return null;
  const agrees = (one: string) => isFiscalCodeSound(one) && fiscalCodeMismatches(one, compared).length === 0;
  const alike = lookAlike(code);
  if (alike !== code && FISCAL_CODE.test(alike) && agrees(alike)) return alike;
  const near = neighbours(code).filter((one) => one.length === LENGTH && agrees(one));
  const least = Math.max(omocodiaOf(code), Math.min(...near.map(omocodiaOf)));
  const candidates = near.filter((one) => omocodiaOf(one) <= least);
  if (candidates.length > MOST_ASKED) return null;
  const born = await Promise.all(
    candidates.map(async (one) => {
      const place = await placeOf(one);
      return place !== null && (birthPlace === undefined || saysPlace(birthPlace, place)) ? [one] : [];
    }),
  );
  const [only, ...others] = born.flat();
  return only !== undefined && others.length === 0 ? only : null;
}
