/** SQL of folders and of their types' configuration. */

import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import { FOLDER_OWN_CRITERIA } from '#contract/folders.ts';
import type { Visibility } from '#domain/access.ts';
import { isUsualPlate, normalisePlate } from '#domain/codes/vehicle.ts';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { looksLikeNumber, numberForms } from '#domain/folders/number-forms.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { FolderTable } from '#ports/database/tables.ts';
import {
  all,
  any,
  anyOf,
  type Condition,
  type CriterionColumns,
  columnsFor,
  conditionsOf,
  contains,
  containsNormalised,
  countEach,
  viaSearchColumn,
} from '../database/criteria.ts';
import type { ListSource } from '../database/list-page.ts';
import { changesRow } from '../database/outcome.ts';
import { pairCondition, scopeConditions } from '../database/scope-conditions.ts';
import { indexed, indexedTwice, joinedBy, type SortColumns, sortColumns, withParents } from '../database/sorting.ts';
import { dossierLookup } from '../dossiers/index.ts';

export type FolderRow = Selectable<FolderTable>;

export const FOLDER_COLUMNS = columnsFor('folder', FOLDER_OWN_CRITERIA);

export const FOLDER_SCOPE = {
  hst: FOLDER_COLUMNS.hst,
  createdBy: FOLDER_COLUMNS.createdBy,
  brand: FOLDER_COLUMNS.brand,
  folderType: FOLDER_COLUMNS.type,
};

const inSearchText = (column: string) => viaSearchColumn('folder.search_text', column);
const plateInSearchText = viaSearchColumn('folder.search_text', FOLDER_COLUMNS.plate);
const MIN_NUMBER_LENGTH = 3;
/** Plates are stored without blanks and dashes, numbers also without separators and zeros: search for these forms too. */
const nameOrCodeCondition = (text: string): Condition => {
  const trimmed = text.trim();
  const plates = isUsualPlate(trimmed) ? [normalisePlate(trimmed)] : [];
  const numbers = looksLikeNumber(trimmed) ? numberForms(trimmed) : [];
  const otherForms = [...plates, ...numbers.filter((form) => form.length >= MIN_NUMBER_LENGTH)].filter(
    (form) => form.toLowerCase() !== trimmed.toLowerCase(),
  );
  return any([trimmed, ...new Set(otherForms)].map((form) => containsNormalised('folder.search_text', form)));
};
const notesCondition = (text: string): Condition =>
  sql<SqlBool>`(folder.notes is not null and ${contains(sql.ref('folder.notes'), text)})`;

const CRITERION_COLUMNS: CriterionColumns = {
  ...FOLDER_COLUMNS,
  businessId: inSearchText(FOLDER_COLUMNS.businessId),
  plate: ({ values, ...criterion }) =>
    plateInSearchText({ ...criterion, values: values.map((value) => normalisePlate(String(value))) }),
  vin: inSearchText(FOLDER_COLUMNS.vin),
  // Criterion for documents: their folder's customer and codes, without notes.
  searchText: ({ values }) => nameOrCodeCondition(String(values[0])),
  genericFilter: ({ values }) => {
    const text = String(values[0]);
    return sql<SqlBool>`(${nameOrCodeCondition(text)} or ${notesCondition(text)})`;
  },
};

const OWN_SORTS = sortColumns(FOLDER_OWN_CRITERIA, FOLDER_COLUMNS, {
  id: indexedTwice('folder.id'),
  lastModifiedDate: indexedTwice('folder.last_modified_date'),
  createdDate: indexed('folder.created_date'),
  createdBy: indexed('folder.created_by'),
  processDate: indexed('folder.process_date'),
  customerName: indexed('folder.customer_text'),
});

export const FOLDER_SORT_COLUMNS = withParents(OWN_SORTS, 'dossierDTO', dossierLookup.sorts(FOLDER_COLUMNS.dossierId));

export const FOLDER_SOURCE = {
  base: 'folder',
  id: 'folder.id',
  hst: 'folder.hst',
  joins: sql``,
} as const satisfies Partial<ListSource>;

