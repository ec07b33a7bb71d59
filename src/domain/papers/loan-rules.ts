/** Checks of the loan family: times, licences, the 30 days of article 94, the report to the police platform. */

import { isUsualPlate, isUsualVin } from '../codes/vehicle.ts';
import { dateIssue } from '../date-issue.ts';
import type { Brand } from '../dealers/brands.ts';
import { dayLimit } from '../dossiers/birth-date.ts';
import { normalisedPhone } from '../dossiers/contact-patterns.ts';
import type { Warning } from '../dossiers/dossier.ts';
import type { FieldIssue, Language } from '../errors.ts';
import { ARTICLE_94_DAYS, daysOf } from './article-94.ts';
import { isTicked, isValidText, type PaperField, type PaperValues, requiredOf, shortDay, textOf } from './fields.ts';
import { driverFieldName } from './labels/driver-fields.ts';

/** A legal entity's requirements for drivers; default: the legal limits. */
export interface LoanRules {
  minimumAge: number;
  /** Full years since the licence was issued. */
  minimumHolding: number;
}
export const DEFAULT_LOAN_RULES: LoanRules = { minimumAge: 18, minimumHolding: 0 };

/** Licence categories that allow driving a vehicle of the given category. */
const SUFFICIENT_CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  AM: ['AM', 'A1', 'A2', 'A', 'B1', 'B', 'BE', 'C1', 'C1E', 'C', 'CE', 'D1', 'D1E', 'D', 'DE'],
  A1: ['A1', 'A2', 'A'],
  A2: ['A2', 'A'],
  A: ['A'],
  B: ['B', 'BE', 'C1', 'C1E', 'C', 'CE', 'D1', 'D1E', 'D', 'DE'],
  BE: ['BE', 'C1E', 'CE', 'D1E', 'DE'],
};

export function requiredLicence(values: PaperValues, brand: Brand): string {
  return textOf(values, 'VEHICLE_LICENCE') || (brand === 'moto' ? 'A' : 'B');
}

const WARNING_TEXTS = {
  'loan.article94': {
    it: 'Il veicolo resta affidato per più di 30 giorni: entro 30 giorni va annotato alla Motorizzazione (art. 94 c. 4-bis CdS).',
    en: 'The vehicle is lent for more than 30 days: the registry must be told within 30 days (art. 94 c. 4-bis CdS).',
  },
  'cargos.missing': {
    it: 'Prima della consegna invia la comunicazione Ca.R.G.O.S. e annota la ricevuta.',
    en: 'Before handover send the Ca.R.G.O.S. notice and note its receipt.',
  },
  'driver.tooYoung': {
    it: 'Età del conducente inferiore a quella richiesta.',
    en: 'The driver is younger than required.',
  },
  'licence.tooNew': {
    it: 'Patente conseguita da meno tempo di quanto richiesto.',
    en: 'The licence has been held for less time than required.',
  },
  'plate.format': { it: 'Targa in formato non standard: verifica.', en: 'Unusual plate format: please verify.' },
  'invoice.code': {
    it: 'Un codice destinatario ha sette caratteri (sei per la pubblica amministrazione): verifica.',
    en: 'A recipient code has seven characters (six for public bodies): please verify.',
  },
  'vin.letters': {
    it: 'Un telaio non contiene le lettere I, O e Q: forse sono 1 o 0.',
    en: 'A VIN has no letters I, O or Q: perhaps they are 1 or 0.',
  },
} as const;
type WarningCode = keyof typeof WARNING_TEXTS;

const warn = (field: string, code: WarningCode, language: Language): Warning => ({
  field,
  code,
  message: WARNING_TEXTS[code][language],
});

const issue = (field: string, code: FieldIssue['code'], parameters?: Record<string, string>): FieldIssue => ({
  objectName: 'document',
  field,
  code,
  ...(parameters === undefined ? {} : { parameters }),
});

