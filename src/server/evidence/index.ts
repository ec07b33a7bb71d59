/** The door of the audit trail: `record` is the only writer. */
import { createHash } from 'node:crypto';
import type { ChainedEvent, ChainFault } from '#domain/evidence/chain.ts';
import type { EvidenceActor, EvidenceEvent, EvidenceType } from '#domain/evidence/events.ts';
import { type CanonicalValue, canonicalJson } from '#formats/canonical-json.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { append, findHead, GENESIS, listEvents, lockHead, type StoredEvent } from './queries.ts';

export const documentSubject = (documentId: number): string => `document:${documentId}`;

export function chainHash(prevHash: string, body: string): string {
  return createHash('sha256').update(prevHash, 'hex').update(body, 'utf8').digest('hex');
}

/**
 * Appends one event to a subject's chain inside the caller's transaction: the action and its trace commit together.
 * @param at the instant the clock port gives. @returns the event's hash.
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

interface Body {
  seq: number;
  type: EvidenceType;
  time: string;
  actor: EvidenceActor;
  detail: Record<string, unknown>;
}

function read(row: StoredEvent): ChainedEvent {
  const body = JSON.parse(row.body) as Body;
  return {
    seq: row.seq,
    type: body.type,
    time: body.time,
    actor: body.actor,
    detail: body.detail,
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/** Every event of a subject, oldest first. */
export async function listTrail(db: Db, subject: string): Promise<ChainedEvent[]> {
  return (await listEvents(db, subject)).map(read);
}

/** Recomputes a chain. @returns the first row that is wrong, or null when the chain holds to its head. */
export async function verifyChain(db: Db, subject: string): Promise<ChainFault | null> {
  const rows = await listEvents(db, subject);
  let prevHash = GENESIS;
  for (const [index, row] of rows.entries()) {
    if (row.seq !== index + 1) return { seq: row.seq, fault: 'sequence' };
    if (row.prev_hash !== prevHash) return { seq: row.seq, fault: 'link' };
    if (chainHash(prevHash, row.body) !== row.hash) return { seq: row.seq, fault: 'hash' };
    const body = JSON.parse(row.body) as Body & { subject: string };
    const sameFacts = body.seq === row.seq && body.type === row.type && body.subject === subject;
    if (!sameFacts || body.time !== row.created_date.toISOString()) return { seq: row.seq, fault: 'body' };
    prevHash = row.hash;
  }
  const head = await findHead(db, subject);
  if ((head?.seq ?? 0) !== rows.length || (head?.hash ?? GENESIS) !== prevHash)
    return { seq: rows.length, fault: 'head' };
  return null;
}
