/** SMS and e-mail gateways. Each message has an id of ours, so that a retry is not sent twice. */
export interface Sms {
  /**
   * @param message.to E.164.
   * @param message.text GSM-7; refused as a whole when it has too many parts, never truncated.
   * @param message.validMinutes after which it is worthless and the network drops it.
   * @returns the gateway's own id and the number of parts charged.
   * @throws SmsUncertain if it may have been sent: it is never sent again, though a later call may learn that it was
   * accepted. SmsRejected when it will not be accepted. Any other error means that no gateway has it yet.
   */
  send(message: {
    id: string;
    to: string;
    text: string;
    validMinutes?: number;
  }): Promise<{ providerId: string; parts: number }>;
  /**
   * The results of accepted messages; messages without a known result are omitted.
   * Absent when a gateway reports no results. @param providerIds as returned by `send`.
   */
  receipts?(providerIds: readonly string[]): Promise<readonly SmsReceipt[]>;
  /** Deletes data about messages older than any retry or status query; called periodically. */
  sweep?(): Promise<void>;
}

/** The gateway may have accepted the message, but has not confirmed it. */
export class SmsUncertain extends Error {
  override readonly name = 'SmsUncertain';
}

/** The gateways work and reject this message: a retry would have the same result. */
export class SmsRejected extends Error {
  override readonly name: string = 'SmsRejected';
}

/** The text has too many parts: refused before sending, because gateways truncate it silently. */
export class SmsTooLong extends SmsRejected {
  override readonly name = 'SmsTooLong';
}

/** A call of an SMS gateway to {@link SMS_RECEIPT_PATH}. */
export interface SmsReceiptCall {
  /** Path and query as received. */
  readonly url: string;
  /** At most {@link SMS_RECEIPT_BODY_LIMIT} bytes. */
  readonly body: string;
}

export const SMS_RECEIPT_PATH = '/sms/receipts';
export const SMS_RECEIPT_BODY_LIMIT = 16 * 1024;

/** Accepts the delivery receipts that gateways send back. */
export interface SmsReceipts {
  /** Public: the address carries an HMAC. @returns false: not an address of ours; true: the receipt is stored. */
  takeReceipt(call: SmsReceiptCall): Promise<boolean>;
}

/** Final delivery state: on the phone, or failed. */
export interface SmsReceipt {
  readonly providerId: string;
  readonly state: 'DELIVERED' | 'FAILED';
}

export interface Mail {
  /**
   * @returns `providerId`, with which `receipts` looks up the message later.
   * @throws MailFailure, whose outcome decides whether to retry, or OutsideFailure when the mail server itself cannot
   * be used; no other error may be retried.
   */
  send(message: { id: string; to: string; subject: string; text: string }): Promise<{ providerId: string }>;
  /**
   * The results of accepted messages according to reports of other mail servers; messages without a report are omitted,
   * and most servers report only failures. Absent where no reports are read. @param providerIds as returned by `send`.
   */
  receipts?(providerIds: readonly string[]): Promise<readonly MailReceipt[]>;
  /** As in {@link Sms}. */
  sweep?(): Promise<void>;
}

/** Final delivery state: in a mailbox, or returned. */
export interface MailReceipt {
  readonly providerId: string;
  readonly state: 'DELIVERED' | 'FAILED';
  /** Enhanced status code (RFC 3463) such as 5.1.1; `5.0.0` if the report has none. */
  readonly status: string;
}

/**
 * `later`: refused for now (4xx), worth another attempt; `never`: refused permanently (5xx), or not sent because the
 * address was permanently refused before; `uncertain`: sent completely, but the connection broke before the reply. A
 * repeat after `uncertain` has the same Message-ID, by which mailboxes recognise it. `unknown`: that happened twice,
 * and it is not sent again.
 */
export type MailOutcome = 'later' | 'never' | 'uncertain' | 'unknown';

/** One message was not accepted; the mail server itself works. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  readonly outcome: MailOutcome;
  /** The server's reply code; null without a reply. */
  readonly code: number | null;
  /** Enhanced status code (RFC 3463); 5.1.0 if the address was refused without one; null if unknown. */
  readonly status: string | null;
  /** @param detail for the log: contains no address. */
  constructor(
    outcome: MailOutcome,
    code: number | null,
    detail: string,
    options: ErrorOptions & { status?: string | null } = {},
  ) {
    super(`mail: ${detail}`, options);
    this.outcome = outcome;
    this.code = code;
    this.status = options.status ?? null;
  }
}

/** Whether another attempt would have the same result. */
export function isFinalFailure(error: unknown): boolean {
  if (error instanceof MailFailure) return error.outcome === 'never' || error.outcome === 'unknown';
  return error instanceof SmsRejected;
}

/** What the demo would have sent, newest first. */
export interface OutboxMessage {
  readonly id: number;
  readonly channel: 'SMS' | 'EMAIL';
  readonly to: string;
  readonly text: string;
  readonly createdAt: string;
}

export interface Outbox {
  list(to?: string): Promise<readonly OutboxMessage[]>;
}