/** Maximum, format and example of each numeric kind (fields.ts); the minimum is zero. */
const NUMBER_FORMATS: Partial<Record<PaperField['kind'], { most: number; figure: RegExp; example: string }>> = {
  integer: { most: 9_999_999, figure: /^-?\d+$/, example: '12' },
  km: { most: 9_999_999, figure: /^-?\d+$/, example: '12.480' },
  percent: { most: 100, figure: /^-?\d+$/, example: '75' },
  money: { most: 999_999_999.99, figure: /^-?\d+(?:[.,]\d{1,2})?$/, example: '1.234,50' },
  rate: { most: 999.999, figure: /^-?\d+(?:[.,]\d{1,3})?$/, example: '5,95' },
  hours: { most: 999.999, figure: /^-?\d+(?:[.,]\d{1,3})?$/, example: '1,5' },
};

const formatNumber = (figure: number): string => figure.toLocaleString('it-IT', { maximumFractionDigits: 3 });

/** For a number out of range: both bounds, the violated one first, so that the user can correct it without guessing. */
function outOfRangeIssue({ name, kind }: PaperField, text: string): FieldIssue | null {
  const { most, figure } = NUMBER_FORMATS[kind] ?? {};
  if (most === undefined || figure?.test(text) !== true) return null;
  return text.startsWith('-')
    ? issue(name, 'numberMin', { limit: '0', most: formatNumber(most) })
    : issue(name, 'numberMax', { limit: formatNumber(most), least: '0' });
}

/** Missing or invalid values, in the order of the form. */
export function valueIssues(fields: readonly PaperField[], values: PaperValues): FieldIssue[] {
  return fields.flatMap((field) => {
    const text = field.kind === 'flag' ? String(isTicked(values, field.name)) : textOf(values, field.name);
    if (text === '') return field.required ? [issue(field.name, 'required')] : [];
    if (field.kind === 'flag') return [];
    if (field.kind === 'vin' && text.length !== 17) return [issue(field.name, 'vin')];
    if (isValidText(field, text)) return [];
    if (field.choices) return [issue(field.name, 'oneOf', { values: field.choices.join(', ') })];
    const bound = outOfRangeIssue(field, text);
    if (bound !== null) return [bound];
    if (field.kind === 'date' || field.kind === 'dateTime') {
      return [{ objectName: 'document', field: field.name, ...dateIssue(text) }];
    }
    const codes = {
      ...{ integer: 'integer', km: 'integer', choice: 'oneOf' },
      ...{ phone: 'mobilePhone', email: 'email', photo: 'photo' },
    } as const;
    const example = NUMBER_FORMATS[field.kind]?.example;
    const code = (codes as Record<string, FieldIssue['code']>)[field.kind] ?? 'type';
    return [issue(field.name, code, example === undefined ? undefined : { example })];
  });
}

/** Dates that must be in the past: a birth, the issue of a licence or an identity document. */
const PAST_DATE_FIELDS = /(^|_)(BIRTH_DATE|ISSUED)$/;

/** @param date the paper's date, not today's. */
export function futureIssues(fields: readonly PaperField[], values: PaperValues, date: string): FieldIssue[] {
  return fields.flatMap((field) => {
    const text = PAST_DATE_FIELDS.test(field.name) ? textOf(values, field.name) : '';
    return isValidText(field, text) && text > date ? [issue(field.name, 'dateMax', dayLimit(date))] : [];
  });
}

/** Unusual plates, chassis numbers and recipient codes. */
export function unusualWarnings(fields: readonly PaperField[], values: PaperValues, language: Language): Warning[] {
  return fields.flatMap((one) => {
    const text = textOf(values, one.name).toUpperCase();
    if (text === '') return [];
    if (one.kind === 'plate' && !isUsualPlate(text)) return [warn(one.name, 'plate.format', language)];
    if (one.name === 'INVOICE_CODE' && !/^[A-Z0-9]{6,7}$/.test(text)) return [warn(one.name, 'invoice.code', language)];
    if (one.kind === 'vin' && text.length === 17 && !isUsualVin(text)) return [warn(one.name, 'vin.letters', language)];
    return [];
  });
}

export interface LoanFacts {
  values: PaperValues;
  brand: Brand;
  drivers: readonly number[];
  /** For the first driver, the customer's if none was typed. */
  birthDate: string | null;
  /** The customer's, which receives a code like those of the other borrowers. */
  mobilePhone: string;
  rules: LoanRules;
}

