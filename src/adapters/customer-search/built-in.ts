/**
 * RSP and DMS without a network: some thousand invented people and companies each.
 *
 * To try out failures, only in the demo: with the filter text `Guasto` the system is down, with `Lento` the call runs
 * into the time limit; the keys `R-GUASTO`, `R-LENTO`, `D-GUASTO` and `D-LENTO` do the same when a single customer is
 * requested, as synchronization does.
 */

import type { CustomerFilter, CustomerFilterField, DirectoryCustomer } from '#domain/customer-search/customer.ts';
import { CUSTOMER_FILTER_FIELDS } from '#domain/customer-search/customer.ts';
import { searchForm } from '#domain/letters/search-form.ts';
import type { CustomerQuery, DmsDirectory, FoundCustomers, RspDirectory } from '#ports/customer-search.ts';
import { OutsideFailure, type OutsideSystem } from '#ports/outside-system.ts';
import { FictionalCustomers } from './fictional-customers.ts';

/** Phones and P.IVA count from `first`; the demo's own customers use the numbers below. */
const RSP = { people: 3_000, companies: 1_200, first: 1_000 } as const;
const DMS = { people: 200, companies: 80, first: 6_000 } as const;

interface Entry {
  customer: DirectoryCustomer;
  /** Each field in its normalized form for comparison. */
  texts: Readonly<Record<CustomerFilterField, string>>;
}

/** Ignores case, accents, apostrophes and spaces: users type names as they hear them. */
const normalized = (text: string | null): string => searchForm(text ?? '').replace(/\s+/g, '');

function entryOf(customer: DirectoryCustomer): Entry {
  const texts = Object.fromEntries(CUSTOMER_FILTER_FIELDS.map((field) => [field, normalized(customer[field])]));
  return { customer, texts: texts as Entry['texts'] };
}

function matches({ texts }: Entry, { field, operator, value }: CustomerFilter): boolean {
  const expected = normalized(value);
  if (expected === '') return false;
  return operator === 'equals' ? texts[field] === expected : texts[field].includes(expected);
}

const italian = new Intl.Collator('it');

function searchEntries(entries: readonly Entry[], query: CustomerQuery): FoundCustomers {
  const matching = entries
    .filter((entry) => query.filters.every((filter) => matches(entry, filter)))
    .map((entry) => entry.customer)
    .sort((a, b) => {
      for (const { field, descending } of [...query.sort, { field: 'businessId', descending: false } as const]) {
        const order = italian.compare(a[field] ?? '', b[field] ?? '');
        if (order !== 0) return descending ? -order : order;
      }
      return 0;
    });
  const rows = matching.slice(query.offset, query.offset + query.limit).map((customer) => ({ ...customer }));
  return { rows, total: matching.length };
}

const sentinelOf = (texts: readonly string[]): 'guasto' | 'lento' | undefined => {
  const normalizedTexts = texts.map(normalized);
  return (['guasto', 'lento'] as const).find((keyword) => normalizedTexts.includes(keyword));
};

/** Fails on demand when a text contains the keyword. */
async function simulateFailure(
  system: OutsideSystem,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const sentinel = sentinelOf(texts);
  if (sentinel === 'guasto') throw new OutsideFailure(system, 'down', 'the demo was asked to be out of order');
  if (sentinel === undefined) return;
  await new Promise((_, reject) => {
    if (signal === undefined) reject(new OutsideFailure(system, 'timeout', 'the demo was asked to be slow'));
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const valuesOf = (query: CustomerQuery): string[] => query.filters.map((filter) => filter.value);
const keyOf = (letter: 'R' | 'D', number: number): string => `${letter}-${String(number).padStart(6, '0')}`;

/** Lazy, memoized initializer: does not delay the start. */
function lazy<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

const byKeyOf = (entries: readonly Entry[]): ReadonlyMap<string, DirectoryCustomer> =>
  new Map(entries.map(({ customer }) => [customer.businessId, customer]));

export function openBuiltInRsp(): RspDirectory {
  const directory = lazy(() => {
    const generator = new FictionalCustomers({ seed: 20_261_120, first: RSP.first });
    const kind = (number: number) =>
      ({ searchType: 'RSP', originalAccountSource: 'RSP', businessId: keyOf('R', number) }) as const;
    const people = Array.from({ length: RSP.people }, (_, index) => entryOf(generator.individual(kind(index + 1))));
    const companies = Array.from({ length: RSP.companies }, (_, index) =>
      entryOf(generator.company(kind(RSP.people + index + 1))),
    );
    return { people, companies, byKey: byKeyOf([...people, ...companies]) };
  });
  return {
    async searchCustomers(query, signal) {
      await simulateFailure('RSP', valuesOf(query), signal);
      return searchEntries(directory().people, query);
    },
    async searchCompanies(query, signal) {
      await simulateFailure('RSP', valuesOf(query), signal);
      return searchEntries(directory().companies, query);
    },
    async find(businessId, signal) {
      await simulateFailure('RSP', [businessId.replace(/^R-/, '')], signal);
      const customer = directory().byKey.get(businessId);
      return customer === undefined ? undefined : { ...customer };
    },
  };
}

/** @param hsts the dealers that have a DMS. */
export function openBuiltInDms(hsts: readonly string[]): DmsDirectory {
  const directory = lazy(() => {
    const generator = new FictionalCustomers({ seed: 19_790_101, first: DMS.first });
    let number = 0;
    const kind = (hst: string) => {
      number += 1;
      return { searchType: 'DMS', originalAccountSource: 'DMS', businessId: keyOf('D', number), hst } as const;
    };
    const entries = hsts.flatMap((hst) => [
      ...Array.from({ length: DMS.people }, () => entryOf(generator.individual(kind(hst)))),
      ...Array.from({ length: DMS.companies }, () => entryOf(generator.company(kind(hst)))),
    ]);
    return { entries, byKey: byKeyOf(entries) };
  });
  const isAtDealer = (allowed: readonly string[] | null, hst: string | undefined): boolean =>
    allowed === null || (hst !== undefined && allowed.includes(hst));
  return {
    async search(query, signal) {
      await simulateFailure('DMS', valuesOf(query), signal);
      return searchEntries(
        directory().entries.filter(({ customer }) => isAtDealer(query.hsts, customer.hst)),
        query,
      );
    },
    async find({ businessId, hsts: allowed }, signal) {
      await simulateFailure('DMS', [businessId.replace(/^D-/, '')], signal);
      const customer = directory().byKey.get(businessId);
      return customer === undefined || !isAtDealer(allowed, customer.hst) ? undefined : { ...customer };
    },
  };
}
