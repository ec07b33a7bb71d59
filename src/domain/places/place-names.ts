/** Compares place names as people write them: accents, apostrophes, "S." and "di" do not distinguish places. */

/** Letters with a stroke or ligature, which have no decomposition into base letter and accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ Ø: 'O', Æ: 'AE', Œ: 'OE', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH', Ħ: 'H' },
};

/** Capitals without accents; other characters are unchanged. */
export function plainLetters(text: string): string {
  return text
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[ØÆŒŁĐÐÞĦ]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Often omitted on documents: "Reggio Emilia" is Reggio nell’Emilia. */
const OMITTED_WORDS = new Set(
  'A AD AI AL ALLA ALLE ALLO ALL CON D DA DAL DALLA DE DEGLI DEI DEL DELL DELLA DELLE DELLO DI E ED IN L LA LE LO IL NEL NELL NELLA SU SUL SULL SULLA'.split(
    ' ',
  ),
);
const SAINT = /^(?:S|SAN|SANT|SANTA|SANTO|SANTI|SS)$/;

/** The significant words of a place name. */
function significantWords(name: string): string[] {
  const words = plainLetters(name)
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => (SAINT.test(word) ? 'S' : word));
  const significant = words.filter((word) => !OMITTED_WORDS.has(word));
  return significant.length > 0 ? significant : words;
}

const PROVINCE_AT_END = /(?:\(\s*([A-Za-z]{2})\s*\)|[,–-]\s*([A-Za-z]{2}))\s*\.?\s*$/;

export interface TypedPlace {
  /** The text before the sigla. */
  name: string;
  /** The significant words, in order. */
  words: readonly string[];
  /** The sigla after the name: "Roma (RM)", "Roma, RM". */
  province: string | null;
}

export function readTypedPlace(text: string): TypedPlace {
  const match = PROVINCE_AT_END.exec(text);
  if (!match || match.index === 0) return { name: text, words: significantWords(text), province: null };
  const name = text.slice(0, match.index);
  return { name, words: significantWords(name), province: (match[1] ?? match[2] ?? '').toUpperCase() };
}

/** The significant words as one text, each surrounded by spaces. */
export const wordKey = (words: readonly string[]): string => ` ${words.join(' ')} `;

/** True when both texts mean the same name, regardless of the sigla. */
export function sameName(a: string, b: string): boolean {
  return wordKey(readTypedPlace(a).words) === wordKey(readTypedPlace(b).words);
}

/** The comune that the text names, if it is the only one and has only one CAP. @param comuni those of this name. */
export function onlyPostalCode<C extends { province: string; postalCode: string | null }>(
  comuni: readonly C[],
  text: string,
): C | null {
  const { province } = readTypedPlace(text);
  const [only, ...otherComuni] = comuni.filter((comune) => province === null || comune.province === province);
  return only?.postalCode && otherComuni.length === 0 ? only : null;
}

/** True when the text contains the place's name, on its own or among other words: "Londra, Regno Unito" contains Regno Unito. */
export function containsPlaceName(text: string, place: { name: string; otherNames: readonly string[] }): boolean {
  const key = wordKey(significantWords(text));
  return [place.name, ...place.otherNames].some((name) => key.includes(wordKey(significantWords(name))));
}
