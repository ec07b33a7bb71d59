/** Formats dates and times: Rome time, DD/MM/YYYY; formatters are created once. */
import { addDays, isCalendarDay } from '#domain/calendar-day.ts';
import { once } from './once.ts';

const ZONE = 'Europe/Rome';
const format = (locale: string, shown: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(locale, { ...shown, timeZone: ZONE }));
const NUMBERS = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const IN_FULL = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

const day = format('it-IT', NUMBERS);
const shortDay = format('it-IT', { day: '2-digit', month: '2-digit' });
const clock = format('it-IT', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const longDay = { it: format('it-IT', IN_FULL), en: format('en-GB', IN_FULL) };
const isoDay = format('sv-SE', NUMBERS);

const MISSING = '–';

function read(value: string | null | undefined): Date | null {
  if (!value) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** An instant as 20/11/2026; a plain date (2026-11-20) stays the same day in every time zone. */
export function formatDate(value: string | null | undefined): string {
  const plain = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value ?? '');
  if (plain) return `${plain[3]}/${plain[2]}/${plain[1]}`;
  const date = read(value);
  return date ? day().format(date) : MISSING;
}

/** 20/11, for narrow lists. */
export function formatShortDate(value: string | null | undefined): string {
  const date = read(value);
  return date ? shortDay().format(date) : MISSING;
}

/** 09:12 */
export function formatTime(value: string | null | undefined): string {
  const date = read(value);
  return date ? clock().format(date) : MISSING;
}

/** 20/11/2026 09:12 */
export function formatDateTime(value: string | null | undefined): string {
  const date = read(value);
  return date ? `${day().format(date)} ${clock().format(date)}` : MISSING;
}

/** venerdì 20 novembre 2026 */
export function formatLongDate(date: Date, language: 'it' | 'en'): string {
  return longDay[language]().format(date);
}

/** The day in Rome as 2026-11-20. */
export function toIsoDate(date: Date): string {
  return isoDay().format(date);
}

/** A valid day such as 2026-11-20, moved by whole days; null for anything else. */
export const movedDay = (text: string, moved = 0): string | null => (isCalendarDay(text) ? addDays(text, moved) : null);

/** Date and place of birth, as far as known. */
export const birthLine = ({ birthDate, birthPlace }: { birthDate: string | null; birthPlace: string | null }): string =>
  [birthDate ? formatDate(birthDate) : null, birthPlace].filter(Boolean).join(', ');
