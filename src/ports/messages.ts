/** SMS and e-mail gateways (P-7, D-42, D-44). Each message has an id of ours, so that a retry is not sent twice. */
export interface Sms {
  /** @param to E.164. @param text GSM-7. @returns the gateway's own id and the number of parts charged. */
  send(message: { id: string; to: string; text: string }): Promise<{ providerId: string; parts: number }>;
  /**
   * What became of messages that were taken (D-54); of those that nothing is known of yet nothing is answered.
   * Absent where a gateway never tells. @param providerIds as `send` answered them.
   */
  receipts?(providerIds: readonly string[]): Promise<readonly SmsReceipt[]>;
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
