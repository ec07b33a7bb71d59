/** Settings of the storage for the evidence tree's heads: a folder, or a bucket with object lock (record 0050). */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { incompatibleWith, type Problem, requiredWith, withReason } from './checks/problem.ts';
import {
  addressThat,
  bucketName,
  expectedAddress,
  prefixLike,
  visibleAscii,
  WITHOUT_QUERY,
} from './checks/value-schemas.ts';
import { setting } from './description.ts';

/** D-9: evidence of an advanced signature is kept for twenty years after the last document; a head is small, and its lock cannot be ended. */
const YEARS = { least: 20, most: 100 } as const;

const address = addressThat(
  ({ protocol, search }) => /^https?:$/.test(protocol) && search === '',
  expectedAddress(['https:', 'http:'], WITHOUT_QUERY),
);

export const headsFields = {
  HEADS_DIR: setting(
    z.string().min(1).optional(),
    'Folder for heads of the audit trail, best on a volume that the owner of the database cannot write to.',
    '/mnt/heads',
    { unset: '`DATA_DIR/heads`' },
  ),
  HEADS_S3_BUCKET: setting(
    bucketName.optional(),
    'Bucket made with S3 Object Lock, in place of the folder; nobody can delete or replace heads in it.',
    'fascicolo-heads',
  ),
  HEADS_S3_PREFIX: setting(
    prefixLike('fascicolo/heads').optional(),
    'Beginning of every name, so that several installations may share a bucket.',
    'fascicolo/heads',
    { unset: 'none' },
  ),
  HEADS_S3_REGION: setting(visibleAscii.default('eu-south-1'), 'Region of the bucket of heads.', 'eu-south-1'),
  HEADS_S3_ENDPOINT: setting(address.optional(), 'Address of a store that is not Amazon’s.', 'https://s3.example.it', {
    unset: 'Amazon S3 in the region',
  }),
  HEADS_S3_ACCESS_KEY_ID: setting(visibleAscii.optional(), 'Access key of the bucket of heads.', 'fascicolo'),
  HEADS_S3_SECRET_ACCESS_KEY: setting(
    visibleAscii.optional(),
    'Secret of that access key.',
    '/etc/fascicolo/secrets/heads-s3-secret-access-key',
  ),
  HEADS_S3_YEARS: setting(
    z.coerce.number().int().min(YEARS.least).max(YEARS.most).default(YEARS.least),
    'How long each head is locked; nobody can shorten it, not even the owner of the bucket.',
    '20',
    { unit: 'years' },
  ),
};

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

type RawSettings = Readonly<Record<string, unknown>>;

/** Inconsistent settings. */
export function headsProblems(raw: RawSettings): Problem[] {
  const has = (name: string): boolean => raw[`HEADS_${name}`] !== undefined;
  const problems: Problem[] = [];
  if (has('DIR') && has('S3_BUCKET')) {
    const reason = { it: 'le teste si conservano in un posto solo', en: 'heads are kept in one place' };
    problems.push({ name: 'HEADS_S3_BUCKET', message: withReason(incompatibleWith('HEADS_DIR'), reason) });
  }
  // Keys without a bucket are valid: `verify-evidence --heads s3://…` uses them.
  for (const [name, other] of [
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
    ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
    ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['S3_PREFIX', 'S3_BUCKET'],
  ] as const) {
    if (has(name) && !has(other)) problems.push({ name: `HEADS_${other}`, message: requiredWith(`HEADS_${name}`) });
  }
  return problems;
}

/** @param raw fields that {@link headsProblems} accepted. */
export function headsSettings(raw: z.output<z.ZodObject<typeof headsFields>>, dataDir: string): HeadsSettings {
  const { HEADS_DIR: folder, HEADS_S3_BUCKET: bucket, HEADS_S3_PREFIX: prefix = '' } = raw;
  const { HEADS_S3_ACCESS_KEY_ID: accessKeyId, HEADS_S3_SECRET_ACCESS_KEY: secretAccessKey } = raw;
  return {
    place: bucket === undefined ? resolve(folder ?? join(dataDir, 'heads')) : `s3://${bucket}/${prefix}`,
    named: folder !== undefined || bucket !== undefined,
    access:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : {
            ...{ accessKeyId, secretAccessKey, region: raw.HEADS_S3_REGION, years: raw.HEADS_S3_YEARS },
            endpoint: raw.HEADS_S3_ENDPOINT ?? null,
          },
  };
}
