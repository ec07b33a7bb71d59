/** Lists and counts documents: own criteria on the row, those on folder and customer as one condition each. */
import { type SqlBool, sql } from 'kysely';
import type { Criterion } from '#contract/definition/criteria.ts';
import type { PageQuery } from '#contract/definition/paging.ts';
import { DOCUMENT_OWN_CRITERIA, DOCUMENT_SORTS } from '#contract/documents.ts';
import { type Actor, type Visibility, visibleTo } from '#domain/access.ts';
import type { Db } from '#ports/database/database.ts';
import {
  byCreator,
  type CounterFields,
  counterQuery,
  type Narrowing,
  narrow,
  renameFields,
  scopePairs,
} from '../../database/counted-criteria.ts';
import { type Condition, conditionsOf } from '../../database/criteria.ts';
import { findPage, type ListSource, type MatchQuery, type Page, type PathLimits } from '../../database/list-page.ts';
import { COUNTER_COLUMNS } from '../../database/queries.ts';
import { readSort, sortKeys } from '../../database/sorting.ts';
import { folderLookup } from '../../folders/index.ts';
import {
  countByText,
  DOCUMENT_SORT_COLUMNS,
  type DocumentBase,
  documentColumns,
  documentSource,
  documentsByText,
  isInSearch,
  UNFINISHED,
} from '../queries.ts';

/** Document fields that the counters cover. */
export const COUNTER_FIELDS = {
  hst: 'hst',
  legalEntity: 'legalEntity',
  brand: 'brand',
  folderType: 'type',
  status: 'status',
} as const satisfies CounterFields;

/** Fields of folder and customer that a document duplicates. */
const OWN_NAMES = {
  'folder.id': 'folderId',
  'folder.type': 'folderType',
  'folderDTO.id': 'folderId',
  'folderDTO.dossierId': 'dossierId',
  'folderDTO.hst': 'hst',
  'folderDTO.legalEntity': 'legalEntity',
  'folderDTO.brand': 'brand',
  'folderDTO.type': 'folderType',
  'dossierDTO.id': 'dossierId',
  'dossierDTO.hst': 'hst',
  'dossierDTO.legalEntity': 'legalEntity',
};
const FOLDER_NAMES = { folderType: 'type' };

const KEY_FIELDS = ['id', 'folderId', 'dossierId'];
/** Folders have an index by customer; documents do not. */
const VIA_FOLDERS = ['dossierId'];
/** Found in `document_search`, though not by a column of their own. */
const SEARCH_FIELDS = ['genericFilter'];
/** Sort fields that only `document_search` has. */
const SORTED_IN_SEARCH = ['fileName', 'customerName', 'createdDate', 'createdBy'];

const PREFIX = 'folderDTO.';
const isOwnField = ({ field }: Criterion): boolean =>
  Object.hasOwn(DOCUMENT_OWN_CRITERIA, field) && !VIA_FOLDERS.includes(field);
const withoutPrefix = (criterion: Criterion): Criterion =>
  criterion.field.startsWith(PREFIX) ? { ...criterion, field: criterion.field.slice(PREFIX.length) } : criterion;

/** Narrows documents to a scope and the criteria. */
export const narrowDocuments = (visibility: Visibility | null, criteria: readonly Criterion[]): Narrowing =>
  narrow(visibility, renameFields(criteria, OWN_NAMES), COUNTER_FIELDS, { pairs: true, keys: KEY_FIELDS });

interface Search {
  actor: Actor;
  page: PageQuery;
  criteria: readonly Criterion[];
  limits?: PathLimits | undefined;
}

export interface DocumentPage extends Page {
  /** Set when the page holds all that the actor sees in one folder; null otherwise. */
  readonly folderId: number | null;
}

