/** Maps zod issues to the product's field messages: one mapping for forms and server. */
import type { z } from 'zod';
import { dateIssue } from './date-issue.ts';
import type { FieldIssue } from './errors.ts';
import { FIELD_MESSAGES, type FieldMessageCode } from './field-messages.ts';

const isProductCode = (code: string): code is FieldMessageCode => Object.hasOwn(FIELD_MESSAGES, code);

/** The value is missing: the input shows it if parsed with `reportInput`, otherwise only zod's own message does. */
const isAbsent = (issue: z.core.$ZodIssue): boolean =>
  'input' in issue
    ? issue.input === undefined || issue.input === null
    : /received (undefined|null)$/.test(issue.message);

type MappedIssue = Pick<FieldIssue, 'code' | 'parameters'>;
type Limit = z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall;

const NUMBERS: readonly string[] = ['number', 'int', 'bigint'];
const LISTS: readonly string[] = ['array', 'set'];

function mapLimitIssue(issue: Limit): MappedIssue {
  const isTooBig = issue.code === 'too_big';
  const limit = Number(isTooBig ? issue.maximum : issue.minimum);
  const parameters = { limit };
  if (NUMBERS.includes(issue.origin)) {
    if (issue.inclusive) return { code: isTooBig ? 'numberMax' : 'numberMin', parameters };
    if (limit === 0) return { code: isTooBig ? 'negative' : 'positive' };
    return { code: isTooBig ? 'lessThan' : 'moreThan', parameters };
  }
  if (issue.origin === 'date') {
    const day = new Date(limit).toISOString().slice(0, 10).split('-').reverse().join('/');
    return { code: isTooBig ? 'dateMax' : 'dateMin', parameters: { limit: day } };
  }
  // The value is empty.
  if (!isTooBig && limit === 1 && !issue.exact) return { code: 'required' };
  if (LISTS.includes(issue.origin)) return { code: isTooBig ? 'arrayMax' : 'arrayMin', parameters };
  if (issue.origin !== 'string') return { code: 'type' };
  if (issue.exact) return { code: 'length', parameters: { length: limit } };
  return isTooBig ? { code: 'max', parameters: { max: limit } } : { code: 'min', parameters: { min: limit } };
}

const FORMATS: Readonly<Record<string, FieldMessageCode>> = {
  email: 'email',
  url: 'url',
  lowercase: 'lowercase',
  uppercase: 'uppercase',
  date: 'date',
  datetime: 'date',
};

/** Maps a zod issue to the product's code. */
function mapIssue(issue: z.core.$ZodIssue): MappedIssue {
  switch (issue.code) {
    case 'invalid_type':
      if (isAbsent(issue)) return { code: 'required' };
      return { code: issue.expected === 'int' ? 'integer' : 'type' };
    case 'invalid_value':
      return { code: isAbsent(issue) ? 'required' : 'oneOf' };
    case 'too_big':
    case 'too_small':
      return mapLimitIssue(issue);
    case 'invalid_format':
      return { code: FORMATS[issue.format] ?? 'regex' };
    case 'not_multiple_of':
      return { code: issue.divisor === 1 ? 'integer' : 'type' };
    default:
      return { code: 'type' };
  }
}

/** Drops issues about the length or characters of a text that is stored unchanged: it was accepted under earlier limits. */
export function unlessStored(issues: readonly FieldIssue[], values: object, stored: object | null): FieldIssue[] {
  const [submitted, held] = [values, stored ?? {}] as Record<string, unknown>[];
  return issues.filter(({ field, code }) => !['max', 'letters'].includes(code) || submitted?.[field] !== held?.[field]);
}

const parametersOf = (issue: z.core.$ZodIssue): Pick<FieldIssue, 'parameters'> =>
  issue.code === 'custom' && issue.params ? { parameters: issue.params as FieldIssue['parameters'] & object } : {};

/** Schemas put one of our codes in their message; otherwise the code is derived from zod's. */
export function fieldIssues(objectName: string, error: z.ZodError): FieldIssue[] {
  const fieldOf = (issue: z.core.$ZodIssue): string => issue.path.map(String).join('.');
  // A text instead of a list also has a length, which zod compares with the list's limit: report only the wrong type.
  const wrongTypeFields = new Set(error.issues.filter(({ code }) => code === 'invalid_type').map(fieldOf));
  return error.issues.flatMap((issue): FieldIssue[] => {
    const field = fieldOf(issue);
    if (issue.code !== 'invalid_type' && wrongTypeFields.has(field)) return [];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ objectName, field: field === '' ? key : `${field}.${key}`, code: 'unknown' }));
    }
    if (issue.message === 'date') return [{ objectName, field, ...dateIssue(issue.input) }];
    if (isProductCode(issue.message)) return [{ objectName, field, code: issue.message, ...parametersOf(issue) }];
    return [{ objectName, field, ...mapIssue(issue) }];
  });
}

/** Issues of a form's body; empty if it is valid. */
export function issuesOf(objectName: string, schema: z.ZodType, body: unknown): FieldIssue[] {
  const parsed = schema.safeParse(body, { reportInput: true });
  return parsed.success ? [] : fieldIssues(objectName, parsed.error);
}
