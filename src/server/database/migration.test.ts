/** Data of the first version's installations is counted and found after the migration as if written today. */
import { expect, it } from 'vitest';
import { readMigrations } from '#adapters/database/schema/migrate.ts';
import { openEmpty } from '#test/embedded.ts';

const ROWS = `
  INSERT INTO dossier (hst, legal_entity, brands, status, first_name, last_name, organization_name, mobile_phone, email,
      street, city, postal_code, search_text, created_date, last_modified_date) VALUES
    ('10001', 'LE001', '{bmw}', 'OPEN', 'Niccolò', 'Rossi', NULL, '+39 333 1234567', 'n@example.com', 'x', 'x', '1', 'old', now(), now()),
    ('10001', 'LE001', '{bmw}', 'DELETED', 'Anna', 'Verdi', 'Verdi S.r.l.', '+39 3331234567', 'a@example.com', 'x', 'x', '1', 'old', now(), now()),
    ('10001', 'LE001', '{bmw}', 'OPEN', 'Franz', 'Dall''Orto-Weiß', NULL, '+39 3331234568', 'f@example.com', 'x', 'x', '1', 'old', now(), now());
  INSERT INTO folder (dossier_id, hst, legal_entity, brand, type, status, business_id, plate, search_text, created_date, last_modified_date) VALUES
    (1, '10001', 'LE001', 'bmw', 'SALE_NEW', 'OPEN', 'PV-1', 'AB123CD', 'old', now(), now()),
    (2, '10001', 'LE001', 'mini', 'SERVICE', 'CLOSED', NULL, NULL, 'old', now(), now());
  INSERT INTO document (folder_id, dossier_id, hst, legal_entity, brand, folder_type, customer_name, type, status, archivable, signable,
      file_name, variable_fields, created_date, last_modified_date) VALUES
    (1, 1, '10001', 'LE001', 'bmw', 'SALE_NEW', 'Niccolò Rossi', 'T', 'SIGNED', true, true, 'Già Firmato.PDF', '{}', now(), now()),
    (1, 1, '10001', 'LE001', 'bmw', 'SALE_NEW', 'Niccolò Rossi', 'T', 'DRAFT', true, true, NULL, '{}', now(), now());
  INSERT INTO service (service_type, legal_entity, signature_type, folder_types, created_date, last_modified_date) VALUES
    ('STRONGDOX_SPACE', 'LE001', 'FES', '{}', now(), now()),
    ('SIGNATURE_TYPE', 'LE001', 'FEA', '{SERVICE}', now(), now()),
    ('OTP', 'LE001', NULL, '{}', now(), now());
`;

it('creates counters and search texts for the rows of an older installation', async () => {
  const [first, ...later] = await readMigrations();
  const pglite = await openEmpty();
  const rows = async (text: string) => (await pglite.query<Record<string, unknown>>(text)).rows;
  await pglite.exec(first?.sql ?? '');
  await pglite.exec(ROWS);
  for (const { sql } of later) await pglite.exec(sql);

  const differing = `SELECT * FROM (SELECT * FROM counter_actual EXCEPT SELECT * FROM counter) a
    UNION ALL SELECT * FROM (SELECT * FROM counter EXCEPT SELECT * FROM counter_actual) b`;
  expect(await rows(differing)).toEqual([]);
  expect(await rows(`SELECT kind, sum(n)::int AS n FROM counter_entity GROUP BY kind ORDER BY kind`)).toEqual([
    ...[
      { kind: 'document', n: 2 },
      { kind: 'dossier', n: 3 },
      { kind: 'folder', n: 2 },
    ],
  ]);
  expect(await rows('SELECT document_id, name_text, customer_text FROM document_search ORDER BY 1')).toEqual([
    { document_id: 1, name_text: 'gia firmato.pdf', customer_text: 'niccolo rossi' },
    { document_id: 2, name_text: '', customer_text: 'niccolo rossi' },
  ]);
  const [dossier] = await rows('SELECT search_text, customer_text FROM dossier WHERE id = 1');
  expect(dossier).toMatchObject({ customer_text: 'niccolo rossi' });
  expect(dossier?.search_text).toContain('+393331234567');
  const [german] = await rows('SELECT search_text, customer_text FROM dossier WHERE id = 3');
  expect(german).toMatchObject({ customer_text: 'franz dall orto-weiss' });
  expect(german?.search_text).toContain('franz dallorto-weiss franz');
  const [folder] = await rows('SELECT search_text, customer_text FROM folder WHERE id = 1');
  expect(folder).toEqual({ customer_text: 'niccolo rossi', search_text: 'niccolo rossi niccolo\npv-1\npv1\nab123cd' });
  expect(await rows('SELECT service_type, signature_types FROM service ORDER BY id')).toEqual([
    { service_type: 'STRONGDOX_SPACE', signature_types: ['FES'] },
    { service_type: 'SIGNATURE_TYPE', signature_types: ['FEA'] },
    { service_type: 'OTP', signature_types: [] },
  ]);
  await pglite.close();
});
