/** SQL of folders and of their types' configuration. */
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Criterion } from '#contract/criteria.ts';
import { FOLDER_OWN_CRITERIA } from '#contract/folders.ts';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { FolderTable } from '#ports/database/tables.ts';
import { type Condition, type CriterionColumns, conditionsOf, containing } from '../database/criteria.ts';
import type { Listing } from '../database/listing.ts';
import { dossiersMatching } from '../dossiers/index.ts';

export type FolderRow = Selectable<FolderTable>;

export const FOLDER_COLUMNS = {
  id: 'folder.id',
  dossierId: 'folder.dossier_id',
  hst: 'folder.hst',
  legalEntity: 'folder.legal_entity',
  businessId: 'folder.business_id',
  processDate: 'folder.process_date',
  accountSource: 'folder.account_source',
  brand: 'folder.brand',
  type: 'folder.type',
  plate: 'folder.plate',
  vin: 'folder.vin',
  jobId: 'folder.job_id',
  notes: 'folder.notes',
  status: 'folder.status',
  numberOfDocuments: 'folder.number_of_documents',
  createdBy: 'folder.created_by',
  createdDate: 'folder.created_date',
  lastModifiedBy: 'folder.last_modified_by',
  lastModifiedDate: 'folder.last_modified_date',
} as const;

const CRITERION_COLUMNS: CriterionColumns = {
  ...FOLDER_COLUMNS,
  genericFilter: ({ values }) => {
    const pattern = containing(String(values[0]));
    return sql<SqlBool>`(folder.search_text like ${pattern} escape '\\' or lower(folder.notes) like ${pattern} escape '\\')`;
  },
};

export async function findFolder(db: Db, id: number): Promise<FolderRow | undefined> {
  return db.selectFrom('folder').selectAll().where('id', '=', id).where('status', '!=', 'DELETED').executeTakeFirst();
}

export async function findFolders(db: Db, ids: readonly number[]): Promise<FolderRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('folder').selectAll().where('id', 'in', ids).execute();
}

export async function insertFolder(tx: Tx, values: Insertable<FolderTable>): Promise<FolderRow> {
  return tx.insertInto('folder').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Keeps numberOfDocuments right and holds the row, so that the folder cannot close meanwhile. @returns false when it is not open. */
export async function countDocument(tx: Tx, id: number, difference: 1 | -1): Promise<boolean> {
  const done = await tx
    .updateTable('folder')
    .set((eb) => ({ number_of_documents: eb('number_of_documents', '+', difference) }))
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

const PREFIX = 'dossierDTO.';
const isOwn = (criterion: Criterion): boolean => Object.hasOwn(FOLDER_OWN_CRITERIA, criterion.field);
const unprefixed = (criterion: Criterion): Criterion =>
  criterion.field.startsWith(PREFIX) ? { ...criterion, field: criterion.field.slice(PREFIX.length) } : criterion;

/** Criteria on folders; those on their customers become one condition on the customer. */
export function folderConditions(criteria: readonly Criterion[]): Condition[] {
  const theirs = criteria.filter((criterion) => !isOwn(criterion)).map(unprefixed);
  return [
    ...conditionsOf(criteria.filter(isOwn), CRITERION_COLUMNS),
    ...(theirs.length === 0 ? [] : [dossiersMatching('folder.dossier_id', theirs)]),
  ];
}

/** The condition that `column` (a folder's id elsewhere) names one of the folders that meet the criteria. */
export function foldersMatching(column: string, criteria: readonly Criterion[]): Condition {
  return sql`exists (select 1 from folder where folder.id = ${sql.ref(column)} and ${sql.join(
    folderConditions(criteria),
    sql` and `,
  )})`;
}

export async function listFolders(db: Db, listing: Listing): Promise<{ rows: FolderRow[]; total: number }> {
  const narrowed = db.selectFrom('folder').where((eb) => eb.and(listing.conditions));
  const counted = await narrowed.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await narrowed.selectAll().orderBy(listing.order).limit(listing.limit).offset(listing.offset).execute();
  return { rows, total: Number(counted.total) };
}

/** The newest configuration that an administrator loaded, if any was. */
export async function findConfiguration(db: Db): Promise<FolderTypeConfiguration | undefined> {
  const row = await db
    .selectFrom('folder_type_configuration')
    .select('configuration')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.configuration;
}
