/** Names the webhook events, and maps each change of a document to its event. */
import type { DocumentStatus } from '../documents/document-states.ts';
import { isDeclined } from '../signing/decline-reasons.ts';

export const WEBHOOK_EVENTS = [
  'document.created',
  'document.draft',
  'document.ready',
  'document.starting',
  'document.preparation_failed',
  'document.sent',
  'document.declined',
  'document.locked',
  'document.cancelled',
  'document.expired',
  'document.completing',
  'document.updating_privacy',
  'document.signed',
  'document.finished',
  'document.deleted',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** Sent on request to test a receiver; cannot be subscribed to. */
export const TEST_EVENT = 'webhook.test';

export const DELIVERY_STATES = ['WAITING', 'DELIVERED', 'FAILED'] as const;

export interface DocumentChange {
  readonly kind: 'created' | 'changed' | 'deleted';
  readonly status: DocumentStatus;
  /** Null for a new document. */
  readonly was: DocumentStatus | null;
  /** Refusal code of the reason for the document's return. */
  readonly reason: string | null;
}

const BY_STATUS: Readonly<Record<Exclude<DocumentStatus, 'READY_TO_SIGN'>, WebhookEventType>> = {
  DRAFT: 'document.draft',
  PENDING_START_SIGN: 'document.starting',
  START_SIGN: 'document.sent',
  COMPLETING: 'document.completing',
  PRIVACY_UPDATING: 'document.updating_privacy',
  SIGNED: 'document.signed',
  FINISH: 'document.finished',
  EXPIRED: 'document.expired',
};

export function eventTypeOf({ kind, status, was, reason }: DocumentChange): WebhookEventType {
  if (kind !== 'changed') return `document.${kind}`;
  if (status !== 'READY_TO_SIGN') return BY_STATUS[status];
  if (was === 'PENDING_START_SIGN') return 'document.preparation_failed';
  if (was !== 'START_SIGN') return 'document.ready';
  if (isDeclined(reason)) return 'document.declined';
  return reason === 'signing.locked' ? 'document.locked' : 'document.cancelled';
}

/** A receiver's filters; null means everything. */
export interface Subscription {
  readonly events: readonly string[] | null;
  readonly hsts: readonly string[] | null;
  readonly account: string | null;
}

export function isSubscribed(
  { events, hsts, account }: Subscription,
  event: { type: string; hst: string | null; createdBy: string | null },
): boolean {
  if (events !== null && !events.includes(event.type)) return false;
  if (hsts !== null && (event.hst === null || !hsts.includes(event.hst))) return false;
  return account === null || account === event.createdBy;
}
