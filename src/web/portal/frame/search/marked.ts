/** Where the searched text stands in a line, compared as the search compares, to be shown in bold. */
import { searchForm } from '#domain/letters/search-form.ts';
import { beginsNearly } from '#domain/letters/typos.ts';

export interface Part {
  text: string;
  hit: boolean;
}

/** The form of a line, and for each of its characters where the letter stands that it comes from. */
function formOf(text: string): { form: string; from: number[] } {
  let form = '';
  const from: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = searchForm(letter);
    form += plain;
    for (let index = 0; index < plain.length; index += 1) from.push(at);
    at += letter.length;
  }
  return { form, from: [...from, at] };
}

export function markedParts(text: string, searched: string): Part[] {
  const wanted = searchForm(searched.trim()).trim();
  const { form, from } = formOf(text);
  const at = wanted === '' ? -1 : form.indexOf(wanted);
  if (at < 0) return [{ text, hit: false }];
  const start = from[at] ?? 0;
  const last = from[at + wanted.length - 1] ?? start;
  // The whole of the last letter, with the marks that follow it.
  const next = from.slice(at + wanted.length).find((place) => place > last);
  const end = next ?? text.length;
  const parts = [
    { text: text.slice(0, start), hit: false },
    { text: text.slice(start, end), hit: true },
    { text: text.slice(end), hit: false },
  ];
  return parts.filter((part) => part.text !== '');
}

const wordsOf = (text: string): string[] =>
  searchForm(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether each word that was typed begins one of the text's. */
export function hasWords(text: string, typed: string): boolean {
  const words = wordsOf(text);
  const parts = wordsOf(typed);
  return (
    (parts.length > 0 || typed.trim() === '') && parts.every((part) => words.some((word) => word.startsWith(part)))
  );
}

/**
 * How well what was typed fits a command: each word begins one of its words, give or take one slip, and one of them is of
 * what the command is about ("vai" alone finds no page).
 */
export function nearWords(text: string, name: string, typed: string): 'exact' | 'near' | null {
  const parts = wordsOf(typed);
  const names = wordsOf(name);
  if (!parts.some((part) => names.some((word) => beginsNearly(word, part)))) return null;
  if (hasWords(text, typed)) return 'exact';
  const words = wordsOf(text);
  return parts.every((part) => words.some((word) => beginsNearly(word, part))) ? 'near' : null;
}
