/** For `doctor`: checks that heads can be stored as configured. The trial object is locked for seconds and then deleted. */

import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import type { Message } from '#domain/errors.ts';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import type { HeadStoreUnusable } from '#ports/head-store.ts';
import { nameOf, statusOf } from '../outside/s3-error.ts';
import { type BucketSettings, openBucketHeads } from './bucket.ts';

/** Limit for the whole check. */
const LIMIT_MS = 4_500;
/** Lock duration of the trial object: stores count in whole seconds. */
const LOCK_MS = 2_000;
const CONTENT = Buffer.from('fascicolo doctor');
const CHECKSUM = createHash('sha256').update(CONTENT).digest('base64');

const isDenied = (error: unknown): boolean => statusOf(error) === 403 || statusOf(error) === 401;

const REASONS: Readonly<Record<HeadStoreUnusable['reason'], readonly [name: string, text: Message]>> = {
  unreachable: [
    'HEADS_S3_ENDPOINT',
    {
      it: 'non risponde come dovrebbe un archivio. Controlla HEADS_S3_ENDPOINT, HEADS_S3_REGION e la rete.',
      en: 'does not answer as a store should. Check HEADS_S3_ENDPOINT, HEADS_S3_REGION and the network.',
    },
  ],
  denied: [
    'HEADS_S3_ACCESS_KEY_ID',
    {
      it: 'rifiuta la chiave. Correggi HEADS_S3_ACCESS_KEY_ID e HEADS_S3_SECRET_ACCESS_KEY, e permetti alla chiave list, get e put.',
      en: 'refuses the key. Correct HEADS_S3_ACCESS_KEY_ID and HEADS_S3_SECRET_ACCESS_KEY, and let the key list, get and put.',
    },
  ],
  missing: [
    'HEADS_S3_BUCKET',
    {
      it: 'non esiste. Crealo con Object Lock, oppure correggi HEADS_S3_BUCKET.',
      en: 'is not there. Create it with object lock, or correct HEADS_S3_BUCKET.',
    },
  ],
  unlocked: [
    'HEADS_S3_BUCKET',
    {
      it: 'non ha Object Lock: le teste vi si potrebbero cancellare o sostituire. Usa un bucket creato con Object Lock.',
      en: 'has no object lock: heads could be deleted or replaced. Use a bucket that was created with object lock.',
    },
  ],
};

interface Trial {
  readonly lockMs: number;
  readonly limitMs: number;
  readonly s3: typeof import('@aws-sdk/client-s3');
  readonly client: S3Client;
  readonly settings: BucketSettings;
  readonly abortSignal: AbortSignal;
  /** The finding for a store that does not answer in time. */
  readonly timeoutFinding: Finding;
}

/**
 * The bucket's lock is checked before anything is written: a store without object lock overwrites the object when a lock
 * is requested. A store that does not answer in time, or answers with an error, is a finding.
 * `lockMs`: how long the test object is locked. `limitMs`: time for the check, and again for deleting the object.
 */
export async function checkHeadBucket(
  settings: BucketSettings,
  { lockMs = LOCK_MS, limitMs = LIMIT_MS } = {},
): Promise<Finding[]> {
  const place = `s3://${settings.bucket}/${settings.prefix}`;
  const abortSignal = AbortSignal.timeout(limitMs);
  const late = failure('HEADS_S3_ENDPOINT', {
    it: `${place} non ha risposto in tempo. Controlla la rete.`,
    en: `${place} did not answer in time. Check the network.`,
  });
  try {
    const heads = await openBucketHeads(settings);
    await abortable(heads.checkRetention?.() ?? Promise.resolve(), abortSignal);
    await abortable(heads.newest(), abortSignal);
  } catch (error) {
    if (abortSignal.aborted) return [late];
    if (!isUnusable(error)) throw error;
    const [name, text] = REASONS[error.reason];
    return [
      failure(name, {
        it: `${place} ${text.it} Risposta dell’archivio: ${error.detail}.`,
        en: `${place} ${text.en} Answer of the store: ${error.detail}.`,
      }),
    ];
  }
  const reached = ok('HEADS_S3_BUCKET', {
    it: `${place} risponde e ha Object Lock.`,
    en: `${place} answers and has object lock.`,
  });
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  try {
    return [reached, ...(await tryLock({ lockMs, limitMs, s3, client, settings, abortSignal, timeoutFinding: late }))];
  } catch (error) {
    return [reached, abortSignal.aborted ? late : trialFailure(error)];
  } finally {
    client.destroy();
  }
}

function trialFailure(error: unknown): Finding {
  const reason = `${statusOf(error) ?? ''} ${nameOf(error)}`.trim();
  return failure('HEADS_S3_BUCKET', {
    it: `La prova del blocco è fallita: ${reason}. Ripetila; se fallisce ancora, controlla l’archivio.`,
    en: `Trying the lock failed: ${reason}. Repeat it; if it fails again, check the store.`,
  });
}

const isUnusable = (error: unknown): error is HeadStoreUnusable => nameOf(error) === 'HeadStoreUnusable';

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', stop));
}

