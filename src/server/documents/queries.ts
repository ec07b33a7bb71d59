/** SQL of documents. */

import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import { DOCUMENT_OWN_CRITERIA } from '#contract/documents.ts';
import {
  DOCUMENT_MOVES,
  DOCUMENT_STATUSES,
  type DocumentMove,
  type DocumentStatus,
  isInProgress,
} from '#domain/documents/document-states.ts';
import { DECLINED_REASONS } from '#domain/signing/decline-reasons.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { DocumentTable } from '#ports/database/tables.ts';
import { all, any, anyOf, type Condition, containsNormalised, viaSearchColumn } from '../database/criteria.ts';
import type { ListSource, MatchQuery } from '../database/list-page.ts';
import { changesRow, findsRow } from '../database/outcome.ts';
import { asIs, indexed, indexedTwice, type SortColumns, sortColumns, withParents } from '../database/sorting.ts';
import { type DealerNames, dealerNamesIn } from '../dealers/index.ts';
import { dossierLookup } from '../dossiers/index.ts';
import { folderLookup } from '../folders/index.ts';

export type DocumentRow = Selectable<DocumentTable>;

/**
 * Lists walk one of two tables: `document`, indexed by status and last edit, or `document_search`, whose indexes no
 * signature updates. Columns in both are read from the walked table.
 */
export type DocumentBase = 'document' | 'document_search';

const SHARED = {
  folderId: 'folder_id',
  hst: 'hst',
  legalEntity: 'legal_entity',
  brand: 'brand',
  folderType: 'folder_type',
  createdBy: 'created_by',
  createdDate: 'created_date',
} as const;

const ONLY_IN_DOCUMENT = {
  dossierId: 'document.dossier_id',
  type: 'document.type',
  status: 'document.status',
  sigType: 'document.sig_type',
  archivable: 'document.archivable',
  signable: 'document.signable',
  fileSize: 'document.file_size',
  mimeType: 'document.mime_type',
  startSignDate: 'document.start_sign_date',
  signedDocumentId: 'document.signed_document_id',
  feaModuleId: 'document.fea_module_id',
  lastModifiedBy: 'document.last_modified_by',
  lastModifiedDate: 'document.last_modified_date',
} as const;

/** Statuses of the index document_open. */
export const UNFINISHED = DOCUMENT_STATUSES.filter((status) => status !== 'SIGNED' && status !== 'FINISH');

export const isInSearch = (field: string): boolean => Object.hasOwn(SHARED, field) || field === 'id';

/** Documents refused by a signer: the condition of the index document_declined. */
const DECLINED = sql<SqlBool>`(document.status = 'READY_TO_SIGN'
  and document.status_reason in (${sql.join(DECLINED_REASONS.map((reason) => sql.lit(reason)))}))`;

/** Written exactly as in the index, so that PostgreSQL uses it to find the few rows. */
function isDeclined(criterion: Criterion): Condition {
  const values = criterion.operator === 'notEquals' ? criterion.values.map((value) => !value) : criterion.values;
  return any([
    ...(values.includes(true) ? [DECLINED] : []),
    ...(values.includes(false) ? [sql<SqlBool>`${DECLINED} is not true`] : []),
  ]);
}

/** Columns of the criteria's fields. */
export function documentColumns(base: DocumentBase) {
  const shared = Object.fromEntries(Object.entries(SHARED).map(([field, column]) => [field, `${base}.${column}`]));
  return {
    ...ONLY_IN_DOCUMENT,
    ...(shared as Record<keyof typeof SHARED, string>),
    id: base === 'document' ? 'document.id' : 'document_search.document_id',
    declined: isDeclined,
    fileName: viaSearchColumn('document_search.name_text', 'document.file_name'),
  };
}

function sortColumnsOf(base: DocumentBase): SortColumns {
  const columns = documentColumns(base);
  const ownColumns = sortColumns(
    DOCUMENT_OWN_CRITERIA,
    { ...columns, fileName: 'document_search.name_text', declined: sql`(${DECLINED} is true)` },
    {
      id: indexedTwice(columns.id),
      lastModifiedDate: indexedTwice(columns.lastModifiedDate),
      fileName: indexedTwice('document_search.name_text'),
      customerName: indexed('document_search.customer_text'),
      createdDate: indexed('document_search.created_date'),
      createdBy: indexed('document_search.created_by'),
    },
  );
  const withFolder = withParents(ownColumns, 'folderDTO', folderLookup.sorts(columns.folderId));
  return withParents(withFolder, 'dossierDTO', dossierLookup.sorts(columns.dossierId));
}
export const DOCUMENT_SORT_COLUMNS: Readonly<Record<DocumentBase, SortColumns>> = {
  document: sortColumnsOf('document'),
  document_search: sortColumnsOf('document_search'),
};

