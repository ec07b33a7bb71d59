/** Proofs from the evidence tree for third parties: a trail up to a head with its inclusion proof, and the consistency of two heads. */
import { Refusal } from '#domain/errors.ts';
import { readStatement } from '#domain/evidence/tree-head.ts';
import { consistencyRanges, inclusionRanges } from '#formats/merkle.ts';
import { KeyUnavailable } from '#ports/sealer.ts';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import type { World } from '../world.ts';
import { HeadsDisagree, takeHead } from './heads.ts';
import { listEvents } from './queries.ts';
import { findNewestHead, type HeadRow, listLeavesOfSubject } from './tree.queries.ts';
import { hashRanges, TreeDamaged } from './tree.ts';

type Reading = Pick<World, 'database'>;

export interface InclusionProof {
  readonly position: number;
  readonly size: number;
  /** Hexadecimal, from the leaf upwards; `side` is the sibling's side. */
  readonly path: readonly { readonly side: 'left' | 'right'; readonly hash: string }[];
}

export interface CoveredTrail {
  readonly head: Pick<HeadRow, 'statement' | 'signature' | 'stamp'>;
  /** Canonical bodies of the chain's events covered by the head, in order. */
  readonly bodies: readonly string[];
  /** Hash of the last event, for whose leaf the proof is. */
  readonly lastHash: string;
  readonly proof: InclusionProof;
}

export async function proveInclusion({ database }: Reading, position: number, size: number): Promise<InclusionProof> {
  const ranges = inclusionRanges(position, size);
  const hashes = await hashRanges(database.read, ranges);
  return {
    position,
    size,
    path: ranges.map(({ begin }, index) => ({
      side: begin > position ? 'right' : 'left',
      hash: hashes[index] ?? '',
    })),
  };
}

/** Hashes proving that the tree of `first` leaves is a prefix of the tree of `second`. @throws RangeError. */
export function proveConsistency({ database }: Reading, first: number, second: number): Promise<string[]> {
  return hashRanges(database.read, consistencyRanges(first, second));
}

/** Reading also adds events to the trail; these do not require a new head. */
const READ_EVENTS: readonly string[] = ['downloaded', 'viewed'];

/**
 * The trail of a subject as far as a head covers it: all events except later reads of the file. Takes a head when the
 * newest does not reach that far.
 * @throws Refusal evidence.noHead when none can be taken now, evidence.headRefused when the tree was altered.
 */
export async function findTrailInHead(world: World, subject: string): Promise<CoveredTrail> {
  const { read } = world.database;
  const events = await listEvents(read, subject);
  const needed = events.findLast(({ type }) => !READ_EVENTS.includes(type))?.seq ?? events.length;
  const coveredBy = async (head: HeadRow | undefined | null): Promise<CoveredTrail | null> => {
    const size = head?.size ?? 0;
    // Events recorded after this read may already have their leaf.
    const newest = events.at(-1)?.seq ?? 0;
    const leaf = (await listLeavesOfSubject(read, subject, size)).findLast(({ seq }) => seq <= newest);
    const last = leaf && events.find(({ seq }) => seq === leaf.seq);
    if (!head || leaf === undefined || last === undefined || leaf.seq < needed) return null;
    if (readStatement(head.statement)?.size !== size) throw new Error(`The head of ${size} leaves is not readable`);
    return {
      head,
      bodies: events.filter(({ seq }) => seq <= leaf.seq).map(({ body }) => body),
      lastHash: last.hash,
      proof: await proveInclusion(world, leaf.position, size),
    };
  };
  const existing = await coveredBy(await findNewestHead(read));
  if (existing !== null) return existing;
  const newHead = await takeHead(world).catch((error: unknown) => {
    const tampered = error instanceof HeadsDisagree || error instanceof TreeDamaged;
    const isUnavailable = error instanceof TimestampUnavailable || error instanceof KeyUnavailable;
    if (!tampered && !isUnavailable) throw error;
    world.log.error({ err: error, tampered }, 'no head of the evidence tree');
    throw new Refusal(tampered ? 'evidence.headRefused' : 'evidence.noHead');
  });
  const trail = await coveredBy(newHead);
  if (trail === null) throw new Refusal('evidence.noHead');
  return trail;
}

/** {@link proveSubject} after {@link findTrailInHead}: all events except later reads of the file. @throws as that. */
export async function proveWholeTrail(
  world: World,
  subject: string,
): Promise<{ head: HeadRow; events: readonly ProvenEvent[] }> {
  await findTrailInHead(world, subject);
  const proven = await proveSubject(world, subject);
  if (proven === null) throw new Refusal('evidence.noHead');
  return proven;
}

export interface ProvenEvent extends InclusionProof {
  readonly seq: number;
  readonly hash: string;
}

/** The inclusion proof of every event of a subject covered by the newest head; null without such a head. */
export async function proveSubject(
  world: Reading,
  subject: string,
): Promise<{ head: HeadRow; events: readonly ProvenEvent[] } | null> {
  const { read } = world.database;
  const head = await findNewestHead(read);
  if (head === undefined) return null;
  const hashes = new Map((await listEvents(read, subject)).map(({ seq, hash }) => [seq, hash]));
  const events: ProvenEvent[] = [];
  for (const { seq, position } of await listLeavesOfSubject(read, subject, head.size)) {
    events.push({ seq, hash: hashes.get(seq) ?? '', ...(await proveInclusion(world, position, head.size)) });
  }
  return { head, events };
}
