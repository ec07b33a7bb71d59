/** Validates the values of a document type's extra fields. */

import { dateIssue } from '../date-issue.ts';
import type { FieldIssue } from '../errors.ts';
import type { ConfiguredField } from '../folders/folder-types.ts';
import { isoDate, printable, severalLines } from '../text-schemas.ts';
import { fieldIssues } from '../validation.ts';
import type { VariableFields } from './variable-fields.ts';

/** Users are identified by their id, as a number or in digits. */
const USER_ID = /^[1-9]\d{0,14}$/;

const isUserId = (value: unknown): boolean => typeof value !== 'boolean' && USER_ID.test(String(value));

/** Maximum characters of a single-line text. */
const MAX_LINE_LENGTH = 255;

/** Maximum characters of a field whose template allows several lines; undefined for every other field. */
export type LongTextLimits = (field: string) => number | undefined;

/** The fault in a non-empty extra field. */
export function variableIssue(
  field: ConfiguredField,
  value: VariableFields[string],
  longTexts: LongTextLimits = () => undefined,
): Pick<FieldIssue, 'code' | 'parameters'> | undefined {
  switch (field.type) {
    case 'string': {
      const maxLength = longTexts(field.name);
      const text = maxLength === undefined ? printable(MAX_LINE_LENGTH) : severalLines(maxLength);
      const parsed = text.safeParse(value, { reportInput: true });
      return parsed.success ? undefined : fieldIssues('document', parsed.error)[0];
    }
    case 'date':
      return isoDate.safeParse(value).success ? undefined : dateIssue(value);
    case 'checkbox':
      return typeof value === 'boolean' ? undefined : { code: 'type' };
    default:
      return isUserId(value) ? undefined : { code: 'type' };
  }
}
