/** Parses delivery receipts in deliver_sm: optional parameters if present, else the text format of SMPP 3.4, appendix B. */
import type { Pdu } from 'smpp';
import type { SmsReceipt } from '#ports/messages.ts';

/** `decimal`: receipts contain the id in decimal and submit_sm_resp in hexadecimal, as with some SMS centres. */
export type ReceiptIds = 'same' | 'decimal';

/** message_state of SMPP 3.4, 5.2.28; the omitted states are not final: en route, accepted, unknown. */
const STATES: Readonly<Record<number, SmsReceipt['state']>> = {
  2: 'DELIVERED',
  3: 'FAILED',
  4: 'FAILED',
  5: 'FAILED',
  8: 'FAILED',
};
const WORDS: Readonly<Record<string, SmsReceipt['state']>> = {
  DELIVRD: 'DELIVERED',
  EXPIRED: 'FAILED',
  DELETED: 'FAILED',
  UNDELIV: 'FAILED',
  REJECTD: 'FAILED',
};

/** Bits 2 to 5 of esm_class: 1 is a receipt of the SMS centre. */
const isReceipt = (esmClass: number): boolean => (esmClass & 0x3c) === 0x04;

/** @returns null for an ordinary incoming message, and for a receipt that is not final. */
export function receiptOfPdu(pdu: Pdu, ids: ReceiptIds): SmsReceipt | null {
  if (!isReceipt(Number(pdu.esm_class))) return null;
  const text = textOf(pdu.short_message);
  const id = String(pdu.receipted_message_id ?? /\bid:(\S+)/i.exec(text)?.[1] ?? '').slice(0, 200);
  const word = /\bstat:(\w+)/i.exec(text)?.[1]?.toUpperCase() ?? '';
  const state = STATES[Number(pdu.message_state)] ?? WORDS[word];
  if (id === '' || state === undefined) return null;
  return { providerId: ids === 'decimal' && /^\d{1,20}$/.test(id) ? BigInt(id).toString(16) : id, state };
}

function textOf(message: unknown): string {
  if (Buffer.isBuffer(message)) return message.toString('latin1');
  if (message === null || typeof message !== 'object' || !('message' in message)) return '';
  return Buffer.isBuffer(message.message) ? message.message.toString('latin1') : String(message.message);
}
