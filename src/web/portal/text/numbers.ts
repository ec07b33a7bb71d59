/** Numbers, sizes and money in Italian form; 1423 is grouped too, which it-IT alone does not do (DESIGN.md §3.4). */
const whole = new Intl.NumberFormat('it-IT', { useGrouping: 'always', maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1, useGrouping: 'always' });
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

/** Reads a whole number as people type it: 1000, 1.000, 1 000; null for nothing, NaN for what is no number. */
export function parseTypedCount(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d+$|^\d{1,3}([. \u00a0]\d{3})+$/.test(typed) ? Number(typed.replace(/\D/g, '')) : Number.NaN;
}

/** Megabytes without their unit: 1.000, 742,5, and small ones as 0,42. */
export function formatMegabytes(megabytes: number): string {
  if (megabytes === 0) return whole.format(0);
  return megabytes >= 10 ? tenths.format(megabytes) : cents.format(Math.max(megabytes, 0.01));
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
