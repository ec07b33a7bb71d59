/** Tolerates one typo: a letter wrong, missing or superfluous, or two swapped. Pure. */

/** Shorter words are too similar to others. */
export const FEWEST_FORGIVEN = 4;

/** Whether the two differ by exactly one typo. */
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

/** The word, and the word without each one of its letters, like the database's `word_variants`. */
export function variantsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, place) => letters.toSpliced(place, 1).join(''))])];
}

/** Whether the word begins with the typed text, tolerating one typo. */
export function beginsNearly(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true;
  if (typed.length < FEWEST_FORGIVEN) return false;
  return [-1, 0, 1].some((more) => isOneSlip(word.slice(0, typed.length + more), typed));
}
