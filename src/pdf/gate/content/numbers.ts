/** Non-standard numbers (ISO 32000-2, 7.3.3) that all readers interpret alike, verified with five of them. */

/** @returns the same number in the standard's notation, or null when readers differ. */
export function normalizedNumber(text: string): string | null {
  if (text === '.' || text === '-' || text === '-.') return '0';
  // Anything from a minus after the decimal point on is ignored.
  return /^([+-]?\d+)\.-\d*$/.exec(text)?.[1] ?? null;
}
