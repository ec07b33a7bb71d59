/** Corrects the case of names and addresses typed in capitals, in lower case or with Caps Lock. Pure. */

/** Lower case inside a name: Ludwig van Beethoven. */
const IN_NAMES = ['van', 'von', 'der', 'den', 'ter', 'dos', 'das', 'y', 'e', 'zu', 'bin'];
/** Lower case inside an address: Via della Repubblica, Reggio nell'Emilia, San Giovanni in Persiceto. */
const IN_PLACES =
  'di,da,in,a,e,ed,con,per,del,dello,della,dei,degli,delle,dal,al,alla,alle,ai,sul,sulla,nel,tra,fra,km,snc'.split(',');
const ELIDED_IN_PLACES = /^(?:dell|nell|sull|all|d)(?=['’])/;

/** Roman numerals stay in capitals: Via XX Settembre, Giovanni Paolo II. */
const ROMAN = /^[IVX]{2,}$/;
const SMALL_ROMAN = /^(?:x{1,3}(?:iv|ix|v?i{0,3})|iv|ix|v?i{2,3})$/;
const INITIALS = /^(?:\p{L}\.)+$/u;
/** Where the keyboard has no accented capitals, an apostrophe replaces the accent: NICOLO'. */
const ACCENT = /(?<=\p{L}{2})([aeiou])['’]$/iu;
const ACCENTED: Readonly<Record<string, string>> = { a: 'à', e: 'è', i: 'ì', o: 'ò', u: 'ù' };

const lowerOf = (text: string): string => text.toLocaleLowerCase('it');
const upperOf = (text: string): string => text.toLocaleUpperCase('it');

/** All capitals, all lower case, or lower case followed by capitals, as Caps Lock produces. */
function isOffCase(word: string): boolean {
  const letters = word.replace(/[^\p{L}]/gu, '');
  if (letters.length < 2 || /\d/.test(word) || ROMAN.test(letters)) return false;
  const [first = '', rest = ''] = [letters.slice(0, 1), letters.slice(1)];
  const isBig = (text: string) => text === upperOf(text) && text !== lowerOf(text);
  const isSmall = (text: string) => text === lowerOf(text) && text !== upperOf(text);
  return isBig(letters) || isSmall(letters) || (isSmall(first) && isBig(rest));
}

const capitalised = (word: string): string =>
  lowerOf(word)
    .replace(/(^|[-'’(/])(\p{L})/gu, (_, before: string, letter: string) => before + upperOf(letter))
    .replace(/^Mc(\p{L})(?=\p{L}{2})/u, (_, letter: string) => `Mc${upperOf(letter)}`);

function wordInCase(word: string, first: boolean, small: readonly string[]): string {
  if (INITIALS.test(word)) return upperOf(word);
  const accented = word.replace(ACCENT, (_, letter: string) => ACCENTED[lowerOf(letter)] ?? letter);
  if (!isOffCase(word)) return accented;
  const lower = lowerOf(word);
  if (small === IN_PLACES && SMALL_ROMAN.test(word)) return upperOf(word);
  if (!first && small.includes(lower)) return lower;
  const written = capitalised(accented);
  return !first && small === IN_PLACES && ELIDED_IN_PLACES.test(lower)
    ? lowerOf(written.charAt(0)) + written.slice(1)
    : written;
}

function inCase(text: string, small: readonly string[]): string | null {
  let first = true;
  const written = text.trim().replace(/\S+/g, (word) => {
    const done = wordInCase(word, first, small);
    first = false;
    return done;
  });
  return written === text.trim() ? null : written;
}

/** @returns null when nothing needs correcting. */
export const nameInCase = (text: string): string | null => inCase(text, IN_NAMES);
/** For a street or town. @returns null when nothing needs correcting. */
export const placeInCase = (text: string): string | null => inCase(text, IN_PLACES);
