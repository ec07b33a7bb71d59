/** Awaited signers are found by indexes, however many signatures there were. */
import { CompiledQuery, sql } from 'kysely';
import { expect, it } from 'vitest';
import { fill } from '../../../../test/lists/random-lists.ts';
import { recordStatements } from '../../../../test/statements.ts';
import { makeWorld } from '../../../../test/world.ts';
import { listAwaitedSigners } from './awaited-signers.queries.ts';

it('a page of rows scans no table completely', async () => {
  const test = await makeWorld();
  const { read } = test.world.database;
  await fill(test.world.database, { dossiers: 50, folders: 100, documents: 3000 });
  await sql`insert into signing_session (folder_id, state, method, started_by, created_date, expires_date, hst)
    select folder_id, case when status = 'START_SIGN' then 'OPEN' else 'COMPLETED' end, 'OTP', 'dealer', now(), now(), hst
    from document cross join generate_series(1, 3) order by document.id`.execute(read);
  await sql`insert into session_document (session_id, document_id, original_sha256, running)
    select session.id, document.id, '', false from
      (select id, row_number() over (order by id) as n from signing_session) as session
      join (select id, row_number() over (order by id) as n from document cross join generate_series(1, 3)) as document
      using (n)`.execute(read);
  await sql`insert into signer (session_id, role, position, first_name, last_name, phone, email, state)
    select id, 'customer', turn, 'Ginevra', 'Provetti', '', '', case when state = 'OPEN' then 'WAITING' else 'SIGNED' end
    from signing_session cross join generate_series(1, 2) as turn`.execute(read);
  await sql`insert into link_delivery (signer_id, link_epoch, channel, sent_date)
    select id, 1, 'EMAIL', now() from signer`.execute(read);
  await sql`analyze`.execute(read);
  const { db, statements } = recordStatements(read);
  const waiting = await read.selectFrom('document').select('id').where('status', '=', 'START_SIGN').limit(20).execute();
  expect(waiting).toHaveLength(20);
  const ids = waiting.map(({ id }) => id);
  expect(await listAwaitedSigners(db, ids)).toHaveLength(40);
  const [node] = statements;
  if (node === undefined) throw new Error('No statement');
  const made = read.getExecutor().compileQuery(node, { queryId: 'plan' });
  const plan = await read.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`explain ${made.sql}`, [...made.parameters]),
  );
  const lines = plan.rows.map((row) => row['QUERY PLAN'] ?? '').join('\n');
  expect(lines).toContain('session_document_document');
  expect(lines).not.toContain('Seq Scan');
  await test.close();
});
