/** Texts for refused fields: the part of the refusals that a form needs. */
import { FIELD_MESSAGES, type FieldMessageCode } from './field-messages.ts';
import type { Language } from './refusals/text.ts';
import { singleFullStop } from './single-full-stop.ts';

/** A field refusal before its text is built. */
export interface FieldIssue {
  objectName: string;
  field: string;
  code: FieldMessageCode;
  parameters?: Readonly<Record<string, string | number>>;
}

export function fill(text: string, parameters: Readonly<Record<string, string | number>> = {}): string {
  return singleFullStop(text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole)));
}

/** A missing field with its label, if known. */
const REQUIRED_BY_NAME = { it: '{path} è un campo obbligatorio', en: '{path} is a required field' } as const;

/** A problem of one field of a document. */
export const documentIssue = (field: string, code: FieldIssue['code']): FieldIssue => ({
  objectName: 'document',
  field,
  code,
});

/** Additional text for a refusal's parameter: the values of a closed list, an invalid calendar day, the other bound… */
const PARAMETER_TEXTS = {
  it: {
    values: '. Valori ammessi: {values}',
    day: ': il {day} non esiste',
    most: ' e al massimo {most}',
    least: ' e almeno {least}',
    example: ': per esempio {example}',
    landline: '. Questo è un numero fisso: serve un cellulare',
  },
  en: {
    values: '. Allowed values: {values}',
    day: ': {day} does not exist',
    most: ' and at most {most}',
    least: ' and at least {least}',
    example: ': for example {example}',
    landline: '. This is a landline: a mobile is needed',
  },
} as const;

/** @param label the field's label in that language; forms that show it next to the message omit it. */
export function fieldMessage({ code, field, parameters = {} }: FieldIssue, language: Language, label?: string): string {
  if (code === 'required' && label !== undefined) return fill(REQUIRED_BY_NAME[language], { path: label });
  const parameterText = Object.entries(PARAMETER_TEXTS[language]).find(([name]) => Object.hasOwn(parameters, name));
  return fill(FIELD_MESSAGES[code][language] + (parameterText?.[1] ?? ''), { field, ...parameters });
}
