/** Lists customers: open ones, of the actor's dealers. */
import type { Criterion } from '#contract/definition/criteria.ts';
import type { PageQuery } from '#contract/definition/paging.ts';
import { DOSSIER_SORTS } from '#contract/dossiers.ts';
import { type Actor, visibleTo } from '#domain/access.ts';
import type { Db } from '#ports/database/database.ts';
import type { Condition } from '../database/criteria.ts';
import { type CounterFields, createdBy, narrow, onCounters } from '../database/narrowing.ts';
import { findPage, type PathLimits, type Side } from '../database/page.ts';
import { readSort, sortKeys } from '../database/sorting.ts';
import type { CustomerContents } from './contents.ts';
import {
  DOSSIER_COLUMNS,
  DOSSIER_SIDE,
  DOSSIER_SORT_COLUMNS,
  type DossierRow,
  dossierConditions,
  findDossiers,
} from './queries.ts';

const COUNTED = { hst: 'hst', legalEntity: 'legalEntity', status: 'status' } as const satisfies CounterFields;

/** Deleted customers are in no list, regardless of the criteria. */
const OPEN = { field: 'status', kind: 'code', operator: 'equals', values: ['OPEN'] } as const;

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
  const narrowing = narrow(visibility, [OPEN, ...search.criteria], COUNTED, { pairs: false, keys: ['id'] });
  const beyond = [
    ...dossierConditions(narrowing.beyond, folderCount),
    ...(search.similar === undefined ? [] : [search.similar]),
  ];
  const side: Side = {
    ...DOSSIER_SIDE,
    onBase: dossierConditions(narrowing.counted),
    onJoined: [],
    creator: createdBy(narrowing, DOSSIER_COLUMNS.createdBy),
    keyed: dossierConditions(narrowing.keyed),
    probing: beyond,
    gathering: beyond,
    keys,
  };
  const { ids, total } = await findPage(db, {
    kind: 'dossier',
    ...onCounters(narrowing, COUNTED),
    walked: side,
    scope: side,
    found: null,
    byCode: narrowing.byCode,
    page: search.page,
    limits: search.limits,
  });
  const found = await findDossiers(db, ids);
  return { rows: ids.flatMap((id) => found.get(id) ?? []), total };
}
