/** Converts a record of RSP or a DMS to a customer. Invalid records are rejected as a whole: partial data would end up in a dossier. */

import { isCalendarDay } from '#domain/calendar-day.ts';
import type { DirectoryCustomer, OutsideDirectory } from '#domain/customer-search/customer.ts';
import type { DateFormat, Mapping, RecordField } from './mapping.ts';

export class InvalidRecord extends Error {
  override readonly name = 'InvalidRecord';
  /** @param path name of the field in the record; the message never contains its value. */
  constructor(path: string, what: string) {
    super(`${path}: ${what}`);
  }
}

export type CustomerKind = NonNullable<DirectoryCustomer['rspSearchType']>;

const MAX_LENGTH = 255;
const REFUSED = /[\p{Cc}\p{Noncharacter_Code_Point}]/u;

/** @param path dotted names. @returns undefined if absent; ignores inherited properties. */
export function valueAt(record: unknown, path: string): unknown {
  let value = record;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Fields that may be JSON integers. As numbers, the others lose leading zeros or a plus sign: 00184 becomes 184. */
const NUMBERS: ReadonlySet<RecordField> = new Set(['businessId', 'hst', 'birthDate']);

function textAt(record: unknown, path: string, absent: readonly string[], number: boolean): string | null {
  const value = valueAt(record, path);
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' && !(number && Number.isSafeInteger(value)))
    throw new InvalidRecord(path, 'is no text');
  const text = String(value).replace(/\s+/g, ' ').trim();
  if (text === '' || absent.includes(text)) return null;
  if (text.length > MAX_LENGTH) throw new InvalidRecord(path, `is longer than ${MAX_LENGTH} characters`);
  if (REFUSED.test(text) || !text.isWellFormed()) throw new InvalidRecord(path, 'has characters that no text has');
  return text;
}

const DATES: Readonly<Record<DateFormat, RegExp>> = {
  // Some systems write dates as midnight UTC; any other time makes the day depend on a time zone.
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:T00:00(?::00(?:\.0+)?)?(?:Z|\+00:00)?)?$/,
  'DD/MM/YYYY': /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/,
  'DD.MM.YYYY': /^(?<day>\d\d)\.(?<month>\d\d)\.(?<year>\d{4})$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
};

function isoDate(path: string, text: string, format: DateFormat): string {
  const { year = '', month = '', day = '' } = DATES[format].exec(text)?.groups ?? {};
  const iso = `${year}-${month}-${day}`;
  if (!isCalendarDay(iso)) throw new InvalidRecord(path, `is no date of the form ${format}`);
  return iso;
}

function kindOf(record: unknown, { kind }: Mapping, expected: CustomerKind | null): CustomerKind | null {
  if (kind === null) return null;
  const type = textAt(record, kind.field, [], true);
  if (type === null && expected !== null) return expected;
  const known = { INDIVIDUAL: kind.individual, ORGANIZATION: kind.organization } as const;
  const kindName = (['INDIVIDUAL', 'ORGANIZATION'] as const).find((one) => type !== null && known[one].includes(type));
  if (kindName === undefined) throw new InvalidRecord(kind.field, 'says neither person nor company');
  if (expected !== null && kindName !== expected)
    throw new InvalidRecord(kind.field, 'is not of the kind that was searched');
  return kindName;
}

/** @param expected the kind searched in RSP; null: any. @throws InvalidRecord naming the field. */
export function customerOf(
  system: OutsideDirectory,
  mapping: Mapping,
  record: unknown,
  expected: CustomerKind | null,
): DirectoryCustomer {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new InvalidRecord('record', 'is no object');
  }
  const text = (field: RecordField): string | null => {
    const path = mapping.fields[field];
    return path === null ? null : textAt(record, path, mapping.absent, NUMBERS.has(field));
  };
  const required = (field: RecordField): string => {
    const value = text(field);
    if (value === null) throw new InvalidRecord(mapping.fields[field] ?? field, 'is missing');
    return value;
  };
  const kind = kindOf(record, mapping, expected);
  const organizationName = kind === 'ORGANIZATION' ? required('organizationName') : text('organizationName');
  const birthDate = text('birthDate');
  return {
    searchType: system,
    rspSearchType: kind,
    originalAccountSource: system,
    businessId: required('businessId'),
    ...(system === 'DMS' ? { hst: required('hst') } : {}),
    firstName: text('firstName') ?? '',
    // Only companies may lack a surname.
    lastName: (organizationName === null ? required('lastName') : text('lastName')) ?? '',
    organizationId: text('organizationId'),
    organizationName,
    fiscalCode: text('fiscalCode'),
    representativeFiscalCode: text('representativeFiscalCode'),
    birthDate: birthDate === null ? null : isoDate(mapping.fields.birthDate ?? 'birthDate', birthDate, mapping.dates),
    birthPlace: text('birthPlace'),
    mobilePhone: text('mobilePhone') ?? '',
    email: text('email') ?? '',
    street: text('street') ?? '',
    city: text('city') ?? '',
    postalCode: text('postalCode') ?? '',
  };
}
