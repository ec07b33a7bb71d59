/** A refused or failed call and the text shown for it: a heading by its status, below it the fieldErrors, else detail, message or title (specification §8, P-20). */
export interface FieldError {
  objectName?: string;
  field: string;
  code?: string;
  message: string;
}

/** The specification's error body; every part may be missing. */
export interface ErrorBody {
  status?: number;
  title?: string;
  detail?: string;
  message?: string;
  code?: string;
  correlationId?: string;
  /** On a 500 of the demo alone (P-20). */
  stack?: string;
  fieldErrors?: FieldError[];
  /** Of several documents the one it is about. */
  documentId?: number;
  /** Data URL of a picture: a page of an uploaded file as two programs draw it. */
  comparison?: string;
}

/** Why no answer came. `absent`: nothing was done by it; `lost`: it may have arrived, nobody here knows. */
export type Contact = 'absent' | 'lost';

export class ApiFailure extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | null;
  /** Null when an answer came. */
  readonly contact: Contact | null;
  /** The answer was waited for in vain: to be asked at once again is to wait as long again. */
  readonly late: boolean;

  constructor(
    status: number,
    body: ErrorBody = {},
    retryAfter: number | null = null,
    { contact, late }: { contact: Contact; late: boolean } = { contact: 'absent', late: false },
  ) {
    super(body.detail ?? body.message ?? body.title ?? `status ${status}`);
    this.name = 'ApiFailure';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
    this.contact = status === 0 ? contact : null;
    this.late = late;
  }
}

export const noAnswer = (contact: Contact, late = false): ApiFailure => new ApiFailure(0, {}, null, { contact, late });

/** A part of the program that did not come, as each browser says it: whatever needed it was not begun. */
const MISSING_CODE = /dynamically imported module|module script failed|preload CSS/i;
export const isMissingCode = (failure: unknown): boolean =>
  failure instanceof Error && !(failure instanceof ApiFailure) && MISSING_CODE.test(failure.message);

/** Null when there was an answer, or something else went wrong. */
export function contactOf(failure: unknown): Contact | null {
  if (failure instanceof ApiFailure) return failure.contact;
  return isMissingCode(failure) ? 'absent' : null;
}

/** Words the funnel needs, so that it stays free of the catalogue and can be tested. */
export interface FailureWords {
  generic: string;
  validation: string;
  server: string;
  forbidden: string;
  /** No network: nothing was done. */
  absent: string;
  /** No answer: nobody knows whether it was done. */
  lost: string;
  lostDetail: string;
  unknownField: string;
  /** Label of a field by its name, or null when there is none. */
  fieldLabel: (field: string) => string | null;
}

export interface FailureText {
  title: string;
  /** The title tells nothing beyond "it failed": where the cause is known, that alone is said in few words. */
  generic: boolean;
  contact: Contact | null;
  /** Sentences under the title: one per wrong field, else what the body says; may be empty. */
  lines: string[];
  correlationId: string | null;
  /** Where the server failed, for whoever mends it; null when it does not say. */
  stack: string | null;
  /** Seconds to wait before trying again; null when the server did not say. */
  retryAfter: number | null;
}

/** What a server says of a field that was left out (specification §8), where it answers in English only. */
const LEFT_OUT =
  /^(?:[\w.]+ )?(?:cannot|can't|must not|may not|should not) be (?:null|empty|blank)\.?$|^not[ _]?(?:null|empty|blank)$/i;

const spokenMessage = (message: string): string => {
  if (!LEFT_OUT.test(message.trim())) return message;
  return document.documentElement.lang === 'en' ? 'Required field' : 'Campo obbligatorio';
};

/** Reads the body of a refusal without trusting its shape. */
export function readErrorBody(value: unknown): ErrorBody {
  if (typeof value !== 'object' || value === null) return {};
  const given = value as Record<string, unknown>;
  const text = (key: string) => (typeof given[key] === 'string' ? (given[key] as string) : undefined);
  const list = Array.isArray(given.fieldErrors) ? given.fieldErrors : [];
  const { documentId, comparison } = given;
  return {
    ...(typeof documentId === 'number' ? { documentId } : {}),
    ...(typeof comparison === 'string' && comparison.startsWith('data:image/png;') ? { comparison } : {}),
    title: text('title'),
    detail: text('detail'),
    message: text('message'),
    code: text('code'),
    correlationId: text('correlationId'),
    stack: text('stack'),
    fieldErrors: list
      .filter(
        (entry): entry is FieldError =>
          typeof entry === 'object' &&
          entry !== null &&
          typeof entry.field === 'string' &&
          typeof entry.message === 'string',
      )
      .map((entry) => ({ ...entry, message: spokenMessage(entry.message) })),
  };
}

export function failureText(failure: unknown, words: FailureWords): FailureText {
  const contact = contactOf(failure);
  const nothing = { generic: false, contact, lines: [], correlationId: null, stack: null, retryAfter: null };
  if (contact === 'lost') return { ...nothing, title: words.lost, lines: [words.lostDetail] };
  if (contact === 'absent') return { ...nothing, title: words.absent };
  if (!(failure instanceof ApiFailure)) return { ...nothing, title: words.generic, generic: true };
  const { body } = failure;
  const title = titleOf(failure.status, words);
  const lines = fieldLines(body.fieldErrors ?? [], words);
  if (lines.length === 0) {
    const said = body.detail ?? body.message ?? body.title;
    if (said && said !== title) lines.push(said);
  }
  return {
    ...{ title, generic: title === words.generic, contact, lines, correlationId: body.correlationId ?? null },
    ...{ stack: body.stack ?? null, retryAfter: failure.retryAfter },
  };
}

/** Sentences one after the other: a point where one ends without. */
export function running(sentences: readonly string[]): string {
  return sentences.map((text) => (/[.:;!?…]$/.test(text) ? text : `${text}.`)).join(' ');
}

function titleOf(status: number, words: FailureWords): string {
  if ([400, 404, 422].includes(status)) return words.validation;
  if (status === 403) return words.forbidden;
  return status === 500 ? words.server : words.generic;
}

function fieldLines(errors: FieldError[], words: FailureWords): string[] {
  return errors.map((error) => {
    const label = words.fieldLabel(error.field) ?? words.unknownField;
    return error.message.startsWith(label) ? error.message : `${label}: ${error.message}`;
  });
}

/** Another person saved the row meanwhile. */
export const isStale = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.body.code === 'conflict.stale';
