/** Tolerates one typo: a letter wrong, missing or superfluous, or two swapped. Pure. */

/** Shorter words are too similar to others. */
export const MIN_TOLERANT_LENGTH = 4;

/** Whether the two differ by exactly one typo. */
export function isOneTypo(a: string, b: string): boolean {
  if (a === b) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
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
  return [...new Set([word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))])];
}

/** Whether the word begins with the typed text, tolerating one typo. */
export function startsWithTypo(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true;
  if (typed.length < MIN_TOLERANT_LENGTH) return false;
  return [-1, 0, 1].some((difference) => isOneTypo(word.slice(0, typed.length + difference), typed));
}
