/** What the SMS gateways (HTTP, SMPP) have in common: one attempt, and whether a failed one may have left us. */
import { encodeSms } from '#domain/signing/messages/sms-parts.ts';
import { SmsTooLong } from '#ports/messages.ts';
import { OutsideFailure, type OutsideReason } from '#ports/outside.ts';

export type SmsSystem = 'sms-1' | 'sms-2';

export interface OutgoingSms {
  /** Ours: unique per message, the same on a retry. */
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** After so many minutes the network drops the message. */
  readonly validMinutes: number;
}

/** `REFUSED`: the gateway works and rejected this message; `reason` is for the log and holds nobody's data. */
export type SmsAnswer =
  | { readonly state: 'TAKEN'; readonly providerId: string }
  | { readonly state: 'REFUSED'; readonly reason: string };

export interface SmsGateway {
  readonly system: SmsSystem;
  /** Longest time one `send` takes, in milliseconds. */
  readonly timeLimit: number;
  /** One attempt; it is not repeated inside unless the gateway said that it took nothing. @throws SmsFailure */
  send(message: OutgoingSms): Promise<SmsAnswer>;
  close(): Promise<void>;
}

/** The gateway failed. */
export class SmsFailure extends OutsideFailure {
  override readonly name: 'OutsideFailure' = 'OutsideFailure';
  /** False: the message was certainly not taken. True: it may have been, and must not be sent another time. */
  readonly mayHaveLeft: boolean;
  constructor(
    system: SmsSystem,
    failure: { readonly reason: OutsideReason; readonly mayHaveLeft: boolean; readonly what: string },
    options?: ErrorOptions,
  ) {
    super(system, failure.reason, failure.what, options);
    this.mayHaveLeft = failure.mayHaveLeft;
  }
}

/** @returns parts that the network will charge. @throws SmsTooLong */
export function countParts(text: string, maxParts: number): number {
  const parts = encodeSms(text).segments.length;
  if (parts > maxParts) throw new SmsTooLong(`The SMS has ${parts} parts; SMS_MAX_PARTS allows ${maxParts}`);
  return parts;
}
