/** Delivery receipts by callback from HTTP gateways: an address with an HMAC per message, and the meaning of a gateway's states. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SMS_RECEIPT_PATH, type SmsReceiptCall } from '#ports/messages.ts';
import type { SmsSystem } from './sms-gateway.ts';
import type { CallbackReceipt } from './sms-ledger.ts';
import { atPath } from './sms-template.ts';

/** Location of the state in the callback, and its values. Values in neither list are not final. */
export interface ReceiptRules {
  readonly place: { readonly kind: 'query' | 'form' | 'json'; readonly name: string };
  readonly delivered: readonly string[];
  readonly failed: readonly string[];
}

const PATH = /\/sms\/receipts\/([12])\/([\w-]{1,300})\/([\w-]{43})$/;

const macOf = (key: Uint8Array, system: string, messageId: string): string =>
  createHmac('sha256', key).update(`${system}\n${messageId}`).digest('base64url');

/** @param key at least 32 bytes, used for nothing else. @returns the address that a gateway calls about one message. */
export function receiptAddress(
  { key, publicUrl }: { key: Uint8Array; publicUrl: string },
  system: SmsSystem,
  messageId: string,
): string {
  const id = Buffer.from(messageId).toString('base64url');
  return `${publicUrl.replace(/\/+$/, '')}${SMS_RECEIPT_PATH}/${system.slice(-1)}/${id}/${macOf(key, system, messageId)}`;
}

export interface ReceiptOptions {
  readonly key: Uint8Array;
  readonly rules: Readonly<Partial<Record<SmsSystem, ReceiptRules>>>;
}

/**
 * Verifies and reads one call; the route is public.
 * @returns null when the address is not one of ours (answer 404); otherwise answer 2xx once the receipt is stored.
 * A replay changes nothing, because the ledger keeps the first final state it receives.
 */
export function receiptOf(request: SmsReceiptCall, { key, rules }: ReceiptOptions): CallbackReceipt | null {
  const [path = '', query = ''] = request.url.split(/\?(.*)/s, 2);
  const [, number, id = '', mac = ''] = PATH.exec(path) ?? [];
  const system: SmsSystem = number === '2' ? 'sms-2' : 'sms-1';
  const own = rules[system];
  if (number === undefined || own === undefined) return null;
  const messageId = Buffer.from(id, 'base64url').toString();
  const [received, expected] = [Buffer.from(mac), Buffer.from(macOf(key, system, messageId))];
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
  const stateText = stateIn(own, query, request.body);
  if (stateText === null) return { system, messageId, state: 'TAKEN' };
  const state = own.delivered.includes(stateText) ? 'DELIVERED' : own.failed.includes(stateText) ? 'FAILED' : 'TAKEN';
  return { system, messageId, state };
}

function stateIn({ place }: ReceiptRules, query: string, body: string): string | null {
  if (place.kind !== 'json') return new URLSearchParams(place.kind === 'query' ? query : body).get(place.name);
  try {
    const value = atPath(JSON.parse(body), place.name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  } catch {
    return null;
  }
}
