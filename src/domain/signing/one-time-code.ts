/** One-time codes: generation, and the decisions on requesting and trying one. */

export const CODE_DIGITS = 6;
export const CODE_MINUTES = 5;
export const ATTEMPTS_PER_CODE = 3;
/** Across all codes of a session; the count survives resends and restarts. */
export const ATTEMPTS_PER_SESSION = 5;
export const RESEND_SECONDS = 60;
/** The first code and three resends. */
export const CODES_PER_SESSION = 4;
export const CODES_PER_PHONE_AND_DAY = 10;
/** Far above a busy dealer's need: bounds the cost of a flood of requests. */
export const CODES_PER_DEALER_AND_HOUR = 600;
/** Bounds the overnight cost of a flood that stays below the hourly limit. */
export const CODES_PER_DEALER_AND_DAY = 3_000;

/** The largest multiple of a million within 32 bits: values above it would bias the remainder towards small codes. */
const REJECTION_LIMIT = Math.floor(2 ** 32 / 1_000_000) * 1_000_000;

/**
 * Six uniform decimal digits from random bytes, by rejection sampling: words of four bytes are tried in turn.
 * @returns null when every word was rejected; the caller supplies other bytes.
 */
export function codeFromBytes(bytes: Uint8Array): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const word = view.getUint32(at);
    if (word < REJECTION_LIMIT) return String(word % 1_000_000).padStart(CODE_DIGITS, '0');
  }
  return null;
}

export interface RequestFacts {
  /** Codes sent to this signer in the session. */
  codesRequested: number;
  lastCode: Date | null;
}

export type RequestDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'tooSoon'; readonly retryAfter: number }
  | { readonly ok: false; readonly reason: 'tooMany' };

/** Whether another code can be sent. `retryAfter` in whole seconds. */
export function mayRequestCode(facts: RequestFacts, now: Date): RequestDecision {
  if (facts.codesRequested >= CODES_PER_SESSION) return { ok: false, reason: 'tooMany' };
  if (facts.lastCode !== null) {
    const wait = facts.lastCode.getTime() + RESEND_SECONDS * 1000 - now.getTime();
    if (wait > 0) return { ok: false, reason: 'tooSoon', retryAfter: Math.ceil(wait / 1000) };
  }
  return { ok: true };
}

export interface AttemptFacts {
  /** Earlier wrong attempts at this code. */
  attempts: number;
  /** Earlier wrong attempts in the session. */
  failedAttempts: number;
  expiresDate: Date;
}

/** Whether this code can still be tried. */
export function isCodeUsable(facts: AttemptFacts, now: Date): boolean {
  return now.getTime() < facts.expiresDate.getTime() && facts.attempts < ATTEMPTS_PER_CODE;
}

/** Result of one more wrong attempt. */
export function afterWrongCode(facts: AttemptFacts): { locked: boolean; codeSpent: boolean; attemptsLeft: number } {
  const ofCode = Math.max(0, ATTEMPTS_PER_CODE - facts.attempts - 1);
  const leftForSession = Math.max(0, ATTEMPTS_PER_SESSION - facts.failedAttempts - 1);
  return { locked: leftForSession === 0, codeSpent: ofCode === 0, attemptsLeft: Math.min(ofCode, leftForSession) };
}
