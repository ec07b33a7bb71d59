/** SQL of customers. */
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import { DOSSIER_CRITERIA } from '#contract/dossiers.ts';
import { SYNC_MOVES, type SyncMove } from '#domain/customer-search/synchronization.ts';
import { FISCAL_CODE, withoutBlanks } from '#domain/dossiers/contact-patterns.ts';
import { tidyLine } from '#domain/letters/typed-text.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { DossierTable } from '#ports/database/tables.ts';
import {
  all,
  anyOf,
  type Condition,
  type CriterionColumns,
  columnsFor,
  conditionsOf,
  containsNormalised,
  countEach,
  viaSearchColumn,
} from '../database/criteria.ts';
import type { ListSource } from '../database/list-page.ts';
import { indexed, indexedTwice, joinedBy, type SortColumns, sortColumns } from '../database/sorting.ts';

export type DossierRow = Selectable<DossierTable>;

export const DOSSIER_COLUMNS = {
  ...columnsFor('dossier', DOSSIER_CRITERIA),
  brand: 'dossier.brands',
} as const;

const inSearchText = (column: string) => viaSearchColumn('dossier.search_text', column);

const PHONE_IN_GROUPS = /^\+?\d+( \d+)+$/;
const MIN_PHONE_DIGITS = 6;

/**
 * A phone, codice fiscale or partita IVA may be pasted in groups, as pages show it; the search text also has it without
 * spaces.
 */
function searchTextCondition(text: string): Condition {
  const asWritten = containsNormalised('dossier.search_text', text);
  const tidied = tidyLine(text);
  const joined = withoutBlanks(tidied);
  const isPhone = PHONE_IN_GROUPS.test(tidied) && joined.length >= MIN_PHONE_DIGITS;
  if (tidied === joined || !(isPhone || FISCAL_CODE.test(joined))) return asWritten;
  return sql<SqlBool>`(${asWritten} or ${containsNormalised('dossier.search_text', joined)})`;
}

const CRITERION_COLUMNS: CriterionColumns = {
  ...DOSSIER_COLUMNS,
  businessId: inSearchText(DOSSIER_COLUMNS.businessId),
  firstName: inSearchText(DOSSIER_COLUMNS.firstName),
  lastName: inSearchText(DOSSIER_COLUMNS.lastName),
  organizationName: inSearchText(DOSSIER_COLUMNS.organizationName),
  mobilePhone: inSearchText(DOSSIER_COLUMNS.mobilePhone),
  email: inSearchText(DOSSIER_COLUMNS.email),
  fiscalCode: inSearchText(DOSSIER_COLUMNS.fiscalCode),
  genericFilter: ({ values }) => searchTextCondition(String(values[0])),
};

export const DOSSIER_SORT_COLUMNS = sortColumns(DOSSIER_CRITERIA, DOSSIER_COLUMNS, {
  id: indexedTwice('dossier.id'),
  lastModifiedDate: indexedTwice('dossier.last_modified_date'),
  createdDate: indexed('dossier.created_date'),
  createdBy: indexed('dossier.created_by'),
  customerName: indexed('dossier.customer_text'),
});

export const DOSSIER_SOURCE = {
  base: 'dossier',
  id: 'dossier.id',
  hst: 'dossier.hst',
  joins: sql``,
} as const satisfies Partial<ListSource>;

const openDossier = (db: Db, id: number) =>
  db.selectFrom('dossier').selectAll().where('id', '=', id).where('status', '=', 'OPEN');

export async function findDossier(db: Db, id: number): Promise<DossierRow | undefined> {
  return openDossier(db, id).executeTakeFirst();
}

