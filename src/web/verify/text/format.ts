/** Formats times and sizes for readers, in Italian time. */

const KB = 1024;
const MB = 1_048_576;

/** "20/11/2026 09:12"; an invalid instant gives ''. */
export function momentText(instant: string, locale: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  const zone = { timeZone: 'Europe/Rome' } as const;
  const day = new Intl.DateTimeFormat(locale, { ...zone, day: '2-digit', month: '2-digit', year: 'numeric' });
  const time = new Intl.DateTimeFormat(locale, { ...zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `${day.format(date)} ${time.format(date)}`;
}

/** "183 KB", "1,46 MB", "30 MB". */
export function sizeText(bytes: number, locale: string): string {
  const large = Math.round(bytes / KB) >= 1024;
  const value = large ? bytes / MB : Math.max(1, Math.round(bytes / KB));
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: large ? 2 : 0 }).format(value);
  return `${number}\u00a0${large ? 'MB' : 'KB'}`;
}
