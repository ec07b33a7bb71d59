/** Formats file sizes: decimal comma in Italian, non-breaking space before the unit. */

const KB = 1024;
const MB = 1_048_576;

/** Bytes as "183 KB", from a megabyte "1,46 MB"; `locale` determines the decimal separator. */
export function bytesText(bytes: number, locale: string): string {
  const inMegabytes = Math.round(bytes / KB) >= 1024;
  const value = inMegabytes ? bytes / MB : Math.max(1, Math.round(bytes / KB));
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: inMegabytes ? 2 : 0 }).format(value);
  return `${number}\u00a0${inMegabytes ? 'MB' : 'KB'}`;
}