/** Any status: folders and documents keep naming their customer. */
export async function findDossiers(db: Db, ids: readonly number[]): Promise<Map<number, DossierRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('dossier').selectAll().where('id', '=', anyOf(ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertDossier(tx: Tx, values: Insertable<DossierTable>): Promise<DossierRow> {
  return tx.insertInto('dossier').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Locks the row until the transaction ends: edits and deletions are serialised, readers are not blocked. */
export async function lockDossier(tx: Tx, id: number): Promise<DossierRow | undefined> {
  return openDossier(tx, id).forNoKeyUpdate().executeTakeFirst();
}

/** Prevents renaming or deleting the customer until the transaction ends. */
export async function holdDossier(tx: Tx, id: number): Promise<DossierRow | undefined> {
  return openDossier(tx, id).forShare().executeTakeFirst();
}

/** The caller holds the row. */
export async function updateDossier(tx: Tx, id: number, values: Updateable<DossierTable>): Promise<DossierRow> {
  return tx.updateTable('dossier').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/**
 * Updates numberOfFolders; also locks the row, so that the customer cannot be deleted or renamed meanwhile.
 * @returns the customer as it is now, undefined when it was deleted.
 */
export async function countFolder(tx: Tx, id: number, difference: 1 | -1): Promise<DossierRow | undefined> {
  return tx
    .updateTable('dossier')
    .set((eb) => ({ number_of_folders: eb('number_of_folders', '+', difference) }))
    .where('id', '=', id)
    .where('status', '=', 'OPEN')
    .returningAll()
    .executeTakeFirst();
}

/** @param count of one customer, by `dossier.id`. */
export const countVisible = (db: Db, ids: readonly number[], count: RawBuilder<number>) =>
  countEach(db, 'dossier', ids, count);

/** @param folderCount expression that numberOfFolders is compared as, instead of the customer's own counter. */
export function dossierConditions(
  criteria: readonly Criterion[],
  folderCount: RawBuilder<number> | null = null,
): Condition[] {
  const countColumns: CriterionColumns = folderCount === null ? {} : { numberOfFolders: folderCount };
  return conditionsOf(criteria, { ...CRITERION_COLUMNS, ...countColumns });
}

/**
 * The ids of the customers that match the criteria, as a subquery.
 * @param idColumn a dossier's id in an outer query: the subquery then looks up only that customer by its primary key.
 */
function dossiersMatching(criteria: readonly Criterion[], idColumn?: string): RawBuilder<unknown> {
  const conditions = all(dossierConditions(criteria));
  if (idColumn === undefined) return sql`select dossier.id from dossier where ${conditions}`;
  return sql`select dossier.id from dossier where dossier.id = ${sql.ref(idColumn)} and ${conditions} offset 0`;
}

/** The customer's fields that lists of folders and documents can be sorted by. @param idColumn a dossier's id in such a list. */
const sortsOfDossiers = (idColumn: string): SortColumns =>
  joinedBy(sql`left join dossier on dossier.id = ${sql.ref(idColumn)}`, DOSSIER_SORT_COLUMNS);

/** Joins customers into the lists of folders and documents. */
export const dossierLookup = { matching: dossiersMatching, sorts: sortsOfDossiers };

/**
 * One transition of a customer's synchronization; a customer in another state, deleted or no longer linked to that
 * record is left unchanged. It is not an edit: the date of the last one does not change.
 * @returns the customer as it is now, undefined when it did not change.
 */
export async function moveSynchronization(
  tx: Tx,
  move: SyncMove,
  customer: { id: number; businessId?: string },
  values: Updateable<DossierTable> = {},
): Promise<DossierRow | undefined> {
  const { from, to } = SYNC_MOVES[move];
  return tx
    .updateTable('dossier')
    .set({ ...values, sync_status: to })
    .where('id', '=', customer.id)
    .where('status', '=', 'OPEN')
    .where((eb) =>
      // A customer linked before synchronization existed has no state.
      eb.or([eb('sync_status', 'in', from), ...(move === 'schedule' ? [eb('sync_status', 'is', null)] : [])]),
    )
    .where('search_type', '=', 'RSP')
    .where('business_id', customer.businessId === undefined ? 'is not' : '=', customer.businessId ?? null)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Marks a job as queued for each linked customer that waits without a job, or with one from before `lostBefore`.
 * @param options.id only this customer. @param options.interruptedBefore also those in progress since before this
 * instant.
 */
export async function queueSynchronizations(
  tx: Tx,
  at: Date,
  options: { lostBefore: Date; limit: number; id?: number; interruptedBefore?: Date },
): Promise<number[]> {
  const { lostBefore, limit, id, interruptedBefore } = options;
  const rows = await tx
    .selectFrom('dossier')
    .select('id')
    .where('sync_status', 'in', ['TO_SYNC', 'SYNCING'])
    .where('status', '=', 'OPEN')
    .where((eb) =>
      eb.or([
        eb('sync_queued_date', 'is', null),
        eb('sync_queued_date', '<', lostBefore),
        ...(interruptedBefore === undefined
          ? []
          : [eb.and([eb('sync_status', '=', 'SYNCING'), eb('sync_queued_date', '<', interruptedBefore)])]),
      ]),
    )
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) {
    await tx.updateTable('dossier').set({ sync_queued_date: at }).where('id', 'in', ids).execute();
  }
  return ids;
}
