/** SQL of documents. */
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import { DOCUMENT_OWN_CRITERIA } from '#contract/documents.ts';
import {
  DOCUMENT_MOVES,
  DOCUMENT_STATUSES,
  type DocumentMove,
  type DocumentStatus,
  isMoving,
} from '#domain/documents/life.ts';
import { DECLINED_REASONS } from '#domain/documents/views.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { DocumentTable } from '#ports/database/tables.ts';
import { all, any, anyOf, type Condition, containsForm, partOf } from '../database/criteria.ts';
import type { Found, Side } from '../database/page.ts';
import { asIs, indexed, indexedTwice, type SortColumns, sortColumns, withBorrowed } from '../database/sorting.ts';
import { type DealerNames, dealerNamesIn } from '../dealers/index.ts';
import { dossierLookup } from '../dossiers/index.ts';
import { folderLookup } from '../folders/index.ts';

export type DocumentRow = Selectable<DocumentTable>;

/**
 * Lists walk one of two tables: `document`, whose indexes follow status and last edit, or `document_search`, whose
 * indexes no signature touches. What both have is asked of the one that is walked.
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

/** What a signer refused, as the index document_declined has it. */
const DECLINED = sql<SqlBool>`(document.status = 'READY_TO_SIGN'
  and document.status_reason in (${sql.join(DECLINED_REASONS.map((reason) => sql.lit(reason)))}))`;

/** Asked as the index knows it, so that PostgreSQL finds the few rows by it. */
function isDeclined(criterion: Criterion): Condition {
  const wanted = criterion.operator === 'notEquals' ? criterion.values.map((value) => !value) : criterion.values;
  return any([
    ...(wanted.includes(true) ? [DECLINED] : []),
    ...(wanted.includes(false) ? [sql<SqlBool>`${DECLINED} is not true`] : []),
  ]);
}

/** Fields of criteria, and where they are. */
export function documentColumns(base: DocumentBase) {
  const shared = Object.fromEntries(Object.entries(SHARED).map(([field, column]) => [field, `${base}.${column}`]));
  return {
    ...ONLY_IN_DOCUMENT,
    ...(shared as Record<keyof typeof SHARED, string>),
    id: base === 'document' ? 'document.id' : 'document_search.document_id',
    declined: isDeclined,
    fileName: partOf('document_search.name_text', 'document.file_name'),
  };
}

