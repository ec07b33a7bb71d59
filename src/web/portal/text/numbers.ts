/** Numbers, sizes and money in Italian form; 1423 is grouped too, which it-IT alone does not do (DESIGN.md §3.4). */
const whole = new Intl.NumberFormat('it-IT', { useGrouping: 'always', maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('it-IT', {
  useGrouping: 'always',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

export const BYTES_PER_MEGABYTE = 1_048_576;
const NBSP = '\u00a0';

/** 1423 → 1.423 */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** Megabytes of a gauge, without the unit: 742, and small ones as 0,42. */
export function formatMegabytes(megabytes: number): string {
  if (megabytes === 0 || megabytes >= 10) return whole.format(Math.floor(megabytes));
  return cents.format(Math.max(megabytes, 0.01));
}

/** Bytes → 0,42 MB; anything above nothing shows at least 0,01. */
export function formatSize(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return '–';
  const megabytes = bytes / BYTES_PER_MEGABYTE;
  return `${cents.format(bytes > 0 ? Math.max(megabytes, 0.01) : 0)}${NBSP}MB`;
}

/** Euro → € 29.750,01; a negative amount as − € 1.229,51. */
export function formatMoney(value: number): string {
  const sign = value < 0 ? `−${NBSP}` : '';
  return `${sign}€${NBSP}${cents.format(Math.abs(value))}`;
}
