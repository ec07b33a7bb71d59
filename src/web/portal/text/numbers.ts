/** Numbers, sizes and money in Italian form; 1423 is grouped too, which it-IT alone does not do (DESIGN.md §3.4). */
import { lazily } from './lazily.ts';

const whole = lazily(() => new Intl.NumberFormat('it-IT', { useGrouping: 'always', maximumFractionDigits: 0 }));
const tenths = lazily(() => new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1, useGrouping: 'always' }));
const cents = lazily(
  () => new Intl.NumberFormat('it-IT', { useGrouping: 'always', minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

export const BYTES_PER_MEGABYTE = 1_048_576;
const NBSP = '\u00a0';

/** 1423 → 1.423 */
export function formatCount(value: number): string {
  return whole().format(value);
}

/** What a text with a plural needs: which of its forms, and the number as it is read. */
export function counted(count: number): { count: number; replace: { count: string } } {
  return { count, replace: { count: formatCount(count) } };
}

/** Reads a whole number as people type it: 1000, 1.000, 1 000; null for nothing, NaN for what is no number. */
export function parseTypedCount(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d+$|^\d{1,3}([. \u00a0]\d{3})+$/.test(typed) ? Number(typed.replace(/\D/g, '')) : Number.NaN;
}

/** Megabytes without their unit: 1.000, 742,5, and small ones as 0,42. */
export function formatMegabytes(megabytes: number): string {
  if (megabytes === 0) return whole().format(0);
  return megabytes >= 10 ? tenths().format(megabytes) : cents().format(Math.max(megabytes, 0.01));
}

const BYTES_PER_KILOBYTE = 1024;

/** Bytes → 58 KB, from a hundred on 0,42 MB, as signers read them; anything above nothing shows at least 1. */
export function formatSize(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return '–';
  const kilobytes = bytes / BYTES_PER_KILOBYTE;
  if (kilobytes >= 100) return `${cents().format(bytes / BYTES_PER_MEGABYTE)}${NBSP}MB`;
  return `${whole().format(bytes > 0 ? Math.max(kilobytes, 1) : 0)}${NBSP}KB`;
}

/** Euro → € 29.750,01; a negative amount as − € 1.229,51. */
export function formatMoney(value: number): string {
  const sign = value < 0 ? `−${NBSP}` : '';
  return `${sign}€${NBSP}${cents().format(Math.abs(value))}`;
}
