/** Opens the store for heads of the evidence tree by its location: a folder path, or `s3://bucket/prefix`. */
import { resolve } from 'node:path';
import { openBucketHeads } from '#adapters/head-store/bucket.ts';
import { openFolderHeads } from '#adapters/head-store/folder.ts';
import type { Clock } from '#ports/clock.ts';
import { type HeadStore, HeadStoreUnusable } from '#ports/head-store.ts';
import { LocalizedError, localize, type Message } from './cli/terminal/language.ts';
import type { BucketAccess } from './settings/heads.ts';

const BUCKET_LOCATION = /^s3:\/\/([^/]+)(?:\/(.*))?$/;

/** Heads can be neither kept nor read there; the message is for the operator of the installation. */
export class HeadsRefused extends LocalizedError {
  override readonly name = 'HeadsRefused';
}

/** @returns the bucket of `s3://bucket/prefix`, with the prefix empty or ending in a slash; null for a folder. */
export function bucketOf(location: string): { bucket: string; prefix: string } | null {
  const [, bucket, prefix = ''] = BUCKET_LOCATION.exec(location) ?? [];
  return bucket === undefined ? null : { bucket, prefix: prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/` };
}

export const isBucketLocation = (location: string): boolean => BUCKET_LOCATION.test(location);

/** From a command-line argument: a relative path is resolved against the working directory. */
export const headLocation = (argument: string): string => (isBucketLocation(argument) ? argument : resolve(argument));

export const locationSetting = (place: string): string => (isBucketLocation(place) ? 'HEADS_S3_BUCKET' : 'HEADS_DIR');

/** @throws HeadsRefused for a bucket without keys. Sends no request: the first head kept or read does. */
export async function openHeads(
  location: string,
  access: BucketAccess | null,
  clock: Clock = { now: () => new Date() },
): Promise<HeadStore> {
  const bucket = bucketOf(location);
  if (bucket === null) return openFolderHeads(location);
  if (access === null) {
    throw new HeadsRefused({
      it: `Per ${location} servono HEADS_S3_ACCESS_KEY_ID e HEADS_S3_SECRET_ACCESS_KEY.`,
      en: `${location} needs HEADS_S3_ACCESS_KEY_ID and HEADS_S3_SECRET_ACCESS_KEY.`,
    });
  }
  return openBucketHeads({ ...access, ...bucket, clock });
}

const FAULTS: Readonly<Record<HeadStoreUnusable['reason'], Message>> = {
  unreachable: {
    it: 'non risponde come deve: controlla HEADS_S3_ENDPOINT, HEADS_S3_REGION e la rete',
    en: 'does not answer as it should: check HEADS_S3_ENDPOINT, HEADS_S3_REGION and the network',
  },
  denied: {
    it: 'rifiuta la chiave: controlla HEADS_S3_ACCESS_KEY_ID, HEADS_S3_SECRET_ACCESS_KEY e ciò che può fare',
    en: 'refuses the key: check HEADS_S3_ACCESS_KEY_ID, HEADS_S3_SECRET_ACCESS_KEY and what the key may do',
  },
  missing: { it: 'non c’è: controlla HEADS_S3_BUCKET', en: 'does not exist: check HEADS_S3_BUCKET' },
  unlocked: {
    it: 'non ha S3 Object Lock: le teste vi si potrebbero cancellare o sostituire. Serve un bucket creato con Object Lock',
    en: 'has no S3 Object Lock: heads could be deleted or replaced there. Use a bucket that was created with Object Lock',
  },
};

export const explainHeads = ({ reason, place, detail }: HeadStoreUnusable): string =>
  localize({
    it: `Il posto delle teste ${place} ${FAULTS[reason].it} (${detail}).`,
    en: `The place of the heads ${place} ${FAULTS[reason].en} (${detail}).`,
  });

/** Explains a failure for console output. */
export const failureReason = (error: unknown): string => {
  if (error instanceof HeadStoreUnusable) return explainHeads(error);
  return error instanceof Error ? error.message : String(error);
};

const NOT_STARTED: Message = { it: 'Fascicolo non parte', en: 'Fascicolo does not start' };

/**
 * Aborts the start if heads would not be kept. A store that does not answer aborts nothing: signing continues, the log
 * records it, and the store is checked again before the first head is written.
 * @throws HeadsRefused
 */
export async function admitHeads(
  heads: HeadStore,
  log: { error(fields: object, message: string): void },
): Promise<HeadStore> {
  try {
    await heads.checkRetention?.();
  } catch (error) {
    if (!(error instanceof HeadStoreUnusable)) throw error;
    if (error.reason !== 'unreachable') throw new HeadsRefused(`${localize(NOT_STARTED)}. ${explainHeads(error)}`);
    log.error({ err: error }, 'the place of the heads does not answer');
  }
  return heads;
}
