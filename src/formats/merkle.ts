/**
 * The Merkle tree over all evidence (RFC 9162, section 2.1): determines which stored subtrees make up a root or a
 * proof.
 */
import { joinBytes } from './der.ts';

export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** A complete subtree: 2^level leaves, the `index`-th of that size from the left. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

/** Leaves from `begin` up to but excluding `end`. */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

export const hashLeaf = (sha256: Sha256, leaf: Uint8Array): Uint8Array => sha256(joinBytes([Uint8Array.of(0), leaf]));

export const hashNode = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(joinBytes([Uint8Array.of(1), left, right]));

/** The largest power of two smaller than `size`, which is at least 2. */
function largestPowerBelow(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

const isOdd = (value: number): boolean => value % 2 === 1;
const halved = (value: number): number => Math.floor(value / 2);

/**
 * The complete subtrees that make up a range, from the left; `foldSubtrees` of their hashes is the range's own hash.
 * @param begin of the range: as in roots and proofs, a multiple of the smallest power of two not below its length.
 */
export function subtreesOf({ begin, end }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = begin; at < end; ) {
    let level = 0;
    let width = 1;
    while (at + width * 2 <= end && at % (width * 2) === 0) {
      width *= 2;
      level += 1;
    }
    subtrees.push({ level, index: at / width });
    at += width;
  }
  return subtrees;
}

/**
 * @param hashes of the subtrees that `subtreesOf` returns for a range, in its order. @returns the range's hash; for
 * an empty range, the hash of the empty tree.
 */
export function foldSubtrees(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  const last = hashes.at(-1);
  if (last === undefined) return sha256(new Uint8Array());
  return hashes.slice(0, -1).reduceRight((right, left) => hashNode(sha256, left, right), last);
}

/**
 * The subtrees that a new leaf completes, starting with the leaf itself.
 * @param hashOf returns the hash of a complete subtree to the left of the leaf. @returns each with its hash.
 */
export function completedSubtrees(
  sha256: Sha256,
  leaf: { index: number; hash: Uint8Array },
  hashOf: (left: Subtree) => Uint8Array,
): { subtree: Subtree; hash: Uint8Array }[] {
  const completed = [{ subtree: { level: 0, index: leaf.index }, hash: leaf.hash }];
  for (let { level, index, hash } = { level: 0, ...leaf }; isOdd(index); ) {
    hash = hashNode(sha256, hashOf({ level, index: index - 1 }), hash);
    level += 1;
    index = halved(index);
    completed.push({ subtree: { level, index }, hash });
  }
  return completed;
}

/** Ranges whose hashes are the inclusion proof of a leaf in a tree of `size` leaves (RFC 9162, section 2.1.3.1). */
export function inclusionRanges(index: number, size: number): Range[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`no leaf ${index} among ${size}`);
  const path: Range[] = [];
  for (let { begin, end } = { begin: 0, end: size }; end - begin > 1; ) {
    const middle = begin + largestPowerBelow(end - begin);
    if (index < middle) {
      path.push({ begin: middle, end });
      end = middle;
    } else {
      path.push({ begin, end: middle });
      begin = middle;
    }
  }
  return path.reverse();
}

/** Ranges whose hashes prove that the tree of `first` leaves is a prefix of the tree of `second` (RFC 9162, section 2.1.4.1). */
export function consistencyRanges(first: number, second: number): Range[] {
  if (!(first > 0 && first <= second)) throw new RangeError(`no proof from ${first} to ${second} leaves`);
  const path: Range[] = [];
  let [begin, end] = [0, second];
  let isWholeTree = true;
  while (first !== end) {
    const middle = begin + largestPowerBelow(end - begin);
    if (first <= middle) {
      path.push({ begin: middle, end });
      end = middle;
    } else {
      path.push({ begin, end: middle });
      begin = middle;
      isWholeTree = false;
    }
  }
  if (!isWholeTree) path.push({ begin, end });
  return path.reverse();
}
