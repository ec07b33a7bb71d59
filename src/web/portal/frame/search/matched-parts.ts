/** Finds the searched text in a line, with the comparison of the search, to show it in bold. */
import { searchForm } from '#domain/letters/search-form.ts';
import { startsWithTypo } from '#domain/letters/typos.ts';

export interface Part {
  text: string;
  hit: boolean;
}

/** The normalized line, with the original position of each of its characters. */
function normalisedWithPositions(text: string): { form: string; from: number[] } {
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
  const searchedForm = searchForm(searched.trim()).trim();
  const { form, from } = normalisedWithPositions(text);
  const at = searchedForm === '' ? -1 : form.indexOf(searchedForm);
  if (at < 0) return [{ text, hit: false }];
  const start = from[at] ?? 0;
  const last = from[at + searchedForm.length - 1] ?? start;
  // Include the combining marks after the last letter.
  const next = from.slice(at + searchedForm.length).find((place) => place > last);
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

/** Whether each typed word begins a word of the text. */
export function hasWords(text: string, typed: string): boolean {
  const words = wordsOf(text);
  const parts = wordsOf(typed);
  return (
    (parts.length > 0 || typed.trim() === '') && parts.every((part) => words.some((word) => word.startsWith(part)))
  );
}

/**
 * How well the typed text matches a command: each word begins one of the command's words, with at most one typo, and at
 * least one matches its subject ("vai" alone finds no page).
 */
export function matchDistance(text: string, name: string, typed: string): 'exact' | 'near' | null {
  const parts = wordsOf(typed);
  const names = wordsOf(name);
  if (!parts.some((part) => names.some((word) => startsWithTypo(word, part)))) return null;
  if (hasWords(text, typed)) return 'exact';
  const words = wordsOf(text);
  return parts.every((part) => words.some((word) => startsWithTypo(word, part))) ? 'near' : null;
}
