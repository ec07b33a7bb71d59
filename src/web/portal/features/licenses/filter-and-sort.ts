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

/** Any other order is by legal entity. */
const KEYS: Readonly<Record<string, (license: LicenseRow) => string | number>> = {
  licenseCode: ({ licenseCode }) => licenseCode,
  expiresAt: ({ expiresAt }) => expiresAt ?? NO_EXPIRY,
  use: (license) => seatsOf(license).percent,
};

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
    (row) => KEYS[sorting.field]?.(row) ?? filter.entityName(row.legalEntity),
    (a, b) => compareKeys(a.licenseCode, b.licenseCode),
  );
}
