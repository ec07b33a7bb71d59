/** The door of the audit trail: `record` is the only writer. */
import { createHash } from 'node:crypto';
import type { ChainedEvent, ChainFault } from '#domain/evidence/chain.ts';
import type { EvidenceActor, EvidenceEvent, EvidenceType } from '#domain/evidence/events.ts';
import { readInstant, romeDay } from '#domain/rome-time.ts';
import { type CanonicalValue, canonicalJson } from '#formats/canonical-json.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import {
  append,
  findHead,
  GENESIS,
  listEvents,
  listSubjects,
  lockHead,
  type StoredEvent,
  wasRecorded,
} from './queries.ts';

export const documentSubject = (documentId: number): string => `document:${documentId}`;

/** What happens to a customer beside any document. */
export const dossierSubject = (dossierId: number): string => `dossier:${dossierId}`;

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

/** Appends an event unless the same actor left the same one since then: what repeats by nature must not crowd the trail. */
async function recordOnce(tx: Tx, subject: string, event: EvidenceEvent, at: Date, since: Date): Promise<void> {
  const known = { type: event.type, actorId: event.actor.id, detail: canonicalJson({ ...event.detail }) };
  if (await wasRecorded(tx, subject, known, since)) return;
  // Whoever comes at the same moment waits here, and looks again.
  await lockHead(tx, subject);
  if (!(await wasRecorded(tx, subject, known, since))) await record(tx, subject, event, at);
}

/** A staff member fetched a file. */
export interface FileAccess {
  readonly actor: EvidenceActor;
  readonly what: 'original' | 'signed' | 'audit';
  readonly sha256: string;
  /** Shown in the portal, not kept. */
  readonly preview: boolean;
  /** A part of the file: viewers and broken downloads ask for many. */
  readonly partial: boolean;
}

/** Writes down who was given a file: each download in one piece; what was shown or fetched in parts once a day (Rome). */
export async function recordAccess(tx: Tx, subject: string, access: FileAccess, at: Date): Promise<void> {
  const { actor, what, sha256, preview, partial } = access;
  const detail = { what, sha256 };
  const event = preview
    ? ({ type: 'viewed', actor, detail } as const)
    : ({ type: 'downloaded', actor, detail } as const);
  if (preview || partial) await recordOnce(tx, subject, event, at, readInstant(romeDay(at)));
  else await record(tx, subject, event, at);
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

const SUBJECTS_AT_ONCE = 500;

/** Recomputes every chain. @returns how many there are, and each that does not hold with its first wrong row. */
export async function verifyAllChains(
  db: Db,
): Promise<{ chains: number; faults: { subject: string; fault: ChainFault }[] }> {
  const faults: { subject: string; fault: ChainFault }[] = [];
  let chains = 0;
  for (let after = ''; ; ) {
    const subjects = await listSubjects(db, after, SUBJECTS_AT_ONCE);
    for (const subject of subjects) {
      const fault = await verifyChain(db, subject);
      if (fault !== null) faults.push({ subject, fault });
    }
    chains += subjects.length;
    const last = subjects.at(-1);
    if (last === undefined || subjects.length < SUBJECTS_AT_ONCE) return { chains, faults };
    after = last;
  }
}