/** Documents waiting for a signer or locked by wrong codes: the exact condition of the index document_waiting. */
export const WAITING_ONLY = sql<SqlBool>`(document.status = 'START_SIGN' or (document.status = 'READY_TO_SIGN' and document.status_reason = 'signing.locked'))`;

/** Joins search columns to waiting documents by one lookup per row: the planner would otherwise scan the whole table. */
export const searchOfEach = sql`left join lateral (
  select * from document_search where document_search.document_id = document.id offset 0) as document_search on true`;

export const waitingSorts: SortColumns = {
  id: asIs('document.id'),
  startSignDate: asIs('document.start_sign_date'),
  customerName: asIs('document_search.customer_text'),
};

/** The base table joined with the other; the planner drops the join when no condition uses it. Excludes hidden documents. */
export function documentSource(base: DocumentBase): Pick<ListSource, 'base' | 'id' | 'hst' | 'joins' | 'onBase'> {
  const { id, hst } = documentColumns(base);
  const join =
    base === 'document'
      ? sql`left join document_search on document_search.document_id = document.id`
      : sql`left join document on document.id = document_search.document_id`;
  const notHidden = base === 'document' ? [sql<SqlBool>`document.deleted_date is null`] : [];
  return { base, id, hst, joins: join, onBase: notHidden };
}

/** Documents whose file name contains the text, or whose folder is among `folders`. */
export function documentsByText(
  base: DocumentBase,
  text: string,
  folders: { among: RawBuilder<unknown>; one: RawBuilder<unknown> },
): Pick<ListSource, 'probing' | 'gathering'> {
  const inName = containsNormalised('document_search.name_text', text);
  const { id } = documentColumns(base);
  const ids = sql`select document_id from document_search where folder_id in (select id from (${folders.among}) as folder)
    union select document_id from document_search where ${inName}`;
  return {
    probing: [sql<SqlBool>`(${inName} or exists (${folders.one}))`],
    gathering: [sql<SqlBool>`${sql.ref(id)} in (${ids})`],
  };
}

/**
 * The same for a scope that documents share with their folders: all documents of a matching folder match, so that
 * they are counted without being read; with a status, they are read by their index on the folder.
 * @param folders with `id` and `number_of_documents`, in that scope.
 * @param scope on `document_search`.
 * @param statuses on `document`.
 */
export function countByText(
  text: string,
  folders: RawBuilder<unknown>,
  scope: readonly Condition[],
  statuses: readonly Condition[],
): MatchQuery {
  const nameCondition = all([containsNormalised('document_search.name_text', text), ...scope]);
  const tables = sql`found_folder as materialized (${folders}),
    named as materialized (select document_id, folder_id from document_search where ${nameCondition}),
    elsewhere as materialized (select document_id from named
      where not exists (select 1 from found_folder where found_folder.id = named.folder_id))`;
  if (statuses.length === 0) {
    return {
      tables,
      total: sql`select coalesce((select sum(number_of_documents) from found_folder), 0)
        + (select count(*) from elsewhere)`,
      ids: sql`select document_id from document_search where folder_id in (select id from found_folder)
        union all select document_id from elsewhere`,
    };
  }
  const live = all([sql<SqlBool>`document.deleted_date is null`, ...statuses]);
  // One primary-key lookup per row, regardless of the planner's row estimate: joining the whole table costs more.
  return {
    tables: sql`${tables}, found as materialized (
      select document.id from document where document.folder_id in (select id from found_folder) and ${live}
      union all select one.id from elsewhere
        cross join lateral (select id from document where id = elsewhere.document_id and ${live} offset 0) as one)`,
    total: sql`select count(*) from found`,
    ids: sql`select id from found`,
  };
}

/** SQL that counts the refused documents. */
export const countDeclined = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql`select count(*) as n from document where ${all([...conditions, DECLINED])}`;

/** SQL that counts documents by status: `n` in all, `declined` of them refused. */
export const countByStatus = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql`select document.status as status, count(*) as n, count(*) filter (where ${DECLINED}) as declined
    from document ${documentSource('document').joins} where ${all(conditions)} group by document.status`;

