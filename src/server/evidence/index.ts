/** Public interface of the audit trail; `record` is the only writer. */
import type { ChainedEvent } from '#domain/evidence/chain.ts';
import type { EvidenceActor, EvidenceEvent, EvidenceType } from '#domain/evidence/events.ts';
import { readInstant, romeDay } from '#domain/rome-time.ts';
import { type CanonicalValue, canonicalJson } from '#formats/canonical-json.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { chainHash } from './chains.ts';
import { append, listEvents, lockHead, type StoredEvent, wasRecorded } from './queries.ts';

export { verifyChain } from './chains.ts';
export { type CoveredTrail, findTrailInHead, proveWholeTrail } from './tree-proofs.ts';

export const documentSubject = (documentId: number): string => `document:${documentId}`;

/** Trail of a customer, for events outside any document. */
export const dossierSubject = (dossierId: number): string => `dossier:${dossierId}`;

/**
 * Appends one event to a subject's chain inside the caller's transaction: the action and its evidence commit together.
 * @param at the instant returned by the clock port. @returns the event's hash.
 */
export async function record(tx: Tx, subject: string, event: EvidenceEvent, at: Date): Promise<string> {
  const head = await lockHead(tx, subject);
  const seq = head.seq + 1;
  const body = canonicalJson({
    v: 1,
    subject,
    seq,
    type: event.type,
    time: at.toISOString(),
    actor: { ...event.actor },
    detail: event.detail as unknown as CanonicalValue,
  });
  const hash = chainHash(head.hash, body);
  await append(tx, { subject, seq, type: event.type, body, prev_hash: head.hash, hash, created_date: at });
  return hash;
}

/** Appends an event unless the same actor recorded the same one since then, so that repetitive events do not crowd the trail. */
async function recordOnce(tx: Tx, subject: string, event: EvidenceEvent, at: Date, since: Date): Promise<void> {
  const key = { type: event.type, actorId: event.actor.id, detail: canonicalJson({ ...event.detail }) };
  if (await wasRecorded(tx, subject, key, since)) return;
  // Concurrent callers wait here, then check again.
  await lockHead(tx, subject);
  if (!(await wasRecorded(tx, subject, key, since))) await record(tx, subject, event, at);
}

/** A staff member fetched a file. */
export interface FileAccess {
  readonly actor: EvidenceActor;
  readonly what: 'original' | 'signed' | 'partial' | 'audit' | 'revocation';
  readonly sha256: string;
  /** Shown in the portal, not downloaded. */
  readonly preview: boolean;
  /** A range of the file: viewers and interrupted downloads request many. */
  readonly partial: boolean;
  /** Records every access; for restricted files. */
  readonly every?: boolean;
}

/** Records who was given a file: each whole download; views and ranges once a day (Rome), unless `every` is set. */
export async function recordAccess(tx: Tx, subject: string, access: FileAccess, at: Date): Promise<void> {
  const { actor, what, sha256, preview, partial, every = false } = access;
  const detail = { what, sha256 };
  const event = preview
    ? ({ type: 'viewed', actor, detail } as const)
    : ({ type: 'downloaded', actor, detail } as const);
  if ((preview || partial) && !every) await recordOnce(tx, subject, event, at, readInstant(romeDay(at)));
  else await record(tx, subject, event, at);
}

interface Body {
  seq: number;
  type: EvidenceType;
  time: string;
  actor: EvidenceActor;
  detail: Record<string, unknown>;
}

function parseEvent(row: StoredEvent): ChainedEvent {
  const body = JSON.parse(row.body) as Body;
  return {
    seq: row.seq,
    type: body.type,
    time: body.time,
    actor: body.actor,
    detail: body.detail,
    body: row.body,
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/** Every event of a subject, oldest first. */
export async function listTrail(db: Db, subject: string): Promise<ChainedEvent[]> {
  return (await listEvents(db, subject)).map(parseEvent);
}
