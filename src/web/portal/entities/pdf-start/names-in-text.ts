/** Finds people's names in the text of a PDF, and splits them into first name and surname. Pure. */
import { fiscalCodeMismatches } from '#domain/codes/fiscal-code.ts';
import { NO_FORM_WORD, written } from './form-words.ts';

const PARTICLES = new Set(
  'da dal dalla dalle de degli dei del dell della delle dello di la le li lo san santa van von'.split(' '),
);
const WORD = "\\p{Lu}[\\p{L}\\p{M}'’-]*\\p{L}";
const NAME_WORDS = `(${NO_FORM_WORD}${WORD}(?: ${NO_FORM_WORD}${WORD}){0,3})`;
/** @param other the label with which it forms a combined one: "Cognome e nome". */
const labelled = (label: string, other: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}]|(?:${written([other])})(?: e |/| / ))(?:${written([label])})(?!\\s?(?:e|E|/)\\s?(?:${written([other])}))\\s?[:.]?\\s+${NAME_WORDS}`,
    'gu',
  );
const SURNAME = labelled('cognome', 'nome');
const FIRST_NAME = labelled('nome', 'cognome');
/** Two labels farther apart than this belong to different people. */
const FARTHEST = 120;
const WORDS = new RegExp(`${NO_FORM_WORD}${WORD}(?:\\s${NO_FORM_WORD}${WORD}){1,4}`, 'gu');

interface SplitName {
  firstName: string;
  lastName: string;
}

const fits = (code: string, { firstName, lastName }: SplitName): boolean =>
  firstName !== '' && lastName !== '' && fiscalCodeMismatches(code, { firstName, lastName }).length === 0;

/** Every split into first names and surnames, in either order. */
function* splits(words: readonly string[]): Generator<SplitName> {
  for (let at = words.length - 1; at > 0; at -= 1) {
    const [before, after] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    yield { firstName: before, lastName: after };
    yield { firstName: after, lastName: before };
  }
}

/**
 * First and last name of a full name. A matching codice fiscale decides; without one the surname comes last, with the
 * particles before it.
 */
export function splitName(name: string, fiscalCode: string | undefined): SplitName {
  const words = name.split(' ').filter(Boolean);
  if (fiscalCode !== undefined) {
    const fitting = [...splits(words)].filter((split) => fits(fiscalCode, split));
    // For two surnames of which the code covers only the first, keep both: "Rossi Bianchi Mario".
    const [best] = fitting.sort((a, b) => particleScore(b) - particleScore(a));
    if (best) return best;
  }
  let at = Math.max(1, words.length - 1);
  while (at > 1 && PARTICLES.has((words[at - 1] ?? '').toLowerCase())) at -= 1;
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') };
}

/** A first name does not end in a particle. */
const particleScore = ({ firstName }: SplitName): number =>
  PARTICLES.has((firstName.split(' ').at(-1) ?? '').toLowerCase()) ? 0 : 1;

/** "Cognome: Rossi" and "Nome: Mario", in either order, as "Mario Rossi". */
export function separatelyLabelled(text: string): string[] {
  const labelledWords = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map((match) => ({ at: match.index, words: match[1] ?? '' }));
  const firstNames = labelledWords(FIRST_NAME);
  return labelledWords(SURNAME).flatMap((surname) => {
    const near = firstNames
      .filter(({ at }) => Math.abs(at - surname.at) <= FARTHEST)
      .sort((a, b) => Math.abs(a.at - surname.at) - Math.abs(b.at - surname.at))[0];
    return near ? [`${near.words} ${surname.words}`] : [];
  });
}

/**
 * A name found after a label, without the particles at its end: they belong to the following words.
 * @returns '' where only a single word is left.
 */
export function wholeName(name: string): string {
  const words = name.trim().split(/\s+/);
  while (PARTICLES.has((words.at(-1) ?? '').toLowerCase())) words.pop();
  return words.length > 1 ? words.join(' ') : '';
}

/** Consecutive words that match the name in a codice fiscale, in the order of the codes. */
export function namesOfCodes(text: string, codes: readonly string[]): string[] {
  const rows = [...text.matchAll(WORDS)].map(([row]) => row.split(/\s/));
  return codes.flatMap((code) => {
    for (const row of rows) {
      for (let length = Math.min(4, row.length); length > 1; length -= 1) {
        for (let at = 0; at + length <= row.length; at += 1) {
          const words = row.slice(at, at + length);
          const fullName = [...splits(words)].find((split) => fitsWhole(code, split));
          if (fullName) return [words.join(' ')];
        }
      }
    }
    return [];
  });
}

/** Matches with all of its words, so that a neighbouring word is not included. */
function fitsWhole(code: string, name: SplitName): boolean {
  if (!fits(code, name)) return false;
  const joined = (text: string) => text.replaceAll(' ', '');
  return fits(code, { firstName: joined(name.firstName), lastName: joined(name.lastName) });
}
