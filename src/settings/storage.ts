/** Settings of the file storage: `DATA_DIR/files`, or an S3 bucket. */
import { join } from 'node:path';
import { z } from 'zod';
import type { BucketSettings } from '#adapters/storage/bucket.ts';
import { missingDependencies, type Needs } from './checks/missing-needs.ts';
import { bilingual, firstOfEach, type Problem } from './checks/problem.ts';
import { addressThat, bucketName, isConfidential, prefixLike, visibleAscii } from './checks/value-schemas.ts';
import { setting } from './description.ts';

const address = addressThat(
  (url) => url.search === '' && url.hash === '' && url.pathname === '/' && isConfidential(url),
  bilingual({
    it: 'atteso https://host, senza percorso, credenziali né query (http:// solo su questa macchina)',
    en: 'expected https://host, without path, credentials and query (http:// only on this machine)',
  }),
);

export const storageFields = {
  S3_BUCKET: setting(bucketName.optional(), 'Bucket in which files are stored.', 'fascicolo-files', {
    unset: 'the folder `DATA_DIR/files`',
  }),
  S3_PREFIX: setting(
    prefixLike('fascicolo/files').optional(),
    'Beginning of every key, so that several installations may share a bucket.',
    'fascicolo/files',
    { unset: 'none' },
  ),
  S3_REGION: setting(visibleAscii.default('eu-south-1'), 'Region of the bucket.', 'eu-south-1'),
  S3_ENDPOINT: setting(address.optional(), 'Address of a store that is not Amazon’s.', 'https://s3.example.it', {
    unset: 'Amazon S3 in the region',
  }),
  S3_ADDRESSING: setting(
    z.enum(['path', 'virtual']).optional(),
    'Form of addresses: https://host/bucket/key (`path`) or https://bucket.host/key (`virtual`).',
    'path',
    { unset: '`path` with `S3_ENDPOINT`, otherwise `virtual`' },
  ),
  S3_ACCESS_KEY_ID: setting(visibleAscii.optional(), 'Access key of the bucket.', 'fascicolo'),
  S3_SECRET_ACCESS_KEY: setting(
    visibleAscii.optional(),
    'Secret of that access key.',
    '/etc/fascicolo/secrets/s3-secret-access-key',
  ),
  S3_ENCRYPTION: setting(
    z.enum(['AES256', 'aws:kms']).default('AES256'),
    'Server-side encryption; a store whose answer does not confirm it gets no files.',
    'AES256',
  ),
  S3_KMS_KEY_ID: setting(visibleAscii.optional(), 'Key for aws:kms.', 'alias/fascicolo', {
    unset: 'the bucket’s default key',
  }),
};

/** Secret settings: by value or by file. */
export const storageSecrets = ['S3_SECRET_ACCESS_KEY'] as const;

export interface StorageSettings {
  readonly folder: string;
  /** Folder for files received in parts, until they are complete. */
  readonly spool: string;
  /** Null: files are stored in the folder. */
  readonly bucket: BucketSettings | null;
}

type RawSettings = Readonly<Record<string, unknown>>;

const NEEDS: Needs = {
  S3_BUCKET: ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  S3_ACCESS_KEY_ID: ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
  S3_SECRET_ACCESS_KEY: ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
  S3_PREFIX: ['S3_BUCKET'],
  S3_ENDPOINT: ['S3_BUCKET'],
};

/** Inconsistent settings. */
export function storageProblems(raw: RawSettings): Problem[] {
  const has = (name: string): boolean => raw[name] !== undefined;
  const problems = firstOfEach(missingDependencies(NEEDS, has));
  if (has('S3_KMS_KEY_ID') && raw.S3_ENCRYPTION !== 'aws:kms') {
    const message = { it: 'richiede S3_ENCRYPTION=aws:kms', en: 'needs S3_ENCRYPTION=aws:kms' };
    problems.push({ name: 'S3_KMS_KEY_ID', message });
  }
  return problems;
}

/** @param raw fields that {@link storageProblems} accepted. */
export function storageSettings(raw: z.output<z.ZodObject<typeof storageFields>>, dataDir: string): StorageSettings {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint = null, S3_PREFIX: prefix = '' } = raw;
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = raw;
  return {
    folder: join(dataDir, 'files'),
    spool: join(dataDir, 'spool'),
    bucket:
      bucket === undefined
        ? null
        : {
            ...{ bucket, endpoint, accessKeyId, secretAccessKey, region: raw.S3_REGION },
            prefix: prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`,
            addressing: raw.S3_ADDRESSING ?? (endpoint === null ? 'virtual' : 'path'),
            encryption: raw.S3_ENCRYPTION,
            kmsKeyId: raw.S3_KMS_KEY_ID ?? null,
          },
  };
}
