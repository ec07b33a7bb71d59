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
}

/** The gateway may have taken the message and has not said so. */
export class SmsUncertain extends Error {
  override readonly name = 'SmsUncertain';
}

/** Every gateway works and rejects this message: another try would bring the same. */
export class SmsRejected extends Error {
  override readonly name = 'SmsRejected';
}

/** The end of a message's way: in the telephone, or nowhere. */
export interface SmsReceipt {
  readonly providerId: string;
  readonly state: 'DELIVERED' | 'FAILED';
}

export interface Mail {
  send(message: { id: string; to: string; subject: string; text: string }): Promise<{ providerId: string }>;
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
