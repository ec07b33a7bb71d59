/** Where the searched text stands in a line, whatever its accents and case, to be shown in bold. */

/** One letter for each letter: positions stay. */
const plain = (text: string): string =>
  [...text].map((letter) => (letter.normalize('NFD')[0] ?? letter).toLowerCase().slice(0, letter.length)).join('');

export interface Part {
  text: string;
  hit: boolean;
}

export function markedParts(text: string, searched: string): Part[] {
  const wanted = plain(searched.trim());
  const at = wanted === '' ? -1 : plain(text).indexOf(wanted);
  if (at < 0) return [{ text, hit: false }];
  const parts = [
    { text: text.slice(0, at), hit: false },
    { text: text.slice(at, at + wanted.length), hit: true },
    { text: text.slice(at + wanted.length), hit: false },
  ];
  return parts.filter((part) => part.text !== '');
}
