/** SQL of dealers and legal entities. */
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Dealer } from '#domain/dealers/brands.ts';
import type { LegalEntity, StoredDealer } from '#domain/dealers/directory.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { DealerTable, LegalEntityTable } from '#ports/database/tables.ts';

export type DealerRow = Selectable<DealerTable>;

/** Includes a dealer no longer in the directory (`gone_date`): its customers and documents still refer to it. */
export async function findDealer(db: Db, hst: string): Promise<DealerRow | undefined> {
  return db.selectFrom('dealer').selectAll().where('hst', '=', hst).executeTakeFirst();
}

export type DealerNames = Pick<DealerRow, 'name' | 'nome_commerciale' | 'ragione_sociale'>;

/** SQL for the names of the dealer whose code is in `column`; null if there is none. */
export const dealerNamesIn = (column: string): RawBuilder<DealerNames | null> =>
  sql`(select json_build_object('name', name, 'nome_commerciale', nome_commerciale, 'ragione_sociale', ragione_sociale)
    from dealer where dealer.hst = ${sql.ref(column)})`;

/** Includes dealers that the directory no longer lists (`gone_date`). @param hsts null for every dealer. */
export async function listDealers(db: Db, hsts: readonly string[] | null): Promise<DealerRow[]> {
  if (hsts?.length === 0) return [];
  return db
    .selectFrom('dealer')
    .selectAll()
    .$if(hsts !== null, (query) => query.where('hst', 'in', hsts ?? []))
    .orderBy('hst')
    .execute();
}

/** Dealers of a legal entity, including those no longer in the directory. */
export async function listDealersOf(db: Db, legalEntity: string): Promise<DealerRow[]> {
  return db.selectFrom('dealer').selectAll().where('legal_entity', '=', legalEntity).orderBy('hst').execute();
}

export async function hasDealers(db: Db): Promise<boolean> {
  return (await db.selectFrom('dealer').select('hst').limit(1).executeTakeFirst()) !== undefined;
}

export async function listLegalEntities(db: Db, codes: readonly string[]): Promise<Selectable<LegalEntityTable>[]> {
  if (codes.length === 0) return [];
  return db.selectFrom('legal_entity').selectAll().where('code', 'in', codes).orderBy('code').execute();
}

/** Loads the directory; legal entities first, because dealers refer to them. */
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

export const asDealer = ({ hst, gone_date, ...rest }: DealerRow): StoredDealer => ({
  hst2011: hst,
  ...rest,
  isGone: gone_date !== null,
});

/** Rows per statement: one parameter per column, far below PostgreSQL's 65,535. */
const BATCH = 1_000;

const batches = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / BATCH) }, (_, index) => list.slice(index * BATCH, (index + 1) * BATCH));

export async function writeLegalEntities(tx: Tx, entities: readonly LegalEntity[]): Promise<void> {
  for (const batch of batches(entities)) {
    await tx
      .insertInto('legal_entity')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .column('code')
          .doUpdateSet((eb) => ({ name: eb.ref('excluded.name') }))
          .where(sql<boolean>`legal_entity.name is distinct from excluded.name`),
      )
      .execute();
  }
}

/** Writes new, changed and returned dealers. */
export async function writeDealers(tx: Tx, dealers: readonly Dealer[]): Promise<void> {
  const rows = dealers.map(({ hst2011, ...rest }) => ({ hst: hst2011, ...rest, gone_date: null }));
  for (const batch of batches(rows)) {
    await tx
      .insertInto('dealer')
      .values(batch)
      .onConflict((conflict) =>
        conflict.column('hst').doUpdateSet((eb) => ({
          legal_entity: eb.ref('excluded.legal_entity'),
          name: eb.ref('excluded.name'),
          nome_commerciale: eb.ref('excluded.nome_commerciale'),
          ragione_sociale: eb.ref('excluded.ragione_sociale'),
          indirizzo: eb.ref('excluded.indirizzo'),
          citta: eb.ref('excluded.citta'),
          provincia: eb.ref('excluded.provincia'),
          tipo_auto: eb.ref('excluded.tipo_auto'),
          tipo_bmwi: eb.ref('excluded.tipo_bmwi'),
          tipo_mini: eb.ref('excluded.tipo_mini'),
          tipo_moto: eb.ref('excluded.tipo_moto'),
          gone_date: null,
        })),
      )
      .execute();
  }
}

export async function markGone(tx: Tx, hsts: readonly string[], at: Date): Promise<void> {
  for (const batch of batches(hsts)) {
    await tx
      .updateTable('dealer')
      .set({ gone_date: at })
      .where('hst', 'in', batch)
      .where('gone_date', 'is', null)
      .execute();
  }
}

/** When the directory last answered correctly; null if never. */
export async function findRefreshedDate(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('dealer_refresh').select('refreshed_date').executeTakeFirst();
  return row?.refreshed_date ?? null;
}

/** Claims the refresh for this node. @returns false while another node has claimed it. */
export async function claimRefresh(tx: Tx, at: Date, until: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('dealer_refresh')
    .values({ refreshed_date: null, claimed_until: until })
    .onConflict((conflict) =>
      conflict
        .column('only_row')
        .doUpdateSet({ claimed_until: until })
        .where((eb) =>
          eb.or([eb('dealer_refresh.claimed_until', 'is', null), eb('dealer_refresh.claimed_until', '<', at)]),
        ),
    )
    .returning('only_row')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** @param refreshed the instant of the answer; null when there was none. */
export async function releaseRefresh(tx: Tx, refreshed: Date | null): Promise<void> {
  await tx
    .updateTable('dealer_refresh')
    .set({ claimed_until: null, ...(refreshed === null ? {} : { refreshed_date: refreshed }) })
    .execute();
}
