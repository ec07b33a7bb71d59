/** Licences as the list shows them: searched by their words, filtered, ordered (P-13, picture 10b). Pure. */
import { type Gauge, gaugeOf } from '#domain/statistics/gauge.ts';
import type { LicenseRow } from '../../api/entitlements.ts';
import { validityOf } from '../../ui/expiry.ts';
import type { Sorting } from '../../ui/table.tsx';

export const STATES = ['active', 'near', 'expired', 'full'] as const;
export const ORDERS = ['entity', 'licenseCode', 'expiresAt', 'use'] as const;
export type Order = (typeof ORDERS)[number];

export interface Wanted {
  text: string;
  entity: string | undefined;
  state: string | undefined;
  sorting: Sorting;
  /** ISO date. */
  today: string;
  entityName: (code: string) => string;
  /** Everything of a licence that can be read. */
  words: (license: LicenseRow) => string;
  /** Licences with an activation that was found by the same text. */
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

const collator = new Intl.Collator('it', { sensitivity: 'base', numeric: true });
const NEVER = '9999-12-31';

function compare(a: LicenseRow, b: LicenseRow, { sorting, entityName }: Wanted): number {
  switch (sorting.field) {
    case 'licenseCode':
      return collator.compare(a.licenseCode, b.licenseCode);
    case 'expiresAt':
      return (a.expiresAt ?? NEVER).localeCompare(b.expiresAt ?? NEVER);
    case 'use':
      return seatsOf(a).percent - seatsOf(b).percent;
    default:
      return collator.compare(entityName(a.legalEntity), entityName(b.legalEntity));
  }
}

export function arrange(rows: readonly LicenseRow[], wanted: Wanted): LicenseRow[] {
  const parts = wanted.text.toLocaleLowerCase('it').split(/\s+/).filter(Boolean);
  return rows
    .filter((row) => wanted.entity === undefined || row.legalEntity === wanted.entity)
    .filter((row) => inState(row, wanted.state, wanted.today))
    .filter((row) => {
      if (wanted.holding.has(row.id)) return true;
      const words = wanted.words(row).toLocaleLowerCase('it');
      return parts.every((part) => words.includes(part));
    })
    .toSorted((a, b) => {
      const order = compare(a, b, wanted);
      if (order !== 0) return wanted.sorting.order === 'asc' ? order : -order;
      return collator.compare(a.licenseCode, b.licenseCode);
    });
}
