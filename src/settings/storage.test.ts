/** Settings of the file bucket: their meaning, and inconsistent combinations. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { rowsOf } from '#test/rows.ts';
import { storageFields, storageProblems, storageSecrets, storageSettings } from './storage.ts';

const fields = z.object(storageFields);
const KEYS = { S3_ACCESS_KEY_ID: 'AKID', S3_SECRET_ACCESS_KEY: 'segreto' };
const settings = (given: Record<string, string>) => storageSettings(fields.parse(given), '/dati');

it('keeps files in the folder unless a bucket is configured', () => {
  expect(settings({})).toEqual({ folder: '/dati/files', spool: '/dati/spool', bucket: null });
});

it('uses the bucket’s own host at Amazon, a path at other stores, unless configured otherwise', () => {
  const amazon = settings({ S3_BUCKET: 'fascicoli', ...KEYS }).bucket;
  expect(amazon).toMatchObject({ addressing: 'virtual', endpoint: null, encryption: 'AES256', prefix: '' });
  const own = { S3_BUCKET: 'fascicoli', S3_ENDPOINT: 'https://s3.example.com', S3_PREFIX: 'prod/files', ...KEYS };
  expect(settings(own).bucket).toMatchObject({ addressing: 'path', prefix: 'prod/files/' });
  expect(settings({ ...own, S3_ADDRESSING: 'virtual' }).bucket).toMatchObject({ addressing: 'virtual' });
  expect(settings({ ...own, S3_PREFIX: 'prod/files/' }).bucket).toMatchObject({ prefix: 'prod/files/' });
});

it.each(
  rowsOf(`
    S3_BUCKET     | Fascicoli
    S3_PREFIX     | /files
    S3_ENDPOINT   | http://s3.example.com
    S3_ENDPOINT   | https://chiave:segreto@s3.example.com
    S3_ENDPOINT   | https://s3.example.com/fascicoli
    S3_ENDPOINT   | s3.example.com
    S3_ADDRESSING | host
    S3_ENCRYPTION | none
  `),
)('refuses %s=%s', (name, value) => {
  expect(fields.safeParse({ [name]: value }).error?.issues.map(({ path }) => path[0])).toEqual([name]);
});

it('reports everything that is missing', () => {
  const names = (given: object) => storageProblems({ ...given }).map(({ name }) => name);
  expect(names({})).toEqual([]);
  expect(names({ S3_BUCKET: 'a', ...KEYS })).toEqual([]);
  expect(names({ S3_BUCKET: 'a' })).toEqual(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  expect(names({ S3_SECRET_ACCESS_KEY: 'a', S3_PREFIX: 'a' })).toEqual(['S3_BUCKET', 'S3_ACCESS_KEY_ID']);
  expect(names({ S3_KMS_KEY_ID: 'k' })).toEqual(['S3_KMS_KEY_ID']);
  expect(names({ S3_KMS_KEY_ID: 'k', S3_ENCRYPTION: 'aws:kms' })).toEqual([]);
});

it('lists its secrets', () => {
  for (const name of storageSecrets) expect(Object.keys(storageFields)).toContain(name);
});