/** One page of the documents this actor may see, and their total. @throws Refusal for an unknown sort. */
export async function searchDocuments(db: Db, search: Search): Promise<DocumentPage> {
  const sort = readSort(search.page.sort, DOCUMENT_SORTS, 'document', OWN_NAMES);
  const narrowing = narrowDocuments(visibleTo(search.actor, 'document.read'), search.criteria);
  const { conditions, byDealer } = counterQuery(narrowing, COUNTER_FIELDS).counters;
  const unfinished = unfinishedConditions(narrowing);
  const source = (base: DocumentBase): ListSource => ({
    ...sourceOf(base, narrowing),
    keys: sortKeys(sort, DOCUMENT_SORT_COLUMNS[base]),
  });
  const criteria = [...narrowing.counted, ...narrowing.uncounted];
  const sorted = sort.map(({ field }) => field);
  const page = await findPage(db, {
    kind: 'document',
    hsts: narrowing.hsts,
    counters: { conditions, byDealer, ...(unfinished === null ? {} : { aside: unfinished }) },
    walked: source(walkedTable(sorted, criteria)),
    scope: source(scopeTable(sorted, criteria)),
    matchQuery: textMatchQuery(narrowing),
    searchesCode: narrowing.searchesCode,
    page: search.page,
    limits: search.limits,
  });
  return { ...page, folderId: page.ids.length === page.total ? onlyFolderOf(narrowing) : null };
}

/** The folder, if the criteria select all documents of exactly one folder. */
function onlyFolderOf({ keyed, counted, uncounted: beyond, creators }: Narrowing): number | null {
  const [criterion] = keyed;
  const isOnlyCriterion = keyed.length === 1 && counted.length + beyond.length + creators.length === 0;
  if (!isOnlyCriterion || criterion?.field !== 'folderId' || criterion.values.length !== 1) return null;
  return Number(criterion.values[0]);
}

/** How many documents that meet the criteria this actor may see; from the counters when they cover all criteria. */
export async function countDocuments(db: Db, search: Omit<Search, 'page'>): Promise<number> {
  const page = { page: 0, size: 1, sort: ['id,desc'] };
  return (await searchDocuments(db, { ...search, page })).total;
}

const needsDocument = (criterion: Criterion): boolean =>
  isOwnField(criterion) && !isInSearch(criterion.field) && !SEARCH_FIELDS.includes(criterion.field);

/** The table that has the order; `document_search` when both have it, since its index of ids holds no hidden documents. */
function walkedTable(sorted: readonly string[], criteria: readonly Criterion[]): DocumentBase {
  const [first = 'id'] = sorted;
  if (SORTED_IN_SEARCH.includes(first)) return 'document_search';
  return sorted.some((field) => !isInSearch(field)) || criteria.some(needsDocument) ? 'document' : 'document_search';
}

/** The table that finds a scope with the least joining. */
function scopeTable(sorted: readonly string[], criteria: readonly Criterion[]): DocumentBase {
  const sortsByDocument = sorted.some((field) => !isInSearch(field) && !SORTED_IN_SEARCH.includes(field));
  return sortsByDocument || criteria.some(needsDocument) ? 'document' : 'document_search';
}

const searchTextOf = ({ values }: Criterion): string => String(values[0]);
const asFolderCriterion = (text: Criterion): Criterion => ({ ...text, field: 'searchText' });
const isText = ({ field }: Criterion): boolean => field === 'genericFilter';

