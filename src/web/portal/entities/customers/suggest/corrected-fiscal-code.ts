/** Finds the intended codice fiscale behind a typo: the only valid one that matches the person. */
import { type ClaimedPerson, fiscalCodeMismatches, isValidFiscalCode } from '#domain/codes/fiscal-code.ts';
import { FISCAL_CODE, withoutBlanks } from '#domain/dossiers/contact-patterns.ts';
import type { Locality } from '#domain/places/gazetteer.ts';
import { containsPlaceName } from '#domain/places/place-names.ts';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const LENGTH = 16;
/** 0-based. */
const LETTERS_AT = [0, 1, 2, 3, 4, 5, 8, 11, 15];
const AS_LETTER: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B', '2': 'Z', '6': 'G' };
const AS_DIGIT: Readonly<Record<string, string>> = { O: '0', I: '1', B: '8', Z: '2', G: '6' };
/** With more candidates than this, none is suggested. */
const MAX_CANDIDATES = 8;

const normalised = (typed: string): string =>
  withoutBlanks(typed.trim())
    .replace(/[.\-_/]/g, '')
    .toUpperCase();

/** Swaps O and 0, I and 1 and the like, where only a letter or only a digit is allowed. */
function lookAlike(code: string): string {
  return [...code].map((sign, at) => (LETTERS_AT.includes(at) ? AS_LETTER : AS_DIGIT)[sign] ?? sign).join('');
}

/** Codes of 16 characters that are one typo away: a character changed, omitted, inserted, or swapped with its neighbour. */
function oneTypoAway(code: string): string[] {
  const codes = new Set<string>();
  for (let at = 0; at <= code.length; at++) {
    const [before, after] = [code.slice(0, at), code.slice(at)];
    if (code.length === LENGTH + 1) codes.add(before + after.slice(1));
    if (code.length === LENGTH && after.length > 1) codes.add(before + after[1] + after[0] + after.slice(2));
    if (code.length === LENGTH && after !== '') for (const sign of SIGNS) codes.add(before + sign + after.slice(1));
    if (code.length === LENGTH - 1) for (const sign of SIGNS) codes.add(before + sign + after);
  }
  return [...codes];
}

/** Number of letters in place of digits (omocodia): rare, so a correction must not add any. */
const omocodiaCount = (code: string): number => (code.slice(6, 15).match(/[LMNPQRSTUV]/g) ?? []).length;

/** @param placeOf the place of birth with a given code in a valid tax code; null when there is none. */
export async function correctedFiscalCode(
  typed: string,
  person: ClaimedPerson,
  placeOf: (code: string) => Promise<Pick<Locality, 'name' | 'otherNames'> | null>,
): Promise<string | null> {
  const code = normalised(typed);
  if (code === '' || /^\d{11}$/.test(code) || Math.abs(code.length - LENGTH) > 1 || isValidFiscalCode(code))
    return null;
  const { birthPlace, ...compared } = person;
  if (compared.firstName === undefined || compared.lastName === undefined) return null;
  const isConsistent = (code: string) => isValidFiscalCode(code) && fiscalCodeMismatches(code, compared).length === 0;
  const alike = lookAlike(code);
  if (alike !== code && FISCAL_CODE.test(alike) && isConsistent(alike)) return alike;
  const consistent = oneTypoAway(code).filter((candidate) => candidate.length === LENGTH && isConsistent(candidate));
  const allowedOmocodia = Math.max(omocodiaCount(code), Math.min(...consistent.map(omocodiaCount)));
  const candidates = consistent.filter((candidate) => omocodiaCount(candidate) <= allowedOmocodia);
  if (candidates.length > MAX_CANDIDATES) return null;
  const withMatchingPlace = await Promise.all(
    candidates.map(async (candidate) => {
      const place = await placeOf(candidate);
      return place !== null && (birthPlace === undefined || containsPlaceName(birthPlace, place)) ? [candidate] : [];
    }),
  );
  const [only, ...others] = withMatchingPlace.flat();
  return only !== undefined && others.length === 0 ? only : null;
}
