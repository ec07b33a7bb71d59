/** The values of a paper's fields as an Italian types them, and as they are stored (D-110, specification §9 "Date formats"). Pure. */
import { centsOf, isReadable, type PaperField } from '#domain/papers/fields.ts';
import { formatDate, parseTypedDate } from '../../text/dates.ts';
import { parseTypedCount } from '../../text/numbers.ts';

/** Papers are Italian, whatever the portal speaks. */
const italian = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('it-IT', { useGrouping: 'always' as unknown as boolean, ...options });
const whole = italian({ maximumFractionDigits: 0 });
const cents = italian({ minimumFractionDigits: 2 });

/** As the field shows a stored value. */
export function typedOf(field: PaperField, stored: string): string {
  if (stored === '' || !isReadable(field, stored)) return stored;
  switch (field.kind) {
    case 'date':
      return formatDate(stored);
    case 'dateTime':
      return `${formatDate(stored.slice(0, 10))} ${stored.slice(11, 16)}`;
    case 'km':
    case 'integer':
      return whole.format(Number(stored));
    case 'money':
      return cents.format((centsOf(stored) ?? 0) / 100);
    default:
      return stored;
  }
}

/** As the server takes what was typed. */
export function storedOf(field: PaperField, typed: string): string {
  const text = typed.trim();
  switch (field.kind) {
    case 'date':
      return parseTypedDate(text) ?? text;
    case 'dateTime':
      return localTime(text) ?? text;
    case 'km':
    case 'integer':
      return count(text.replace(/\s*km$/i, '')) ?? text;
    case 'percent':
    case 'rate':
      return text.replace(/\s*%$/, '');
    case 'hours':
      return text.replace(/\s*h$/i, '');
    case 'money':
      return amount(text) ?? text;
    case 'plate':
    case 'vin':
    case 'licenceNumber':
      return text.toUpperCase();
    default:
      return text;
  }
}

/** `20/11/2026 9`, `20/11/2026, 9.30`, `20/11/2026 ore 09:30`. */
const TIME = /^(\S+?),?\s+(?:ore\s+)?(\d{1,2})(?:[:.,](\d{2}))?$/i;

function localTime(text: string): string | null {
  const [, date = '', hour = '', minute = '00'] = TIME.exec(text) ?? [];
  const day = parseTypedDate(date);
  if (day === null || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${day}T${hour.padStart(2, '0')}:${minute}`;
}

function count(text: string): string | null {
  const number = parseTypedCount(text);
  return number === null || Number.isNaN(number) ? null : String(number);
}

/** A point before three digits groups them: "1.234" is more than a thousand. */
const AMOUNT = /^(\d{1,3}(?:[. \u00a0]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/;

function amount(text: string): string | null {
  const [found, whole = '', part] = AMOUNT.exec(text.replace(/^€\s*|\s*€$/g, '')) ?? [];
  if (found === undefined) return null;
  return `${whole.replace(/\D/g, '')}${part === undefined ? '' : `,${part}`}`;
}
