/** Formats numbers, sizes and money in the current language; groups 1423 as well, which it-IT does not do by default. */
import type { Language } from './chosen-language.ts';
import { uiLanguage } from './language.ts';
import { once } from './once.ts';

const LOCALES = { it: 'it-IT', en: 'en-GB' } as const satisfies Record<Language, string>;

function formatterOf(options: Intl.NumberFormatOptions): (value: number) => string {
  const format = (language: Language) =>
    once(() => new Intl.NumberFormat(LOCALES[language], { useGrouping: 'always', ...options }));
  const formats = { it: format('it'), en: format('en') };
  return (value) => formats[uiLanguage()]().format(value);
}

const whole = formatterOf({ maximumFractionDigits: 0 });
const tenths = formatterOf({ maximumFractionDigits: 1 });
const cents = formatterOf({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const BYTES_PER_MEGABYTE = 1_048_576;
const BYTES_PER_KILOBYTE = 1024;
const NBSP = '\u00a0';

/** 1423 → 1.423, in English 1,423 */
export const formatCount = whole;

/** The arguments of a plural text: the count for its form, and the formatted number. */
export function counted(count: number): { count: number; replace: { count: string } } {
  return { count, replace: { count: formatCount(count) } };
}

const TYPED = { it: /^\d+$|^\d{1,3}([. \u00a0]\d{3})+$/, en: /^\d+$|^\d{1,3}([., \u00a0]\d{3})+$/ } as const;

/**
 * Reads a whole number as people type it: 1000, 1.000, 1 000, in English 1,000, also negative; null for an empty text,
 * NaN for an invalid number.
 */
export function parseTypedCount(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  const digits = typed.replace(/^[-−]/, '');
  if (!TYPED[uiLanguage()].test(digits)) return Number.NaN;
  return Number(digits.replace(/\D/g, '')) * (digits === typed ? 1 : -1);
}

/** Below a megabyte use kilobytes: megabytes would show 0,01. */
const isSmall = (megabytes: number): boolean => megabytes > 0 && megabytes < 1;

const kilobytes = (bytes: number): string =>
  `${whole(bytes > 0 ? Math.max(bytes / BYTES_PER_KILOBYTE, 1) : 0)}${NBSP}KB`;

/** Megabytes without the unit: 1.000, 742,5, 3,42. */
function megabytesOf(megabytes: number): string {
  if (megabytes === 0) return whole(0);
  return megabytes >= 10 ? tenths(megabytes) : cents(megabytes);
}

/** Megabytes → 1.000 MB, 742,5 MB, 3,42 MB; below one, 7 KB. */
export function formatSpace(megabytes: number): string {
  return isSmall(megabytes) ? kilobytes(megabytes * BYTES_PER_MEGABYTE) : `${megabytesOf(megabytes)}${NBSP}MB`;
}

/** Used and total megabytes: `742,5` of `1.000 MB`, `7 KB` of `1.000 MB`; the unit only once when both share it. */
export function spaceOf(used: number, total: number): { used: string; total: string } {
  return { used: isSmall(used) || isSmall(total) ? formatSpace(used) : megabytesOf(used), total: formatSpace(total) };
}

/** Bytes → 58 KB, from a megabyte 1,42 MB; a non-empty file shows at least 1. */
export function formatSize(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return '–';
  // A size that rounds to a megabyte is shown as one.
  if (Math.round(bytes / BYTES_PER_KILOBYTE) < 1024) return kilobytes(bytes);
  return `${cents(bytes / BYTES_PER_MEGABYTE)}${NBSP}MB`;
}

/** Euro → € 29.750,01; a negative amount as − € 1.229,51. */
export function formatMoney(value: number): string {
  const sign = value < 0 ? `−${NBSP}` : '';
  return `${sign}€${NBSP}${cents(Math.abs(value))}`;
}
