/**
 * Recomputes everything from the events: chains, tree, every head in the database and outside of it; reports the first
 * event that differs.
 */
import type { ChainFault } from '#domain/evidence/chain.ts';
import {
  type HeadStatement,
  type LeafEvent,
  readKeptHead,
  readLeafEvent,
  readStatement,
} from '#domain/evidence/head.ts';
import { completedBy, foldSubtrees, type Subtree, subtreesOf } from '#formats/merkle.ts';
import type { Db } from '#ports/database/database.ts';
import type { World } from '../world.ts';
import { checkChain } from './chains.ts';
import { checkHead, type HeadFault, type HeadTrust } from './heads.ts';
import { findHashes, listAllSubjects, listChains, type StoredEvent } from './queries.ts';
import {
  findSubtrees,
  type HeadRow,
  type Leaf,
  listHeads,
  listLeaves,
  listLeavesOf,
  listPendingOf,
  treeSize,
} from './tree.queries.ts';
import { leafHash, sha256, toBytes, toText } from './tree.ts';

/** Where a head was read: in the database, or outside it. */
export type HeadOrigin = 'database' | 'outside';

export type TrailFault =
  /** The event is not the one that became this leaf: changed, missing, or replaced by another. */
  | { what: 'event'; fault: 'changed' | 'missing' | 'replaced'; subject: string; seq: number; position: number }
  /** A chain is inconsistent in itself. */
  | { what: 'chain'; fault: ChainFault['fault']; subject: string; seq: number }
  /** The database holds an event that the product did not write. */
  | { what: 'event'; fault: 'inserted'; subject: string; seq: number; position: null }
  | { what: 'tree'; fault: 'leaf' | 'node' | 'size'; position: number }
  | { what: 'head'; fault: HeadFault | 'root' | 'beyond' | 'order'; place: HeadOrigin; size: number };

export interface TrailReport {
  readonly events: number;
  readonly chains: number;
  readonly leaves: number;
  readonly heads: Readonly<Record<HeadOrigin, number>>;
  /** Outside heads that were overwritten or deleted; the version kept first was compared. */
  readonly covered: readonly number[];
  /** The tree's first fault comes first: where it begins to differ. */
  readonly faults: readonly TrailFault[];
}

export interface TrailGround {
  readonly database: Pick<World['database'], 'read'>;
  readonly heads: Pick<World['heads'], 'list'>;
  readonly authority: HeadTrust;
}

const LEAVES_AT_ONCE = 5_000;
const HEADS_AT_ONCE = 200;
const SUBJECTS_AT_ONCE = 200;
/** Enough to show the extent; the first one matters most. */
const MOST_FAULTS = 100;

/** A head's data needed for checking the tree. */
interface Wanted {
  readonly place: HeadOrigin;
  readonly statement: HeadStatement;
}

class Verifier {
  readonly faults: TrailFault[] = [];
  readonly counted = { events: 0, chains: 0, leaves: 0 };
  readonly heads = { database: 0, outside: 0 };
  readonly covered: number[] = [];
  private readonly ground: TrailGround;
  /** Complete subtrees at the right edge, by level and index. */
  private readonly edge = new Map<string, Uint8Array>();

  constructor(ground: TrailGround) {
    this.ground = ground;
  }

  private get read(): Db {
    return this.ground.database.read;
  }

