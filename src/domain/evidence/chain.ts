/** The format of a chained event, and the hashed text: hash = SHA-256(prevHash ‖ canonical JSON). */
import type { EvidenceActor, EvidenceType } from './events.ts';

/** An event as stored; `hash` covers `prevHash` and the canonical body. */
export interface ChainedEvent {
  seq: number;
  type: EvidenceType;
  /** UTC, milliseconds. */
  time: string;
  actor: EvidenceActor;
  detail: Record<string, unknown>;
  /** The stored canonical JSON. */
  body: string;
  prevHash: string;
  hash: string;
}

export type ChainFault =
  | { readonly seq: number; readonly fault: 'hash' | 'link' | 'sequence' | 'body' }
  | { readonly seq: number; readonly fault: 'head' };
