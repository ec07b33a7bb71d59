/** Why a field is refused, in words: all that a form needs of the refusals (specification §5, §8). */
import { FIELD_MESSAGES, type FieldMessageCode } from './field-messages.ts';
import { oneStop } from './one-stop.ts';
import type { Language } from './refusals/text.ts';

/** A field refusal before it gets its words. */
export interface FieldIssue {
  objectName: string;
  field: string;
  code: FieldMessageCode;
  parameters?: Readonly<Record<string, string | number>>;
}

export function fill(text: string, parameters: Readonly<Record<string, string | number>> = {}): string {
  return oneStop(text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole)));
}

/** A missing field with its label, where one is known (specification §5). */
const REQUIRED_BY_NAME = { it: '{path} è un campo obbligatorio', en: '{path} is a required field' } as const;

/** A closed list, where its values are told. */
const ONE_OF = {
  it: 'Valore non ammesso. Valori ammessi: {values}',
  en: 'Value not allowed. Allowed values: {values}',
} as const;

/** A day that is in no calendar, such as 31 February. */
const NO_SUCH_DAY = {
  it: 'Data non valida: il {day} non esiste',
  en: 'Invalid date: {day} does not exist',
} as const;

/** A figure whose bounds are both known, the missed one first; a figure that cannot be read as one. */
const BETWEEN = {
  numberMin: { it: 'Deve essere almeno {min} e al massimo {max}', en: 'Must be at least {min} and at most {max}' },
  numberMax: { it: 'Deve essere al massimo {max} e almeno {min}', en: 'Must be at most {max} and at least {min}' },
} as const;
const EXAMPLE = { it: '{message}: scrivi per esempio {example}', en: '{message}: type for example {example}' } as const;
const GROUPED = { it: 'it-IT', en: 'en-GB' } as const;

const grouped = (value: string | number | undefined, language: Language): string =>
  Number(value).toLocaleString(GROUPED[language], { useGrouping: 'always' as unknown as boolean });

/** @param label the field's word in that language; forms that show it beside the message leave it out. */
export function fieldMessage(issue: FieldIssue, language: Language, label?: string): string {
  if (issue.code === 'required' && label !== undefined) return fill(REQUIRED_BY_NAME[language], { path: label });
  if (issue.code === 'oneOf' && issue.parameters?.values) return fill(ONE_OF[language], issue.parameters);
  if (issue.code === 'date' && issue.parameters?.day) return fill(NO_SUCH_DAY[language], issue.parameters);
  if ((issue.code === 'numberMin' || issue.code === 'numberMax') && issue.parameters?.max !== undefined) {
    const { min, max } = issue.parameters;
    return fill(BETWEEN[issue.code][language], { min: grouped(min, language), max: grouped(max, language) });
  }
  const example = issue.parameters?.example;
  if (example !== undefined) {
    return fill(EXAMPLE[language], { message: FIELD_MESSAGES[issue.code][language], example });
  }
  return fill(FIELD_MESSAGES[issue.code][language], { field: issue.field, ...issue.parameters });
}
