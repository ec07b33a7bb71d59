/** The licence list: text search, filters and sort order. Pure. */
import { type Gauge, gaugeOf } from '#domain/statistics/gauge.ts';
import type { LicenseRow } from '../../api/queries/entitlements.ts';
import { compareKeys, matchesAll, sortBy } from '../../connected/list/filter-and-sort.ts';
import type { ListState } from '../../connected/list/list-state.ts';
import { validityOf } from '../../ui/expiry.ts';

export const STATES = ['active', 'near', 'expired', 'full'] as const;
export const ORDERS = ['entity', 'licenseCode', 'expiresAt', 'use'] as const;

export interface LicenseFilter extends Pick<ListState, 'text' | 'sorting'> {
  /** By legal entity and state. */
  filters: Readonly<{ entity?: string; state?: string }>;
  /** ISO date. */
  today: string;
  entityName: (code: string) => string;
  /** All readable text of a licence. */
  words: (license: LicenseRow) => string;
  /** Licences with an activation that matched the same text. */
  holding: ReadonlySet<number>;
}

export const seatsOf = (license: Pick<LicenseRow, 'activationsCount' | 'licenseAmount'>): Gauge =>
  gaugeOf({ used: license.activationsCount, total: license.licenseAmount });

export const isFull = (license: Pick<LicenseRow, 'activationsCount' | 'licenseAmount'>): boolean =>
  license.activationsCount >= license.licenseAmount;

function inState(license: LicenseRow, state: string | undefined, today: string): boolean {
  const validity = validityOf(license.expiresAt, today);
  switch (state) {
    case 'active':
      return validity !== 'expired';
    case 'near':
    case 'expired':
      return validity === state;
    case 'full':
      return isFull(license);
    default:
      return true;
  }
}

const NO_EXPIRY = '9999-12-31';

function keyOf(license: LicenseRow, field: string, entityName: LicenseFilter['entityName']): string | number {
  switch (field) {
    case 'licenseCode':
      return license.licenseCode;
    case 'expiresAt':
      return license.expiresAt ?? NO_EXPIRY;
    case 'use':
      return seatsOf(license).percent;
    default:
      return entityName(license.legalEntity);
  }
}

export function filterAndSort(rows: readonly LicenseRow[], filter: LicenseFilter): LicenseRow[] {
  const { sorting, filters, holding } = filter;
  const matching = rows.filter(
    (row) =>
      (filters.entity === undefined || row.legalEntity === filters.entity) &&
      inState(row, filters.state, filter.today) &&
      (holding.has(row.id) || matchesAll(filter.text, filter.words(row))),
  );
  return sortBy(
    matching,
    sorting.order,
    (row) => keyOf(row, sorting.field, filter.entityName),
    (a, b) => compareKeys(a.licenseCode, b.licenseCode),
  );
}
