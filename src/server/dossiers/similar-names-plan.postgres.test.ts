/** Searching for a misspelled name uses indexes, however many customers there are. */
import { CompiledQuery, sql } from 'kysely';
import { expect, it } from 'vitest';
import { ACTORS, fill } from '../../../test/lists/random-lists.ts';
import { recordStatements } from '../../../test/statements.ts';
import { makeWorld } from '../../../test/world.ts';
import { searchDossiers } from './search.ts';
import { similarTo } from './similar-names.ts';

it('no statement scans all customers or all words', async () => {
  const test = await makeWorld();
  const { read } = test.world.database;
  await fill(test.world.database, { dossiers: 50, folders: 10, documents: 10 });
  await sql`insert into dossier (hst, legal_entity, brands, status, first_name, last_name, mobile_phone, email, street, city,
      postal_code, search_text, customer_text, created_date, last_modified_date)
    select hst, legal_entity, brands, 'OPEN', 'Nome' || chr(97 + n % 26), 'Cogno' || chr(97 + n / 26 % 26) || chr(97 + n / 676), '',
      '', street, city, postal_code, '', '', created_date, last_modified_date
    from (select * from dossier order by id limit 1) as one cross join generate_series(1, 15000) as n`.execute(read);
  await sql`analyze`.execute(read);
  const { db, statements } = recordStatements(read);
  const similar = await similarTo(db, 'Congoca Nomeb');
  if (similar === null) throw new Error('Nothing is one slip away');
  const [admin] = ACTORS;
  if (admin === undefined) throw new Error('Nobody sees everything');
  const page = { page: 0, size: 5, sort: ['lastModifiedDate,desc'] };
  const contents = { folderCount: () => null, hasSigned: async () => false, deleteFolders: async () => undefined };
  const { total } = await searchDossiers(db, { actor: admin, page, criteria: [], contents, similar });
  expect(total).toBeGreaterThan(0);
  expect(statements.length).toBeGreaterThan(2);
  for (const node of statements) {
    const made = db.getExecutor().compileQuery(node, { queryId: 'plan' });
    const plan = await read.executeQuery<Record<string, string>>(
      CompiledQuery.raw(`explain ${made.sql}`, [...made.parameters]),
    );
    const lines = plan.rows.map((row) => row['QUERY PLAN'] ?? '').join('\n');
    expect(lines).not.toMatch(/Seq Scan on (dossier|name_variant)\b/);
  }
  await test.close();
});
