/** Lists folders: open ones unless a status is given, within the actor's dealers, brands and folder types. */
import type { Criterion } from '#contract/definition/criteria.ts';
import type { PageQuery } from '#contract/definition/paging.ts';
import { FOLDER_OWN_CRITERIA, FOLDER_SORTS } from '#contract/folders.ts';
import { type Actor, visibleTo } from '#domain/access.ts';
import type { Db } from '#ports/database/database.ts';
import {
  byCreator,
  type CounterFields,
  findOwnPage,
  narrow,
  renameFields,
  scopePairs,
} from '../database/counted-criteria.ts';
import type { ListSource, PathLimits } from '../database/list-page.ts';
import { readSort, sortKeys } from '../database/sorting.ts';
import type { FolderContents } from './dossier-contents.ts';
import {
  FOLDER_COLUMNS,
  FOLDER_SORT_COLUMNS,
  FOLDER_SOURCE,
  type FolderRow,
  findFolders,
  folderConditions,
} from './queries.ts';

const COUNTER_FIELDS = {
  hst: 'hst',
  legalEntity: 'legalEntity',
  brand: 'brand',
  type: 'type',
  status: 'status',
} as const satisfies CounterFields;
const KEY_FIELDS = ['id', 'dossierId'];

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
  const criteria = renameFields(search.criteria, OWN_NAMES);
  const status = criteria.some((criterion) => criterion.field === 'status') ? NOT_DELETED : OPEN;
  const visibility = visibleTo(search.actor, 'folder.read');
  const narrowing = narrow(visibility, [status, ...criteria], COUNTER_FIELDS, { pairs: true, keys: KEY_FIELDS });
  const source: ListSource = {
    ...FOLDER_SOURCE,
    onBase: [
      ...folderConditions(narrowing.counted).probing,
      ...scopePairs(narrowing, FOLDER_COLUMNS.brand, FOLDER_COLUMNS.type),
    ],
    onJoined: [],
    creator: byCreator(narrowing, FOLDER_COLUMNS.createdBy),
    keyed: folderConditions(narrowing.keyed).probing,
    ...folderConditions(narrowing.uncounted, documentCount),
    keys,
  };
  const list = { kind: 'folder', source, page: search.page, limits: search.limits } as const;
  const { ids, total } = await findOwnPage(db, list, narrowing, COUNTER_FIELDS);
  const folders = new Map((await findFolders(db, ids)).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => folders.get(id) ?? []), total };
}
