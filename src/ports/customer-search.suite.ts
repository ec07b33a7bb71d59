/** The contract of every RSP and DMS search; each adapter runs it. */
import { describe, expect, it } from 'vitest';
import type { CustomerFilter, DirectoryCustomer } from '#domain/customer-search/customer.ts';
import type { CustomerQuery, DmsDirectory, FoundCustomers, RspDirectory } from './customer-search.ts';

const query = (filters: CustomerFilter[], change: Partial<CustomerQuery> = {}): CustomerQuery => ({
  filters,
  hsts: null,
  sort: [{ field: 'lastName', descending: false }],
  offset: 0,
  limit: 50,
  ...change,
});

const contains = (field: CustomerFilter['field'], value: string): CustomerFilter => ({
  field,
  operator: 'contains',
  value,
});
const equals = (field: CustomerFilter['field'], value: string): CustomerFilter => ({
  field,
  operator: 'equals',
  value,
});

type Search = (query: CustomerQuery, signal?: AbortSignal) => Promise<FoundCustomers>;

/** @param known returns an existing customer with values for two filters, who shares town and letters with others. */
function searchTests(open: () => Promise<Search>, known: () => Promise<DirectoryCustomer>): void {
  it('finds by two filters, both of which must match', async () => {
    const [search, customer] = [await open(), await known()];
    const filters = [equals('email', customer.email), contains('city', customer.city.slice(0, 3))];
    expect((await search(query(filters))).rows).toEqual([customer]);
    expect(await search(query([...filters, contains('lastName', 'Nessunissimo')]))).toEqual({ rows: [], total: 0 });
  });

  it('ignores case, accents, and spaces in phone numbers', async () => {
    const [search, customer] = [await open(), await known()];
    const phone = customer.mobilePhone.replace(/\s/g, '').slice(3);
    const filters = [contains('mobilePhone', phone), equals('lastName', customer.lastName.toUpperCase())];
    expect((await search(query(filters))).rows).toEqual([customer]);
    const accented = customer.lastName.replace(/i$/, 'ì');
    expect((await search(query([equals('email', customer.email), equals('lastName', accented)]))).rows).toEqual([
      customer,
    ]);
  });

  it('takes wildcards and quotes literally', async () => {
    const search = await open();
    for (const value of ['%%%', '___', "' or 1=1 --", '.*.*', '***', '(((']) {
      expect(await search(query([contains('lastName', value), contains('email', 'example')]))).toMatchObject({
        total: 0,
      });
    }
  });

  it('returns pages of one order, and the exact total', async () => {
    const [search, customer] = [await open(), await known()];
    const filters = [contains('email', 'example.com'), contains('city', customer.city.slice(0, 3))];
    const all = await search(query(filters, { limit: 10_000 }));
    expect(all.total).toBe(all.rows.length);
    expect(all.total).toBeGreaterThan(8);
    const names = all.rows.map((row) => row.lastName);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'it')));
    const pages = await Promise.all([0, 4, 8].map((offset) => search(query(filters, { offset, limit: 4 }))));
    expect(pages.flatMap((page) => page.rows)).toEqual(all.rows.slice(0, 12));
    expect(new Set(pages.map((page) => page.total))).toEqual(new Set([all.total]));
    const reversed = await search(query(filters, { limit: 1, sort: [{ field: 'businessId', descending: true }] }));
    const keys = all.rows.map((row) => row.businessId).sort();
    expect(reversed.rows.map((row) => row.businessId)).toEqual(keys.slice(-1));
  });

  it('stops when aborted', async () => {
    const search = await open();
    const reason = new Error('basta');
    await expect(search(query([contains('lastName', 'abc')]), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
}

export function rspSuite(
  name: string,
  open: () => Promise<RspDirectory>,
  known: { person: string; company: string },
): void {
  const find = async (key: string): Promise<DirectoryCustomer> => {
    const customer = await (await open()).find(key);
    if (customer === undefined) throw new Error(`${name} has no ${key}`);
    return customer;
  };
  describe(`RSP: ${name}, people`, () => {
    searchTests(
      async () => (await open()).searchCustomers,
      () => find(known.person),
    );
  });
  describe(`RSP: ${name}, companies`, () => {
    searchTests(
      async () => (await open()).searchCompanies,
      () => find(known.company),
    );
  });
  describe(`RSP: ${name}`, () => {
    it('distinguishes people from companies', async () => {
      expect(await find(known.person)).toMatchObject({
        searchType: 'RSP',
        rspSearchType: 'INDIVIDUAL',
        organizationName: null,
      });
      const company = await find(known.company);
      expect(company).toMatchObject({ searchType: 'RSP', rspSearchType: 'ORGANIZATION' });
      expect(company.organizationName).toBeTruthy();
      const { rows } = await (await open()).searchCustomers(
        query([contains('organizationName', String(company.organizationName)), contains('email', 'example')]),
      );
      expect(rows).toEqual([]);
    });

    it('returns nothing for an invalid key', async () => {
      const rsp = await open();
      for (const key of ['', 'R-', 'R-999999', '__proto__', 'constructor', "R-000001' --"]) {
        expect(await rsp.find(key)).toBeUndefined();
      }
    });
  });
}

/** @param known keys of a person and of a company in the DMS of `hst`; `other` has a separate DMS. */
export function dmsSuite(
  name: string,
  open: () => Promise<DmsDirectory>,
  known: { person: string; company: string; hst: string; other: string },
): void {
  const find = async (key: string): Promise<DirectoryCustomer> => {
    const customer = await (await open()).find({ businessId: key, hsts: null });
    if (customer === undefined) throw new Error(`${name} has no ${key}`);
    return customer;
  };
  for (const [kind, key] of [
    ['people', known.person],
    ['companies', known.company],
  ] as const) {
    describe(`DMS: ${name}, ${kind}`, () => {
      searchTests(
        async () => (await open()).search,
        () => find(key),
      );
    });
  }
  describe(`DMS: ${name}`, () => {
    it('returns only results of the given dealers', async () => {
      const dms = await open();
      const everyone = [contains('email', 'example.com'), contains('mobilePhone', '+39')];
      const own = await dms.search(query(everyone, { hsts: [known.hst], limit: 10_000 }));
      expect(own.total).toBeGreaterThan(0);
      expect(new Set(own.rows.map((row) => row.hst))).toEqual(new Set([known.hst]));
      const both = await dms.search(query(everyone, { hsts: [known.hst, known.other], limit: 1 }));
      expect(both.total).toBeGreaterThan(own.total);
      expect(await dms.search(query(everyone, { hsts: [] }))).toEqual({ rows: [], total: 0 });
      expect(await dms.find({ businessId: known.person, hsts: [known.hst] })).toMatchObject({ hst: known.hst });
      expect(await dms.find({ businessId: known.person, hsts: [known.other] })).toBeUndefined();
      expect(await dms.find({ businessId: known.person, hsts: [] })).toBeUndefined();
    });

    it('returns nothing for an invalid key', async () => {
      const dms = await open();
      for (const key of ['', 'D-', 'D-999999', '__proto__', 'constructor']) {
        expect(await dms.find({ businessId: key, hsts: null })).toBeUndefined();
      }
    });
  });
}
