/** Typed variable fields of generated papers: groups common to several templates, and parsing and printing of typed values. */

import { isCalendarDay } from '../calendar-day.ts';
import { normalisePlate } from '../codes/vehicle.ts';
import { EMAIL, MOBILE_PHONE } from '../dossiers/contact-patterns.ts';
import { readSpot } from './damages/spot.ts';
import { choiceLabel } from './labels/choice-labels.ts';
import { driverFieldName, MAX_DRIVERS } from './labels/driver-fields.ts';
import type { DriverField } from './labels/driver-labels.ts';
import type { OwnField } from './labels/own-fields.ts';
import type { PaperLanguage } from './paper.ts';
import { type PaperValues, textOf } from './paper-values.ts';

export type PaperFieldKind =
  | 'text'
  | 'longText'
  | 'date'
  | 'dateTime'
  | 'integer'
  | 'km'
  | 'money'
  | 'percent'
  | 'rate'
  | 'hours'
  | 'choice'
  | 'flag'
  | 'plate'
  | 'vin'
  | 'licenceNumber'
  | 'phone'
  | 'email'
  | 'photo'
  | 'spot';

export const PAPER_FIELD_GROUPS = [
  'paper',
  'invoice',
  'vehicle',
  'loan',
  'condition',
  'damage',
  'photos',
  'driver',
  'price',
  'options',
  'tradeIn',
  'finance',
  'payment',
  'terms',
  'checkIn',
  'jobs',
  'parts',
  'extraWork',
  'order',
  'release',
  'handover',
  'identity',
  'declaration',
] as const;
export type PaperFieldGroup = (typeof PAPER_FIELD_GROUPS)[number];

export interface PaperField {
  /** Key in `variableFields`. */
  name: string;
  kind: PaperFieldKind;
  group: PaperFieldGroup;
  required: boolean;
  /** Only for a choice. */
  choices?: readonly string[];
  /** Only for drivers after the first: their number, so that a form can show one block each. */
  driver?: number;
  /**
   * Only for a list (options, jobs, parts, payments, damages, photos): its line, starting at 1, so that a form can show
   * as many as needed.
   */
  row?: number;
}

/** Maximum characters of multi-line texts such as damages, accessories and remarks. */
const MAX_LONG_TEXT = 1000;

/** Multi-line fields with their maximum length. */
export const longTextLimits = (fields: readonly PaperField[]): ReadonlyMap<string, number> =>
  new Map(fields.flatMap(({ name, kind }) => (kind === 'longText' ? [[name, MAX_LONG_TEXT] as const] : [])));

export { type PaperValues, textOf };

export const isTicked = (values: PaperValues, name: string): boolean =>
  Object.hasOwn(values, name) && (values[name] === true || values[name] === 'true');

const makeField = (
  group: PaperFieldGroup,
  name: OwnField,
  kind: PaperFieldKind,
  required = false,
  choices?: readonly string[],
): PaperField => ({ name, kind, group, required, ...(choices === undefined ? {} : { choices }) });

/** A field with a closed list of values. */
export const choiceField = (
  group: PaperFieldGroup,
  name: OwnField,
  choices: readonly string[],
  required = false,
): PaperField => makeField(group, name, 'choice', required, choices);

export const LICENCE_CATEGORIES: readonly string[] = 'AM A1 A2 A B1 B BE C1 C1E C CE D1 D1E D DE'.split(' ');

export const LANGUAGE_FIELD: PaperField = makeField('paper', 'PAPER_LANGUAGE', 'choice', true, ['en', 'de']);

export const VEHICLE_FIELDS: readonly PaperField[] = [
  makeField('vehicle', 'VEHICLE_MODEL', 'text', true),
  makeField('vehicle', 'VEHICLE_PLATE', 'plate', true),
  makeField('vehicle', 'VEHICLE_VIN', 'vin'),
  makeField('vehicle', 'VEHICLE_COLOUR', 'text'),
  makeField('vehicle', 'VEHICLE_LICENCE', 'choice', false, ['AM', 'A1', 'A2', 'A', 'B', 'BE']),
];

