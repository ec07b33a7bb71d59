/** The owner of the database replaces the confirmed file before it is signed. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, type Stage } from '../../stages/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** Everything is confirmed, nothing signed yet. */
async function confirmedDocument(): Promise<number> {
  const { id, path, browser, points, code } = await stage.readyToConfirm();
  expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
  return id;
}
const change = async (table: string, set: string, id: number): Promise<void> => {
  await stage.test.world.database.transaction((tx) =>
    sql`update ${sql.table(table)} set ${sql.raw(set)} where document_id = ${id}`.execute(tx),
  );
};
const sealedFiles = (id: number) =>
  stage.read.selectFrom('signed_document').select('id').where('document_id', '=', id).execute();

it('a file that replaced the one that was read is never signed', async () => {
  const other = await confirmedDocument();
  const { read } = stage.test.world.database;
  const { prepared_sha256 } = await read
    .selectFrom('session_document')
    .select('prepared_sha256')
    .where('document_id', '=', other)
    .executeTakeFirstOrThrow();
  const id = await confirmedDocument();
  await change('session_document', `prepared_sha256 = '${prepared_sha256}'`, id);
  await stage.test.world.jobs.tryOnce();
  expect(await sealedFiles(id)).toEqual([]);
  expect(stage.test.logLines.some((line) => line.includes('is not the file that was confirmed'))).toBe(true);
});

it('a signature field that its signer did not confirm is never signed', async () => {
  const id = await confirmedDocument();
  await change('signature_point', "field = field || 'X'", id);
  await stage.test.world.jobs.tryOnce();
  expect(await sealedFiles(id)).toEqual([]);
  expect(stage.test.logLines.some((line) => line.includes('was confirmed by nobody'))).toBe(true);
});
