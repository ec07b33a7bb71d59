/** Which columns a backup treats as names of stored files: every column is classified. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReady } from '#test/embedded.ts';
import { wordsIn } from '#test/rows.ts';
import type { EmbeddedDatabase } from './pglite.ts';
import { NOT_FILES } from './snapshot.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await openReady();
});
afterAll(() => database.close());

it('every column whose name ends in sha256 names a stored file, or is listed as an exception', async () => {
  const found = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%sha256' order by 1`.execute(database.read);
  expect(found.rows.map(({ name }) => name).filter((name) => !NOT_FILES.includes(name))).toEqual(
    wordsIn(`
      archive_revision.sha256 document.file_sha256 document_photo.sha256 fea_adherence.request_sha256
      fea_adherence.signed_sha256 license.afgclic_sha256 partly_signed_document.sha256
      session_document.original_sha256 session_document.prepared_sha256 signed_document.audit_sha256
      signed_document.sha256 signer_reading.prepared_sha256
    `),
  );
});
