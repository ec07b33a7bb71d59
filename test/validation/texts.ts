/** Rules shared by many fields: one line of text, required or not; dates; one of a list; whole numbers. */
import type { Change, ValidationRule } from './table.ts';

export const TOO_LONG = 'x'.repeat(256);
export const UNSEEN = [
  ...['Pro\tva', 'Pro\nva', 'Pro\r\nva', 'Pro\u0000va', 'Pro\u0085va', 'Pro\u2028va'],
  ...['Pro\ud800va'],
];
/** Accepted, with invisible characters removed. */
const INVISIBLE = [
  'Pro\u00adva 1',
  'Pro\u200bva 2',
  '\ufeffProva 3',
  'Pro\u202eva 4',
  'Pro\u2066va\u2069 5',
  'Prova 6\ufe0f',
];
/** No paper can print them. */
const UNPRINTABLE = ['สมชาย', 'Prova 🚗', 'अमित'];

/** Every value is refused with one code. */
export const each = (field: string, values: readonly unknown[], code: string): [Change, string][] =>
  values.map((value) => [{ [field]: value }, code]);
/** Every value is accepted. */
export const change = (field: string, values: readonly unknown[]): Change[] =>
  values.map((value) => ({ [field]: value }));

/** @param accepted texts that the field accepts in addition to one of the greatest length. */
export const requiredLine = (field: string, accepted: readonly string[] = ['x'.repeat(255)]): ValidationRule => ({
  rule: `${field} is required, at most 255 characters`,
  field,
  accepted: change(field, [...accepted, ...(accepted.includes('x'.repeat(255)) ? INVISIBLE : [])]),
  refused: [
    ...each(field, [undefined, null, '', '   ', '\u200b'], 'required'),
    ...each(field, [42, true, {}, ['Prova']], 'type'),
    [{ [field]: TOO_LONG }, 'max'],
    ...each(field, UNSEEN, 'characters'),
    ...each(field, UNPRINTABLE, 'letters'),
  ],
});

export const optionalLine = (field: string): ValidationRule => ({
  rule: `${field} is optional, at most 255 characters`,
  field,
  accepted: change(field, [undefined, null, '', 'x'.repeat(255), 'è n° 7/b', ...INVISIBLE]),
  refused: [
    [{ [field]: TOO_LONG }, 'max'],
    [{ [field]: 42 }, 'type'],
    ...each(field, UNSEEN, 'characters'),
    ...each(field, UNPRINTABLE, 'letters'),
  ],
});

const WRONG_DATES = ['31/12/2027', '2027-02-30', '2027-12-31T00:00:00Z', 'domani', '2027-1-1'];

export const date = (field: string, demanded: boolean): ValidationRule => ({
  rule: `${field} is a date${demanded ? ', required' : ' or absent'}`,
  field,
  accepted: [{ [field]: '2999-12-31' }, ...(demanded ? [] : change(field, [undefined, null]))],
  refused: [
    ...each(field, WRONG_DATES, 'date'),
    [{ [field]: 20271231 }, 'type'],
    ...(demanded ? each(field, [undefined, null], 'required') : []),
  ],
});

export const count = (field: string, most: number): ValidationRule => ({
  rule: `${field} is required: a whole number from 1 to ${most}`,
  field,
  accepted: change(field, [1, most]),
  refused: [
    ...each(field, [undefined, null], 'required'),
    ...each(field, [0, -1], 'positive'),
    ...each(field, [1.5, '5', true], 'integer'),
    ...each(field, [most + 1], 'numberMax'),
  ],
});

/** @param wrong values refused in addition to those that every field of this kind refuses. */
export const oneOf = (field: string, values: readonly string[], wrong: readonly string[] = []): ValidationRule => ({
  rule: `${field} is required, one of ${values.join(', ')}`,
  field,
  accepted: change(field, values),
  refused: [...each(field, [undefined, null], 'required'), ...each(field, ['ALTRO', '', 7, ...wrong], 'oneOf')],
});

/** Fields that the server maintains, or that do not exist. */
export const unknown = (...fields: string[]): ValidationRule[] =>
  fields.map((field) => ({
    rule: `${field} is refused on create: read-only or unknown`,
    field,
    accepted: [],
    refused: each(field, [1, 'SIGNED', 'CLOSED'], 'unknown'),
  }));
