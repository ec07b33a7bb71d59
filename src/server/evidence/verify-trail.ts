/**
 * Recomputes everything from the events: chains, tree, every head in the database and outside of it; reports the first
 * event that differs.
 */
import type { ChainFault } from '#domain/evidence/chain.ts';
import {
  type HeadStatement,
  type LeafEvent,
  readLeafEvent,
  readStatement,
  readStoredHead,
} from '#domain/evidence/tree-head.ts';
import { completedSubtrees, foldSubtrees, type Subtree, subtreesOf } from '#formats/merkle.ts';
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
  readonly replaced: readonly number[];
  /** The tree's first fault comes first: where it begins to differ. */
  readonly faults: readonly TrailFault[];
}

export interface TrailServices {
  readonly database: Pick<World['database'], 'read'>;
  readonly heads: Pick<World['heads'], 'list'>;
  readonly authority: HeadTrust;
}

const LEAF_BATCH = 5_000;
const HEAD_BATCH = 200;
const SUBJECT_BATCH = 200;
/** Enough to show the extent; the first one matters most. */
const MAX_FAULTS = 100;

/** A head's data needed for checking the tree. */
interface HeadRef {
  readonly place: HeadOrigin;
  readonly statement: HeadStatement;
}

class Verifier {
  readonly faults: TrailFault[] = [];
  readonly counted = { events: 0, chains: 0, leaves: 0 };
  readonly heads = { database: 0, outside: 0 };
  readonly replaced: number[] = [];
  private readonly services: TrailServices;
  /** Complete subtrees at the right edge, by level and index. */
  private readonly edge = new Map<string, Uint8Array>();

  constructor(services: TrailServices) {
    this.services = services;
  }

  private get read(): Db {
    return this.services.database.read;
  }

