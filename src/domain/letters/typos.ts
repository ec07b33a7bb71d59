/** One slip of the keyboard: a letter wrong, missing, too many, or two that have changed places. Pure. */

/** Shorter words are too much like others. */
export const FEWEST_FORGIVEN = 4;

/** Whether the two differ by exactly one slip. */
export function isOneSlip(one: string, other: string): boolean {
  if (one === other) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  const swapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return swapped && short.slice(start + 2) === long.slice(start + 2);
}

/** The word, and the word without one of its letters, as `word_variants` of the database has them. */
export function variantsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, place) => letters.toSpliced(place, 1).join(''))])];
}

/** Whether the word begins with what was typed, give or take one slip. */
export function beginsNearly(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true;
  if (typed.length < FEWEST_FORGIVEN) return false;
  return [-1, 0, 1].some((more) => isOneSlip(word.slice(0, typed.length + more), typed));
}
