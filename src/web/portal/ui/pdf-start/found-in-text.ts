/** What the text of a PDF says about customer and vehicle: codes by their form, names by the label before them (P-19). Pure. */
import { isFiscalCodeSound } from '#domain/codes/fiscal-code.ts';
import { normalisePlate } from '#domain/codes/vehicle.ts';

export interface FoundInText {
  /** Codici fiscali of people whose check character is right, in the order of the text. */
  fiscalCodes: string[];
  /** "Nome Cognome" as written. */
  names: string[];
  emails: string[];
  /** +39 and the number. */
  phones: string[];
  plates: string[];
  vins: string[];
}

const CODE =
  /(?<![A-Z0-9])[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z](?![A-Z0-9])/gi;
const CAR = /(?<![A-Z0-9])[A-HJ-NPR-TV-Z]{2}[ -]?\d{3}[ -]?[A-HJ-NPR-TV-Z]{2}(?![A-Z0-9])/g;
/** A motorcycle's plate looks like any short code: only after its label. */
const LABELLED_PLATE = /\btarga\b\s*[:.]?\s*([A-HJ-NPR-TV-Z]{2}[ -]?\d{5})(?![A-Z0-9])/gi;
const VIN = /(?<![A-Z0-9])[A-HJ-NPR-Z0-9]{17}(?![A-Z0-9])/g;
const EMAIL = /[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/g;
const MOBILE = /(?<![\d+])(?:\+39[ .]?)?3\d{2}[ .]?\d{3}[ .]?\d{3,4}(?!\d)/g;
const WORD = "\\p{Lu}[\\p{L}'’]+";
/** Said in small letters, with a capital, or all in capitals; the name itself begins with capitals. */
const LABELS = [
  'cliente',
  'nome e cognome',
  'cognome e nome',
  'intestatario',
  'intestataria',
  'proponente',
  'acquirente',
]
  .concat(['contraente', 'sottoscritto', 'sottoscritta', 'sig.', 'sig.ra'])
  .flatMap((label) => [label, label.charAt(0).toUpperCase() + label.slice(1), label.toUpperCase()])
  .map((label) => label.replaceAll('.', '\\.'))
  .join('|');
const NAMED = new RegExp(`(?<!\\p{L})(?:${LABELS})[ ]?[:.]?\\s+(${WORD}(?: ${WORD}){1,3})`, 'gu');

const unique = (values: Iterable<string>): string[] => [...new Set(values)];
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((found) => found[1] ?? found[0]);

/** A chassis number has letters and digits; seventeen of one kind are something else. */
const isVin = (text: string): boolean => /\d/.test(text) && /[A-Z]/.test(text) && /\d{4}$/.test(text);

export function findInText(text: string): FoundInText {
  return {
    fiscalCodes: unique(all(text, CODE).map((code) => code.toUpperCase())).filter(isFiscalCodeSound),
    names: unique(all(text, NAMED).map((name) => name.trim())),
    emails: unique(all(text, EMAIL).map((address) => address.toLowerCase())),
    phones: unique(all(text, MOBILE).map((number) => `+39 ${number.replace(/\D/g, '').replace(/^39(?=3\d{9})/, '')}`)),
    plates: unique([...all(text, LABELLED_PLATE), ...all(text, CAR)].map(normalisePlate)),
    vins: unique(all(text, VIN)).filter(isVin),
  };
}

/** First and last name of a person called so; with a codice fiscale the surname comes first or last as the code says. */
export function splitName(name: string, fiscalCode: string | undefined): { firstName: string; lastName: string } {
  const words = name.split(' ');
  const consonants = (word: string) =>
    word
      .normalize('NFD')
      .toUpperCase()
      .replace(/[^A-Z]|[AEIOU]/g, '');
  const surnameFirst =
    fiscalCode !== undefined && consonants(words[0] ?? '').slice(0, 2) === fiscalCode.slice(0, 2).toUpperCase();
  const surnameLast =
    fiscalCode === undefined || consonants(words.at(-1) ?? '').slice(0, 2) === fiscalCode.slice(0, 2).toUpperCase();
  const [first = '', ...rest] = words;
  if (surnameFirst && !surnameLast) return { firstName: rest.join(' '), lastName: first };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}
