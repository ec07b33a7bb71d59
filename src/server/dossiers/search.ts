/** Lists customers: open ones, of the actor's dealers. */
import type { Criterion } from '#contract/definition/criteria.ts';
import type { PageQuery } from '#contract/definition/paging.ts';
import { DOSSIER_SORTS } from '#contract/dossiers.ts';
import { type Actor, visibleTo } from '#domain/access.ts';
import type { Db } from '#ports/database/database.ts';
import { byCreator, type CounterFields, findOwnPage, narrow } from '../database/counted-criteria.ts';
import type { Condition } from '../database/criteria.ts';
import type { ListSource, PathLimits } from '../database/list-page.ts';
import { readSort, sortKeys } from '../database/sorting.ts';
import type { CustomerContents } from './customer-contents.ts';
import {
  DOSSIER_COLUMNS,
  DOSSIER_SORT_COLUMNS,
  DOSSIER_SOURCE,
  type DossierRow,
  dossierConditions,
  findDossiers,
} from './queries.ts';

const COUNTER_FIELDS = { hst: 'hst', legalEntity: 'legalEntity', status: 'status' } as const satisfies CounterFields;

/** Deleted customers are in no list, regardless of the criteria. */
const IS_OPEN = { field: 'status', kind: 'code', operator: 'equals', values: ['OPEN'] } as const;

/**
 * One page of the customers this actor may see, and their total; folders out of its sight affect no criterion and no
 * order.
 * @throws Refusal for an unknown sort.
 */
export async function searchDossiers(
  db: Db,
  search: {
    actor: Actor;
    page: PageQuery;
    criteria: readonly Criterion[];
    contents: CustomerContents;
    /** Condition on similar names. */
    similar?: Condition;
    limits?: PathLimits;
  },
): Promise<{ rows: DossierRow[]; total: number }> {
  const folderCount = search.contents.folderCount(search.actor, 'dossier.id');
  const keys = sortKeys(readSort(search.page.sort, DOSSIER_SORTS, 'dossier'), {
    ...DOSSIER_SORT_COLUMNS,
    ...(folderCount === null ? {} : { numberOfFolders: { by: folderCount } }),
  });
  const visibility = visibleTo(search.actor, 'dossier.read');
  const narrowing = narrow(visibility, [IS_OPEN, ...search.criteria], COUNTER_FIELDS, { pairs: false, keys: ['id'] });
  const uncounted = [
    ...dossierConditions(narrowing.uncounted, folderCount),
    ...(search.similar === undefined ? [] : [search.similar]),
  ];
  const source: ListSource = {
    ...DOSSIER_SOURCE,
    onBase: dossierConditions(narrowing.counted),
    onJoined: [],
    creator: byCreator(narrowing, DOSSIER_COLUMNS.createdBy),
    keyed: dossierConditions(narrowing.keyed),
    probing: uncounted,
    gathering: uncounted,
    keys,
  };
  const list = { kind: 'dossier', source, page: search.page, limits: search.limits } as const;
  const { ids, total } = await findOwnPage(db, list, narrowing, COUNTER_FIELDS);
  const dossiers = await findDossiers(db, ids);
  return { rows: ids.flatMap((id) => dossiers.get(id) ?? []), total };
}
