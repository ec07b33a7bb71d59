/** Verifies the proofs of the Merkle tree as a third party does; the product only issues them. */
import { sameBytes } from './der.ts';
import { hashNode, type Sha256, subtreesOf } from './merkle.ts';

const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);

/**
 * From a node's position to the next level at which it has a neighbour.
 * @param last position in the level. @param isRight whether the node was joined to one on its left.
 */
function nextLevel(at: number, last: number, isRight: boolean): [at: number, last: number] {
  if (isRight && !isOdd(at) && at !== 0) return nextLevel(half(at), half(last), isRight);
  return [half(at), half(last)];
}

/**
 * @returns the root that this path leads to (RFC 9162, section 2.1.3.2); null when it is impossible for such a leaf
 * and tree.
 */
export function rootOfInclusion(
  sha256: Sha256,
  leaf: { index: number; hash: Uint8Array },
  size: number,
  path: readonly Uint8Array[],
): Uint8Array | null {
  if (!(leaf.index >= 0 && leaf.index < size)) return null;
  let at = leaf.index;
  let last = size - 1;
  let hash = leaf.hash;
  for (const sibling of path) {
    if (last === 0) return null;
    const isRight = isOdd(at) || at === last;
    hash = isRight ? hashNode(sha256, sibling, hash) : hashNode(sha256, hash, sibling);
    [at, last] = nextLevel(at, last, isRight);
  }
  return last === 0 ? hash : null;
}

/** Whether the path proves that the tree only grew from one head to the other (RFC 9162, section 2.1.4.2). */
export function provesConsistency(
  sha256: Sha256,
  first: { size: number; root: Uint8Array },
  second: { size: number; root: Uint8Array },
  path: readonly Uint8Array[],
): boolean {
  if (first.size === second.size) return path.length === 0 && sameBytes(first.root, second.root);
  if (!(first.size > 0 && first.size < second.size)) return false;
  const isPower = subtreesOf({ begin: 0, end: first.size }).length === 1;
  const [start, ...rest] = isPower ? [first.root, ...path] : path;
  if (start === undefined) return false;
  let at = first.size - 1;
  let last = second.size - 1;
  while (isOdd(at)) {
    at = half(at);
    last = half(last);
  }
  let [before, after] = [start, start];
  for (const sibling of rest) {
    if (last === 0) return false;
    const isRight = isOdd(at) || at === last;
    if (isRight) before = hashNode(sha256, sibling, before);
    after = isRight ? hashNode(sha256, sibling, after) : hashNode(sha256, after, sibling);
    [at, last] = nextLevel(at, last, isRight);
  }
  return last === 0 && sameBytes(before, first.root) && sameBytes(after, second.root);
}
