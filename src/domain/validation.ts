/** From zod's findings to the product's own field messages: one mapping for forms and server (specification §5). */
import type { z } from 'zod';
import type { FieldIssue } from './errors.ts';
import { FIELD_MESSAGES, type FieldMessageCode } from './field-messages.ts';

const isOurs = (code: string): code is FieldMessageCode => Object.hasOwn(FIELD_MESSAGES, code);

/** Nothing was given: parsed with `reportInput` the input tells, otherwise only zod's own words do. */
const isAbsent = (issue: z.core.$ZodIssue): boolean =>
  'input' in issue
    ? issue.input === undefined || issue.input === null
    : /received (undefined|null)$/.test(issue.message);

/** Schemas put one of our codes in their message; anything else is derived from zod's issue code. */
export function fieldIssues(objectName: string, error: z.ZodError): FieldIssue[] {
  const fieldOf = (issue: z.core.$ZodIssue): string => issue.path.map(String).join('.');
  // A text where a list belongs has a length too, which zod compares with the list's: its type is what is wrong.
  const ofAnotherKind = new Set(error.issues.filter(({ code }) => code === 'invalid_type').map(fieldOf));
  return error.issues.flatMap((issue): FieldIssue[] => {
    const field = fieldOf(issue);
    if (issue.code !== 'invalid_type' && ofAnotherKind.has(field)) return [];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ objectName, field: field === '' ? key : `${field}.${key}`, code: 'unknown' }));
    }
    if (isOurs(issue.message)) return [{ objectName, field, code: issue.message }];
    const ofAnotherType = issue.code === 'invalid_type' || issue.code === 'invalid_value';
    if (ofAnotherType && isAbsent(issue)) return [{ objectName, field, code: 'required' }];
    if (issue.code === 'too_big' && issue.origin === 'string' && typeof issue.maximum === 'number') {
      return [{ objectName, field, code: 'max', parameters: { max: issue.maximum } }];
    }
    if (issue.code === 'too_small' && issue.minimum === 1) return [{ objectName, field, code: 'required' }];
    if (issue.code === 'too_small' && issue.origin === 'string' && typeof issue.minimum === 'number') {
      return [{ objectName, field, code: 'min', parameters: { min: issue.minimum } }];
    }
    if (issue.code === 'invalid_value') return [{ objectName, field, code: 'oneOf' }];
    if (issue.code === 'invalid_format' && issue.format === 'email') return [{ objectName, field, code: 'email' }];
    return [{ objectName, field, code: 'type' }];
  });
}
