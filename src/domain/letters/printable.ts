/** Determines which characters the product's documents can print, and in which typeface. */
import { LETTER_RANGES } from './letter-ranges.ts';

export type FaceName = keyof typeof LETTER_RANGES;

/** In order of preference: a character is set in the first typeface that has it. */
export const FACES = Object.keys(LETTER_RANGES) as FaceName[];

/** Characters invisible to readers: control and format characters, variation selectors, fillers. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Compatibility forms of Arabic and Hebrew letters, used only by old programs. */
const PRESENTATION_FORMS = /[\ufb1d-\ufdff\ufe70-\ufefc]+/g;
/** A base character with its combining marks, all set in one typeface. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;
const PLAIN = /^[\x20-\x7e]*$/;

interface Range {
  readonly from: number;
  readonly to: number;
  readonly face: FaceName;
}

let sortedRanges: readonly Range[] | undefined;

function rangesInOrder(): readonly Range[] {
  sortedRanges ??= FACES.flatMap((face) =>
    LETTER_RANGES[face].split(' ').map((text) => {
      const [from = '', to = from] = text.split('-');
      return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), face };
    }),
  ).sort((a, b) => a.from - b.from);
  return sortedRanges;
}

function faceOfCodePoint(code: number): FaceName | null {
  const ranges = rangesInOrder();
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) break;
    if (code < range.from) high = middle - 1;
    else if (code > range.to) low = middle + 1;
    else return range.face;
  }
  return null;
}

/** Each character is listed for one face only, but the extended cut also has every character of the first one. */
const coversFace = (face: FaceName, own: FaceName): boolean => own === face || (face === 'extended' && own === 'inter');

/** @param cluster a letter with its combining marks, composed. @returns null when no typeface has all of it. */
export function faceOf(cluster: string): FaceName | null {
  const listedFaces = Array.from(cluster, (character) => faceOfCodePoint(character.codePointAt(0) ?? 0));
  const candidates = new Set([...listedFaces, 'extended' as const]);
  for (const face of candidates) {
    if (face !== null && listedFaces.every((listed) => listed !== null && coversFace(face, listed))) return face;
  }
  return null;
}

/** The text as drawn: composed, without invisible characters, every kind of whitespace a space, including line feeds. */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'))
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(INVISIBLE, '');
}

/** Letters of a text with their combining marks. */
export const clustersOf = (text: string): string[] => text.match(CLUSTER) ?? [];

/** Characters that no typeface has, without duplicates. Empty: the text can be printed as it is. */
export function unprintableLetters(text: string): string[] {
  if (PLAIN.test(text)) return [];
  return [...new Set(clustersOf(visibleText(text)).filter((cluster) => faceOf(cluster) === null))];
}
