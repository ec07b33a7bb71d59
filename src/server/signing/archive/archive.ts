/**
 * Adds document timestamps to finished files (level B-LTA): the first a day after completion, when the revocation lists
 * are newer than every signature; the next before the last one's certificate ends. Each adds to the file and changes
 * none of its bytes. Safe to kill at any point, repeat, or run concurrently.
 */
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { readCertificate } from '#formats/signed-data.ts';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { World } from '../../world.ts';
import { loadValidationMaterial } from '../complete/seal.ts';
import { checkOwnOutput } from '../complete/self-check.ts';
import {
  findSignedById,
  listArchiveDue,
  type SignedDocument,
  setArchiveDue,
} from '../complete/signed-files.queries.ts';
import { type ArchivedPart, insertRevision, listNewestRevisions, listStampedBefore } from './archive.queries.ts';

export interface ArchiveSettings {
  /** Hours from completion to the first document timestamp; revocation lists are at most a day old. */
  readonly hours: number;
  /** Months before the end of a timestamp's certificate at which the next one is added. */
  readonly months: number;
  /** Document timestamps older than this are due for renewal, because their algorithms have become too weak. */
  readonly renewBefore?: Date;
}

export const ARCHIVE_DEFAULTS: ArchiveSettings = { hours: 24, months: 24 };

const ARCHIVED_PARTS: readonly ArchivedPart[] = ['signed', 'audit'];
const HOUR = 3_600_000;
const MONTH = 30 * 24 * HOUR;
/** Files per sweep; the next one takes the rest. */
const BATCH = 50;
/** Delay for a file that cannot be stamped, so that it does not block the others. */
const RETRY_HOURS = 6;

/** Adds the due timestamps. @returns how many files were timestamped. */
export async function addDueTimestamps(world: World, settings: ArchiveSettings): Promise<number> {
  const { read } = world.database;
  const before = new Date(world.clock.now().getTime() - settings.hours * HOUR);
  const weakIds = settings.renewBefore === undefined ? [] : await listStampedBefore(read, settings.renewBefore, BATCH);
  let stampedCount = 0;
  for (const id of new Set([...(await listArchiveDue(read, before, BATCH)), ...weakIds])) {
    try {
      stampedCount += await stampDocument(world, id, settings);
    } catch (error) {
      world.log.error({ err: error, signedDocumentId: id }, 'no document timestamp');
      // No authority answers, so the other files would fail too.
      if (error instanceof TimestampUnavailable) return stampedCount;
      const retryTime = world.clock.now().getTime() + (RETRY_HOURS - settings.hours) * HOUR;
      await setArchiveDue(read, id, new Date(retryTime));
    }
  }
  return stampedCount;
}

async function stampDocument(
  world: World,
  id: number,
  { months, renewBefore = new Date(0) }: ArchiveSettings,
): Promise<number> {
  const signed = await findSignedById(world.database.read, id);
  if (signed === undefined) return 0;
  const renewalTimes: number[] = [];
  let stampedCount = 0;
  for (const part of ARCHIVED_PARTS) {
    const newest = await findNewestFile(world, signed, part);
    if (newest === null) return stampedCount;
    const renewal = renewalTime(newest, months);
    const isCurrent = newest.stamped !== null && newest.stamped >= renewBefore;
    if (isCurrent && renewal > world.clock.now().getTime()) {
      renewalTimes.push(renewal);
      continue;
    }
    renewalTimes.push(renewalTime(await stampFile(world, signed, part, newest), months));
    stampedCount += 1;
  }
  await setArchiveDue(world.database.read, id, new Date(Math.min(...renewalTimes)));
  return stampedCount;
}

/**
 * When the next timestamp is due. An authority whose own certificate ends soon gives no longer validity: wait for half
 * of the remaining time, or every sweep would add another.
 */
function renewalTime({ validUntil, stamped }: Pick<NewestFile, 'validUntil' | 'stamped'>, months: number): number {
  if (validUntil === null || stamped === null) return 0;
  const [endTime, stampedTime] = [validUntil.getTime(), stamped.getTime()];
  return Math.max(endTime - months * MONTH, stampedTime + Math.max((endTime - stampedTime) / 2, MONTH));
}

/** The current file of a part: as sealed, or after the last document timestamp. */
export interface NewestFile {
  readonly sha256: string;
  readonly size: number;
  /** Number of its signatures, seals and document timestamps. */
  readonly signatures: number;
  /** Number of its document timestamps. */
  readonly number: number;
  readonly validUntil: Date | null;
  /** Time of the last document timestamp. */
  readonly stamped: Date | null;
}

/** @returns null while the trail is not sealed. */
export async function findNewestFile(
  world: Pick<World, 'database'>,
  signed: SignedDocument,
  part: ArchivedPart,
): Promise<NewestFile | null> {
  const revisions = await listNewestRevisions(world.database.read, [signed.id]);
  const revision = revisions.find((candidate) => candidate.part === part);
  if (revision !== undefined) {
    const { sha256, size, signatures, number, valid_until: validUntil, created_date: stamped } = revision;
    return { sha256, size, signatures, number, validUntil, stamped };
  }
  const asSealed = { number: 0, validUntil: null, stamped: null };
  if (part === 'signed') {
    return { ...asSealed, sha256: signed.sha256, size: signed.size, signatures: signed.signatures };
  }
  if (signed.audit_sha256 === null || signed.audit_size === null) return null;
  return { ...asSealed, sha256: signed.audit_sha256, size: signed.audit_size, signatures: 1 };
}

/** @returns when it was timestamped, and when the certificate of the new timestamp ends. */
async function stampFile(
  world: World,
  signed: SignedDocument,
  part: ArchivedPart,
  previous: NewestFile,
): Promise<{ validUntil: Date; stamped: Date }> {
  const number = previous.number + 1;
  const stampedFile = await world.pdf.stamp(await world.storage.get(previous.sha256), {
    field: `Fascicolo_Marca_${number}`,
    stamp: (digest) => world.timestamp.stamp(digest),
    validation: await loadValidationMaterial(world),
  });
  const signatures = previous.signatures + 1;
  const { timestamp } = stampedFile;
  const bytes = await checkOwnOutput(world, stampedFile.bytes, { signatures, level: 'B-LTA' });
  const sha256 = await world.storage.put(bytes);
  const size = bytes.byteLength;
  const validUntil = readCertificate(timestamp.certificate).notAfter;
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const row = { signed_document_id: signed.id, part, number, sha256, size, signatures };
    if (!(await insertRevision(tx, { ...row, valid_until: validUntil, created_date: now }))) return;
    const { authority, serial, genTime, sha256: tokenSha256 } = timestamp;
    const stampDetail = { authority, serial, genTime: genTime.toISOString(), tokenSha256 };
    const detail = { signedDocumentId: signed.id, part, number, sha256, size, ...stampDetail };
    await record(tx, documentSubject(signed.document_id), { type: 'archived', actor: SYSTEM_ACTOR, detail }, now);
  });
  return { validUntil, stamped: timestamp.genTime };
}
