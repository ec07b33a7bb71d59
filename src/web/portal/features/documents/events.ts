/** Which evidence events have a word of their own, and the short line of facts under it (D-50). */
import type { EvidenceType } from '#domain/evidence/events.ts';
import type { EventRow } from '../../api/shapes.ts';
import { it } from '../../text/it.ts';

export type KnownEvent = EvidenceType;

export function knownEvent(type: string): KnownEvent | null {
  return type !== 'other' && type in it.documents.event ? (type as KnownEvent) : null;
}

/** Facts worth a line; hashes, serials and session numbers stay in the audit trail. */
const TOLD = ['address', 'phone', 'label', 'fileName', 'reason'] as const;

/** Serials and hashes are read in the audit trail, here their start is enough. */
const LONG_CODE = /\b([0-9a-f]{8})[0-9a-f]{16,}\b/g;

export function eventFacts(
  event: EventRow,
  words: { pages: (count: number) => string; attemptsLeft: (count: number) => string },
): string {
  const facts: string[] = event.actorName ? [event.actorName] : [];
  const { detail } = event;
  if (typeof detail === 'string') facts.push(detail.replace(LONG_CODE, '$1…'));
  else if (detail) {
    for (const key of TOLD) {
      const value = detail[key];
      if (typeof value === 'string' && value !== '') facts.push(value);
    }
    if (typeof detail.pages === 'number') facts.push(words.pages(detail.pages));
    if (typeof detail.attemptsLeft === 'number') facts.push(words.attemptsLeft(detail.attemptsLeft));
  }
  return facts.join(' · ');
}