function sortsOn(base: DocumentBase): SortColumns {
  const columns = documentColumns(base);
  const own = sortColumns(
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
  const withFolder = withBorrowed(own, 'folderDTO', folderLookup.sorts(columns.folderId));
  return withBorrowed(withFolder, 'dossierDTO', dossierLookup.sorts(columns.dossierId));
}
export const DOCUMENT_SORT_COLUMNS: Readonly<Record<DocumentBase, SortColumns>> = {
  document: sortsOn('document'),
  document_search: sortsOn('document_search'),
};

/** What waits for whoever signs, and what wrong codes have locked: the condition of the index document_waiting, letter by letter. */
export const WAITING_ONLY = sql<SqlBool>`(document.status = 'START_SIGN' or (document.status = 'READY_TO_SIGN' and document.status_reason = 'signing.locked'))`;

/** What waits with what lists search by, looked up one by one: the planner would rather read all that was ever written. */
export const searchOfEach = sql`left join lateral (
  select * from document_search where document_search.document_id = document.id offset 0) as document_search on true`;

export const waitingSorts: SortColumns = {
  id: asIs('document.id'),
  startSignDate: asIs('document.start_sign_date'),
  customerName: asIs('document_search.customer_text'),
};

/** The base with the other table beside it: the planner leaves out what no condition names. Hidden documents are in neither. */
export function documentSide(base: DocumentBase): Pick<Side, 'base' | 'id' | 'hst' | 'joins' | 'onBase'> {
  const { id, hst } = documentColumns(base);
  const other =
    base === 'document'
      ? sql`left join document_search on document_search.document_id = document.id`
      : sql`left join document on document.id = document_search.document_id`;
  const live = base === 'document' ? [sql<SqlBool>`document.deleted_date is null`] : [];
  return { base, id, hst, joins: other, onBase: live };
}

/** The file name has the text, or the folder is among `folders`. */
export function documentsByText(
  base: DocumentBase,
  text: string,
  folders: { among: RawBuilder<unknown>; one: RawBuilder<unknown> },
): Pick<Side, 'probing' | 'gathering'> {
  const inName = containsForm('document_search.name_text', text);
  const { id } = documentColumns(base);
  const ids = sql`select document_id from document_search where folder_id in (select id from (${folders.among}) as folder)
    union select document_id from document_search where ${inName}`;
  return {
    probing: [sql<SqlBool>`(${inName} or exists (${folders.one}))`],
    gathering: [sql<SqlBool>`${sql.ref(id)} in (${ids})`],
  };
}

/**
 * The same for a scope that documents share with their folders: a folder that is found brings all its documents, so that
 * they are counted without being looked at; with a status their index by folder is.
 * @param folders with `id` and `number_of_documents`, in that scope.
 * @param scope on `document_search`.
 * @param statuses on `document`.
 */
export function countByText(
  text: string,
  folders: RawBuilder<unknown>,
  scope: readonly Condition[],
  statuses: readonly Condition[],
): Found {
  const named = all([containsForm('document_search.name_text', text), ...scope]);
  const tables = sql`found_folder as materialized (${folders}),
    named as materialized (select document_id, folder_id from document_search where ${named}),
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
  // One look by primary key for each, however many the planner expects: the whole table beside them costs more.
  return {
    tables: sql`${tables}, found as materialized (
      select document.id from document where document.folder_id in (select id from found_folder) and ${live}
      union all select one.id from elsewhere
        cross join lateral (select id from document where id = elsewhere.document_id and ${live} offset 0) as one)`,
    total: sql`select count(*) from found`,
    ids: sql`select id from found`,
  };
}

/** SQL of how many were refused. */
export const countDeclined = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql`select count(*) as n from document where ${all([...conditions, DECLINED])}`;

/** SQL of each status with `n` documents, `declined` of which were refused. */
export const countByStatus = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  sql`select document.status as status, count(*) as n, count(*) filter (where ${DECLINED}) as declined
    from document ${documentSide('document').joins} where ${all(conditions)} group by document.status`;

export async function findDocument(db: Db, id: number): Promise<DocumentRow | undefined> {
  return db.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findDocuments(db: Db, ids: readonly number[]): Promise<DocumentRow[]> {
  return db.selectFrom('document').selectAll().where('id', '=', anyOf(ids)).execute();
}

/** What lists show of a document, and what decides how it stands; half of a long list's time is reading columns. */
const LISTED = [
  ...(['id', 'folder_id', 'dossier_id', 'hst', 'legal_entity', 'folder_type', 'type', 'variable_fields'] as const),
  ...(['status', 'status_reason', 'status_detail', 'sig_type', 'archivable', 'signable'] as const),
  ...(['file_name', 'mime_type', 'file_size', 'signed_document_id', 'fea_module_id'] as const),
  ...(['created_by', 'last_modified_by'] as const),
] as const satisfies readonly (keyof DocumentTable)[];

/** As a row has it, or as the database writes it: what is only told is not made a date first. */
type Instant = Date | string;
export interface ListedDocument extends Pick<DocumentRow, (typeof LISTED)[number]> {
  readonly start_sign_date: Instant | null;
  readonly created_date: Instant;
  readonly last_modified_date: Instant;
}

const listed = (db: Db) =>
  db
    .selectFrom('document')
    .select(LISTED)
    .select([
      sql<string | null>`start_sign_date::text`.as('start_sign_date'),
      sql<string>`created_date::text`.as('created_date'),
      sql<string>`last_modified_date::text`.as('last_modified_date'),
    ]);

/** Hidden ones too. */
export async function listDocuments(db: Db, ids: readonly number[]): Promise<ListedDocument[]> {
  return listed(db).where('id', '=', anyOf(ids)).execute();
}

/** Those of a folder, hidden ones too: at once, where thousands of ids are looked up one by one. */
export async function listDocumentsIn(db: Db, folderId: number): Promise<ListedDocument[]> {
  return listed(db).where('folder_id', '=', folderId).execute();
}

/** What whoever signs is told of a document, and of its dealer. */
export interface DocumentFacts {
  readonly type: string;
  readonly fileName: string | null;
  readonly dossierId: number;
  readonly hst: string;
  readonly brand: DocumentRow['brand'];
  readonly legalEntity: string;
  readonly dealer: DealerNames | null;
}

/** SQL of the facts of the document whose id is in `column`; hidden ones too. */
export const factsIn = (column: string): RawBuilder<DocumentFacts> =>
  sql`(select json_build_object('type', type, 'fileName', file_name, 'dossierId', dossier_id, 'hst', hst, 'brand', brand,
    'legalEntity', legal_entity, 'dealer', ${dealerNamesIn('document.hst')}) from document where id = ${sql.ref(column)})`;

const SIGNING_OR_SIGNED = DOCUMENT_STATUSES.filter((status) => isMoving(status) || status === 'SIGNED');

/** Was anything in these folders signed, or is being signed? Hidden documents count. */
export async function hasSignedIn(db: Db, folderIds: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom('document')
    .select('document.id')
    .where('folder_id', '=', anyOf(folderIds))
    .where((where) => where.or([where('ever_signed', '=', true), where('status', 'in', SIGNING_OR_SIGNED)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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
 * Holds a document that is not hidden until the transaction ends. Rows are locked in one order everywhere: customer,
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

/** The id that a document will have, for a paper on which it is printed. */
export async function reserveDocumentId(db: Db): Promise<number> {
  const next = sql<{ id: number }>`select nextval(pg_get_serial_sequence('document', 'id')) as id`;
  const [row] = (await next.execute(db)).rows;
  if (row === undefined) throw new Error('The sequence of documents gives nothing');
  return Number(row.id);
}

/** @param id one that was reserved. */
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
  /** Why it came back, as a refusal code; null clears it. Left out: unchanged. */
  statusReason?: string | null;
  /** Words of a person that go with the reason. */
  statusDetail?: string | null;
  startSignDate?: Date | null;
  /** Set once a signature was put on the file. */
  everSigned?: true;
  signedDocumentId?: number | null;
  /** Who edited the row; moves by signing leave it alone (P-15). */
  modified?: { by: string | null; at: Date };
  /** What an edit changes besides, if nobody has edited the row since it was read. */
  edit?: { since: Date; values: EditedColumns };
}

export type EditedColumns = Pick<
  Updateable<DocumentTable>,
  | ('sig_type' | 'archivable' | 'signable' | 'variable_fields')
  | ('file_sha256' | 'file_size' | 'file_name' | 'mime_type' | 'pages')
>;

/** Moves that go on whatever staff sees: a signature that was given completes, a link that ran out expires. */
const OF_A_RUNNING_SIGNATURE: readonly DocumentMove[] = [
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
 * Moves a document along the life table if it is still where the move begins; the only writer of its status (P-5).
 * @returns false when it is elsewhere: another call was first, and nothing has changed.
 */
export async function moveDocument(
  tx: Tx,
  id: number,
  move: DocumentMove,
  changes: MoveChanges = {},
): Promise<boolean> {
  const { from, to } = DOCUMENT_MOVES[move];
  const done = await tx
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
    .$if(!OF_A_RUNNING_SIGNATURE.includes(move), (query) => query.where('deleted_date', 'is', null))
    .$if(changes.edit !== undefined, (query) =>
      query.where('last_modified_date', '=', changes.edit?.since ?? new Date(0)),
    )
    // What was ever signed never goes back to draft, whoever asks.
    .$if(move === 'takeBack', (query) => query.where('ever_signed', '=', false))
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** Names the module that a document waits for. */
export async function linkFeaModule(tx: Tx, id: number, moduleId: number): Promise<void> {
  await tx.updateTable('document').set({ fea_module_id: moduleId }).where('id', '=', id).execute();
}

/** Tells why a document stays where it is, as a refusal code, null when it goes on again; one that has moved on is left alone. */
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

/** SQL of how many documents one login created in the folder whose id is in `column`. */
export function countCreatedBy(login: string, column: string): RawBuilder<number> {
  return sql<number>`(select count(*) from document where document.folder_id = ${sql.ref(column)}
    and document.deleted_date is null and document.created_by = ${login})`;
}

/** The types of all documents that are not hidden, with how many there are of each. */
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

/** Documents of folders in the order in which rows are locked; the caller holds the folders, so that none is added. */
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

/** Hidden, never removed: files and evidence stay (D-9). */
export async function hideDocuments(tx: Tx, ids: readonly number[], change: { by: string; at: Date }): Promise<void> {
  await tx
    .updateTable('document')
    .set({ deleted_date: change.at, deleted_by: change.by })
    .where('id', '=', anyOf(ids))
    .execute();
}
