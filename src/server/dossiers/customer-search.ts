/** Searches RSP and DMS: on behalf of which dealers, in which order, how many rows, and the refusal when a system does not answer. */

import { MAX_CUSTOMERS } from '#contract/customer-search.ts';
import type { Criterion } from '#contract/definition/criteria.ts';
import type { PageQuery } from '#contract/definition/paging.ts';
import { type Actor, isPrivileged } from '#domain/access.ts';
import {
  CUSTOMER_FILTER_FIELDS,
  CUSTOMER_SORTS,
  type CustomerFilter,
  type DirectoryCustomer,
  type OutsideDirectory,
} from '#domain/customer-search/customer.ts';
import { searchesDmsOnly } from '#domain/dealers/brands.ts';
import { Refusal } from '#domain/errors.ts';
import type { CustomerQuery, FoundCustomers } from '#ports/customer-search.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { type DealerRow, listDealers } from '../dealers/index.ts';
import type { World } from '../world.ts';

type SearchQuery = PageQuery & { criteria: Criterion[] };

const UNAVAILABLE = { RSP: 'rsp.unavailable', DMS: 'dms.unavailable' } as const;

/** @throws Refusal naming the system that does not answer; everything else keeps working. */
async function callDirectory<T>(world: World, system: OutsideDirectory, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    world.log.warn({ err: error, system, reason: error.reason }, 'customer search without an answer');
    const { retryAfter } = error;
    throw new Refusal(UNAVAILABLE[system], retryAfter === undefined ? {} : { extra: { retryAfter } });
  }
}

const invalid = (field: string, code: 'otherDealer' | 'unknownDealer' | 'goneDealer' | 'oneOf' | 'type') =>
  new Refusal('request.invalid', { fieldErrors: [{ objectName: 'customer', field, code }] });

const namedDealer = (criteria: readonly Criterion[]): string | undefined => {
  const value = criteria.find((criterion) => criterion.field === 'hst')?.values[0];
  return value === undefined ? undefined : String(value);
};

/**
 * The dealers on whose behalf to search: the named one, or else all own ones that the directory still lists.
 * @throws Refusal request.invalid for an unknown dealer; the same for one out of the actor's sight.
 */
async function dealersOfSearch(world: World, actor: Actor, hst: string | undefined): Promise<DealerRow[]> {
  const ownHsts = isPrivileged(actor) ? null : actor.hstList;
  if (hst !== undefined && ownHsts?.includes(hst) === false) throw invalid('hst.equals', 'otherDealer');
  const listed = await listDealers(world.database.read, hst === undefined ? ownHsts : [hst]);
  // A dealer that takes no new customers needs none from other systems.
  const dealers = listed.filter((dealer) => dealer.gone_date === null);
  if (hst !== undefined && dealers.length === 0) {
    throw invalid('hst.equals', listed.length === 0 ? 'unknownDealer' : 'goneDealer');
  }
  return dealers;
}

function orderOf(sort: readonly string[]): CustomerQuery['sort'] {
  const keys = sort.map((text) => {
    const [name = '', direction = 'asc', ...rest] = text.split(',');
    const field = CUSTOMER_SORTS.find((candidate) => candidate === name);
    if (field === undefined) throw invalid('sort', 'oneOf');
    if (rest.length > 0 || !/^(asc|desc)$/i.test(direction)) throw invalid('sort', 'type');
    return { field, descending: /^desc$/i.test(direction) };
  });
  if (keys.length > CUSTOMER_SORTS.length) throw invalid('sort', 'type');
  return keys;
}

function filtersOf(criteria: readonly Criterion[]): CustomerFilter[] {
  return criteria.flatMap(({ field, operator, values }): CustomerFilter[] => {
    const filterField = CUSTOMER_FILTER_FIELDS.find((candidate) => candidate === field);
    if (filterField === undefined || (operator !== 'contains' && operator !== 'equals')) return [];
    return [{ field: filterField, operator, value: String(values[0]).trim() }];
  });
}

/** Shows at most MAX_CUSTOMERS in all, however many a system sends. */
async function searchPage(
  query: SearchQuery,
  hsts: readonly string[] | null,
  search: (customerQuery: CustomerQuery) => Promise<FoundCustomers>,
): Promise<FoundCustomers> {
  const offset = query.page * query.size;
  const limit = Math.max(0, Math.min(query.size, MAX_CUSTOMERS - offset));
  const sort = orderOf(query.sort);
  const baseQuery = { filters: filtersOf(query.criteria), hsts, sort };
  // A page beyond the end still returns the total.
  const result = await search({ ...baseQuery, offset: limit === 0 ? 0 : offset, limit: Math.max(1, limit) });
  return { rows: result.rows.slice(0, limit), total: Math.min(result.total, MAX_CUSTOMERS) };
}

const NONE: FoundCustomers = { rows: [], total: 0 };

/** @throws Refusal customer.dmsOnly when no dealer searches RSP, rsp.unavailable. */
export async function searchRsp(
  world: World,
  actor: Actor,
  what: 'searchCustomers' | 'searchCompanies',
  query: SearchQuery,
): Promise<FoundCustomers> {
  const dealers = await dealersOfSearch(world, actor, namedDealer(query.criteria));
  if (dealers.length === 0) return NONE;
  const rspDealers = dealers.filter(({ hst, ...rest }) => !searchesDmsOnly({ hst2011: hst, ...rest }));
  if (rspDealers.length === 0) throw new Refusal('customer.dmsOnly');
  const hsts = rspDealers.map((dealer) => dealer.hst);
  return searchPage(query, hsts, (customerQuery) => callDirectory(world, 'RSP', () => world.rsp[what](customerQuery)));
}

/** @throws Refusal dms.unavailable. */
export async function searchDms(world: World, actor: Actor, query: SearchQuery): Promise<FoundCustomers> {
  const dealers = await dealersOfSearch(world, actor, namedDealer(query.criteria));
  if (dealers.length === 0) return NONE;
  const hsts = dealers.map((dealer) => dealer.hst);
  return searchPage(query, hsts, (customerQuery) => callDirectory(world, 'DMS', () => world.dms.search(customerQuery)));
}

/** @throws Refusal customer.notFound (also for another dealer's customer), dms.unavailable. */
export async function getDmsCustomer(world: World, actor: Actor, businessId: string): Promise<DirectoryCustomer> {
  const hsts = (await dealersOfSearch(world, actor, undefined)).map((dealer) => dealer.hst);
  const customer = await callDirectory(world, 'DMS', () => world.dms.find({ businessId, hsts }));
  if (customer === undefined) throw new Refusal('customer.notFound');
  return customer;
}
