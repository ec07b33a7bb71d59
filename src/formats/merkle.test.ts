/**
 * The evidence tree against the published vectors of Certificate Transparency, and its proofs with each bit flipped
 * (RFC 6962, RFC 9162).
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsIn } from '#test/rows.ts';
import { toHex } from './der.ts';
import { provesConsistency, rootOfInclusion } from './merkle.suite.ts';
import {
  completedSubtrees,
  consistencyRanges,
  foldSubtrees,
  hashLeaf,
  inclusionRanges,
  type Range,
  subtreesOf,
} from './merkle.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** Stores the subtrees that each leaf completes, like the product's own table. */
function grow(leaves: readonly Uint8Array[]) {
  const storedHashes = new Map<string, Uint8Array>();
  const hashes = leaves.map((leaf) => hashLeaf(sha256, leaf));
  const at = (level: number, index: number): Uint8Array => {
    const hash = storedHashes.get(`${level}:${index}`);
    if (hash === undefined) throw new Error(`${level}:${index} is not complete`);
    return hash;
  };
  for (const [index, hash] of hashes.entries()) {
    const done = completedSubtrees(sha256, { index, hash }, (left) => at(left.level, left.index));
    for (const one of done) storedHashes.set(`${one.subtree.level}:${one.subtree.index}`, one.hash);
  }
  const hashOf = (range: Range) =>
    foldSubtrees(
      sha256,
      subtreesOf(range).map(({ level, index }) => at(level, index)),
    );
  return {
    hashes,
    root: (size: number) => hashOf({ begin: 0, end: size }),
    inclusion: (index: number, size: number) => inclusionRanges(index, size).map(hashOf),
    consistency: (first: number, second: number) => consistencyRanges(first, second).map(hashOf),
  };
}

/** google/certificate-transparency, cpp/merkletree/merkle_tree_test.cc. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = wordsIn(`
  e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
  6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d
  fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125
  aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77
  d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7
  4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4
  76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef
  ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c
  5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328
`);
const [A = '', B = '', C = '', D = '', E = '', F = ''] = wordsIn(`
  96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7
  5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e
  6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4
  bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b
  ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0
  0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a
`);
const INCLUSION: readonly (readonly [index: number, size: number, path: readonly string[]])[] = [
  [0, 1, []],
  [0, 8, [A, B, C]],
  [5, 8, [D, E, ROOTS[4] ?? '']],
  [2, 3, [ROOTS[2] ?? '']],
  [1, 5, [ROOTS[1] ?? '', B, D]],
];
const CONSISTENCY: readonly (readonly [first: number, second: number, path: readonly string[]])[] = [
  [1, 1, []],
  [1, 8, [A, B, C]],
  [6, 8, [F, E, ROOTS[4] ?? '']],
  [2, 5, [B, D]],
];

describe('the published vectors', () => {
  const tree = grow(LEAVES.map(bytes));
  it('match our roots', () => {
    expect(ROOTS.map((_, size) => toHex(tree.root(size)))).toEqual(ROOTS);
  });
  it.each(INCLUSION)('match our inclusion proof of leaf %i in %i', (index, size, path) => {
    expect(tree.inclusion(index, size).map(toHex)).toEqual(path);
  });
  it.each(CONSISTENCY)('match our consistency proof from %i to %i', (first, second, path) => {
    expect(tree.consistency(first, second).map(toHex)).toEqual(path);
  });
});

const size = fc.integer({ min: 1, max: 200 });
const trees = new Map<number, ReturnType<typeof grow>>();
function treeOf(count: number): ReturnType<typeof grow> {
  const tree = trees.get(count) ?? grow(Array.from({ length: count }, (_, index) => sha256(Buffer.from(`${index}`))));
  trees.set(count, tree);
  return tree;
}

/** The same path with one bit flipped. */
function flip(path: readonly Uint8Array[], at: number): Uint8Array[] {
  return path.map((hash, index) => {
    if (index !== Math.floor(at / 256) % path.length) return hash;
    const copy = hash.slice();
    const byte = Math.floor(at / 8) % 32;
    copy[byte] = (copy[byte] ?? 0) ^ (1 << (at % 8));
    return copy;
  });
}

describe('every tree', () => {
  it('proves each of its leaves', () => {
    fc.assert(
      fc.property(size, (count) => {
        const tree = treeOf(count);
        for (const [index, hash] of tree.hashes.entries()) {
          const path = tree.inclusion(index, count);
          expect(rootOfInclusion(sha256, { index, hash }, count, path)).toEqual(tree.root(count));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('proves its consistency with any smaller one', () => {
    fc.assert(
      fc.property(size, size, (one, other) => {
        const [first, second] = one < other ? [one, other] : [other, one];
        const tree = treeOf(second);
        const heads = [first, second].map((count) => ({ size: count, root: tree.root(count) })) as [
          { size: number; root: Uint8Array },
          { size: number; root: Uint8Array },
        ];
        expect(provesConsistency(sha256, ...heads, tree.consistency(first, second))).toBe(true);
      }),
    );
  });

  it('proves nothing with a flipped bit in a path, a leaf or a root, or with a path shortened or extended', () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), fc.nat(), (count, which, other, bit) => {
        const tree = treeOf(count);
        const index = which % count;
        const hash = tree.hashes[index] ?? new Uint8Array();
        const root = tree.root(count);
        const path = tree.inclusion(index, count);
        const leadsTo = (leaf: Uint8Array, way: readonly Uint8Array[]) =>
          rootOfInclusion(sha256, { index, hash: leaf }, count, way);
        if (path.length > 0) {
          expect(leadsTo(hash, flip(path, bit))).not.toEqual(root);
          expect(leadsTo(hash, path.slice(1))).not.toEqual(root);
        }
        expect(leadsTo(hash, [...path, hash])).toBeNull();
        expect(leadsTo(flip([hash], bit)[0] ?? hash, path)).not.toEqual(root);
        const first = { size: 1 + (other % count), root: tree.root(1 + (other % count)) };
        const second = { size: count, root };
        const grown = tree.consistency(first.size, count);
        if (grown.length > 0) {
          expect(provesConsistency(sha256, first, second, flip(grown, bit))).toBe(false);
          expect(provesConsistency(sha256, first, second, grown.slice(1))).toBe(false);
        }
        expect(provesConsistency(sha256, first, second, [...grown, hash])).toBe(false);
        const lie = flip([first.root], bit)[0] ?? root;
        expect(provesConsistency(sha256, { ...first, root: lie }, second, grown)).toBe(false);
      }),
    );
  });

  it('refuses proofs of nonexistent leaves and sizes', () => {
    expect(() => inclusionRanges(8, 8)).toThrow(RangeError);
    expect(() => consistencyRanges(0, 8)).toThrow(RangeError);
    expect(() => consistencyRanges(9, 8)).toThrow(RangeError);
    const tree = treeOf(8);
    expect(rootOfInclusion(sha256, { index: 8, hash: tree.root(8) }, 8, [])).toBeNull();
  });
});
