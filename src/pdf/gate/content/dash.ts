/** Dash patterns (ISO 32000-2, 8.4.3.6). */

/** A dash of no length, or one that begins before its line, is drawn by some readers as no line, by others as a whole one. */
export const isDash = (lengths: readonly number[], phase: number): boolean =>
  phase >= 0 &&
  lengths.every((length) => length >= 0) &&
  (lengths.length === 0 || lengths.some((length) => length > 0));
