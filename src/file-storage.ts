/** Opens the configured file storage: a local folder or a bucket. */
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { openBucketStorage, REQUEST_LIMIT_MS } from '#adapters/storage/bucket.ts';
import { openFolderStorage } from '#adapters/storage/folder.ts';
import type { Clock } from '#ports/clock.ts';
import type { Storage } from '#ports/storage.ts';
import type { StorageSettings } from './settings/storage.ts';

export interface FilePlaceOptions {
  readonly clock: Clock;
  readonly log: Parameters<typeof openCircuitBreaker>[0]['log'];
  /** False if another process may be writing to the folder. */
  readonly alone: boolean;
}

/** Sends no request to a bucket before the first file is stored or read. */
export async function openFiles(settings: StorageSettings, { clock, log, alone }: FilePlaceOptions): Promise<Storage> {
  if (settings.bucket === null) return openFolderStorage(settings.folder, { alone });
  const guard = openCircuitBreaker({ system: 'storage', clock, log, timeLimit: REQUEST_LIMIT_MS });
  return openBucketStorage(settings.bucket, { spool: settings.spool, guard });
}