  private addFault(fault: TrailFault): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push(fault);
  }

  private async checkSigned(
    place: HeadOrigin,
    size: number,
    head: Pick<HeadRow, 'statement' | 'signature' | 'stamp'>,
  ): Promise<HeadRef | null> {
    this.heads[place] += 1;
    const fault = await checkHead(head, this.services.authority);
    const statement = readStatement(head.statement);
    if (fault !== null) this.addFault({ what: 'head', fault, place, size });
    else if (statement?.size !== size) this.addFault({ what: 'head', fault: 'statement', place, size });
    return statement?.size === size ? { place, statement } : null;
  }

  async *databaseHeads(): AsyncGenerator<HeadRef> {
    for (let after = 0; ; ) {
      const page = await listHeads(this.read, after, HEAD_BATCH);
      for (const head of page) {
        const checked = await this.checkSigned('database', head.size, head);
        if (checked !== null) yield checked;
      }
      const last = page.at(-1);
      if (last === undefined || page.length < HEAD_BATCH) return;
      after = last.size;
    }
  }

  /** Heads kept outside, each with the events since the previous one. */
  async *outsideHeads(): AsyncGenerator<HeadRef & { from: number; events: readonly string[] }> {
    let expected = 0;
    for await (const { size, text, isReplaced } of this.services.heads.list()) {
      if (isReplaced === true) this.replaced.push(size);
      const parsed = readStoredHead(text);
      if (parsed === null) {
        this.heads.outside += 1;
        this.addFault({ what: 'head', fault: 'statement', place: 'outside', size });
        continue;
      }
      const checked = await this.checkSigned('outside', size, parsed.head);
      // Two files that start at the same position contain the same events twice; only a gap means missing events.
      if (parsed.head.from > expected) this.addFault({ what: 'head', fault: 'order', place: 'outside', size });
      expected = size;
      if (checked !== null) yield { ...checked, from: parsed.head.from, events: parsed.head.events };
    }
  }

  /** Checks which event the leaf at `position` must contain, in the current tree. @returns the hash to compute the tree with. */
  private eventOf(leaf: Leaf, hash: string | null, original: LeafEvent | undefined): string {
    const { position } = leaf;
    const { subject, seq } = original ?? leaf;
    const base = { what: 'event', subject, seq, position } as const;
    if (original !== undefined && (leaf.subject !== subject || leaf.seq !== seq))
      this.addFault({ ...base, fault: 'replaced' });
    else if (hash === null) this.addFault({ ...base, fault: 'missing' });
    else if (original !== undefined && original.hash !== hash) this.addFault({ ...base, fault: 'changed' });
    else if (leafHash(hash) !== leaf.hash) this.addFault({ ...base, fault: 'changed' });
    return hash === null ? leaf.hash : leafHash(hash);
  }

  private grow(position: number, hash: string): (Subtree & { hash: string })[] {
    const name = ({ level, index }: Subtree) => `${level}:${index}`;
    const hashOf = (left: Subtree): Uint8Array => this.edge.get(name(left)) ?? new Uint8Array(32);
    const completed = completedSubtrees(sha256, { index: position, hash: toBytes(hash) }, hashOf);
    // A subtree merged into a larger one is no longer needed.
    for (const { subtree } of completed.slice(0, -1)) this.edge.delete(name({ ...subtree, index: subtree.index - 1 }));
    const top = completed.at(-1);
    if (top !== undefined) this.edge.set(name(top.subtree), top.hash);
    return completed.slice(1).map(({ subtree, hash: bytes }) => ({ ...subtree, hash: toText(bytes) }));
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
    const stored = await findSubtrees(this.read, nodes);
    const wrong = nodes.find(({ hash }, index) => stored[index] !== hash);
    if (wrong !== undefined) this.addFault({ what: 'tree', fault: 'node', position: wrong.index * 2 ** wrong.level });
  }

  /** Compares leaf by leaf with the events kept outside; at each head, the root must match. */
  async walkTree(): Promise<void> {
    const size = await treeSize(this.read);
    const fromDatabase = this.databaseHeads();
    const fromOutside = this.outsideHeads();
    let databaseHead = (await fromDatabase.next()).value as HeadRef | undefined;
    let there = (await fromOutside.next()).value as (HeadRef & { from: number; events: readonly string[] }) | undefined;
    const checkRoot = ({ place, statement }: HeadRef, position: number): void => {
      if (statement.root === this.rootNow(position)) return;
      this.addFault({ what: 'head', fault: 'root', place, size: statement.size });
    };
    let position = 0;
    while (position < size) {
      const leaves = await listLeaves(this.read, position, Math.min(LEAF_BATCH, size - position));
      const hashes = await findHashes(this.read, leaves);
      const nodes: (Subtree & { hash: string })[] = [];
      for (const [index, leaf] of leaves.entries()) {
        if (leaf.position !== position) break;
        const line = there !== undefined && position >= there.from ? there.events[position - there.from] : undefined;
        const original = line === undefined ? undefined : readLeafEvent(line);
        nodes.push(...this.grow(position, this.eventOf(leaf, hashes[index] ?? null, original)));
        position += 1;
        while (databaseHead !== undefined && databaseHead.statement.size <= position) {
          checkRoot(databaseHead, position);
          databaseHead = (await fromDatabase.next()).value as HeadRef | undefined;
        }
        while (there !== undefined && there.statement.size <= position) {
          checkRoot(there, position);
          there = (await fromOutside.next()).value as typeof there;
        }
      }
      await this.checkNodes(nodes);
      if (leaves[leaves.length - 1]?.position !== position - 1) {
        this.addFault({ what: 'tree', fault: 'leaf', position });
        break;
      }
    }
    this.counted.leaves = position;
    if ((await listLeaves(this.read, size, 1)).length > 0 && (await treeSize(this.read)) === size) {
      this.addFault({ what: 'tree', fault: 'size', position: size });
    }
    // Heads taken during this run refer to leaves that exist by now.
    const end = await treeSize(this.read);
    for (; there !== undefined; there = (await fromOutside.next()).value as typeof there) {
      if (there.statement.size > end) this.addMissingTail(there, position);
    }
    for (; databaseHead !== undefined; databaseHead = (await fromDatabase.next()).value as HeadRef | undefined) {
      if (databaseHead.statement.size > end) this.addMissingTail(databaseHead, position);
    }
  }

  /** A head covers more leaves than exist: the tail was cut off. */
  private addMissingTail(head: HeadRef & { from?: number; events?: readonly string[] }, position: number): void {
    const line = head.events?.[position - (head.from ?? 0)];
    if (line !== undefined) {
      const { subject, seq } = readLeafEvent(line);
      this.addFault({ what: 'event', fault: 'missing', subject, seq, position });
    }
    this.addFault({ what: 'head', fault: 'beyond', place: head.place, size: head.statement.size });
  }

  /** Checks chain by chain: each is consistent, and each of its events has its leaf or waits for one. */
  async walkChains(): Promise<void> {
    for (let after = ''; ; ) {
      const subjects = await listAllSubjects(this.read, after, SUBJECT_BATCH);
      const last = subjects.at(-1);
      if (last === undefined) return;
      if (this.read.isTransaction) await this.checkChains(this.read, subjects);
      else {
        // One snapshot for all of them, so that events recorded meanwhile are not faults.
        const snapshot = this.read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
        await snapshot.execute((tx) => this.checkChains(tx, subjects));
      }
      if (subjects.length < SUBJECT_BATCH) return;
      after = last;
    }
  }

  private async checkChains(tx: Db, subjects: readonly string[]): Promise<void> {
    const { events, heads } = await listChains(tx, subjects);
    const headOf = new Map(heads.map(({ subject, seq, hash }) => [subject, { seq, hash }]));
    const eventsOf = Map.groupBy(events, ({ subject }) => subject);
    for (const subject of subjects) {
      this.counted.chains += 1;
      const fault = checkChain(subject, eventsOf.get(subject) ?? [], headOf.get(subject));
      if (fault !== null) this.addFault({ what: 'chain', subject, ...fault });
    }
    this.counted.events += events.length;
    await this.checkPositions(tx, events);
  }

  private async checkPositions(tx: Db, events: readonly StoredEvent[]): Promise<void> {
    for (let at = 0; at < events.length; at += LEAF_BATCH) {
      const page = events.slice(at, at + LEAF_BATCH);
      const placed = new Set(
        [...(await listPendingOf(tx, page)), ...(await listLeavesOf(tx, page))].map(
          ({ subject, seq }) => `${seq} ${subject}`,
        ),
      );
      for (const { subject, seq } of page) {
        if (placed.has(`${seq} ${subject}`)) continue;
        this.addFault({ what: 'event', fault: 'inserted', subject, seq, position: null });
      }
    }
  }
}

/** Recomputes the trail. Read-only; may run concurrently with all other work. */
export async function verifyTrail(services: TrailServices): Promise<TrailReport> {
  const verifier = new Verifier(services);
  await verifier.walkTree();
  await verifier.walkChains();
  const { counted, heads, replaced, faults } = verifier;
  return { ...counted, heads, replaced, faults };
}
