/** Settings of the storage for the evidence tree's heads: a folder, or a bucket with object lock (record 0050). */
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** D-9: evidence of an advanced signature is kept for twenty years after the last document; a head is small, and its lock cannot be ended. */
const YEARS = { least: 20, most: 100 } as const;

const address = z.string().refine(
  (text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, search } = new URL(text);
    return /^https?:$/.test(protocol) && username === '' && password === '' && search === '';
  },
  { message: 'expected an address beginning with https:// or http://, without credentials and query' },
);
const visible = z.string().regex(/^[\x21-\x7e]+$/, { message: 'expected visible ASCII characters without spaces' });
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Prefix of the heads' names: segments of letters, digits, `-`, `_` and `.`. */
const PREFIX = /^(?:[\w.-]+\/)*[\w.-]*$/;

export const headsFields = {
  /** Folder for the heads of the evidence tree; preferably not writable by the database's operators. */
  HEADS_DIR: z.string().min(1).optional(),
  /** Instead of the folder, a bucket with S3 Object Lock, where no account can delete or replace them. */
  HEADS_S3_BUCKET: z.string().regex(BUCKET, { message: 'expected the name of a bucket' }).optional(),
  /** Prefix of every name, so that several installations may share a bucket. */
  HEADS_S3_PREFIX: z.string().regex(PREFIX, { message: 'expected a prefix such as fascicolo/heads' }).optional(),
  HEADS_S3_REGION: visible.default('eu-south-1'),
  /** Address of a store other than Amazon's. */
  HEADS_S3_ENDPOINT: address.optional(),
  HEADS_S3_ACCESS_KEY_ID: visible.optional(),
  HEADS_S3_SECRET_ACCESS_KEY: visible.optional(),
  /** How long each head is locked; no account can shorten it, not even the bucket's owner. */
  HEADS_S3_YEARS: z.coerce.number().int().min(YEARS.least).max(YEARS.most).default(YEARS.least),
};

/** Access to buckets. */
export interface BucketAccess {
  readonly region: string;
  readonly endpoint: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly years: number;
}

export interface HeadsSettings {
  /** A folder's path, or `s3://bucket/prefix`. */
  readonly place: string;
  /** True if set explicitly; false for the default folder beside the database. */
  readonly named: boolean;
  /** Null without keys. */
  readonly access: BucketAccess | null;
}

type Given = Readonly<Record<string, unknown>>;

/** Inconsistent settings, as names and messages. */
export function headsProblems(given: Given): { name: string; message: string }[] {
  const has = (name: string): boolean => given[`HEADS_${name}`] !== undefined;
  const problems: { name: string; message: string }[] = [];
  if (has('DIR') && has('S3_BUCKET')) {
    problems.push({ name: 'HEADS_S3_BUCKET', message: 'not beside HEADS_DIR: heads are kept in one place' });
  }
  // Keys without a bucket are valid: `verify-evidence --heads s3://…` uses them.
  for (const [name, other] of [
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
    ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
    ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['S3_PREFIX', 'S3_BUCKET'],
  ] as const) {
    if (has(name) && !has(other)) problems.push({ name: `HEADS_${other}`, message: `is needed with HEADS_${name}` });
  }
  return problems;
}

/** @param given fields that {@link headsProblems} accepted. */
export function headsSettings(given: z.output<z.ZodObject<typeof headsFields>>, dataDir: string): HeadsSettings {
  const { HEADS_DIR: folder, HEADS_S3_BUCKET: bucket, HEADS_S3_PREFIX: prefix = '' } = given;
  const { HEADS_S3_ACCESS_KEY_ID: accessKeyId, HEADS_S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  return {
    place: bucket === undefined ? resolve(folder ?? join(dataDir, 'heads')) : `s3://${bucket}/${prefix}`,
    named: folder !== undefined || bucket !== undefined,
    access:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : {
            ...{ accessKeyId, secretAccessKey, region: given.HEADS_S3_REGION, years: given.HEADS_S3_YEARS },
            endpoint: given.HEADS_S3_ENDPOINT ?? null,
          },
  };
}
