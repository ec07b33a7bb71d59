/** SQL of customers. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Criterion } from '#contract/criteria.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { DossierTable } from '#ports/database/tables.ts';
import { type Condition, type CriterionColumns, conditionsOf, containing } from '../database/criteria.ts';
import type { Listing } from '../database/listing.ts';

export type DossierRow = Selectable<DossierTable>;

export const DOSSIER_COLUMNS = {
  id: 'dossier.id',
  businessId: 'dossier.business_id',
  hst: 'dossier.hst',
  legalEntity: 'dossier.legal_entity',
  brand: 'dossier.brands',
  brands: 'dossier.brands',
  originalAccountSource: 'dossier.original_account_source',
  status: 'dossier.status',
  searchType: 'dossier.search_type',
  rspSearchType: 'dossier.rsp_search_type',
  dossierType: 'dossier.dossier_type',
  firstName: 'dossier.first_name',
  lastName: 'dossier.last_name',
  organizationId: 'dossier.organization_id',
  organizationName: 'dossier.organization_name',
  mobilePhone: 'dossier.mobile_phone',
  email: 'dossier.email',
  birthDate: 'dossier.birth_date',
  birthPlace: 'dossier.birth_place',
  fiscalCode: 'dossier.fiscal_code',
  street: 'dossier.street',
  city: 'dossier.city',
  postalCode: 'dossier.postal_code',
  numberOfFolders: 'dossier.number_of_folders',
  syncStatus: 'dossier.sync_status',
  lastSync: 'dossier.last_sync',
  createdBy: 'dossier.created_by',
  createdDate: 'dossier.created_date',
  lastModifiedBy: 'dossier.last_modified_by',
  lastModifiedDate: 'dossier.last_modified_date',
} as const;

const CRITERION_COLUMNS: CriterionColumns = {
  ...DOSSIER_COLUMNS,
  genericFilter: ({ values }) => sql`dossier.search_text like ${containing(String(values[0]))} escape '\\'`,
};

export async function findDossier(db: Db, id: number): Promise<DossierRow | undefined> {
  return db.selectFrom('dossier').selectAll().where('id', '=', id).where('status', '=', 'OPEN').executeTakeFirst();
}

/** Whatever their status: folders and documents keep naming their customer. */
export async function findDossiers(db: Db, ids: readonly number[]): Promise<Map<number, DossierRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('dossier').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertDossier(tx: Tx, values: Insertable<DossierTable>): Promise<DossierRow> {
  return tx.insertInto('dossier').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Keeps numberOfFolders right; also holds the row, so that the customer cannot go away meanwhile. @returns false when it has. */
export async function countFolder(tx: Tx, id: number, difference: 1 | -1): Promise<boolean> {
  const done = await tx
    .updateTable('dossier')
    .set((eb) => ({ number_of_folders: eb('number_of_folders', '+', difference) }))
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

export function dossierConditions(criteria: readonly Criterion[]): Condition[] {
  return conditionsOf(criteria, CRITERION_COLUMNS);
}

/** The condition that `column` (a dossier's id elsewhere) names one of the customers that meet the criteria. */
export function dossiersMatching(column: string, criteria: readonly Criterion[]): Condition {
  return sql`exists (select 1 from dossier where dossier.id = ${sql.ref(column)} and ${sql.join(
    dossierConditions(criteria),
    sql` and `,
  )})`;
}

export async function listDossiers(db: Db, listing: Listing): Promise<{ rows: DossierRow[]; total: number }> {
  const narrowed = db.selectFrom('dossier').where((eb) => eb.and(listing.conditions));
  const counted = await narrowed.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await narrowed.selectAll().orderBy(listing.order).limit(listing.limit).offset(listing.offset).execute();
  return { rows, total: Number(counted.total) };
}
