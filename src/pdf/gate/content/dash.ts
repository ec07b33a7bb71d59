/** Dash patterns (ISO 32000-2, 8.4.3.6). */

/** Some readers draw a pattern of only zero lengths, or one with a negative phase, as no line, others as a solid one. */
export const isDash = (lengths: readonly number[], phase: number): boolean =>
  phase >= 0 &&
  lengths.every((length) => length >= 0) &&
  (lengths.length === 0 || lengths.some((length) => length > 0));
