/**
 * Compares the trails sealed into files with the chains in the database: each repeats, under seal and timestamp, the
 * events up to then, so that a chain rewritten together with tree and heads still differs from it.
 */
import { z } from 'zod';
import type { Db } from '#ports/database/database.ts';
import { StorageCorrupt } from '#ports/storage.ts';
import type { World } from '../world.ts';
import { chainHash } from './chains.ts';
import type { HeadTrust } from './heads.ts';
import { GENESIS, listEvents, listSealedTrails } from './queries.ts';

export type SealedFault =
  /** An event differs from the sealed one, or is missing. */
  | { what: 'sealed'; fault: 'changed' | 'missing'; subject: string; seq: number; sha256: string }
  /** A trail named by rows or events is not stored whole, has no valid seal of this installation, or is inconsistent in itself. */
  | { what: 'sealed'; fault: 'file' | 'seal' | 'content'; sha256: string };

export interface SealedReport {
  /** Sealed trails compared. */
  readonly trails: number;
  readonly faults: readonly SealedFault[];
}

/** A trail named by a row; `newest` unless a document timestamp was added to it later. */
export interface NamedTrail {
  readonly sha256: string;
  readonly newest: boolean;
}

export interface SealedTrailServices {
  readonly database: Pick<World['database'], 'read'>;
  readonly storage: Pick<World['storage'], 'list' | 'get' | 'stream'>;
  readonly pdf: Pick<World['pdf'], 'verify' | 'attached'>;
  readonly authority: HeadTrust;
}

const ATTACHMENT_NAME = 'tracciato.json';
const ATTACHMENT_NAME_BYTES = Buffer.from(ATTACHMENT_NAME);

const trailSchema = z.object({
  format: z.literal('fascicolo-tracciato'),
  document: z.object({ id: z.number().int().positive() }),
  events: z.array(z.object({ seq: z.number().int(), body: z.string(), prevHash: z.string(), hash: z.string() })),
});
type Trail = z.output<typeof trailSchema>;

/** @returns null when the file contains no trail, or an unreadable one. */
async function trailIn(pdf: SealedTrailServices['pdf'], bytes: Uint8Array): Promise<Trail | null> {
  try {
    const inside = await pdf.attached(bytes, ATTACHMENT_NAME);
    const parsed = inside === null ? null : trailSchema.safeParse(JSON.parse(Buffer.from(inside).toString('utf8')));
    return parsed?.success === true && isConsistent(parsed.data) ? parsed.data : null;
  } catch (error) {
    // A thread that ended proves nothing about the file; match by name, since the class is in the pool module, which is
    // loaded only with a world.
    if (error instanceof Error && error.name === 'PdfThreadEnded') throw error;
    // A file that cannot be read is not a trail.
    return null;
  }
}

function isConsistent({ events }: Trail): boolean {
  let last = GENESIS;
  return events.every(({ seq, body, prevHash, hash }, index) => {
    const isLinked = seq === index + 1 && prevHash === last && chainHash(prevHash, body) === hash;
    last = hash;
    return isLinked;
  });
}

const unlessCorrupt = <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (error instanceof StorageCorrupt) return null;
    throw error;
  });

/** Whether the file contains the attachment's name; streamed, so that the file is not held whole. */
async function mayContainTrail(storage: SealedTrailServices['storage'], sha256: string): Promise<boolean> {
  let tail = Buffer.alloc(0);
  for await (const part of storage.stream(sha256)) {
    const window = Buffer.concat([tail, part]);
    if (window.includes(ATTACHMENT_NAME_BYTES)) return true;
    tail = window.subarray(-(ATTACHMENT_NAME_BYTES.length - 1));
  }
  return false;
}

/** The first event that differs between chain and trail. */
async function firstDifference(db: Db, { document, events }: Trail, sha256: string): Promise<SealedFault | null> {
  const subject = `document:${document.id}`;
  const stored = new Map((await listEvents(db, subject)).map((row) => [row.seq, row]));
  for (const { seq, body, hash } of events) {
    const row = stored.get(seq);
    if (row === undefined) return { what: 'sealed', fault: 'missing', subject, seq, sha256 };
    if (row.hash !== hash || row.body !== body) return { what: 'sealed', fault: 'changed', subject, seq, sha256 };
  }
  return null;
}

/**
 * Checks every stored file, whether or not the database still references it: rewriting rows cannot hide a sealed trail.
 * Reads only; every file is read once.
 * @param namedTrails referenced by rows; those referenced by events are added.
 */
export async function compareSealedTrails(
  { database: { read }, storage, pdf, authority }: SealedTrailServices,
  namedTrails: readonly NamedTrail[],
): Promise<SealedReport> {
  const expected = new Map((await listSealedTrails(read)).map((sha256) => [sha256, false]));
  for (const { sha256, newest } of namedTrails) expected.set(sha256, newest);
  const trust = { anchors: await authority.anchors(), timestampAnchors: await authority.timestampAnchors() };
  const faults = new Map<string, SealedFault>();
  const addFault = (fault: SealedFault): void => {
    const key = 'subject' in fault ? `${fault.subject} ${fault.seq}` : fault.sha256;
    if (!faults.has(key)) faults.set(key, fault);
  };
  const present = new Set<string>();
  let trails = 0;
  for await (const { sha256 } of storage.list()) {
    const isNewest = expected.get(sha256);
    if (isNewest === undefined && !(await unlessCorrupt(mayContainTrail(storage, sha256)))) continue;
    const bytes = await unlessCorrupt(storage.get(sha256));
    if (bytes === null) continue;
    present.add(sha256);
    const { verification, bytes: returned } = await pdf.verify(bytes, trust);
    const { intact, signatures } = verification;
    const passed = signatures.length > 0 && signatures.every(({ indication }) => indication === 'TOTAL-PASSED');
    if (!intact || !passed) {
      // Years later only the newest version's document timestamp proves the trail; a file that nothing names may have
      // any origin.
      if (isNewest === true || (isNewest === false && !intact)) addFault({ what: 'sealed', fault: 'seal', sha256 });
      continue;
    }
    const trail = await trailIn(pdf, returned);
    if (trail === null) {
      if (isNewest !== undefined) addFault({ what: 'sealed', fault: 'content', sha256 });
      continue;
    }
    trails += 1;
    const difference = await firstDifference(read, trail, sha256);
    if (difference !== null) addFault(difference);
  }
  for (const sha256 of expected.keys()) if (!present.has(sha256)) addFault({ what: 'sealed', fault: 'file', sha256 });
  return { trails, faults: [...faults.values()] };
}
