/** SMS and e-mail gateways (P-7, D-42, D-44). Each message has an id of ours, so that a retry is not sent twice. */
export interface Sms {
  /**
   * @param to E.164. @param text GSM-7; refused whole when it has too many parts, never cut. @param validMinutes after
   * which it is worthless and the network drops it. @returns the gateway's own id and the number of parts charged.
   * @throws SmsUncertain when it may have left: it is never sent again, though a later call may learn that it was taken.
   * SmsRejected when it will not be taken. Anything else thrown means that no gateway has it yet.
   */
  send(message: {
    id: string;
    to: string;
    text: string;
    validMinutes?: number;
  }): Promise<{ providerId: string; parts: number }>;
  /**
   * What became of messages that were taken (D-54); of those that nothing is known of yet nothing is answered.
   * Absent where a gateway never tells. @param providerIds as `send` answered them.
   */
  receipts?(providerIds: readonly string[]): Promise<readonly SmsReceipt[]>;
  /** Deletes what is remembered of messages for longer than any of them is retried or asked about; called now and then. */
  sweep?(): Promise<void>;
}

/** The gateway may have taken the message and has not said so. */
export class SmsUncertain extends Error {
  override readonly name = 'SmsUncertain';
}

/** Every gateway works and rejects this message: another try would bring the same. */
export class SmsRejected extends Error {
  override readonly name: string = 'SmsRejected';
}

/** The text has too many parts: refused before anything is sent, because gateways cut it silently. */
export class SmsTooLong extends SmsRejected {
  override readonly name = 'SmsTooLong';
}

/** A call of an SMS gateway to {@link SMS_RECEIPT_PATH}. */
export interface SmsReceiptCall {
  /** Path and query as they came. */
  readonly url: string;
  /** At most {@link SMS_RECEIPT_BODY_LIMIT} bytes. */
  readonly body: string;
}

export const SMS_RECEIPT_PATH = '/sms/receipts';
export const SMS_RECEIPT_BODY_LIMIT = 16 * 1024;

/** Takes the delivery receipts that gateways call back. */
export interface SmsReceipts {
  /** Anybody may call: the address carries an HMAC. @returns false: not an address of ours; true: it is kept. */
  takeReceipt(call: SmsReceiptCall): Promise<boolean>;
}

/** The end of a message's way: in the telephone, or nowhere. */
export interface SmsReceipt {
  readonly providerId: string;
  readonly state: 'DELIVERED' | 'FAILED';
}

export interface Mail {
  /**
   * @returns `providerId`, by which `receipts` asks for the message later.
   * @throws MailFailure, or OutsideFailure when the mail server itself cannot be used; only those may be tried again.
   */
  send(message: { id: string; to: string; subject: string; text: string }): Promise<{ providerId: string }>;
  /**
   * What the reports of other mail servers tell of messages that were taken; nothing is answered for the others, and most
   * servers report failures only. Absent where no reports are read. @param providerIds as `send` answered them.
   */
  receipts?(providerIds: readonly string[]): Promise<readonly MailReceipt[]>;
  /** As of {@link Sms}. */
  sweep?(): Promise<void>;
}

/** The end of a message's way: in a mailbox, or returned. */
export interface MailReceipt {
  readonly providerId: string;
  readonly state: 'DELIVERED' | 'FAILED';
  /** Enhanced status code (RFC 3463) such as 5.1.1; `5.0.0` where the report gave none. */
  readonly status: string;
}

/**
 * `later`: refused for now (4xx), worth another attempt; `never`: refused for good (5xx) or not sent because the address
 * was refused for good before; `uncertain`: handed over whole, and the connection broke before the answer. A repeat after
 * `uncertain` has the same Message-ID, by which mailboxes recognise it. `unknown`: that happened twice, and it is not sent
 * again.
 */
export type MailOutcome = 'later' | 'never' | 'uncertain' | 'unknown';

/** One message was not accepted; the mail server itself works. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  readonly outcome: MailOutcome;
  /** The server's reply code; null where there was no reply. */
  readonly code: number | null;
  /** Enhanced status code (RFC 3463); 5.1.0 where the address was refused without one; null where nothing is known. */
  readonly status: string | null;
  /** @param what for the log: it holds nobody's address. */
  constructor(
    outcome: MailOutcome,
    code: number | null,
    what: string,
    options: ErrorOptions & { status?: string | null } = {},
  ) {
    super(`mail: ${what}`, options);
    this.outcome = outcome;
    this.code = code;
    this.status = options.status ?? null;
  }
}

/** Whether another attempt to send would bring the same. */
export function isFinalFailure(error: unknown): boolean {
  if (error instanceof MailFailure) return error.outcome === 'never' || error.outcome === 'unknown';
  return error instanceof SmsRejected;
}

/** What the demo would have sent, newest first (P-7). */
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