  private note(fault: TrailFault): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push(fault);
  }

  private async checkSigned(
    place: HeadOrigin,
    size: number,
    head: Pick<HeadRow, 'statement' | 'signature' | 'stamp'>,
  ): Promise<Wanted | null> {
    this.heads[place] += 1;
    const fault = await checkHead(head, this.ground.authority);
    const statement = readStatement(head.statement);
    if (fault !== null) this.note({ what: 'head', fault, place, size });
    else if (statement?.size !== size) this.note({ what: 'head', fault: 'statement', place, size });
    return statement?.size === size ? { place, statement } : null;
  }

  async *databaseHeads(): AsyncGenerator<Wanted> {
    for (let after = 0; ; ) {
      const page = await listHeads(this.read, after, HEADS_AT_ONCE);
      for (const head of page) {
        const wanted = await this.checkSigned('database', head.size, head);
        if (wanted !== null) yield wanted;
      }
      const last = page.at(-1);
      if (last === undefined || page.length < HEADS_AT_ONCE) return;
      after = last.size;
    }
  }

  /** Heads kept outside, each with the events since the previous one. */
  async *outsideHeads(): AsyncGenerator<Wanted & { from: number; events: readonly string[] }> {
    let expected = 0;
    for await (const { size, text, covered } of this.ground.heads.list()) {
      if (covered === true) this.covered.push(size);
      const kept = readKeptHead(text);
      if (kept === null) {
        this.heads.outside += 1;
        this.note({ what: 'head', fault: 'statement', place: 'outside', size });
        continue;
      }
      const wanted = await this.checkSigned('outside', size, kept.head);
      // Two files that start at the same position contain the same events twice; only a gap means missing events.
      if (kept.head.from > expected) this.note({ what: 'head', fault: 'order', place: 'outside', size });
      expected = size;
      if (wanted !== null) yield { ...wanted, from: kept.head.from, events: kept.head.events };
    }
  }

  /** Checks which event the leaf at `position` must contain, in the current tree. @returns the hash to compute the tree with. */
  private eventOf(leaf: Leaf, hash: string | null, original: LeafEvent | undefined): string {
    const { position } = leaf;
    const { subject, seq } = original ?? leaf;
    const told = { what: 'event', subject, seq, position } as const;
    if (original !== undefined && (leaf.subject !== subject || leaf.seq !== seq))
      this.note({ ...told, fault: 'replaced' });
    else if (hash === null) this.note({ ...told, fault: 'missing' });
    else if (original !== undefined && original.hash !== hash) this.note({ ...told, fault: 'changed' });
    else if (leafHash(hash) !== leaf.hash) this.note({ ...told, fault: 'changed' });
    return hash === null ? leaf.hash : leafHash(hash);
  }

  private grow(position: number, hash: string): (Subtree & { hash: string })[] {
    const name = ({ level, index }: Subtree) => `${level}:${index}`;
    const hashOf = (left: Subtree): Uint8Array => this.edge.get(name(left)) ?? new Uint8Array(32);
    const done = completedBy(sha256, { index: position, hash: toBytes(hash) }, hashOf);
    // A subtree merged into a larger one is no longer needed.
    for (const { subtree } of done.slice(0, -1)) this.edge.delete(name({ ...subtree, index: subtree.index - 1 }));
    const top = done.at(-1);
    if (top !== undefined) this.edge.set(name(top.subtree), top.hash);
    return done.slice(1).map(({ subtree, hash: bytes }) => ({ ...subtree, hash: toText(bytes) }));
  }

  private rootNow(size: number): string {
    const hashes = subtreesOf({ begin: 0, end: size }).map(({ level, index }) => this.edge.get(`${level}:${index}`));
    return toText(
      foldSubtrees(
        sha256,
        hashes.filter((hash) => hash !== undefined),
      ),
    );
  }

  private async checkNodes(nodes: readonly (Subtree & { hash: string })[]): Promise<void> {
    const kept = await findSubtrees(this.read, nodes);
    const wrong = nodes.find(({ hash }, index) => kept[index] !== hash);
    if (wrong !== undefined) this.note({ what: 'tree', fault: 'node', position: wrong.index * 2 ** wrong.level });
  }

  /** Compares leaf by leaf with the events kept outside; at each head, the root must match. */
  async walkTree(): Promise<void> {
    const size = await treeSize(this.read);
    const inside = this.databaseHeads();
    const outside = this.outsideHeads();
    let here = (await inside.next()).value as Wanted | undefined;
    let there = (await outside.next()).value as (Wanted & { from: number; events: readonly string[] }) | undefined;
    const isRoot = ({ place, statement }: Wanted, position: number): void => {
      if (statement.root === this.rootNow(position)) return;
      this.note({ what: 'head', fault: 'root', place, size: statement.size });
    };
    let position = 0;
    while (position < size) {
      const leaves = await listLeaves(this.read, position, Math.min(LEAVES_AT_ONCE, size - position));
      const hashes = await findHashes(this.read, leaves);
      const nodes: (Subtree & { hash: string })[] = [];
      for (const [index, leaf] of leaves.entries()) {
        if (leaf.position !== position) break;
        const line = there !== undefined && position >= there.from ? there.events[position - there.from] : undefined;
        const original = line === undefined ? undefined : readLeafEvent(line);
        nodes.push(...this.grow(position, this.eventOf(leaf, hashes[index] ?? null, original)));
        position += 1;
        while (here !== undefined && here.statement.size <= position) {
          isRoot(here, position);
          here = (await inside.next()).value as Wanted | undefined;
        }
        while (there !== undefined && there.statement.size <= position) {
          isRoot(there, position);
          there = (await outside.next()).value as typeof there;
        }
      }
      await this.checkNodes(nodes);
      if (leaves[leaves.length - 1]?.position !== position - 1) {
        this.note({ what: 'tree', fault: 'leaf', position });
        break;
      }
    }
    this.counted.leaves = position;
    if ((await listLeaves(this.read, size, 1)).length > 0 && (await treeSize(this.read)) === size) {
      this.note({ what: 'tree', fault: 'size', position: size });
    }
    // Heads taken during this run refer to leaves that exist by now.
    const end = await treeSize(this.read);
    for (; there !== undefined; there = (await outside.next()).value as typeof there) {
      if (there.statement.size > end) this.beyond(there, position);
    }
    for (; here !== undefined; here = (await inside.next()).value as Wanted | undefined) {
      if (here.statement.size > end) this.beyond(here, position);
    }
  }

  /** A head covers more leaves than exist: the tail was cut off. */
  private beyond(head: Wanted & { from?: number; events?: readonly string[] }, position: number): void {
    const line = head.events?.[position - (head.from ?? 0)];
    if (line !== undefined) {
      const { subject, seq } = readLeafEvent(line);
      this.note({ what: 'event', fault: 'missing', subject, seq, position });
    }
    this.note({ what: 'head', fault: 'beyond', place: head.place, size: head.statement.size });
  }

  /** Checks chain by chain: each is consistent, and each of its events has its leaf or waits for one. */
  async walkChains(): Promise<void> {
    for (let after = ''; ; ) {
      const subjects = await listAllSubjects(this.read, after, SUBJECTS_AT_ONCE);
      const last = subjects.at(-1);
      if (last === undefined) return;
      if (this.read.isTransaction) await this.checkChains(this.read, subjects);
      else {
        // One snapshot for all of them, so that events recorded meanwhile are not faults.
        const snapshot = this.read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
        await snapshot.execute((tx) => this.checkChains(tx, subjects));
      }
      if (subjects.length < SUBJECTS_AT_ONCE) return;
      after = last;
    }
  }

  private async checkChains(tx: Db, subjects: readonly string[]): Promise<void> {
    const { events, heads } = await listChains(tx, subjects);
    const headOf = new Map(heads.map(({ subject, seq, hash }) => [subject, { seq, hash }]));
    const of = Map.groupBy(events, ({ subject }) => subject);
    for (const subject of subjects) {
      this.counted.chains += 1;
      const fault = checkChain(subject, of.get(subject) ?? [], headOf.get(subject));
      if (fault !== null) this.note({ what: 'chain', subject, ...fault });
    }
    this.counted.events += events.length;
    await this.checkPlaces(tx, events);
  }

  private async checkPlaces(tx: Db, events: readonly StoredEvent[]): Promise<void> {
    for (let at = 0; at < events.length; at += LEAVES_AT_ONCE) {
      const page = events.slice(at, at + LEAVES_AT_ONCE);
      const placed = new Set(
        [...(await listPendingOf(tx, page)), ...(await listLeavesOf(tx, page))].map(
          ({ subject, seq }) => `${seq} ${subject}`,
        ),
      );
      for (const { subject, seq } of page) {
        if (placed.has(`${seq} ${subject}`)) continue;
        this.note({ what: 'event', fault: 'inserted', subject, seq, position: null });
      }
    }
  }
}

/** Recomputes the trail. Read-only; may run concurrently with all other work. */
export async function verifyTrail(ground: TrailGround): Promise<TrailReport> {
  const verifier = new Verifier(ground);
  await verifier.walkTree();
  await verifier.walkChains();
  const { counted, heads, covered, faults } = verifier;
  return { ...counted, heads, covered, faults };
}
