/** Checks the database's consistency after any attack: every stored total equals its rows, and nothing is half written. */
import { sql } from 'kysely';
import { verifyAllChains } from '#server/evidence/chains.suite.ts';
import type { World } from '#server/world.ts';

/** Each statement lists inconsistencies; the first column identifies the place. */
const CHECKS: Readonly<Record<string, string>> = {
  'counters differ from the rows': `
    select kind || ' ' || hst || ' ' || brand || ' ' || type || ' ' || status || ' ' || sum(n) as what from (
      select kind, hst, legal_entity, brand, type, status, n from counter_actual
      union all select kind, hst, legal_entity, brand, type, status, -n from counter
      union all select kind, hst, legal_entity, brand, type, status, -d from counter_delta) as compared
    group by kind, hst, legal_entity, brand, type, status having sum(n) <> 0`,
  'totals by legal entity differ from the counters': `
    select kind || ' ' || legal_entity || ' ' || brand || ' ' || type || ' ' || status as what from (
      select kind, legal_entity, brand, type, status, n from counter_entity
      union all select kind, legal_entity, brand, type, status, -n from counter) as compared
    group by kind, legal_entity, brand, type, status having sum(n) <> 0`,
  'numberOfFolders differs': `
    select 'dossier ' || id as what from dossier where number_of_folders <>
      (select count(*) from folder where dossier_id = dossier.id and status <> 'DELETED')`,
  'numberOfDocuments differs': `
    select 'folder ' || id as what from folder where number_of_documents <>
      (select count(*) from document where folder_id = folder.id and deleted_date is null)`,
  'a customer is gone and folders of it are not, or a folder and its documents': `
    select 'folder ' || folder.id as what from folder join dossier on dossier.id = dossier_id
      where dossier.status = 'DELETED' and folder.status <> 'DELETED'
    union all select 'document ' || document.id from document join folder on folder.id = folder_id
      where folder.status = 'DELETED' and document.deleted_date is null`,
  'what is repeated of the customer or folder differs': `
    select 'folder ' || folder.id as what from folder join dossier on dossier.id = dossier_id
      where (folder.hst, folder.legal_entity, folder.customer_text) <> (dossier.hst, dossier.legal_entity, dossier.customer_text)
    union all select 'document ' || document.id from document join folder on folder.id = folder_id
      where (document.dossier_id, document.hst, document.legal_entity, document.brand, document.folder_type)
        <> (folder.dossier_id, folder.hst, folder.legal_entity, folder.brand, folder.type)
    union all select 'name of document ' || document.id from document join dossier on dossier.id = document.dossier_id
      where customer_name <> coalesce(organization_name, first_name || ' ' || last_name)`,
  'the table of searches differs': `
    select 'document ' || coalesce(document.id, document_id) as what
    from (select * from document where deleted_date is null) as document
    full join document_search on document_id = document.id
    where document.id is null or document_id is null
      or (document.folder_id, document.hst, document.legal_entity, document.brand, document.folder_type)
        <> (document_search.folder_id, document_search.hst, document_search.legal_entity, document_search.brand,
          document_search.folder_type)
      or name_text <> search_form(coalesce(file_name, ''))
      or document_search.customer_text <> left(search_form(customer_name), 120)`,
  'quotas differ from ledger, reservations or documents': `
    with everything as (
      select legal_entity, kind, used, reserved, 0::numeric as booked, 0::numeric as promised from quota
      union all select legal_entity, kind, 0, 0, amount, 0 from ledger_entry
      union all select legal_entity, kind, 0, 0, 0, amount from quota_reservation)
    select legal_entity || ' ' || kind as what from everything group by legal_entity, kind
      having sum(used) <> sum(booked) or sum(reserved) <> sum(promised)
    union all
    select coalesce(held.holder, taken.holder) || ' ' || coalesce(held.kind, taken.kind)
    from (select holder, kind, sum(amount) as n from ledger_entry where holder is not null group by 1, 2) as held
    full join (select holder, kind, sum(amount) as n from document_space group by 1, 2) as taken using (holder, kind)
    where coalesce(held.n, 0) <> coalesce(taken.n, 0)`,
  'seats differ from activations': `
    select 'license ' || id as what from license where activations_count > license_amount or activations_count <>
      (select count(*) from activation where license_id = license.id and status <> 'DELETED')`,
  'a device of an activation that has none': `
    select 'device ' || device.id as what from device join activation on activation.id = activation_id
      where ended_date is null and activation.status <> 'ACTIVATED'`,
  'an activation without a licence': `
    select 'activation ' || activation.id as what from activation join license on license.id = license_id
      where license.deleted_date is not null and activation.status <> 'DELETED'`,
  'a waiting signature without its session, or the other way round': `
    select 'document ' || document.id || ' ' || document.status as what from document
    where (status in ('PENDING_START_SIGN', 'START_SIGN', 'COMPLETING')) <> exists (
      select from session_document join signing_session on signing_session.id = session_id
      where document_id = document.id and running)`,
  'a key without its answer, or one with an answer in clear': `
    select user_id || ' ' || endpoint as what from idempotency_key where sealed_answer is null or answer is not null`,
  'no active administrator': `
    select 'app_user' as what where not exists (
      select from app_user where activated and 'ROLE_ADMIN' = any (authorities))`,
  'a text that no person could have typed': `
    select 'dossier ' || id as what from dossier where first_name ~ '[\\x01-\\x1f]' or last_name ~ '[\\x01-\\x1f]'
    union all select 'folder ' || id from folder where business_id ~ '[\\x01-\\x1f]' or plate ~ '[\\x01-\\x1f]'
    union all select 'document ' || id from document where file_name ~ '[\\x01-\\x1f]'`,
};

/** Every inconsistency, in words; the list must be empty. Wait for jobs first. */
export async function inconsistencies({ database }: Pick<World, 'database'>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, statement] of Object.entries(CHECKS)) {
    const { rows } = await sql<{ what: string }>`${sql.raw(statement)} limit 5`.execute(database.read);
    for (const { what } of rows) wrong.push(`${name}: ${what}`);
  }
  const { faults } = await verifyAllChains(database.read);
  for (const { subject, fault } of faults) wrong.push(`a chain does not hold: ${subject} ${JSON.stringify(fault)}`);
  return wrong;
}
