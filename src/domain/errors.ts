/** The closed list of refusals a caller can meet, with status and words in both languages (specification §8, P-20). */

import { FIELD_MESSAGES, type FieldMessageCode } from './field-messages.ts';
import { FILE_REFUSALS } from './refusals/files.ts';
import { GENERAL_REFUSALS } from './refusals/general.ts';
import { RECORD_REFUSALS } from './refusals/records.ts';
import { SIGNING_REFUSALS } from './refusals/signing.ts';
import type { RefusalText } from './refusals/text.ts';

export type Language = 'it' | 'en';

/** `{name}` in a text is filled from the refusal's parameters. */
export const REFUSALS = {
  ...GENERAL_REFUSALS,
  ...RECORD_REFUSALS,
  ...FILE_REFUSALS,
  ...SIGNING_REFUSALS,
} as const satisfies Record<string, RefusalText>;
export type RefusalCode = keyof typeof REFUSALS;

/** One field that was refused (specification §8: objectName, field, message). */
export interface FieldError {
  objectName: string;
  field: string;
  code: string;
  message: string;
}

/** An expected refusal; anything else that is thrown is a defect and answers 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly fieldErrors: readonly FieldIssue[];
  readonly parameters: Readonly<Record<string, string | number>>;
  /** Members added to the answer's body (`attemptsLeft`, `retryAfter` in seconds). */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: RefusalCode,
    options: {
      fieldErrors?: readonly FieldIssue[];
      parameters?: Record<string, string | number>;
      extra?: Record<string, unknown>;
    } = {},
  ) {
    super(code);
    this.code = code;
    this.fieldErrors = options.fieldErrors ?? [];
    this.parameters = options.parameters ?? {};
    this.extra = options.extra ?? {};
  }

  get status(): number {
    return REFUSALS[this.code].status;
  }
}

/** A field refusal before it gets its words. */
export interface FieldIssue {
  objectName: string;
  field: string;
  /** A message of its own, or the refusal whose words say why this field is refused (a file). */
  code: FieldMessageCode | RefusalCode;
  parameters?: Readonly<Record<string, string | number>>;
}

export function fill(text: string, parameters: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
}

/** A missing field with its label, where one is known (specification §5). */
const REQUIRED_BY_NAME = { it: '{path} è un campo obbligatorio', en: '{path} is a required field' } as const;

/** @param label the field's word in that language; forms that show it beside the message leave it out. */
export function fieldMessage(issue: FieldIssue, language: Language, label?: string): string {
  if (issue.code === 'required' && label !== undefined) return fill(REQUIRED_BY_NAME[language], { path: label });
  const words: { it: string; en: string } =
    issue.code in FIELD_MESSAGES ? FIELD_MESSAGES[issue.code as FieldMessageCode] : REFUSALS[issue.code as RefusalCode];
  return fill(words[language], { field: issue.field, ...issue.parameters });
}

export function refusalText(refusal: Refusal, language: Language): string {
  return fill(REFUSALS[refusal.code][language], refusal.parameters);
}
