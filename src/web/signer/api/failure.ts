/** A failed call, classified by what the signer can do about it. */

export interface FailureDetails {
  /** HTTP status, or 0 without any answer. */
  status: number;
  /** Error code of the product, or '' when the body has none. */
  code: string;
  /** The server's message, in the product's language, or ''. */
  message: string;
  /** Attempts left after a wrong code (`otp.wrong`). */
  attemptsLeft: number | null;
  /** Seconds to wait, from Retry-After. */
  retryAfter: number | null;
}

export class SignFailure extends Error {
  readonly details: FailureDetails;
  /** There was no network: nothing was sent or done. */
  readonly isUnsent: boolean;

  constructor(details: FailureDetails, isUnsent = false) {
    super(details.code || `status ${details.status}`);
    this.name = 'SignFailure';
    this.details = details;
    this.isUnsent = isUnsent;
  }

  /** No answer arrived: unless unsent, the call may or may not have reached the server, so the state must be loaded again. */
  get isConnectionLost(): boolean {
    return this.details.status === 0;
  }
}

/** Converts any thrown value to a SignFailure; an unknown one counts as lost contact. */
export function asFailure(thrown: unknown): SignFailure {
  if (thrown instanceof SignFailure) return thrown;
  return new SignFailure({ status: 0, code: '', message: '', attemptsLeft: null, retryAfter: null });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Retry-After in seconds: a number of seconds, or an HTTP date compared with `now` (milliseconds).
 * null when absent or unreadable.
 */
export function secondsOfRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  if (/^\d+$/.test(header.trim())) return Number(header.trim());
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Reads an error body. Prefers fieldErrors, then detail, then title or message. */
export function failureOf(status: number, body: unknown, retryAfter: number | null): SignFailure {
  const record = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const fields = Array.isArray(record.fieldErrors) ? (record.fieldErrors as unknown[]) : [];
  const fieldText = fields
    .map((field) =>
      typeof field === 'object' && field !== null ? textOf((field as Record<string, unknown>).message) : '',
    )
    .filter((text) => text !== '')
    .join(' ');
  const attemptsLeft = record.attemptsLeft;
  return new SignFailure({
    status,
    code: textOf(record.code),
    message: fieldText || textOf(record.detail) || textOf(record.message) || textOf(record.title),
    attemptsLeft: typeof attemptsLeft === 'number' && attemptsLeft >= 0 ? attemptsLeft : null,
    retryAfter:
      retryAfter ?? (typeof record.retryAfter === 'number' ? Math.max(0, Math.ceil(record.retryAfter)) : null),
  });
}
