/** Common types of the SMS gateways (HTTP, SMPP): a single attempt, and whether a failed attempt may have sent the message. */
import { encodeSms } from '#domain/signing/messages/sms-parts.ts';
import { SmsTooLong } from '#ports/messages.ts';
import { OutsideFailure, type OutsideReason } from '#ports/outside-system.ts';

export type SmsSystem = 'sms-1' | 'sms-2';

export interface OutgoingSms {
  /** Our own id: unique per message, the same on a retry. */
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** Minutes after which the network drops the message. */
  readonly validMinutes: number;
}

/** `REFUSED`: the gateway works and rejected this message; `reason` is for the log and contains no personal data. */
export type SmsResult =
  | { readonly state: 'TAKEN'; readonly providerId: string }
  | { readonly state: 'REFUSED'; readonly reason: string };

export interface SmsGateway {
  readonly system: SmsSystem;
  /** Maximum duration of one `send` in milliseconds. */
  readonly timeLimit: number;
  /** A single attempt; repeated internally only if the gateway stated that it accepted nothing. @throws SmsFailure */
  send(message: OutgoingSms): Promise<SmsResult>;
  close(): Promise<void>;
}

/** The gateway failed. */
export class SmsFailure extends OutsideFailure {
  override readonly name: 'OutsideFailure' = 'OutsideFailure';
  /** False: the message was certainly not accepted. True: it may have been, and must not be sent again. */
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

/** @returns the number of parts the network will charge. @throws SmsTooLong */
export function countParts(text: string, maxParts: number): number {
  const parts = encodeSms(text).segments.length;
  if (parts > maxParts) throw new SmsTooLong(`The SMS has ${parts} parts; SMS_MAX_PARTS allows ${maxParts}`);
  return parts;
}
