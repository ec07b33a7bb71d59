/** The extra fields of a document type: their values as they are given, judged and stored (specification §3, §5). */
import type { FieldIssue } from '../errors.ts';
import {
  type ConfiguredDocumentType,
  type ConfiguredField,
  EXTRA_FIELD_TYPES,
  extraFields,
} from '../folders/folder-types.ts';
import { isoDate, printable, severalLines } from '../text.ts';
import { fieldIssues } from '../validation.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

export type VariableFields = Record<string, string | number | boolean | null>;

/** The value of an extra field; a checkbox that was not given is not ticked (specification §3). */
export function extraValue(field: ConfiguredField, given: VariableFields | null | undefined): VariableFields[string] {
  const value = given && Object.hasOwn(given, field.name) ? given[field.name] : null;
  if (isEmpty(value)) return field.type === 'checkbox' ? false : null;
  return value ?? null;
}

/** Users are named by their id, as a number or in digits. */
const USER_ID = /^[1-9]\d{0,14}$/;

const isUserId = (value: unknown): boolean => typeof value !== 'boolean' && USER_ID.test(String(value));

/** Characters of a line of text (specification §9). */
const LONGEST_LINE = 255;

/** Characters that a field takes where its template wants more than a line; undefined for every other field. */
export type LongTexts = (field: string) => number | undefined;

/** What is wrong with one extra field that has a value. */
export function variableIssue(
  field: ConfiguredField,
  value: VariableFields[string],
  longTexts: LongTexts = () => undefined,
): Pick<FieldIssue, 'code' | 'parameters'> | undefined {
  switch (field.type) {
    case 'string': {
      const most = longTexts(field.name);
      const text = most === undefined ? printable(LONGEST_LINE) : severalLines(most);
      const parsed = text.safeParse(value, { reportInput: true });
      return parsed.success ? undefined : fieldIssues('document', parsed.error)[0];
    }
    case 'date':
      return isoDate.safeParse(value).success ? undefined : { code: 'date' };
    case 'checkbox':
      return typeof value === 'boolean' ? undefined : { code: 'type' };
    default:
      return isUserId(value) ? undefined : { code: 'type' };
  }
}

export const isHandled = (field: ConfiguredField): boolean =>
  (EXTRA_FIELD_TYPES as readonly string[]).includes(field.type);

/** Every line ending is one line feed; a line of text has none, nor a tab. */
const asTyped = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim();

/**
 * Extra fields as they are stored: every configured one that has a value, text trimmed, users as numbers.
 * @param given values without issues; what the type does not know is left out.
 */
export function storedVariableFields(
  given: VariableFields | null | undefined,
  type: ConfiguredDocumentType,
): VariableFields {
  const stored = extraFields(type)
    .filter(isHandled)
    .map((field): [string, VariableFields[string]] => {
      const value = extraValue(field, given);
      if (value !== null && field.type.startsWith('ROLE_')) return [field.name, Number(value)];
      return [field.name, typeof value === 'string' ? asTyped(value) : value];
    });
  return Object.fromEntries(stored.filter(([, value]) => value !== null));
}

/** The extra fields that name a user: the field, the role the user must have, its id. */
export function namedUsers(
  values: VariableFields,
  type: ConfiguredDocumentType,
): { field: string; role: 'ROLE_OPERATOR_DEALER' | 'ROLE_SALE_MANAGER'; userId: number }[] {
  return extraFields(type).flatMap(({ name, type: role }) => {
    if (role !== 'ROLE_OPERATOR_DEALER' && role !== 'ROLE_SALE_MANAGER') return [];
    const userId = Object.hasOwn(values, name) ? values[name] : null;
    return typeof userId === 'number' ? [{ field: name, role, userId }] : [];
  });
}