export function sourceOf(base: DocumentBase, narrowing: Narrowing): Omit<ListSource, 'keys'> {
  const source = documentSource(base);
  const columns = documentColumns(base);
  const isOnBase = ({ field }: Criterion): boolean => base === 'document' || isInSearch(field);
  const inFolders = (criteria: readonly Criterion[]): Condition =>
    sql<SqlBool>`${sql.ref(columns.folderId)} in (select id from (${foldersInScope(narrowing, criteria)}) as folder)`;
  const parentCriteria = narrowing.uncounted.filter((criterion) => !isOwnField(criterion)).map(withoutPrefix);
  const customerKeys = narrowing.keyed.filter((criterion) => !isOwnField(criterion));
  const ownConditions = conditionsOf(
    narrowing.uncounted.filter((criterion) => isOwnField(criterion) && !isText(criterion)),
    columns,
  );
  const probing = [...ownConditions];
  const gathering = [...ownConditions];
  if (parentCriteria.length > 0) {
    probing.push(sql<SqlBool>`exists (${folderLookup.matching(parentCriteria, { of: columns.folderId })})`);
    gathering.push(inFolders(parentCriteria));
  }
  for (const text of narrowing.uncounted.filter(isText)) {
    const textConditions = documentsByText(base, searchTextOf(text), {
      among: foldersInScope(narrowing, [asFolderCriterion(text)]),
      one: folderLookup.matching([asFolderCriterion(text)], { of: columns.folderId }),
    });
    probing.push(...textConditions.probing);
    gathering.push(...textConditions.gathering);
  }
  return {
    ...source,
    onBase: [
      ...source.onBase,
      ...conditionsOf(narrowing.counted.filter(isOnBase), columns),
      ...scopePairs(narrowing, columns.brand, columns.folderType),
    ],
    onJoined: conditionsOf(
      narrowing.counted.filter((criterion) => !isOnBase(criterion)),
      columns,
    ),
    creator: byCreator(narrowing, columns.createdBy),
    keyed: [
      ...conditionsOf(narrowing.keyed.filter(isOwnField), columns),
      ...(customerKeys.length === 0 ? [] : [inFolders(customerKeys)]),
    ],
    probing,
    gathering,
  };
}

/** Lists of unfinished documents have their own index, by legal entity: the conditions that count its rows. */
function unfinishedConditions(narrowing: Narrowing): Condition[] | null {
  const positive = narrowing.counted.filter(({ operator }) => operator === 'equals' || operator === 'in');
  const unfinished: readonly string[] = UNFINISHED;
  const isUnfinishedOnly = positive.some(
    ({ field, values }) => field === 'status' && values.every((value) => unfinished.includes(String(value))),
  );
  if (!isUnfinishedOnly) return null;
  const entities = positive.filter(({ field }) => field === 'legalEntity');
  return conditionsOf(
    [{ field: 'status', kind: 'code', operator: 'in', values: UNFINISHED }, ...entities],
    COUNTER_COLUMNS,
  );
}

/** Criteria that a folder shares with its documents: dealer, legal entity, brand and folder type, but not the status. */
function sharedWithFolders({ hsts, counted }: Narrowing): Criterion[] {
  const dealers: Criterion[] = hsts === null ? [] : [{ field: 'hst', kind: 'code', operator: 'in', values: hsts }];
  return [...dealers, ...counted.filter(({ field }) => field !== 'status')];
}

/** Folders that meet the criteria, within the scope of the documents. */
const foldersInScope = (narrowing: Narrowing, criteria: readonly Criterion[]) =>
  folderLookup.matching([...criteria, ...renameFields(sharedWithFolders(narrowing), FOLDER_NAMES)], {
    pairs: narrowing.pairs,
  });

/** A text search in a scope that folders share with their documents (except for the status): counts whole folders. */
function textMatchQuery(narrowing: Narrowing): MatchQuery | null {
  const [text, ...rest] = narrowing.uncounted;
  if (text === undefined || !isText(text) || rest.length > 0) return null;
  if (narrowing.creators.length + narrowing.keyed.length > 0) return null;
  const columns = documentColumns('document_search');
  const scope = [
    ...conditionsOf(sharedWithFolders(narrowing), columns),
    ...scopePairs(narrowing, columns.brand, columns.folderType),
  ];
  const statuses = conditionsOf(
    narrowing.counted.filter(({ field }) => field === 'status'),
    columns,
  );
  return countByText(searchTextOf(text), foldersInScope(narrowing, [asFolderCriterion(text)]), scope, statuses);
}
