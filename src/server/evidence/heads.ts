/** Creates the heads of the evidence tree: signed with the seal, timestamped, kept in the database and outside of it. */
import {
  type HeadStatement,
  readStatement,
  readStoredHead,
  type StoredHead,
  writeLeafEvent,
} from '#domain/evidence/tree-head.ts';
import { type CanonicalValue, canonicalJson } from '#formats/canonical-json.ts';
import { digestOf } from '#formats/cms-read.ts';
import { checkDetached, isTrustedSigner, signDetached } from '#formats/cms-sign.ts';
import { DerError } from '#formats/der.ts';
import { SignatureRefused } from '#formats/signed-data.ts';
import { checkTimestampToken, TimestampRefused } from '#formats/tsp.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { HeadStore } from '#ports/head-store.ts';
import type { World } from '../world.ts';
import { findHashes } from './queries.ts';
import { findNewestHead, type HeadRow, insertHead, listHeads, listLeaves, lockTree, treeSize } from './tree.queries.ts';
import { growTree, rootOf, sha256 } from './tree.ts';

/** Leaves per transaction and between two heads: a large backlog is taken in batches. */
const LEAF_BATCH = 10_000;
/** Heads stored outside per transaction. */
const HEAD_BATCH = 10;

/** The tree in the database does not match the head kept outside: the database was rewritten, truncated or exchanged. */
export class HeadsDisagree extends Error {
  override readonly name = 'HeadsDisagree';
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** Dependencies for taking a head. */
export type HeadServices = Pick<World, 'database' | 'heads' | 'sealer' | 'timestamp' | 'clock'>;

async function signStatement(world: HeadServices, statement: string): Promise<Pick<HeadRow, 'signature' | 'stamp'>> {
  const signature = await signDetached(Buffer.from(statement, 'utf8'), await world.sealer.sealingKey());
  const digest = sha256(signature);
  const stamp = await world.timestamp.stamp(digest);
  // Always check a token before keeping it, regardless of its source.
  await checkTimestampToken(stamp, digest);
  return { signature: base64(signature), stamp: base64(stamp) };
}

/** Signs the current tree, `limit` leaves at a time; returns the newest head when nothing was added since, null while the tree is empty. */
async function createHead(world: HeadServices, total: number, limit: number): Promise<HeadRow | null> {
  const { read } = world.database;
  const newest = await findNewestHead(read);
  if (newest !== undefined && newest.size >= total) return newest;
  if (total === 0) return null;
  const size = Math.min(total, (newest?.size ?? 0) + limit);
  const now = world.clock.now();
  const facts: HeadStatement = {
    v: 1,
    kind: 'fascicolo.evidence-head',
    size,
    root: await rootOf(read, size),
    time: now.toISOString(),
  };
  const statement = canonicalJson({ ...facts } as CanonicalValue);
  const row = { size, statement, ...(await signStatement(world, statement)), created_date: now };
  return world.database.transaction(async (tx) => {
    await lockTree(tx);
    const current = await findNewestHead(tx);
    // Another server already signed more leaves; a smaller head after it would never be kept outside.
    return current !== undefined && current.size >= size ? current : insertHead(tx, row);
  });
}

/**
 * Adds a leaf for every waiting event and takes a head over them, which is also stored outside. May be killed at any
 * point, and run on several servers at the same time: there is one tree, and a head missing outside is stored there by
 * the next run.
 * @returns the newest head; null until an event is recorded.
 * @throws HeadsDisagree, TreeDamaged, TimestampUnavailable.
 */
export async function takeHead(world: HeadServices, limit = LEAF_BATCH): Promise<HeadRow | null> {
  for (;;) {
    const { size, added } = await world.database.transaction((tx) => growTree(tx, limit));
    const head = await createHead(world, size, limit);
    await storeOutside(world);
    if (added < limit && (head?.size ?? 0) >= size) return head;
  }
}

/** Checks that the newest head outside belongs to the tree in the database. @returns its size. */
async function checkNewestOutside(tx: Tx, heads: HeadStore): Promise<number> {
  const newest = await heads.newest();
  if (newest === null) return 0;
  const parsed = readStoredHead(newest.text);
  if (parsed === null || parsed.statement.size !== newest.size) {
    throw new HeadsDisagree(`The head of ${newest.size} leaves kept outside cannot be read`);
  }
  const { size, root } = parsed.statement;
  const localSize = await treeSize(tx);
  if (localSize < size) throw new HeadsDisagree(`The tree has ${localSize} leaves, a head outside covers ${size}`);
  if ((await rootOf(tx, size)) !== root) {
    throw new HeadsDisagree(`The first ${size} leaves are not those of the head kept outside`);
  }
  return size;
}

/** Locks the tree while it writes, so that servers take turns and each file starts where the previous one ends. */
async function storeOutside({ database, heads }: HeadServices): Promise<void> {
  const storeBatch = async (tx: Tx): Promise<number> => {
    await lockTree(tx);
    let from = await checkNewestOutside(tx, heads);
    const pending = await listHeads(tx, from, HEAD_BATCH);
    for (const { size, statement, signature, stamp } of pending) {
      const events = await eventsBetween(tx, from, size);
      const entry: StoredHead = { v: 1, statement, signature, stamp, from, events };
      if (!(await heads.store(size, canonicalJson({ ...entry })))) {
        throw new HeadsDisagree(`Another head of ${size} leaves is kept outside`);
      }
      from = size;
    }
    return pending.length;
  };
  while ((await database.transaction(storeBatch)) === HEAD_BATCH);
}

async function eventsBetween(db: Db, from: number, to: number): Promise<string[]> {
  const lines: string[] = [];
  while (from + lines.length < to) {
    const begin = from + lines.length;
    const leaves = await listLeaves(db, begin, Math.min(LEAF_BATCH, to - begin));
    const hashes = await findHashes(db, leaves);
    for (const [index, { subject, seq, position }] of leaves.entries()) {
      const hash = hashes[index];
      if (position !== from + lines.length || hash === null || hash === undefined) {
        throw new HeadsDisagree(`Leaf ${from + lines.length} or its event is missing`);
      }
      lines.push(writeLeafEvent({ subject, seq, hash }));
    }
    if (leaves.length === 0) throw new HeadsDisagree(`Leaf ${begin} is missing`);
  }
  return lines;
}

export type HeadFault = 'statement' | 'signature' | 'stamp';

/** Trust anchors of the installation for head signatures and for their timestamps. */
export type HeadTrust = Pick<World['authority'], 'anchors' | 'timestampAnchors'>;

/** @returns the fault of a head against the installation's anchors, or null; does not check its root. */
export async function checkHead(
  head: Pick<HeadRow, 'statement' | 'signature' | 'stamp'>,
  authority: HeadTrust,
): Promise<HeadFault | null> {
  if (readStatement(head.statement) === null) return 'statement';
  const [signature, stamp] = [fromBase64(head.signature), fromBase64(head.stamp)];
  let at: Date;
  try {
    const { genTime, certificate } = await checkTimestampToken(stamp, await digestOf('SHA-256', signature));
    at = genTime;
    if (
      !(await isTrustedSigner(certificate, stamp, await authority.timestampAnchors(), { at, purpose: 'timestamping' }))
    )
      return 'stamp';
  } catch (error) {
    if (error instanceof TimestampRefused) return 'stamp';
    throw error;
  }
  try {
    const certificate = await checkDetached(signature, Buffer.from(head.statement, 'utf8'));
    const anchors = await authority.anchors();
    return (await isTrustedSigner(certificate, signature, anchors, { at, purpose: 'signing' })) ? null : 'signature';
  } catch (error) {
    if (error instanceof SignatureRefused || error instanceof DerError) return 'signature';
    throw error;
  }
}
