/** The list of all documents and its counts use indexes, however many documents there are. */
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Criterion, criteriaSchema } from '#contract/definition/criteria.ts';
import { DOCUMENT_CRITERIA } from '#contract/documents.ts';
import { viewCriteria } from '#domain/documents/document-views.ts';
import { testNow } from '../../../../../test/clock.ts';
import { ACTORS, fill } from '../../../../../test/lists/random-lists.ts';
import { recordStatements } from '../../../../../test/statements.ts';
import { makeWorld, type TestWorld } from '../../../../../test/world.ts';
import { searchDocuments } from '../search.ts';
import { countViews } from './count.ts';

let test: TestWorld;
beforeAll(async () => {
  test = await makeWorld();
  const { database } = test.world;
  await fill(database, { dossiers: 50, folders: 100, documents: 500 });
  await sql`insert into document (folder_id, dossier_id, hst, legal_entity, brand, folder_type, customer_name, type, status,
      archivable, signable, variable_fields, created_by, created_date, last_modified_date)
    select folder_id, dossier_id, hst, legal_entity, brand, folder_type, customer_name, 'TYPE_' || copy, 'SIGNED',
      archivable, signable, variable_fields, 'login' || copy, ${testNow()}::timestamptz - copy * interval '1 day', ${testNow()}
    from document cross join generate_series(1, 100) as copy`.execute(database.read);
  await sql`analyze`.execute(database.read);
}, 120_000);
afterAll(() => test.close());

const criteriaOf = (body: object): readonly Criterion[] => criteriaSchema(DOCUMENT_CRITERIA).parse(body);
const since = new Date(testNow().getTime() - 2 * 86_400_000).toISOString();

it.each<[string, object]>([
  ['what was refused', viewCriteria('declined')],
  ['a period', { createdDate: { greaterThanOrEqual: since } }],
  ['a period of what is signed', { createdDate: { greaterThanOrEqual: since }, ...viewCriteria('signed') }],
  ['a type', { type: { equals: 'TYPE_7' } }],
  ['a seller', { createdBy: { equals: 'login7' } }],
  ['everything', {}],
])('%s, for a user of the whole network', async (_, body) => {
  const { db, statements } = recordStatements(test.world.database.read);
  const [admin] = ACTORS;
  if (admin === undefined) throw new Error('Nobody sees everything');
  const page = { page: 0, size: 10, sort: ['createdDate,desc'] };
  await searchDocuments(db, { actor: admin, page, criteria: criteriaOf(body) });
  const { status: _status, declined: _declined, ...beside } = body as Record<string, unknown>;
  await countViews(db, admin, criteriaOf(beside));
  expect(statements.length).toBeGreaterThan(1);
  for (const node of statements) {
    const made = db.getExecutor().compileQuery(node, { queryId: 'plan' });
    const plan = await test.world.database.read.executeQuery<Record<string, string>>(
      CompiledQuery.raw(`explain ${made.sql}`, [...made.parameters]),
    );
    const lines = plan.rows.map((row) => row['QUERY PLAN'] ?? '').join('\n');
    expect(lines).not.toMatch(/Seq Scan on document\b/);
  }
});
