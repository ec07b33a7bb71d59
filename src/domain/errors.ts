/** The closed list of refusals, with status and texts in both languages. */

import { type FieldIssue, fieldMessage, fill } from './field-message.ts';
import { FILE_REFUSALS } from './refusals/files.ts';
import { GENERAL_REFUSALS } from './refusals/general.ts';
import { PLACE_REFUSALS } from './refusals/places.ts';
import { RECORD_REFUSALS } from './refusals/records.ts';
import { SIGNING_REFUSALS } from './refusals/signing.ts';
import type { Language, RefusalText } from './refusals/text.ts';

export { documentIssue, type FieldIssue, fieldMessage, fill } from './field-message.ts';
export type { Language, Message } from './refusals/text.ts';

/** `{name}` in a text is replaced by the refusal's parameter. */
export const REFUSALS = {
  ...GENERAL_REFUSALS,
  ...RECORD_REFUSALS,
  ...FILE_REFUSALS,
  ...SIGNING_REFUSALS,
  ...PLACE_REFUSALS,
} as const satisfies Record<string, RefusalText>;
export type RefusalCode = keyof typeof REFUSALS;

export type FileRefusalCode = keyof typeof FILE_REFUSALS;

/** A refused field with its reason: a rule of the field, or a file refusal. */
export type RefusedField = Omit<FieldIssue, 'code'> & { code: FieldIssue['code'] | FileRefusalCode };

const isOfFile = (issue: RefusedField): issue is RefusedField & { code: FileRefusalCode } =>
  issue.code in FILE_REFUSALS;

/** As `fieldMessage`. */
export function refusedFieldMessage(issue: RefusedField, language: Language, label?: string): string {
  if (!isOfFile(issue)) return fieldMessage(issue as FieldIssue, language, label);
  return fill(FILE_REFUSALS[issue.code][language], { field: issue.field, ...issue.parameters });
}

/** A refused field: objectName, field, message. */
export interface FieldError {
  objectName: string;
  field: string;
  code: string;
  message: string;
}

/** An expected refusal; any other error is a defect and is returned as 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly fieldErrors: readonly RefusedField[];
  readonly parameters: Readonly<Record<string, string | number>>;
  /** Additional members of the response body (`attemptsLeft`, `retryAfter` in seconds). */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: RefusalCode,
    options: {
      fieldErrors?: readonly RefusedField[];
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

export function refusalText(refusal: Refusal, language: Language): string {
  return fill(REFUSALS[refusal.code][language], refusal.parameters);
}
