/** Converts the values of a paper's fields between Italian notation and the stored format. Pure. */
import { centsOf, isValidText, type PaperField } from '#domain/papers/fields.ts';
import { formatDate } from '../../../text/dates.ts';
import { parseTypedCount } from '../../../text/numbers.ts';
import { completePhone } from '../../../text/phone-number.ts';
import { centuryOf, parsedDay } from '../../../text/typed-dates.ts';
import { normalisedTime } from '../../../text/typed-times.ts';

/** Papers are Italian in every language of the portal. */
const italian = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('it-IT', { useGrouping: 'always' as unknown as boolean, ...options });
const whole = italian({ maximumFractionDigits: 0 });
const cents = italian({ minimumFractionDigits: 2 });

/** The field's text for a stored value. */
export function typedOf(field: PaperField, stored: string): string {
  if (stored === '') return '';
  // Also converts non-existent dates, which must be refused as they were typed.
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}).*)?$/.exec(stored) ?? [];
  if (field.kind === 'date' && day !== undefined) return formatDate(day);
  if (field.kind === 'dateTime' && time !== undefined) return `${formatDate(day)} ${time}`;
  if (!isValidText(field, stored)) return stored;
  switch (field.kind) {
    case 'km':
    case 'integer':
      return whole.format(Number(stored));
    case 'money':
      return cents.format((centsOf(stored) ?? 0) / 100);
    default:
      return stored;
  }
}

/** The typed value in the server's format. */
export function storedOf(field: PaperField, typed: string): string {
  const text = typed.trim();
  switch (field.kind) {
    case 'date':
      return parsedDay(text, centuryOf(field.name));
    case 'dateTime':
      return normalisedTime(text, centuryOf(field.name)) ?? text;
    case 'km':
    case 'integer':
      return count(text.replace(/\s*km\.?$/i, '')) ?? text;
    case 'percent':
    case 'rate':
      return text.replace(/\s*%$/, '');
    case 'hours':
      return text.replace(/\s*h$/i, '');
    case 'money':
      return amount(text) ?? text;
    case 'phone':
      return completePhone(text);
    case 'plate':
    case 'vin':
    case 'licenceNumber':
      return text.toUpperCase();
    default:
      return text;
  }
}

function count(text: string): string | null {
  const number = parseTypedCount(text);
  return number === null || Number.isNaN(number) ? null : String(number);
}

/** A point before three digits is a thousands separator: "1.234" is more than a thousand, and "1,234" is ambiguous. */
const AMOUNT = /^(-?\d{1,3}(?:[. \u00a0'’]\d{3})+|-?\d+)(?:[.,](\d{1,2})|,-)?$/;
/** English notation: 1,234.56. */
const ENGLISH_AMOUNT = /^(-?\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/;
const CURRENCY = /^(?:€|eur\b|euro\b)\s*|\s*(?:€|eur|euro)$/gi;

function amount(text: string): string | null {
  const plain = text.replace(CURRENCY, '').replace('−', '-');
  const [match, integerPart = '', part] = AMOUNT.exec(plain) ?? ENGLISH_AMOUNT.exec(plain) ?? [];
  if (match === undefined) return null;
  return `${integerPart.replace(/[^\d-]/g, '')}${part === undefined ? '' : `,${part}`}`;
}
