/** Lists the evidence events that have a name here, and builds the short line of facts under each. */
import type { EvidenceType } from '#domain/evidence/events.ts';
import type { EventRow } from '../../api/answer-types.ts';

/** Document events; customers, texts of generated papers, types and tablets have their own trails. */
export type KnownEvent = Exclude<
  EvidenceType,
  | 'fea.copied'
  | 'customer.contactChanged'
  | 'folderTypes.loaded'
  | `administrator.${string}`
  | `webhook.${string}`
  | `technicalAccount.${string}`
  | `paperVersion.${string}`
  | `device.${string}`
>;

/** Hashes are shown only in the complete list, to keep the five events readable. */
export function withoutHashes(facts: string): string {
  return facts.replace(/(?:, | · )?SHA-\u2060?256\s[0-9a-f]{8,}…?/g, '');
}

/** Serial numbers and hashes are complete in the audit PDF; their start is enough here. */
const LONG_CODE = /\b([0-9a-f]{8})[0-9a-f]{16,}\b/g;
/** Keep a code on the same line as its label, and the label unbroken at its hyphen. */
const NAMED_CODE = /(\S) (?=[0-9a-f]{8,}…)/g;
/** The audit PDF has milliseconds and the zone; seconds are enough here. */
const EXACT_TIME = /(\d{2}:\d{2}:\d{2})\.\d{3} [+-]\d{2}:\d{2}/g;

/** Do not break a masked phone number: *** *** 001. */
const WITHIN_PHONE = / (?=\d*\*)|(?<=\*) (?=\d{3}\b)/g;

const readable = (detail: string): string =>
  detail
    .replace(LONG_CODE, '$1…')
    .replace(NAMED_CODE, '$1\u00a0')
    .replaceAll('SHA-256', 'SHA-\u2060256')
    .replace(EXACT_TIME, '$1')
    .replace(WITHIN_PHONE, '\u00a0');

export function eventFacts(event: EventRow): string {
  const facts: string[] = event.actorName ? [event.actorName] : [];
  const { detail } = event;
  if (detail !== null) facts.push(readable(detail));
  return facts.join(' · ');
}

export const EVENT_KINDS = ['document', 'sending', 'signature', 'access'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

const KIND: Record<KnownEvent, EventKind> = {
  'document.created': 'document',
  'document.generated': 'document',
  'document.edited': 'document',
  'document.deleted': 'document',
  'content.gate.passed': 'document',
  'document.takenBack': 'document',
  'sign.started': 'signature',
  'sign.prepared': 'signature',
  'sign.preparationFailed': 'signature',
  'places.chosen': 'document',
  'places.withdrawn': 'document',
  'signature.placed': 'signature',
  'places.leftOut': 'signature',
  'link.sent': 'sending',
  'link.failed': 'sending',
  'link.delivered': 'sending',
  'link.undelivered': 'sending',
  'reminder.requested': 'sending',
  'reminder.sent': 'sending',
  'reminder.failed': 'sending',
  'copy.sent': 'sending',
  'copy.failed': 'sending',
  'copy.delivered': 'sending',
  'copy.undelivered': 'sending',
  'contact.corrected': 'sending',
  'contact.history': 'sending',
  'contact.shared': 'sending',
  'contact.confirmed': 'sending',
  'contact.vouched': 'sending',
  'signer.replaced': 'sending',
  'qr.requested': 'access',
  'qr.contended': 'access',
  'qr.refused': 'access',
  'qr.confirmed': 'access',
  'link.opened': 'access',
  'document.shown': 'access',
  'otp.requested': 'sending',
  'otp.sent': 'sending',
  'otp.failed': 'sending',
  'otp.delivered': 'sending',
  'otp.undelivered': 'sending',
  'otp.wrong': 'sending',
  'otp.expired': 'sending',
  'otp.verified': 'sending',
  'otp.locked': 'sending',
  'identity.confirmed': 'signature',
  'method.chosen': 'signature',
  'bio.consent': 'signature',
  'bio.captured': 'signature',
  'hand.given': 'signature',
  'point.confirmed': 'signature',
  'terms.accepted': 'signature',
  'sign.confirmed': 'signature',
  'signature.applied': 'signature',
  'timestamp.applied': 'signature',
  sealed: 'signature',
  'audit.sealed': 'signature',
  'partial.kept': 'signature',
  'document.signed': 'signature',
  archived: 'signature',
  'fea.used': 'signature',
  'customer.identified': 'signature',
  'fea.activated': 'signature',
  'fea.revoked': 'signature',
  downloaded: 'access',
  viewed: 'access',
  'consent.choice': 'signature',
  'consents.recorded': 'signature',
  'consents.pushed': 'sending',
  'consents.pushFailed': 'sending',
  'consents.withdrawn': 'signature',
  declined: 'signature',
  cancelled: 'signature',
  expired: 'signature',
  renewed: 'signature',
};

export function knownEvent(type: string): KnownEvent | null {
  return Object.hasOwn(KIND, type) ? (type as KnownEvent) : null;
}

/** The filter of the complete list that an event belongs to; an unknown event from a newer server is about the document. */
export function kindOf(type: string): EventKind {
  const knownType = knownEvent(type);
  return knownType ? KIND[knownType] : 'document';
}