/** VehicleLoan: borrower, vehicle, period and condition. */
export const LOAN_FIELDS: readonly PaperField[] = [
  makeField('loan', 'LOAN_START', 'dateTime', true),
  makeField('loan', 'LOAN_END', 'dateTime', true),
  makeField('loan', 'DEDUCTIBLE', 'money'),
  makeField('condition', 'KM_OUT', 'km', true),
  makeField('condition', 'FUEL_OUT', 'percent', true),
  makeField('condition', 'DAMAGES_OUT', 'longText'),
  makeField('condition', 'EQUIPMENT', 'longText'),
  makeField('condition', 'LOAN_RETURNED', 'dateTime'),
  makeField('condition', 'KM_IN', 'km'),
  makeField('condition', 'FUEL_IN', 'percent'),
  makeField('condition', 'DAMAGES_IN', 'longText'),
  makeField('condition', 'LOAN_NOTES', 'longText'),
];

/** Known only after the vehicle's return. */
export const RETURN_FIELDS: readonly string[] = ['LOAN_RETURNED', 'KM_IN', 'FUEL_IN', 'DAMAGES_IN'];

export const PRICE_FIELDS: readonly PaperField[] = [
  makeField('price', 'DAILY_RATE', 'money', true),
  makeField('price', 'KM_INCLUDED', 'km'),
  makeField('price', 'KM_EXTRA_PRICE', 'money'),
  makeField('price', 'DEPOSIT', 'money', true),
  makeField('price', 'PAYMENT_MEANS', 'text', true),
];

export const CARGOS_FIELDS: readonly PaperField[] = [
  makeField('price', 'CARGOS_SENT', 'flag'),
  makeField('price', 'CARGOS_RECEIPT', 'text'),
];

/** Address of a company's invoice, which the dossier does not contain. */
export const INVOICE_FIELDS: readonly PaperField[] = [
  makeField('invoice', 'INVOICE_CODE', 'text'),
  makeField('invoice', 'INVOICE_PEC', 'email'),
];

export const TRIAL_FIELDS: readonly PaperField[] = [
  makeField('loan', 'TRIAL_PLATE', 'text'),
  makeField('loan', 'ROUTE', 'text'),
  makeField('loan', 'ESCORT', 'text'),
];

export const IDENTITY_FIELDS: readonly PaperField[] = [
  makeField('identity', 'ID_TYPE', 'choice', true, ['identityCard', 'passport', 'drivingLicence', 'residencePermit']),
  makeField('identity', 'ID_NUMBER', 'licenceNumber', true),
  makeField('identity', 'ID_ISSUER', 'text', true),
  makeField('identity', 'ID_ISSUED', 'date', true),
  makeField('identity', 'ID_EXPIRY', 'date', true),
];

export const plainField = (
  group: PaperFieldGroup,
  name: OwnField,
  kind: PaperFieldKind = 'text',
  required = false,
): PaperField => makeField(group, name, kind, required);

const driverParts: readonly [DriverField, PaperFieldKind, boolean][] = [
  ['NAME', 'text', false],
  ['BIRTH_DATE', 'date', false],
  ['BIRTH_PLACE', 'text', false],
  ['FISCAL_CODE', 'text', false],
  ['ADDRESS', 'text', false],
  ['LICENCE_NUMBER', 'licenceNumber', true],
  ['LICENCE_CATEGORY', 'choice', true],
  ['LICENCE_ISSUER', 'text', true],
  ['LICENCE_ISSUED', 'date', true],
  ['LICENCE_EXPIRY', 'date', true],
];

/** Each further borrower signs in person and needs a contact for link and code. */
const contactParts: readonly [DriverField, PaperFieldKind, boolean][] = [
  ['PHONE', 'phone', true],
  ['EMAIL', 'email', true],
];
const partsOf = (driver: number) => (driver === 1 ? driverParts : [...driverParts, ...contactParts]);

/** The first driver defaults to the customer; the others must be named. */
function fieldsOfDriver(driver: number): PaperField[] {
  return partsOf(driver).map(([part, kind, required]) => ({
    name: driverFieldName(driver, part),
    kind,
    group: 'driver',
    required: driver === 1 ? required : driver === 2 && (required || part === 'NAME'),
    driver,
    ...(kind === 'choice' ? { choices: LICENCE_CATEGORIES } : {}),
  }));
}

export function driverFields(several: boolean): PaperField[] {
  const count = several ? MAX_DRIVERS : 1;
  return Array.from({ length: count }, (_, index) => fieldsOfDriver(index + 1)).flat();
}

/** Fields of a driver that are required once any of them is filled in. */
export function requiredOf(driver: number): string[] {
  const requiredParts = partsOf(driver).filter(([part, , required]) => required || (driver > 1 && part === 'NAME'));
  return requiredParts.map(([part]) => driverFieldName(driver, part));
}

