/** Numbers, sizes and money in the form of the language spoken; 1423 is grouped too, which it-IT alone does not do (DESIGN.md §3.4). */
import type { Language } from './chosen-language.ts';
import { spoken } from './language.ts';
import { lazily } from './lazily.ts';

const LOCALES = { it: 'it-IT', en: 'en-GB' } as const satisfies Record<Language, string>;

function writing(options: Intl.NumberFormatOptions): (value: number) => string {
  const format = (language: Language) =>
    lazily(() => new Intl.NumberFormat(LOCALES[language], { useGrouping: 'always', ...options }));
  const formats = { it: format('it'), en: format('en') };
  return (value) => formats[spoken()]().format(value);
}

const whole = writing({ maximumFractionDigits: 0 });
const tenths = writing({ maximumFractionDigits: 1 });
const cents = writing({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const BYTES_PER_MEGABYTE = 1_048_576;
const BYTES_PER_KILOBYTE = 1024;
const NBSP = '\u00a0';

/** 1423 → 1.423, in English 1,423 */
export const formatCount = whole;

/** What a text with a plural needs: which of its forms, and the number as it is read. */
export function counted(count: number): { count: number; replace: { count: string } } {
  return { count, replace: { count: formatCount(count) } };
}

const TYPED = { it: /^\d+$|^\d{1,3}([. \u00a0]\d{3})+$/, en: /^\d+$|^\d{1,3}([., \u00a0]\d{3})+$/ } as const;

/** Reads a whole number as people type it: 1000, 1.000, 1 000, in English 1,000, below zero too; null for nothing, NaN for what is no number. */
export function parseTypedCount(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  const digits = typed.replace(/^[-−]/, '');
  if (!TYPED[spoken()].test(digits)) return Number.NaN;
  return Number(digits.replace(/\D/g, '')) * (digits === typed ? 1 : -1);
}

/** Kilobytes below a megabyte: so little would be 0,01 of it. */
const isSmall = (megabytes: number): boolean => megabytes > 0 && megabytes < 1;

const kilobytes = (bytes: number): string =>
  `${whole(bytes > 0 ? Math.max(bytes / BYTES_PER_KILOBYTE, 1) : 0)}${NBSP}KB`;

/** Megabytes without their unit: 1.000, 742,5, 3,42. */
function megabytesOf(megabytes: number): string {
  if (megabytes === 0) return whole(0);
  return megabytes >= 10 ? tenths(megabytes) : cents(megabytes);
}

/** Megabytes → 1.000 MB, 742,5 MB, 3,42 MB; below one 7 KB. */
export function formatSpace(megabytes: number): string {
  return isSmall(megabytes) ? kilobytes(megabytes * BYTES_PER_MEGABYTE) : `${megabytesOf(megabytes)}${NBSP}MB`;
}

/** Megabytes of so many: `742,5` of `1.000 MB`, `7 KB` of `1.000 MB`; the unit once where it is the same. */
export function spaceOf(used: number, total: number): { used: string; total: string } {
  return { used: isSmall(used) || isSmall(total) ? formatSpace(used) : megabytesOf(used), total: formatSpace(total) };
}

/** Bytes → 58 KB, from a megabyte on 1,42 MB; anything above nothing shows at least 1. */
export function formatSize(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return '–';
  // What rounds to a megabyte is one.
  if (Math.round(bytes / BYTES_PER_KILOBYTE) < 1024) return kilobytes(bytes);
  return `${cents(bytes / BYTES_PER_MEGABYTE)}${NBSP}MB`;
}

/** Euro → € 29.750,01; a negative amount as − € 1.229,51. */
export function formatMoney(value: number): string {
  const sign = value < 0 ? `−${NBSP}` : '';
  return `${sign}€${NBSP}${cents(Math.abs(value))}`;
}