const dayOf = (values: PaperValues, name: string): string => {
  const day = textOf(values, name).slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : '';
};

/** Drivers with any data; always includes the first. */
export function namedDrivers(values: PaperValues, max: number): number[] {
  const all = Array.from({ length: max }, (_, index) => index + 1);
  return all.filter((driver) => driver === 1 || requiredOf(driver).some((name) => textOf(values, name) !== ''));
}

/** Reasons that forbid the loan; a code sent to a phone of two signers would prove the identity of neither. */
export function loanIssues({ values, brand, drivers, mobilePhone }: LoanFacts): FieldIssue[] {
  // An invalid date is reported separately.
  const [start, end] = ['LOAN_START', 'LOAN_END'].map((name) => dayOf(values, name) && textOf(values, name));
  const issues: FieldIssue[] = [];
  if (start && end && end < start) issues.push(issue('LOAN_END', 'beforeStart'));
  const [kmOut, kmIn] = [textOf(values, 'KM_OUT'), textOf(values, 'KM_IN')];
  if (kmOut !== '' && kmIn !== '' && Number(kmIn) < Number(kmOut)) issues.push(issue('KM_IN', 'kmBack'));
  const requiredCategory = requiredLicence(values, brand);
  const phones = new Set([normalisedPhone(mobilePhone)]);
  for (const driver of drivers) {
    const expiryField = driverFieldName(driver, 'LICENCE_EXPIRY');
    const expiry = dayOf(values, expiryField);
    const last = dayOf(values, 'LOAN_END') || dayOf(values, 'LOAN_START');
    if (expiry !== '' && last !== '' && expiry < last) {
      issues.push(issue(expiryField, 'licenceExpires', { date: shortDay(last) }));
    }
    const categoryField = driverFieldName(driver, 'LICENCE_CATEGORY');
    const category = textOf(values, categoryField);
    if (category !== '' && !(SUFFICIENT_CATEGORIES[requiredCategory] ?? [requiredCategory]).includes(category)) {
      issues.push(issue(categoryField, 'licenceCategory', { needed: requiredCategory }));
    }
    const phoneField = driverFieldName(driver, 'PHONE');
    const phone = driver === 1 ? '' : normalisedPhone(textOf(values, phoneField));
    if (phone !== '' && phones.has(phone)) issues.push(issue(phoneField, 'phoneTwice'));
    phones.add(phone);
    if (driver > 2) {
      const missing = requiredOf(driver).filter((name) => textOf(values, name) === '');
      issues.push(...missing.map((name) => issue(name, 'required')));
    }
  }
  return issues;
}

/** Full years between two days. */
function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** Warnings for staff before handing over the vehicle. */
export function loanWarnings({ values, drivers, birthDate, rules }: LoanFacts, language: Language): Warning[] {
  const start = dayOf(values, 'LOAN_START');
  const warnings: Warning[] = [];
  if (daysOf(values) > ARTICLE_94_DAYS) warnings.push(warn('LOAN_END', 'loan.article94', language));
  if (start === '') return warnings;
  for (const driver of drivers) {
    const bornField = driverFieldName(driver, 'BIRTH_DATE');
    const born = dayOf(values, bornField) || (driver === 1 ? (birthDate ?? '') : '');
    if (born !== '' && yearsBetween(born, start) < rules.minimumAge) {
      warnings.push(warn(bornField, 'driver.tooYoung', language));
    }
    const issuedField = driverFieldName(driver, 'LICENCE_ISSUED');
    const issued = dayOf(values, issuedField);
    if (issued !== '' && yearsBetween(issued, start) < rules.minimumHolding) {
      warnings.push(warn(issuedField, 'licence.tooNew', language));
    }
  }
  return warnings;
}

/** The platform requires a report on rentals of four-wheeled vehicles before the handover. */
export function cargosWarnings(values: PaperValues, brand: Brand, language: Language): Warning[] {
  if (brand === 'moto') return [];
  const isReported = isTicked(values, 'CARGOS_SENT') && textOf(values, 'CARGOS_RECEIPT') !== '';
  return isReported ? [] : [warn('CARGOS_SENT', 'cargos.missing', language)];
}
