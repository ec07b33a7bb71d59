/** SQL of services. */
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { LedgerEntryTable, ServiceTable } from '#ports/database/tables.ts';

/** SIGNATURE_TYPE services that are valid on `day` (ISO date). */
export async function findSignatureServices(
  db: Db,
  legalEntity: string,
  day: string,
): Promise<Pick<Selectable<ServiceTable>, 'signature_type' | 'folder_types'>[]> {
  return db
    .selectFrom('service')
    .select(['signature_type', 'folder_types'])
    .where('legal_entity', '=', legalEntity)
    .where('service_type', '=', 'SIGNATURE_TYPE')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>=', day)]))
    .execute();
}

export async function insertServices(tx: Tx, services: readonly Insertable<ServiceTable>[]): Promise<void> {
  await tx
    .insertInto('service')
    .values([...services])
    .execute();
}

/** The same cause is booked once, however often it is told. */
export async function insertUse(tx: Tx, values: Insertable<LedgerEntryTable>): Promise<void> {
  await tx
    .insertInto('ledger_entry')
    .values(values)
    .onConflict((conflict) => conflict.columns(['kind', 'cause']).doNothing())
    .execute();
}
