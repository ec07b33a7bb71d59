/** The shape of a chained event and the sentence that is hashed (D-51): hash = SHA-256(prevHash ‖ canonical JSON). */
import type { EvidenceActor, EvidenceType } from './events.ts';

/** One event as it is read back; `hash` covers `prevHash` and the canonical body. */
export interface ChainedEvent {
  seq: number;
  type: EvidenceType;
  /** UTC, milliseconds. */
  time: string;
  actor: EvidenceActor;
  detail: Record<string, unknown>;
  /** The canonical JSON as it is stored. */
  body: string;
  prevHash: string;
  hash: string;
}

export type ChainFault =
  | { readonly seq: number; readonly fault: 'hash' | 'link' | 'sequence' | 'body' }
  | { readonly seq: number; readonly fault: 'head' };
