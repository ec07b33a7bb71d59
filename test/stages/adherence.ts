/** Creates an FEA adherence like one left by a signed module, for tests about something else. */

import type { Database } from '#ports/database/database.ts';
import { testNow } from '#test/clock.ts';
import { personCode } from '../../src/domain/documents/fea.ts';

/** Before the years for which evidence is kept. */
export const LONG_AGO = new Date('2001-03-04T10:00:00Z');

/** Makes a module SIGNED and its customer's FEA adherence active, as far as the database is concerned. */
export async function insertAdherence(database: Database, moduleId: number, at: Date = testNow()): Promise<void> {
  await database.transaction(async (tx) => {
    const module = await tx.selectFrom('document').selectAll().where('id', '=', moduleId).executeTakeFirstOrThrow();
    const customer = await tx
      .selectFrom('dossier')
      .selectAll()
      .where('id', '=', module.dossier_id)
      .executeTakeFirstOrThrow();
    const { id: session_id } = await tx
      .insertInto('signing_session')
      .values({
        ...{ folder_id: module.folder_id, state: 'COMPLETED', method: 'OTP', started_by: 'dealer' },
        ...{ created_date: at, expires_date: at, ended_date: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const file = module.file_sha256 ?? '';
    const { id: signed } = await tx
      .insertInto('signed_document')
      .values({ session_id, document_id: module.id, sha256: file, size: 1, signatures: 1, created_date: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('document').set({ status: 'SIGNED', ever_signed: true }).where('id', '=', moduleId).execute();
    await tx.deleteFrom('fea_adherence').where('module_id', '=', moduleId).execute();
    const code = personCode({
      fiscalCode: customer.fiscal_code,
      representativeFiscalCode: customer.representative_fiscal_code,
      organizationName: customer.organization_name,
      rspSearchType: customer.rsp_search_type,
    });
    await tx
      .insertInto('fea_adherence')
      .values({
        ...{ person_code: code ?? '', legal_entity: module.legal_entity, covers_national: true, state: 'ACTIVE' },
        ...{ dossier_id: module.dossier_id, module_id: module.id, method: 'IN_PERSON', identified_by: 'dealer' },
        ...{ first_name: customer.first_name, last_name: customer.last_name, mobile_phone: customer.mobile_phone },
        ...{ birth_date: customer.birth_date, birth_place: customer.birth_place },
        ...{ identified_date: at, identity_type: 'identityCard', identity_number: 'CA00000AA' },
        ...{ identity_issuer: 'Comune di Roma', identity_issued: '2021-02-10', identity_expiry: '2041-01-01' },
        ...{
          requested_date: at,
          activated_date: at,
          last_signed_date: at,
          signed_document_id: signed,
          signed_sha256: file,
        },
      })
      .execute();
  });
}

/** Removes all FEA adherences of a legal entity, for tests whose customers share a codice fiscale. */
export async function deleteAdherences(database: Database, legalEntity: string): Promise<void> {
  await database.transaction(async (tx) => {
    const ids = tx.selectFrom('fea_adherence').select('id').where('legal_entity', '=', legalEntity);
    await tx.deleteFrom('fea_use').where('adherence_id', 'in', ids).execute();
    await tx.deleteFrom('fea_adherence').where('legal_entity', '=', legalEntity).execute();
  });
}
