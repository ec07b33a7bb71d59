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

/** Any other order is by legal entity. */
const KEYS: Readonly<Record<string, (row: ServiceRow) => string | number>> = {
  serviceType: ({ serviceType }) => TYPES_IN_ORDER.indexOf(serviceType),
  use: (row) => gaugeFor(row)?.percent ?? -1,
  expiresAt: ({ expiresAt }) => expiresAt ?? NO_EXPIRY,
  lastModifiedDate: ({ lastModifiedDate }) => lastModifiedDate,
};

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
    (row) => KEYS[sorting.field]?.(row) ?? entityName(row.legalEntity),
    (a, b) =>
      compareKeys(entityName(a.legalEntity), entityName(b.legalEntity)) ||
      TYPES_IN_ORDER.indexOf(a.serviceType) - TYPES_IN_ORDER.indexOf(b.serviceType) ||
      a.id - b.id,
  );
}