const existingFolder = (db: Db, id: number) =>
  db.selectFrom('folder').selectAll().where('id', '=', id).where('status', '!=', 'DELETED');

export async function findFolder(db: Db, id: number): Promise<FolderRow | undefined> {
  return existingFolder(db, id).executeTakeFirst();
}

export async function findFolders(db: Db, ids: readonly number[]): Promise<FolderRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('folder').selectAll().where('id', '=', anyOf(ids)).execute();
}

/** Locks the row until the transaction ends; lock the customer's row first if both are needed. */
export async function lockFolder(tx: Tx, id: number): Promise<FolderRow | undefined> {
  return existingFolder(tx, id).forNoKeyUpdate().executeTakeFirst();
}

/** Locks a folder, deleted or not, against changes until the transaction ends (shared lock). */
export async function lockFolderShared(tx: Tx, id: number): Promise<FolderRow | undefined> {
  return tx.selectFrom('folder').selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

/** The caller holds the row. */
export async function updateFolder(tx: Tx, id: number, values: Updateable<FolderTable>): Promise<FolderRow> {
  return tx.updateTable('folder').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Includes deleted ones. */
export async function folderIdsOf(db: Db, dossierId: number): Promise<number[]> {
  const rows = await db.selectFrom('folder').select('id').where('dossier_id', '=', dossierId).execute();
  return rows.map((row) => row.id);
}

/** @returns the ids of the deleted folders; the caller hides their documents. */
export async function deleteFoldersOf(tx: Tx, dossierId: number, change: { by: string; at: Date }): Promise<number[]> {
  const rows = await tx
    .updateTable('folder')
    .set({
      status: 'DELETED',
      number_of_documents: 0,
      last_modified_by: change.by,
      // As `editDate`: later than the last edit, regardless of the clock.
      last_modified_date: sql<Date>`greatest(${change.at}::timestamptz, last_modified_date + interval '1 millisecond')`,
    })
    .where('dossier_id', '=', dossierId)
    .where('status', '!=', 'DELETED')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** @param customer column of an outer statement that holds the customer's id. */
export function visibleFolderCount(visibility: Visibility, customer: string): RawBuilder<number> {
  return sql<number>`(select count(*) from folder where ${sql.join(
    [
      sql`folder.dossier_id = ${sql.ref(customer)}`,
      sql`folder.status <> 'DELETED'`,
      ...scopeConditions(visibility, FOLDER_SCOPE),
    ],
    sql` and `,
  )})`;
}

/** How many of one customer's folders are in this scope. */
export async function countVisibleFolders(db: Db, visibility: Visibility, dossierId: number): Promise<number> {
  const row = await db
    .selectFrom('folder')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('dossier_id', '=', dossierId)
    .where('status', '!=', 'DELETED')
    .where((eb) => eb.and(scopeConditions(visibility, FOLDER_SCOPE)))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** @param count a count for one folder, which refers to `folder.id`. */
export const countVisible = (db: Db, ids: readonly number[], count: RawBuilder<number>) =>
  countEach(db, 'folder', ids, count);

export async function insertFolder(tx: Tx, values: Insertable<FolderTable>): Promise<FolderRow> {
  return tx.insertInto('folder').values(values).returningAll().executeTakeFirstOrThrow();
}

/**
 * Keeps numberOfDocuments correct and locks the row, so that the folder cannot close meanwhile.
 * @param difference 0 only locks it. @returns false when the folder is not open.
 */
export async function countDocument(tx: Tx, id: number, difference: 1 | 0 | -1): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('folder')
      .set((eb) => ({ number_of_documents: eb('number_of_documents', '+', difference) }))
      .where('id', '=', id)
      .where('status', '=', 'OPEN'),
  );
}

const PREFIX = 'dossierDTO.';
const isOwnField = (criterion: Criterion): boolean =>
  Object.hasOwn(FOLDER_OWN_CRITERIA, criterion.field) || criterion.field === 'searchText';
const withoutPrefix = (criterion: Criterion): Criterion =>
  criterion.field.startsWith(PREFIX) ? { ...criterion, field: criterion.field.slice(PREFIX.length) } : criterion;

/**
 * Conditions for criteria on folders; those on their customers become one condition on the customer.
 * @param documentCount expression that numberOfDocuments is compared with, unless it is the folder's own counter.
 */
export function folderConditions(
  criteria: readonly Criterion[],
  documentCount: RawBuilder<number> | null = null,
): Pick<ListSource, 'probing' | 'gathering'> {
  const theirs = criteria.filter((criterion) => !isOwnField(criterion)).map(withoutPrefix);
  const countColumns: CriterionColumns = documentCount === null ? {} : { numberOfDocuments: documentCount };
  const ownConditions = conditionsOf(criteria.filter(isOwnField), { ...CRITERION_COLUMNS, ...countColumns });
  if (theirs.length === 0) return { probing: ownConditions, gathering: ownConditions };
  return {
    probing: [...ownConditions, sql<SqlBool>`exists (${dossierLookup.matching(theirs, FOLDER_COLUMNS.dossierId)})`],
    gathering: [...ownConditions, sql<SqlBool>`folder.dossier_id in (${dossierLookup.matching(theirs)})`],
  };
}

/**
 * The folders that meet the criteria, as a subquery with `id` and `number_of_documents`.
 * @param options.of a folder's id in an outer query: the subquery then looks up only that folder, by its primary
 * key.
 * @param options.pairs brands and folder types of an actor.
 */
function foldersMatching(
  criteria: readonly Criterion[],
  options: { of?: string; pairs?: Visibility['pairs'] | null },
): RawBuilder<unknown> {
  const { of, pairs = null } = options;
  const { probing, gathering } = folderConditions(criteria);
  if (of !== undefined) {
    return sql`select folder.id from folder where folder.id = ${sql.ref(of)} and ${all(probing)} offset 0`;
  }
  const scope = pairs === null ? [] : [pairCondition(pairs, FOLDER_COLUMNS.brand, FOLDER_COLUMNS.type)];
  return sql`select folder.id, folder.number_of_documents from folder where ${all([...scope, ...gathering])}`;
}

/** Folder columns by which lists of documents can be sorted. @param idColumn column of the list that holds the folder's id. */
const sortsOfFolders = (idColumn: string): SortColumns =>
  joinedBy(sql`left join folder on folder.id = ${sql.ref(idColumn)}`, OWN_SORTS);

/** Joins folders into the lists of documents. */
export const folderLookup = { matching: foldersMatching, sorts: sortsOfFolders };

/** Locks the types until the transaction ends: a change waits for transactions that rely on them. */
export async function lockTypes(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('folder-types', 0))`.execute(tx);
}

/** Shared lock for transactions that rely on the types: they do not wait for one another. */
export async function lockTypesShared(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('folder-types', 0))`.execute(tx);
}

/** The newest configuration loaded by an administrator, if any. */
export async function findConfiguration(
  db: Db,
): Promise<
  { version: number; configuration: FolderTypeConfiguration; loaded_by: string | null; loaded_date: Date } | undefined
> {
  return db
    .selectFrom('folder_type_configuration')
    .select(['version', 'configuration', 'loaded_by', 'loaded_date'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Earlier configurations stay. @returns the new version. */
export async function insertConfiguration(
  tx: Tx,
  values: { configuration: FolderTypeConfiguration; by: string; at: Date },
): Promise<number> {
  const { version } = await tx
    .insertInto('folder_type_configuration')
    .values({ configuration: JSON.stringify(values.configuration), loaded_by: values.by, loaded_date: values.at })
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Folder types in use, without deleted folders, with their counts. */
export async function listFolderTypesInUse(db: Db): Promise<{ folderType: string; count: number }[]> {
  return db
    .selectFrom('folder')
    .select((eb) => ['type as folderType', eb.fn.countAll<number>().as('count')])
    .where('status', '!=', 'DELETED')
    .groupBy('type')
    .orderBy('type')
    .execute();
}
