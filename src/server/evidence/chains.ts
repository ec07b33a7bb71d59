/** Recomputes the chains from their rows only. */
import { createHash } from 'node:crypto';
import type { ChainFault } from '#domain/evidence/chain.ts';
import type { Db } from '#ports/database/database.ts';
import { findHead, GENESIS, listEvents, type StoredEvent } from './queries.ts';

export function chainHash(prevHash: string, body: string): string {
  return createHash('sha256').update(prevHash, 'hex').update(body, 'utf8').digest('hex');
}

/** Whether the event's columns match its body. */
function matchesBody(row: StoredEvent): boolean {
  try {
    const body = JSON.parse(row.body) as { seq: unknown; type: unknown; subject: unknown; time: unknown };
    const sameFacts = body.seq === row.seq && body.type === row.type && body.subject === row.subject;
    return sameFacts && body.time === row.created_date.toISOString();
  } catch {
    return false;
  }
}

/**
 * @param rows of one chain in their order. @param head the stored head of the chain.
 * @returns the first wrong row, or null when the chain matches its head.
 */
export function checkChain(
  subject: string,
  rows: readonly StoredEvent[],
  head: { seq: number; hash: string } | undefined,
): ChainFault | null {
  let prevHash = GENESIS;
  for (const [index, row] of rows.entries()) {
    if (row.seq !== index + 1) return { seq: row.seq, fault: 'sequence' };
    if (row.prev_hash !== prevHash) return { seq: row.seq, fault: 'link' };
    if (chainHash(prevHash, row.body) !== row.hash) return { seq: row.seq, fault: 'hash' };
    if (row.subject !== subject || !matchesBody(row)) return { seq: row.seq, fault: 'body' };
    prevHash = row.hash;
  }
  if ((head?.seq ?? 0) !== rows.length || (head?.hash ?? GENESIS) !== prevHash)
    return { seq: rows.length, fault: 'head' };
  return null;
}

/** Recomputes a chain. @returns the first wrong row, or null when the chain matches its head. */
export async function verifyChain(db: Db, subject: string): Promise<ChainFault | null> {
  return checkChain(subject, await listEvents(db, subject), await findHead(db, subject));
}
