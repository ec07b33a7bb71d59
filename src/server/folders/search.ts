/** Lists folders: open ones unless a status is given, within the actor's dealers, brands and folder types. */
import type { Criterion } from '#contract/definition/criteria.ts';
import type { PageQuery } from '#contract/definition/paging.ts';
import { FOLDER_OWN_CRITERIA, FOLDER_SORTS } from '#contract/folders.ts';
import { type Actor, visibleTo } from '#domain/access.ts';
import type { Db } from '#ports/database/database.ts';
import { type CounterFields, createdBy, narrow, onCounters, renamed, scopePairs } from '../database/narrowing.ts';
import { findPage, type PathLimits, type Side } from '../database/page.ts';
import { readSort, sortKeys } from '../database/sorting.ts';
import type { FolderContents } from './contents.ts';
import {
  FOLDER_COLUMNS,
  FOLDER_SIDE,
  FOLDER_SORT_COLUMNS,
  type FolderRow,
  findFolders,
  folderConditions,
} from './queries.ts';

const COUNTED = {
  hst: 'hst',
  legalEntity: 'legalEntity',
  brand: 'brand',
  type: 'type',
  status: 'status',
} as const satisfies CounterFields;
const KEYS = ['id', 'dossierId'];

const OPEN = { field: 'status', kind: 'code', operator: 'equals', values: ['OPEN'] } as const;
/** Deleted folders are in no list, regardless of the criteria. */
const NOT_DELETED = { field: 'status', kind: 'code', operator: 'in', values: ['OPEN', 'CLOSED'] } as const;

/** Long names of own fields, and the customer fields that a folder duplicates. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(FOLDER_OWN_CRITERIA).map((field) => [`folderDTO.${field}`, field])),
  'dossierDTO.id': 'dossierId',
  'dossierDTO.hst': 'hst',
  'dossierDTO.legalEntity': 'legalEntity',
};

/**
 * One page of the folders this actor may see, and their total; documents out of its sight affect no criterion and no
 * order.
 * @throws Refusal for an unknown sort.
 */
export async function searchFolders(
  db: Db,
  search: {
    actor: Actor;
    page: PageQuery;
    criteria: readonly Criterion[];
    documents: FolderContents;
    limits?: PathLimits;
  },
): Promise<{ rows: FolderRow[]; total: number }> {
  const documentCount = search.documents.documentCount(search.actor, 'folder.id');
  const keys = sortKeys(readSort(search.page.sort, FOLDER_SORTS, 'folder', OWN_NAMES), {
    ...FOLDER_SORT_COLUMNS,
    ...(documentCount === null ? {} : { numberOfDocuments: { by: documentCount } }),
  });
  const criteria = renamed(search.criteria, OWN_NAMES);
  const status = criteria.some((criterion) => criterion.field === 'status') ? NOT_DELETED : OPEN;
  const visibility = visibleTo(search.actor, 'folder.read');
  const narrowing = narrow(visibility, [status, ...criteria], COUNTED, { pairs: true, keys: KEYS });
  const side: Side = {
    ...FOLDER_SIDE,
    onBase: [
      ...folderConditions(narrowing.counted).probing,
      ...scopePairs(narrowing, FOLDER_COLUMNS.brand, FOLDER_COLUMNS.type),
    ],
    onJoined: [],
    creator: createdBy(narrowing, FOLDER_COLUMNS.createdBy),
    keyed: folderConditions(narrowing.keyed).probing,
    ...folderConditions(narrowing.beyond, documentCount),
    keys,
  };
  const { ids, total } = await findPage(db, {
    kind: 'folder',
    ...onCounters(narrowing, COUNTED),
    walked: side,
    scope: side,
    found: null,
    byCode: narrowing.byCode,
    page: search.page,
    limits: search.limits,
  });
  const found = new Map((await findFolders(db, ids)).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => found.get(id) ?? []), total };
}
