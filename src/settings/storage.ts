/** Settings of the file storage: `DATA_DIR/files`, or an S3 bucket. */
import { join } from 'node:path';
import { z } from 'zod';
import type { BucketSettings } from '#adapters/storage/bucket.ts';

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+\/)*[\w.-]*$/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const visible = z.string().regex(/^[\x21-\x7e]+$/, { message: 'expected visible ASCII characters without spaces' });
const address = z.string().refine(
  (text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, username, password, search, hash, pathname } = new URL(text);
    const plain = username === '' && password === '' && search === '' && hash === '' && pathname === '/';
    return plain && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)));
  },
  { message: 'expected https://host, without path, credentials and query (http:// only on this machine)' },
);

export const storageFields = {
  /** Bucket for files; by default they are stored in `DATA_DIR/files`. */
  S3_BUCKET: z.string().regex(BUCKET, { message: 'expected the name of a bucket' }).optional(),
  /** Prefix of every key, so that several installations may share a bucket. */
  S3_PREFIX: z.string().regex(PREFIX, { message: 'expected a prefix such as fascicolo/files' }).optional(),
  S3_REGION: visible.default('eu-south-1'),
  /** Address of a store other than Amazon's. */
  S3_ENDPOINT: address.optional(),
  /** `path` (https://host/bucket/key) is the default with S3_ENDPOINT, `virtual` (https://bucket.host/key) without. */
  S3_ADDRESSING: z.enum(['path', 'virtual']).optional(),
  S3_ACCESS_KEY_ID: visible.optional(),
  S3_SECRET_ACCESS_KEY: visible.optional(),
  /** Server-side encryption; no files are stored unless the store's answer confirms it. */
  S3_ENCRYPTION: z.enum(['AES256', 'aws:kms']).default('AES256'),
  /** Key for aws:kms; without it the bucket's default key. */
  S3_KMS_KEY_ID: visible.optional(),
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

type Given = Readonly<Record<string, unknown>>;

/** Inconsistent settings, as names and messages. */
export function storageProblems(given: Given): { name: string; message: string }[] {
  const has = (name: string): boolean => given[name] !== undefined;
  const problems: { name: string; message: string }[] = [];
  for (const [name, other] of [
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
    ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
    ['S3_ACCESS_KEY_ID', 'S3_BUCKET'],
    ['S3_SECRET_ACCESS_KEY', 'S3_BUCKET'],
    ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
    ['S3_PREFIX', 'S3_BUCKET'],
    ['S3_ENDPOINT', 'S3_BUCKET'],
  ] as const) {
    if (has(name) && !has(other) && !problems.some((one) => one.name === other)) {
      problems.push({ name: other, message: `is needed with ${name}` });
    }
  }
  if (has('S3_KMS_KEY_ID') && given.S3_ENCRYPTION !== 'aws:kms') {
    problems.push({ name: 'S3_KMS_KEY_ID', message: 'needs S3_ENCRYPTION=aws:kms' });
  }
  return problems;
}

/** @param given fields that {@link storageProblems} accepted. */
export function storageSettings(given: z.output<z.ZodObject<typeof storageFields>>, dataDir: string): StorageSettings {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint = null, S3_PREFIX: prefix = '' } = given;
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = given;
  return {
    folder: join(dataDir, 'files'),
    spool: join(dataDir, 'spool'),
    bucket:
      bucket === undefined
        ? null
        : {
            ...{ bucket, endpoint, accessKeyId, secretAccessKey, region: given.S3_REGION },
            prefix: prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`,
            addressing: given.S3_ADDRESSING ?? (endpoint === null ? 'virtual' : 'path'),
            encryption: given.S3_ENCRYPTION,
            kmsKeyId: given.S3_KMS_KEY_ID ?? null,
          },
  };
}
