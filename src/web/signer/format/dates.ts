/** Formats days for the signer: in full words. */
import { instantText } from '../../shared/chrome/format.ts';

/** "lunedì 23 novembre"; `withYear` adds the year. An unreadable instant gives ''. */
export function dayText(instant: string, locale: string, withYear = false): string {
  const text = instantText(instant, locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(withYear ? { year: 'numeric' } : {}),
  });
  // Keep the day's number with its month.
  return text.replace(/(\d) (?=\p{L})/u, '$1\u00a0');
}

/** Capitalizes the first letter, as at the start of a sentence. */
export function sentenceStart(text: string): string {
  return text === '' ? '' : text[0]?.toLocaleUpperCase('it') + text.slice(1);
}
