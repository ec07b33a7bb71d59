/** External systems that the product calls, and the error thrown if one does not answer correctly. */

export type OutsideSystem = 'tools' | 'RSP' | 'DMS' | 'consents' | 'identity' | 'storage' | 'mail' | Numbered;

/** Systems of which there may be two. */
type Numbered = `timestamp-${1 | 2}` | `sms-${1 | 2}`;

/**
 * `timeout`: no complete response within the time limit; `down`: no connection, or a 5xx response; `refused`: our
 * request or credentials were refused; `wrong`: an unexpected response; `paused`: not called, because of too many
 * recent failures.
 */
export type OutsideReason = 'timeout' | 'down' | 'refused' | 'wrong' | 'paused';

export class OutsideFailure extends Error {
  override readonly name = 'OutsideFailure';
  readonly system: OutsideSystem;
  readonly reason: OutsideReason;
  /** Seconds after which the system accepts another call; undefined if it did not state this. */
  readonly retryAfter: number | undefined;
  /** @param detail for the log: names the failure and contains no personal data and no credentials. */
  constructor(
    system: OutsideSystem,
    reason: OutsideReason,
    detail: string,
    options?: ErrorOptions & { retryAfter?: number },
  ) {
    super(`${system}: ${detail}`, options);
    this.system = system;
    this.reason = reason;
    this.retryAfter = options?.retryAfter;
  }
}

/** Runs one call to an external system under its time limit; the signal aborts it. */
export type OutsideGuard = <T>(call: (signal: AbortSignal) => Promise<T>) => Promise<T>;
