/** The tree over all evidence (RFC 9162): events become leaves in one permanent order; roots and proofs in O(log n). */
import { createHash } from 'node:crypto';
import {
  completedSubtrees,
  foldSubtrees,
  hashLeaf,
  type Range,
  type Sha256,
  type Subtree,
  subtreesOf,
} from '#formats/merkle.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { findHashes } from './queries.ts';
import { appendLeaves, findSubtrees, type Leaf, listPending, lockTree } from './tree.queries.ts';

export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

export const toBytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex');
export const toText = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** The hash of an event's leaf, from the event's own hash. */
export const leafHash = (eventHash: string): string => toText(hashLeaf(sha256, toBytes(eventHash)));

const nameOf = ({ level, index }: Subtree): string => `${level}:${index}`;

/** A required subtree is missing: proofs and new leaves would be wrong, so none are made. */
export class TreeDamaged extends Error {
  override readonly name = 'TreeDamaged';
}

async function loadSubtrees(db: Db, subtrees: readonly Subtree[]): Promise<Map<string, Uint8Array>> {
  const hashes = await findSubtrees(db, subtrees);
  return new Map(
    subtrees.map((subtree, index) => {
      const hash = hashes[index];
      if (hash === null || hash === undefined) throw new TreeDamaged(`Subtree ${nameOf(subtree)} is missing`);
      return [nameOf(subtree), toBytes(hash)];
    }),
  );
}

/** Hashes of ranges, as used in roots and proofs. */
export async function hashRanges(db: Db, ranges: readonly Range[]): Promise<string[]> {
  const parts = ranges.map(subtreesOf);
  const subtreeHashes = await loadSubtrees(db, parts.flat());
  return parts.map((subtrees) =>
    toText(
      foldSubtrees(
        sha256,
        subtrees.flatMap((subtree) => subtreeHashes.get(nameOf(subtree)) ?? []),
      ),
    ),
  );
}

export async function rootOf(db: Db, size: number): Promise<string> {
  const [root = ''] = await hashRanges(db, [{ begin: 0, end: size }]);
  return root;
}

/**
 * Adds leaves for the oldest waiting events. All in one transaction that locks the tree: a kill at any point neither
 * loses nor duplicates a leaf; two servers running at the same time take turns.
 * @returns the number of leaves, and how many are new.
 */
export async function growTree(tx: Tx, limit: number): Promise<{ size: number; added: number }> {
  const oldSize = await lockTree(tx);
  const pending = await listPending(tx, limit);
  if (pending.length === 0) return { size: oldSize, added: 0 };
  const hashes = await findHashes(tx, pending);
  const subtreeHashes = await loadSubtrees(tx, subtreesOf({ begin: 0, end: oldSize }));
  const leaves: Leaf[] = [];
  const nodes: (Subtree & { hash: string })[] = [];
  for (const [offset, { subject, seq }] of pending.entries()) {
    const event = hashes[offset];
    if (event === null || event === undefined) throw new TreeDamaged(`${subject} has no event ${seq}`);
    const position = oldSize + offset;
    const hash = hashLeaf(sha256, toBytes(event));
    leaves.push({ position, subject, seq, hash: toText(hash) });
    const hashOf = (left: Subtree): Uint8Array => {
      const leftHash = subtreeHashes.get(nameOf(left));
      if (leftHash === undefined) throw new TreeDamaged(`Subtree ${nameOf(left)} is missing`);
      return leftHash;
    };
    for (const completed of completedSubtrees(sha256, { index: position, hash }, hashOf)) {
      subtreeHashes.set(nameOf(completed.subtree), completed.hash);
      if (completed.subtree.level > 0) nodes.push({ ...completed.subtree, hash: toText(completed.hash) });
    }
  }
  const size = oldSize + pending.length;
  await appendLeaves(tx, { pending: pending.map(({ id }) => id), leaves, nodes }, size);
  return { size, added: pending.length };
}
