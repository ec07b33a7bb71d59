/** SQL of dealers and legal entities. */
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { DealerTable, LegalEntityTable } from '#ports/database/tables.ts';

export type DealerRow = Selectable<DealerTable>;

export async function findDealer(db: Db, hst: string): Promise<DealerRow | undefined> {
  return db.selectFrom('dealer').selectAll().where('hst', '=', hst).executeTakeFirst();
}

/** @param hsts null for every dealer. */
export async function listDealers(db: Db, hsts: readonly string[] | null): Promise<DealerRow[]> {
  if (hsts?.length === 0) return [];
  return db
    .selectFrom('dealer')
    .selectAll()
    .$if(hsts !== null, (query) => query.where('hst', 'in', hsts ?? []))
    .orderBy('hst')
    .execute();
}

export async function listLegalEntities(db: Db, codes: readonly string[]): Promise<Selectable<LegalEntityTable>[]> {
  if (codes.length === 0) return [];
  return db.selectFrom('legal_entity').selectAll().where('code', 'in', codes).orderBy('code').execute();
}

/** Loads the directory; entities first, because dealers name them. */
export async function insertDirectory(
  tx: Tx,
  entities: readonly Insertable<LegalEntityTable>[],
  dealers: readonly Insertable<DealerTable>[],
): Promise<void> {
  await tx
    .insertInto('legal_entity')
    .values([...entities])
    .execute();
  await tx
    .insertInto('dealer')
    .values([...dealers])
    .execute();
}