export async function findDocument(db: Db, id: number): Promise<DocumentRow | undefined> {
  return db.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findDocuments(db: Db, ids: readonly number[]): Promise<DocumentRow[]> {
  return db.selectFrom('document').selectAll().where('id', '=', anyOf(ids)).execute();
}

/** Columns that lists show or that decide a document's state; reading columns takes half of a long list's time. */
const LISTED_COLUMNS = [
  ...(['id', 'folder_id', 'dossier_id', 'hst', 'legal_entity', 'folder_type', 'type', 'variable_fields'] as const),
  ...(['status', 'status_reason', 'status_detail', 'sig_type', 'archivable', 'signable'] as const),
  ...(['file_name', 'mime_type', 'file_size', 'signed_document_id', 'fea_module_id'] as const),
  ...(['created_by', 'last_modified_by'] as const),
] as const satisfies readonly (keyof DocumentTable)[];

/** A date object, or the database's text: values that are only displayed are not parsed. */
type Instant = Date | string;
export interface ListedDocument extends Pick<DocumentRow, (typeof LISTED_COLUMNS)[number]> {
  readonly start_sign_date: Instant | null;
  readonly created_date: Instant;
  readonly last_modified_date: Instant;
}

const selectListed = (db: Db) =>
  db
    .selectFrom('document')
    .select(LISTED_COLUMNS)
    .select([
      sql<string | null>`start_sign_date::text`.as('start_sign_date'),
      sql<string>`created_date::text`.as('created_date'),
      sql<string>`last_modified_date::text`.as('last_modified_date'),
    ]);

/** Includes hidden ones. */
export async function listDocuments(db: Db, ids: readonly number[]): Promise<ListedDocument[]> {
  return selectListed(db).where('id', '=', anyOf(ids)).execute();
}

/** All documents of a folder, hidden ones included, in one query: faster than thousands of lookups by id. */
export async function listDocumentsIn(db: Db, folderId: number): Promise<ListedDocument[]> {
  return selectListed(db).where('folder_id', '=', folderId).execute();
}

/** Facts about a document and its dealer that signers see. */
export interface DocumentFacts {
  readonly type: string;
  readonly fileName: string | null;
  readonly dossierId: number;
  readonly hst: string;
  readonly brand: DocumentRow['brand'];
  readonly legalEntity: string;
  readonly dealer: DealerNames | null;
}

/** SQL of the facts of the document whose id is in `column`; includes hidden ones. */
export const factsIn = (column: string): RawBuilder<DocumentFacts> =>
  sql`(select json_build_object('type', type, 'fileName', file_name, 'dossierId', dossier_id, 'hst', hst, 'brand', brand,
    'legalEntity', legal_entity, 'dealer', ${dealerNamesIn('document.hst')}) from document where id = ${sql.ref(column)})`;

const SIGNING_OR_SIGNED = DOCUMENT_STATUSES.filter((status) => isInProgress(status) || status === 'SIGNED');

/** Whether anything in these folders was signed or is being signed. Hidden documents count. */
export async function hasSignedIn(db: Db, folderIds: readonly number[]): Promise<boolean> {
  return findsRow(
    db
      .selectFrom('document')
      .select('document.id')
      .where('folder_id', '=', anyOf(folderIds))
      .where((where) => where.or([where('ever_signed', '=', true), where('status', 'in', SIGNING_OR_SIGNED)]))
      .limit(1),
  );
}

/** Every document of a folder that is not hidden, oldest first. */
export async function findDocumentsIn(db: Db, folderId: number): Promise<DocumentRow[]> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('folder_id', '=', folderId)
    .where('deleted_date', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Locks a document that is not hidden until the transaction ends. Rows are locked in one order everywhere: customer,
 * folder, session, signer, document, tablet, place in its queue.
 */
export async function lockDocument(tx: Tx, id: number): Promise<DocumentRow | undefined> {
  return tx
    .selectFrom('document')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_date', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Reserves the id of a future document, for a paper that prints it. */
export async function reserveDocumentId(db: Db): Promise<number> {
  const next = sql<{ id: number }>`select nextval(pg_get_serial_sequence('document', 'id')) as id`;
  const [row] = (await next.execute(db)).rows;
  if (row === undefined) throw new Error('The document id sequence returned no value');
  return Number(row.id);
}

/** @param id reserved beforehand; null: the next one. */
export async function insertDocument(
  tx: Tx,
  values: Insertable<DocumentTable>,
  id: number | null = null,
): Promise<DocumentRow> {
  if (id === null) return tx.insertInto('document').values(values).returningAll().executeTakeFirstOrThrow();
  const columns = Object.entries({ id, ...values }).filter(([, value]) => value !== undefined);
  const names = sql.join(columns.map(([name]) => sql.ref(name)));
  const inserted = sql<DocumentRow>`insert into document (${names}) overriding system value
    values (${sql.join(columns.map(([, value]) => value))}) returning *`;
  const [row] = (await inserted.execute(tx)).rows;
  if (row === undefined) throw new Error('A document was not inserted');
  return row;
}

export interface MoveChanges {
  /** Why the document came back, as a refusal code; null clears it. Left out: unchanged. */
  statusReason?: string | null;
  /** A person's explanation of the reason. */
  statusDetail?: string | null;
  startSignDate?: Date | null;
  /** Set once the file has a signature. */
  everSigned?: true;
  signedDocumentId?: number | null;
  /** Who edited the row; moves by signing leave it unchanged. */
  modified?: { by: string | null; at: Date };
  /** Further changes of an edit, applied only if the row was not edited since it was read. */
  edit?: { since: Date; values: EditedColumns };
}

export type EditedColumns = Pick<
  Updateable<DocumentTable>,
  | ('sig_type' | 'archivable' | 'signable' | 'variable_fields')
  | ('file_sha256' | 'file_size' | 'file_name' | 'mime_type' | 'pages')
>;

/** Moves that also apply to hidden documents: a given signature completes, an expired link expires. */
const RUNNING_SIGNATURE_MOVES: readonly DocumentMove[] = [
  'linksSent',
  'preparationFailed',
  'lastSignature',
  'decline',
  'lock',
  'expire',
  'complete',
  'completePrivacy',
  'consentsPushed',
];

/**
 * Moves a document along the life table if it still has the move's initial status; the only writer of its status.
 * @returns false when it has another status: another call was first, and nothing has changed.
 */
export async function moveDocument(
  tx: Tx,
  id: number,
  move: DocumentMove,
  changes: MoveChanges = {},
): Promise<boolean> {
  const { from, to } = DOCUMENT_MOVES[move];
  return changesRow(
    tx
      .updateTable('document')
      .set({
        status: to,
        ...(changes.statusReason === undefined ? {} : { status_reason: changes.statusReason }),
        ...(changes.statusDetail === undefined ? {} : { status_detail: changes.statusDetail }),
        ...(changes.startSignDate === undefined ? {} : { start_sign_date: changes.startSignDate }),
        ...(changes.everSigned === undefined ? {} : { ever_signed: true }),
        ...(changes.signedDocumentId === undefined ? {} : { signed_document_id: changes.signedDocumentId }),
        ...(changes.modified === undefined
          ? {}
          : { last_modified_by: changes.modified.by, last_modified_date: changes.modified.at }),
        ...changes.edit?.values,
      })
      .where('id', '=', id)
      .where('status', 'in', [...from] as DocumentStatus[])
      .$if(!RUNNING_SIGNATURE_MOVES.includes(move), (query) => query.where('deleted_date', 'is', null))
      .$if(changes.edit !== undefined, (query) =>
        query.where('last_modified_date', '=', changes.edit?.since ?? new Date(0)),
      )
      // A document that was ever signed never returns to draft, for any caller.
      .$if(move === 'takeBack', (query) => query.where('ever_signed', '=', false)),
  );
}

/** Links a document to the FEA module that it waits for. */
export async function linkFeaModule(tx: Tx, id: number, moduleId: number): Promise<void> {
  await tx.updateTable('document').set({ fea_module_id: moduleId }).where('id', '=', id).execute();
}

/**
 * Records why a document stays in its status, as a refusal code; null when it continues. Has no effect once the
 * document left that status.
 */
export async function explainDocument(
  tx: Tx,
  id: number,
  status: DocumentStatus,
  reason: string | null,
): Promise<void> {
  await tx
    .updateTable('document')
    .set({ status_reason: reason, status_detail: null })
    .where('id', '=', id)
    .where('status', '=', status)
    .execute();
}

/** SQL that counts the documents one login created in the folder whose id is in `column`. */
export function countCreatedBy(login: string, column: string): RawBuilder<number> {
  return sql<number>`(select count(*) from document where document.folder_id = ${sql.ref(column)}
    and document.deleted_date is null and document.created_by = ${login})`;
}

/** Document types in use, without hidden documents, with their counts. */
export async function listTypesInUse(db: Db): Promise<{ folderType: string; documentType: string; count: number }[]> {
  return db
    .selectFrom('document')
    .select((eb) => ['folder_type as folderType', 'type as documentType', eb.fn.countAll<number>().as('count')])
    .where('deleted_date', 'is', null)
    .groupBy(['folder_type', 'type'])
    .orderBy('folder_type')
    .orderBy('type')
    .execute();
}

/** Documents of folders, in lock order; the caller holds the folders, so that none is added. */
export async function lockDocumentsIn(
  tx: Tx,
  folderIds: readonly number[],
): Promise<Pick<DocumentRow, 'id' | 'legal_entity' | 'status' | 'archivable' | 'file_size'>[]> {
  return tx
    .selectFrom('document')
    .select(['id', 'legal_entity', 'status', 'archivable', 'file_size'])
    .where('folder_id', '=', anyOf(folderIds))
    .where('deleted_date', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Hides documents without removing them: files and evidence stay. */
export async function hideDocuments(tx: Tx, ids: readonly number[], change: { by: string; at: Date }): Promise<void> {
  await tx
    .updateTable('document')
    .set({ deleted_date: change.at, deleted_by: change.by })
    .where('id', '=', anyOf(ids))
    .execute();
}
