/** The service list: text search, filters and sort order. Pure. */
import type { ServiceRow } from '../../api/queries/entitlements.ts';
import { compareKeys, matchesAll, sortBy } from '../../connected/list/filter-and-sort.ts';
import type { ListState } from '../../connected/list/list-state.ts';
import { validityOf } from '../../ui/expiry.ts';
import { gaugeFor, TYPES_IN_ORDER } from './quotas.ts';

export const STATES = ['active', 'near', 'expired'] as const;
export const SORTABLE = ['serviceType', 'legalEntity', 'use', 'expiresAt', 'lastModifiedDate'] as const;

export interface ServiceFilter extends Pick<ListState, 'text' | 'sorting'> {
  /** By type, legal entity and state. */
  filters: Readonly<{ type?: string; entity?: string; state?: string }>;
  /** ISO date. */
  today: string;
  entityName: (code: string) => string;
  /** All readable text of a row. */
  words: (row: ServiceRow) => string;
}

const NO_EXPIRY = '9999-12-31';

function inState(row: ServiceRow, state: string | undefined, today: string): boolean {
  const validity = validityOf(row.expiresAt, today);
  if (state === undefined) return true;
  return state === 'active' ? validity !== 'expired' : validity === state;
}

function keyOf(row: ServiceRow, field: string, entityName: ServiceFilter['entityName']): string | number {
  switch (field) {
    case 'serviceType':
      return TYPES_IN_ORDER.indexOf(row.serviceType);
    case 'use':
      return gaugeFor(row)?.percent ?? -1;
    case 'expiresAt':
      return row.expiresAt ?? NO_EXPIRY;
    case 'lastModifiedDate':
      return row.lastModifiedDate;
    default:
      return entityName(row.legalEntity);
  }
}

export function filterAndSort(rows: readonly ServiceRow[], filter: ServiceFilter): ServiceRow[] {
  const { entityName, sorting } = filter;
  const { type, entity, state } = filter.filters;
  const matching = rows.filter(
    (row) =>
      (type === undefined || row.serviceType === type) &&
      (entity === undefined || row.legalEntity === entity) &&
      inState(row, state, filter.today) &&
      matchesAll(filter.text, filter.words(row)),
  );
  return sortBy(
    matching,
    sorting.order,
    (row) => keyOf(row, sorting.field, entityName),
    (a, b) =>
      compareKeys(entityName(a.legalEntity), entityName(b.legalEntity)) ||
      TYPES_IN_ORDER.indexOf(a.serviceType) - TYPES_IN_ORDER.indexOf(b.serviceType) ||
      a.id - b.id,
  );
}