const MONEY_PATTERN = /^\d{1,9}(?:[.,]\d{1,2})?$/;

/** Parses `1234`, `1234.5` or `1234,50` to cents; undefined for anything else. */
export function centsOf(text: string): number | undefined {
  if (!MONEY_PATTERN.test(text)) return undefined;
  const [whole = '0', part = ''] = text.split(/[.,]/);
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

const DECIMAL_PATTERN = /^\d{1,3}(?:[.,]\d{1,3})?$/;

/** Parses `5`, `5.9` or `5,95` to thousandths, so that rates and hours are integers too; undefined for anything else. */
export function thousandthsOf(text: string): number | undefined {
  if (!DECIMAL_PATTERN.test(text)) return undefined;
  const [whole = '0', part = ''] = text.split(/[.,]/);
  return Number(whole) * 1000 + Number(part.padEnd(3, '0'));
}

const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/;

/** Whether the text is a valid value of the field. */
export function isValidText({ kind, choices }: PaperField, text: string): boolean {
  switch (kind) {
    case 'date':
      return isCalendarDay(text);
    case 'dateTime':
      return LOCAL_TIME.test(text) && isCalendarDay(text.slice(0, 10));
    case 'integer':
    case 'km':
      return /^\d{1,7}$/.test(text);
    case 'percent':
      return /^\d{1,3}$/.test(text) && Number(text) <= 100;
    case 'money':
      return centsOf(text) !== undefined;
    case 'rate':
    case 'hours':
      return thousandthsOf(text) !== undefined;
    case 'choice':
      return choices?.includes(text) ?? false;
    case 'phone':
      return MOBILE_PHONE.test(text);
    case 'email':
      return EMAIL.test(text);
    case 'photo':
      return /^[0-9a-f]{64}$/.test(text);
    case 'spot':
      return readSpot(text) !== undefined;
    default:
      return true;
  }
}

export const LOCALES = { it: 'it-IT', en: 'en-GB', de: 'de-DE' } as const;
const numberFormats = { it: numberFormat('it'), en: numberFormat('en'), de: numberFormat('de') };

function numberFormat(language: PaperLanguage): Intl.NumberFormat {
  return new Intl.NumberFormat(LOCALES[language], { useGrouping: 'always' as unknown as boolean });
}

/** `€ 29.750,01`: sign first, as in the design. */
export function money(cents: number, language: PaperLanguage): string {
  const amount = new Intl.NumberFormat(LOCALES[language], {
    useGrouping: 'always' as unknown as boolean,
    minimumFractionDigits: 2,
  }).format(Math.abs(cents) / 100);
  return `${cents < 0 ? '− ' : ''}€\u00a0${amount}`;
}

/** `20/11/2026`; `20.11.2026` in German. */
export const shortDay = (day: string, language: PaperLanguage = 'it'): string =>
  day
    .split('-')
    .toReversed()
    .join(language === 'de' ? '.' : '/');

const longDays = Object.fromEntries(
  Object.entries(LOCALES).map(([language, locale]) => [
    language,
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  ]),
);

/** `20 novembre 2026`. */
export const longDay = (day: string, language: PaperLanguage): string =>
  longDays[language]?.format(new Date(`${day}T00:00:00Z`)) ?? day;

/** The value as printed on the paper; an invalid one is printed as typed, and reported by the check. */
export function printedValue(field: PaperField, text: string, language: PaperLanguage): string {
  if (text === '' || !isValidText(field, text)) return text;
  switch (field.kind) {
    case 'date':
      return shortDay(text, language);
    case 'dateTime':
      return `${shortDay(text.slice(0, 10), language)} ${text.slice(11, 16)}`;
    case 'integer':
      return numberFormats[language].format(Number(text));
    case 'km':
      return `${numberFormats[language].format(Number(text))}\u00a0km`;
    case 'percent':
      return `${text}\u00a0%`;
    case 'rate':
      return `${text.replace('.', ',')}\u00a0%`;
    case 'hours':
      return `${text.replace('.', ',')}\u00a0h`;
    case 'choice':
      return choiceLabel(field.name, text, language === 'it' ? 'it' : 'en');
    case 'money':
      return money(centsOf(text) ?? 0, language);
    case 'plate':
      return normalisePlate(text);
    case 'vin':
    case 'licenceNumber':
      return text.toUpperCase();
    default:
      return text;
  }
}
