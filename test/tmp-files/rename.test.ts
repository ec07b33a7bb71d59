/** Temporary measure of a big customer's rename and deletion. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPortal } from '../portal.ts';
it('measures', { timeout: 500000 }, async () => {
  const portal = await openPortal();
  const { database } = portal.test.world;
  const row = (await portal.as('dealer', 'POST', '/api/dossiers', portal.dossier())).json();
  const N = 3000;
  for (let f = 0; f < 30; f++) {
    const folder = await portal.create('dealer', '/api/folders', { ...portal.folder(), dossierId: row.id });
    const doc = await portal.newDocument(folder);
    await sql`insert into document (folder_id,dossier_id,hst,legal_entity,brand,folder_type,customer_name,type,status,archivable,signable,file_name,mime_type,file_size,file_sha256,variable_fields,created_by,created_date,last_modified_by,last_modified_date)
      select folder_id,dossier_id,hst,legal_entity,brand,folder_type,customer_name,type,status,archivable,signable,'doc '||g||'.pdf',mime_type,file_size,file_sha256,variable_fields,created_by,created_date,last_modified_by,last_modified_date from document, generate_series(1,${sql.lit(N / 30 - 1)}) g where id=${doc}`.execute(database.read);
    await sql`update folder set number_of_documents = ${N / 30} where id = ${folder}`.execute(database.read);
  }
  let t = performance.now();
  const put = await portal.as('dealer', 'PUT', '/api/dossiers', { ...row, lastName: 'Nuovo' });
  console.log('rename', put.statusCode, Math.round(performance.now() - t));
  t = performance.now();
  const get = await portal.as('sales', 'GET', `/api/dossiers/${row.id}`);
  console.log('get', get.json().numberOfFolders, Math.round(performance.now() - t));
  t = performance.now();
  const del = await portal.as('admin', 'DELETE', `/api/dossiers/${row.id}`);
  console.log('delete', del.statusCode, del.body, Math.round(performance.now() - t));
  expect(put.statusCode).toBe(200);
  await portal.close();
});
