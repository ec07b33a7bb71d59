/** The values of a paper's fields as an Italian types them, and as they are stored (D-110, specification §9 "Date formats"). Pure. */
import { centsOf, isReadable, type PaperField } from '#domain/papers/fields.ts';
import { formatDate } from '../../../text/dates.ts';
import { parseTypedCount } from '../../../text/numbers.ts';
import { completePhone } from '../../../text/phone.ts';
import { centuryOf, writtenDay } from '../../../text/typed-dates.ts';
import { writtenTime } from '../../../text/typed-times.ts';

/** Papers are Italian, whatever the portal speaks. */
const italian = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('it-IT', { useGrouping: 'always' as unknown as boolean, ...options });
const whole = italian({ maximumFractionDigits: 0 });
const cents = italian({ minimumFractionDigits: 2 });

/** As the field shows a stored value. */
export function typedOf(field: PaperField, stored: string): string {
  if (stored === '') return '';
  // Also one that is in no calendar: it is refused as it was typed.
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}).*)?$/.exec(stored) ?? [];
  if (field.kind === 'date' && day !== undefined) return formatDate(day);
  if (field.kind === 'dateTime' && time !== undefined) return `${formatDate(day)} ${time}`;
  if (!isReadable(field, stored)) return stored;
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

/** As the server takes what was typed. */
export function storedOf(field: PaperField, typed: string): string {
  const text = typed.trim();
  switch (field.kind) {
    case 'date':
      return writtenDay(text, centuryOf(field.name));
    case 'dateTime':
      return writtenTime(text, centuryOf(field.name)) ?? text;
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

/** A point before three digits groups them: "1.234" is more than a thousand, and "1,234" cannot be told. */
const AMOUNT = /^(-?\d{1,3}(?:[. \u00a0'’]\d{3})+|-?\d+)(?:[.,](\d{1,2})|,-)?$/;
/** As the English write it: 1,234.56. */
const ENGLISH_AMOUNT = /^(-?\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/;
const CURRENCY = /^(?:€|eur\b|euro\b)\s*|\s*(?:€|eur|euro)$/gi;

function amount(text: string): string | null {
  const plain = text.replace(CURRENCY, '').replace('−', '-');
  const [found, whole = '', part] = AMOUNT.exec(plain) ?? ENGLISH_AMOUNT.exec(plain) ?? [];
  if (found === undefined) return null;
  return `${whole.replace(/[^\d-]/g, '')}${part === undefined ? '' : `,${part}`}`;
}
