/** Formats dates for the signer: in full words, always in Italian time. */

const ZONE = 'Europe/Rome';
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: ZONE });
  formatters.set(key, made);
  return made;
}

/** "lunedì 23 novembre"; `withYear` adds the year. An unreadable instant gives ''. */
export function dayText(instant: string, locale: string, withYear = false): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  const text = formatter(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(withYear ? { year: 'numeric' } : {}),
  }).format(date);
  // Keep the day's number with its month.
  return text.replace(/(\d) (?=\p{L})/u, '$1\u00a0');
}

/** "09:12", 24 hours. An unreadable instant gives ''. */
export function timeText(instant: string, locale: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  return formatter(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date);
}

/** Capitalizes the first letter, as at the start of a sentence. */
export function sentenceStart(text: string): string {
  return text === '' ? '' : text[0]?.toLocaleUpperCase('it') + text.slice(1);
}
