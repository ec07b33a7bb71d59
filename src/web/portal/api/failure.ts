/** Turns refused and failed calls into text: a heading by status, then the fieldErrors, else detail, message or title. */
export interface FieldError {
  objectName?: string;
  field: string;
  code?: string;
  message: string;
}

/** The contract's error body; every part may be missing. */
export interface ErrorBody {
  status?: number;
  title?: string;
  detail?: string;
  message?: string;
  code?: string;
  correlationId?: string;
  /** Only on a 500 in the demo. */
  stack?: string;
  fieldErrors?: FieldError[];
  /** The document concerned, of several. */
  documentId?: number;
  /** Data URL of an image: a page of an uploaded file as drawn by two programs. */
  comparison?: string;
}

/** Why no answer arrived. `absent`: nothing was done; `lost`: the call may have arrived, and the outcome is unknown. */
export type Contact = 'absent' | 'lost';

export class ApiFailure extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | null;
  /** Null when an answer arrived. */
  readonly missingAnswer: Contact | null;
  /** The call timed out: an immediate retry would wait as long again. */
  readonly timedOut: boolean;

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
    this.missingAnswer = status === 0 ? contact : null;
    this.timedOut = late;
  }
}

export const noAnswer = (contact: Contact, late = false): ApiFailure => new ApiFailure(0, {}, null, { contact, late });

/** Browsers' messages for a program chunk that failed to load: the action that needed it was not started. */
const MISSING_CODE = /dynamically imported module|module script failed|preload CSS/i;
export const isMissingCode = (failure: unknown): boolean =>
  failure instanceof Error && !(failure instanceof ApiFailure) && MISSING_CODE.test(failure.message);

/** Null when there was an answer, or the failure has another cause. */
export function missingAnswerOf(failure: unknown): Contact | null {
  if (failure instanceof ApiFailure) return failure.missingAnswer;
  return isMissingCode(failure) ? 'absent' : null;
}

/** Texts passed in, so that this module does not depend on the catalogue and can be tested. */
export interface FailureMessages {
  generic: string;
  validation: string;
  server: string;
  forbidden: string;
  /** No network: nothing was done. */
  absent: string;
  /** No answer: the outcome is unknown. */
  lost: string;
  lostDetail: string;
  unknownField: string;
  /** Label of a field by its name, or null when there is none. */
  fieldLabel: (field: string) => string | null;
}

export interface FailureText {
  title: string;
  /** The title is only a generic "it failed": where the cause is known, only the cause is shown. */
  generic: boolean;
  contact: Contact | null;
  /** Sentences below the title: one per wrong field, else the body's text; may be empty. */
  lines: string[];
  correlationId: string | null;
  /** The server's stack trace, for developers; null if not sent. */
  stack: string | null;
  /** Seconds to wait before retrying; null if the server sent none. */
  retryAfter: number | null;
}

/** The server's messages for a missing field, where it answers in English only. */
const MISSING_FIELD_MESSAGE =
  /^(?:[\w.]+ )?(?:cannot|can't|must not|may not|should not) be (?:null|empty|blank)\.?$|^not[ _]?(?:null|empty|blank)$/i;

const localizedMessage = (message: string): string => {
  if (!MISSING_FIELD_MESSAGE.test(message.trim())) return message;
  return document.documentElement.lang === 'en' ? 'Required field' : 'Campo obbligatorio';
};

/** Parses a refusal's body without trusting its shape. */
export function readErrorBody(value: unknown): ErrorBody {
  if (typeof value !== 'object' || value === null) return {};
  const raw = value as Record<string, unknown>;
  const text = (key: string) => (typeof raw[key] === 'string' ? (raw[key] as string) : undefined);
  const list = Array.isArray(raw.fieldErrors) ? raw.fieldErrors : [];
  const { documentId, comparison } = raw;
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
      .map((entry) => ({ ...entry, message: localizedMessage(entry.message) })),
  };
}

export function failureText(failure: unknown, messages: FailureMessages): FailureText {
  const contact = missingAnswerOf(failure);
  const emptyText = { generic: false, contact, lines: [], correlationId: null, stack: null, retryAfter: null };
  if (contact === 'lost') return { ...emptyText, title: messages.lost, lines: [messages.lostDetail] };
  if (contact === 'absent') return { ...emptyText, title: messages.absent };
  if (!(failure instanceof ApiFailure)) return { ...emptyText, title: messages.generic, generic: true };
  const { body } = failure;
  const title = titleOf(failure.status, messages);
  const lines = fieldLines(body.fieldErrors ?? [], messages);
  if (lines.length === 0) {
    const message = body.detail ?? body.message ?? body.title;
    if (message && message !== title) lines.push(message);
  }
  return {
    ...{ title, generic: title === messages.generic, contact, lines, correlationId: body.correlationId ?? null },
    ...{ stack: body.stack ?? null, retryAfter: failure.retryAfter },
  };
}

/** Joins sentences, adding a full stop where one lacks it. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.map((text) => (/[.:;!?…]$/.test(text) ? text : `${text}.`)).join(' ');
}

function titleOf(status: number, messages: FailureMessages): string {
  if ([400, 404, 422].includes(status)) return messages.validation;
  if (status === 403) return messages.forbidden;
  return status === 500 ? messages.server : messages.generic;
}

function fieldLines(errors: FieldError[], messages: FailureMessages): string[] {
  return errors.map((error) => {
    const label = messages.fieldLabel(error.field) ?? messages.unknownField;
    return error.message.startsWith(label) ? error.message : `${label}: ${error.message}`;
  });
}

/** Another user saved the row meanwhile. */
export const isStale = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.body.code === 'conflict.stale';
