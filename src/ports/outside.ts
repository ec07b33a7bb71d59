/** Systems of others that the product asks during its work: what is thrown when one does not answer rightly (P-15, R-22). */

export type OutsideSystem =
  | 'tools'
  | 'RSP'
  | 'DMS'
  | 'consents'
  | 'timestamp-1'
  | 'timestamp-2'
  | 'identity'
  | 'storage'
  | 'mail'
  | 'sms-1'
  | 'sms-2';

/**
 * `timeout`: no whole answer within the time limit; `down`: no connection, or an answer that says so (5xx);
 * `refused`: our request or credentials were refused; `wrong`: an answer that is not what was agreed;
 * `paused`: not asked, because it failed too often just now.
 */
export type OutsideReason = 'timeout' | 'down' | 'refused' | 'wrong' | 'paused';

export class OutsideFailure extends Error {
  override readonly name = 'OutsideFailure';
  readonly system: OutsideSystem;
  readonly reason: OutsideReason;
  /** Seconds after which the system wants to be asked again; undefined when it did not say. */
  readonly retryAfter: number | undefined;
  /** @param what for the log: it names what went wrong and holds nobody's data and no credentials. */
  constructor(
    system: OutsideSystem,
    reason: OutsideReason,
    what: string,
    options?: ErrorOptions & { retryAfter?: number },
  ) {
    super(`${system}: ${what}`, options);
    this.system = system;
    this.reason = reason;
    this.retryAfter = options?.retryAfter;
  }
}

/** Runs one call to an outside system under its time limit; the signal tells the call to stop. */
export type OutsideGuard = <T>(call: (signal: AbortSignal) => Promise<T>) => Promise<T>;
