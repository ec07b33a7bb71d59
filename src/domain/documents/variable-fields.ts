/**
 * Values of the extra fields of a document type, as given and as stored. The validation rules are in a separate module:
 * pages that only show values do not load them.
 */
import {
  type ConfiguredDocumentType,
  type ConfiguredField,
  EXTRA_FIELD_TYPES,
  extraFields,
} from '../folders/folder-types.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

export type VariableFields = Record<string, string | number | boolean | null>;

/** The value of an extra field; an absent checkbox counts as not ticked. */
export function extraValue(field: ConfiguredField, values: VariableFields | null | undefined): VariableFields[string] {
  const value = values && Object.hasOwn(values, field.name) ? values[field.name] : null;
  if (isEmpty(value)) return field.type === 'checkbox' ? false : null;
  return value ?? null;
}

export const isSupported = (field: ConfiguredField): boolean =>
  (EXTRA_FIELD_TYPES as readonly string[]).includes(field.type);

/** Normalizes every line ending to a line feed, and tabs to spaces. */
const normalizedText = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim();

/**
 * Extra fields in their stored form: every configured field that has a value, text trimmed, users as numbers.
 * @param values values without issues; fields unknown to the type are dropped.
 */
export function storedVariableFields(
  values: VariableFields | null | undefined,
  type: ConfiguredDocumentType,
): VariableFields {
  const stored = extraFields(type)
    .filter(isSupported)
    .map((field): [string, VariableFields[string]] => {
      const value = extraValue(field, values);
      if (value !== null && field.type.startsWith('ROLE_')) return [field.name, Number(value)];
      return [field.name, typeof value === 'string' ? normalizedText(value) : value];
    });
  return Object.fromEntries(stored.filter(([, value]) => value !== null));
}

/** Extra fields that name a user: the field, the required role, the user's id. */
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
