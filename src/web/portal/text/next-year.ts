/** Computes the same day a year later. */

/** The same day a year later; 29 February becomes 28. */
export function nextYear(isoDate: string): string {
  const year = Number(isoDate.slice(0, 4)) + 1;
  const rest = isoDate.slice(4);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return `${String(year).padStart(4, '0')}${rest === '-02-29' && !leap ? '-02-28' : rest}`;
}
