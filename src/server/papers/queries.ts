/** SQL of the versions of paper content. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PaperLanguage } from '#domain/papers/paper.ts';
import type { Publication } from '#domain/papers/versions/fea-editions.ts';
import { FEA_PAGE, type VersionKind, type VersionState } from '#domain/papers/versions/versions.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { PaperVersionTable } from '#ports/database/tables.ts';

export type VersionRow = Selectable<PaperVersionTable>;
export type VersionHead = Omit<VersionRow, 'content'>;

/** Identifies a content: at most one version of it is published, and at most one is being edited. */
export type Scope = Pick<VersionRow, 'kind' | 'document_type' | 'language' | 'legal_entity'>;

const HEAD_COLUMNS = [
  ...(['id', 'kind', 'legal_entity', 'document_type', 'language', 'version', 'state', 'digest', 'note'] as const),
  ...(['authors', 'submitted_by', 'submitted_date', 'published_by', 'published_date', 'superseded_date'] as const),
  ...(['returned_by', 'returned_date', 'return_reason', 'created_by', 'created_date'] as const),
  ...(['last_modified_by', 'last_modified_date'] as const),
];

/** Versions listed per scope; more would not be read. */
const MAX_LISTED = 500;

export interface VersionFilter {
  kind?: VersionKind | undefined;
  type?: string | undefined;
  language?: PaperLanguage | undefined;
  legalEntity?: string | undefined;
  states?: readonly VersionState[];
}

export async function listVersions(db: Db, filter: VersionFilter): Promise<VersionHead[]> {
  const { kind, type, language, legalEntity, states } = filter;
  let query = db.selectFrom('paper_version').select(HEAD_COLUMNS);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (type !== undefined) query = query.where('document_type', '=', type);
  if (language !== undefined) query = query.where('language', '=', language);
  if (legalEntity !== undefined) query = query.where('legal_entity', '=', legalEntity);
  if (states === undefined) query = query.limit(MAX_LISTED);
  else query = query.where('state', 'in', states);
  return query.orderBy('id', 'desc').execute();
}

export async function findVersion(db: Db, id: number): Promise<VersionRow | undefined> {
  return db.selectFrom('paper_version').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Published versions for a legal entity: company data of its own and of the national company, clauses of the type that
 * are its own or general.
 */
export async function listPublished(db: Db, type: string, legalEntity: string | null): Promise<VersionRow[]> {
  return db
    .selectFrom('paper_version')
    .selectAll()
    .where('state', '=', 'PUBLISHED')
    .where((eb) => eb.or([eb('legal_entity', 'is', null), eb('legal_entity', '=', legalEntity)]))
    .where((eb) =>
      eb.or([eb('kind', '=', 'COMPANY'), eb.and([eb('kind', '=', 'CLAUSES'), eb('document_type', '=', type)])]),
    )
    .execute();
}

/**
 * Published Italian clauses of these types and published company data, of all legal entities; `named`: company data
 * with the company's name.
 */
export async function listPublishedTexts(
  db: Db,
  types: readonly string[],
): Promise<(Pick<VersionRow, 'kind' | 'document_type' | 'legal_entity'> & { named: boolean })[]> {
  return db
    .selectFrom('paper_version')
    .select(['kind', 'document_type', 'legal_entity'])
    .select(sql<boolean>`coalesce(content -> 'company' ->> 'legalName', '') <> ''`.as('named'))
    .where('state', '=', 'PUBLISHED')
    .where((eb) =>
      eb.or([eb('kind', '=', 'COMPANY'), eb.and([eb('document_type', 'in', [...types]), eb('language', '=', 'it')])]),
    )
    .execute();
}

/** Telephones, as written, in published company data of any legal entity or the national company whose last nine digits match. */
export async function listCompanyPhones(db: Db, lastNine: string): Promise<string[]> {
  const phone = sql<string>`content -> 'company' ->> 'phone'`;
  const rows = await db
    .selectFrom('paper_version')
    .select(phone.as('phone'))
    .where('kind', '=', 'COMPANY')
    .where('state', '=', 'PUBLISHED')
    .where(sql<string>`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 9)`, '=', lastNine)
    .execute();
  return rows.map((row) => row.phone);
}

/** Current and past content of a legal entity's public page: its data, and clauses of the page and the module. */
export async function listFeaPublications(db: Db, legalEntity: string): Promise<Publication[]> {
  const rows = await db
    .selectFrom('paper_version')
    .select(['id', 'kind', 'document_type', 'language', 'legal_entity', 'version', 'published_date', 'superseded_date'])
    .where('state', 'in', ['PUBLISHED', 'SUPERSEDED'])
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'COMPANY'), eb('legal_entity', '=', legalEntity)]),
        eb.and([
          eb('document_type', 'in', [FEA_PAGE, 'FEA_MODULE']),
          eb.or([eb('legal_entity', 'is', null), eb('legal_entity', '=', legalEntity)]),
        ]),
      ]),
    )
    .execute();
  return rows.flatMap(({ document_type: type, legal_entity, published_date: from, superseded_date: until, ...row }) =>
    from === null ? [] : [{ ...row, type, legalEntity: legal_entity, from, until }],
  );
}

export async function findVersions(db: Db, ids: readonly number[]): Promise<VersionRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('paper_version').selectAll().where('id', 'in', ids).execute();
}

/** Locks a scope until the transaction ends, so that one writer at a time decides its open and its published version. */
export async function lockScope(tx: Tx, scope: Scope): Promise<void> {
  const name = ['paperVersion', scope.kind, scope.document_type, scope.language, scope.legal_entity].join(':');
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

const ofScope = (tx: Tx, scope: Scope) =>
  tx
    .selectFrom('paper_version')
    .where('kind', '=', scope.kind)
    .where('document_type', 'is not distinct from', scope.document_type)
    .where('language', 'is not distinct from', scope.language)
    .where('legal_entity', 'is not distinct from', scope.legal_entity);

/** Whether this scope has an open version. Call under its lock. */
export async function hasOpenVersion(tx: Tx, scope: Scope): Promise<boolean> {
  const query = ofScope(tx, scope).where('state', 'in', ['DRAFT', 'SUBMITTED']).select('id').limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Whether another version of this scope has that label, ignoring case. Call under its lock. */
export async function isLabelTaken(tx: Tx, scope: Scope, version: string, exceptId: number | null): Promise<boolean> {
  let query = ofScope(tx, scope).where(sql<string>`lower(version)`, '=', sql<string>`lower(${version})`);
  if (exceptId !== null) query = query.where('id', '<>', exceptId);
  return (await query.select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function insertVersion(tx: Tx, values: Insertable<PaperVersionTable>): Promise<VersionRow> {
  return tx.insertInto('paper_version').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function changeVersion(tx: Tx, id: number, values: Updateable<PaperVersionTable>): Promise<VersionRow> {
  return tx.updateTable('paper_version').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function removeVersion(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('paper_version').where('id', '=', id).execute();
}

/** Ends the version in force for a scope, before another replaces it. @returns its id; null when none was in force. */
export async function supersede(tx: Tx, scope: Scope, at: Date): Promise<number | null> {
  const published = await ofScope(tx, scope).where('state', '=', 'PUBLISHED').select('id').executeTakeFirst();
  if (published === undefined) return null;
  const values = { state: 'SUPERSEDED', superseded_date: at } as const;
  await tx.updateTable('paper_version').set(values).where('id', '=', published.id).execute();
  return published.id;
}
