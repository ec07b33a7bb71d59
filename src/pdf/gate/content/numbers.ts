/** Numbers against ISO 32000-2, 7.3.3 that all readers take alike, as was tried with five of them. */

/** @returns the same number in the spelling of the norm, or null when readers differ. */
export function mendedNumber(text: string): string | null {
  if (text === '.' || text === '-' || text === '-.') return '0';
  // What follows a minus behind the point counts for nothing.
  return /^([+-]?\d+)\.-\d*$/.exec(text)?.[1] ?? null;
}
