/** Formats times and sizes for readers: in Italian time, 24 hours, with a non-breaking space before a unit. */

const KB = 1024;
const MB = 1_048_576;

/** An unreadable instant gives ''. */
export function instantText(instant: string, locale: string, parts: Intl.DateTimeFormatOptions): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString(locale, { ...parts, timeZone: 'Europe/Rome' });
}

/** "20/11/2026". */
export const dateText = (instant: string, locale: string): string =>
  instantText(instant, locale, { day: '2-digit', month: '2-digit', year: 'numeric' });

/** "09:12". */
export const timeText = (instant: string, locale: string): string =>
  instantText(instant, locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** "183 KB", "1,46 MB", "30 MB". */
export function sizeText(bytes: number, locale: string): string {
  const isLarge = Math.round(bytes / KB) >= 1024;
  const value = isLarge ? bytes / MB : Math.max(1, Math.round(bytes / KB));
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: isLarge ? 2 : 0 }).format(value);
  return `${number}\u00a0${isLarge ? 'MB' : 'KB'}`;
}