/** Write nothing with a key that cannot delete it, nor where the bucket locks every object for longer. */
async function tryLock(trial: Trial): Promise<Finding[]> {
  const { s3, client, settings, abortSignal } = trial;
  const { bucket: Bucket, prefix } = settings;
  const Key = `${prefix}doctor/${randomUUID()}`;
  const lock = await client.send(new s3.GetObjectLockConfigurationCommand({ Bucket }), { abortSignal });
  if (lock.ObjectLockConfiguration?.Rule?.DefaultRetention !== undefined) {
    return [
      ok('object lock', {
        it: 'Il bucket blocca ogni oggetto per impostazione; non è stato scritto nulla per prova.',
        en: 'The bucket locks every object by default; no test object was written.',
      }),
    ];
  }
  const deletion = await client
    .send(new s3.DeleteObjectCommand({ Bucket, Key, VersionId: 'null' }), { abortSignal })
    .catch((error: unknown) => error);
  if (isDenied(deletion)) {
    return [
      ok('object lock', {
        it: 'La chiave non può cancellare, come deve essere; perciò non è stato scritto nulla per prova.',
        en: 'The key may not delete, as it should be; so no test object was written.',
      }),
    ];
  }
  const versionIds: (string | undefined)[] = [];
  const findings: Finding[] = [];
  try {
    findings.push(...(await writeAndLock(trial, Key, versionIds)));
  } catch (error) {
    const reason = `${statusOf(error) ?? ''} ${nameOf(error)}`.trim();
    const writeFailure = failure('HEADS_S3_BUCKET', {
      it: `La scrittura di prova è fallita: ${reason}. Permetti alla chiave put.`,
      en: `Writing to try failed: ${reason}. Let the key put.`,
    });
    findings.push(abortSignal.aborted ? trial.timeoutFinding : writeFailure);
  }
  return [...findings, await deleteTrialObject(trial, Key, versionIds)];
}

async function writeAndLock(trial: Trial, Key: string, versionIds: (string | undefined)[]): Promise<Finding[]> {
  const { lockMs, s3, client, settings, abortSignal } = trial;
  const Bucket = settings.bucket;
  const put = async (): Promise<void> => {
    const input: PutObjectCommandInput = { Bucket, Key, Body: CONTENT, ChecksumSHA256: CHECKSUM, IfNoneMatch: '*' };
    const retention = { ObjectLockRetainUntilDate: new Date(settings.clock.now().getTime() + lockMs) };
    const command = new s3.PutObjectCommand({ ...input, ObjectLockMode: 'COMPLIANCE', ...retention });
    versionIds.push((await client.send(command, { abortSignal })).VersionId);
  };
  await put();
  const [VersionId] = versionIds;
  const version = VersionId === undefined ? {} : { VersionId };
  const removed = await client.send(new s3.DeleteObjectCommand({ Bucket, Key, ...version }), { abortSignal }).then(
    () => true,
    () => false,
  );
  if (removed) {
    versionIds.shift();
    return [
      failure('object lock', {
        it: 'L’archivio accetta il blocco di un oggetto e lo cancella lo stesso. Usa un archivio che conserva ciò che è bloccato.',
        en: 'The store takes the lock of an object and deletes the object all the same. Use a store that keeps what is locked.',
      }),
    ];
  }
  const secondPut = await put().then(
    () => null,
    (error: unknown) => error,
  );
  if (secondPut !== null && statusOf(secondPut) !== 412 && statusOf(secondPut) !== 409) throw secondPut;
  return [
    ok('object lock', {
      it: 'Un oggetto bloccato non si può cancellare.',
      en: 'A locked object cannot be deleted.',
    }),
    secondPut === null
      ? ok('conditional put', {
          it: 'L’archivio scrive una seconda versione con lo stesso nome; la prima vale e resta.',
          en: 'The store writes a second version of a name; the first one counts and stays.',
        })
      : ok('conditional put', {
          it: 'Un oggetto si scrive una volta sola.',
          en: 'An object is written only once.',
        }),
  ];
}

async function deleteTrialObject(
  { lockMs, limitMs, s3, client, settings, abortSignal }: Trial,
  Key: string,
  versionIds: readonly (string | undefined)[],
): Promise<Finding> {
  const Bucket = settings.bucket;
  for (;;) {
    const deletion = { abortSignal: AbortSignal.timeout(limitMs) };
    const deletions = await Promise.allSettled(
      versionIds.map((VersionId) => {
        const version = VersionId === undefined ? {} : { VersionId };
        return client.send(new s3.DeleteObjectCommand({ Bucket, Key, ...version }), deletion);
      }),
    );
    if (deletions.every(({ status }) => status === 'fulfilled')) {
      return ok('delete', {
        it: `Ciò che era scritto per prova (${Key}) è cancellato.`,
        en: `The test object (${Key}) was deleted again.`,
      });
    }
    if (abortSignal.aborted) break;
    await pause(lockMs / 10);
  }
  return warning('delete', {
    it: `${Key} è stato scritto per prova e non si è ancora potuto cancellare. Cancellalo a mano.`,
    en: `The test object ${Key} could not be deleted yet. Delete it by hand.`,
  });
}
