/** Formats instants in Italian local time; trails include the offset, so that the hour that occurs twice a year is unambiguous. */
import { ROME_CLOCK } from '../../rome-time.ts';

const PARTS = new Intl.DateTimeFormat('en-GB', {
  ...ROME_CLOCK,
  fractionalSecondDigits: 3,
  timeZoneName: 'longOffset',
});

function partsOf(instant: Date): Record<string, string> {
  return Object.fromEntries(PARTS.formatToParts(instant).map((part) => [part.type, part.value]));
}

/** `20/11/2026 09:12:00.000 +01:00` */
export function romeTimeWithOffset(instant: Date): string {
  const { day, month, year, hour, minute, second, fractionalSecond, timeZoneName } = partsOf(instant);
  const offset = (timeZoneName ?? '').replace('GMT', '') || '+00:00';
  return `${day}/${month}/${year} ${hour}:${minute}:${second}.${fractionalSecond} ${offset}`;
}

const DAY = new Intl.DateTimeFormat('it-IT', {
  timeZone: 'Europe/Rome',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** `venerdì 20 novembre 2026 alle 09:12` */
export function romeDayAndTime(instant: Date): string {
  const { hour, minute } = partsOf(instant);
  return `${DAY.format(instant)} alle ${hour}:${minute}`;
}

/** A deadline as on the signer's page: `venerdì 20 novembre 2026, ore 09:12` */
export function romeDeadline(instant: Date): string {
  const { hour, minute } = partsOf(instant);
  return `${DAY.format(instant)}, ore ${hour}:${minute}`;
}

/** Short form for an SMS; a link lives for days, so the year is omitted: `20/11, ore 09:12` */
export function romeDeadlineShort(instant: Date): string {
  const { day, month, hour, minute } = partsOf(instant);
  return `${day}/${month}, ore ${hour}:${minute}`;
}

/** `20/11/2026 09:12` */
export function romeShort(instant: Date): string {
  const { day, month, year, hour, minute } = partsOf(instant);
  return `${day}/${month}/${year} ${hour}:${minute}`;
}
