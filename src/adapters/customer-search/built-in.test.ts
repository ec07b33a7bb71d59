/** The offline RSP and DMS: the common suite, only invented customers, and failures on demand. */
import { describe, expect, it } from 'vitest';
import { dossierWarnings } from '#domain/codes/code-warnings.ts';
import { isValidFiscalCode } from '#domain/codes/fiscal-code.ts';
import { isValidVatNumber } from '#domain/codes/vat-number.ts';
import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import { dossierSchemaStrict } from '#domain/dossiers/dossier.ts';
import { dmsSuite, rspSuite } from '#ports/customer-search.suite.ts';
import type { CustomerQuery } from '#ports/customer-search.ts';
import { referenceDataAt } from '#server/dossiers/places.ts';
import { openBuiltInDms, openBuiltInRsp } from './built-in.ts';
import { GIVEN_NAMES, SURNAMES, TOWNS } from './vocabulary.ts';

const HSTS = ['10001', '10002', '10009'];

rspSuite('built in', async () => openBuiltInRsp(), { person: 'R-000123', company: 'R-003123' });
dmsSuite('built in', async () => openBuiltInDms(HSTS), {
  ...{ person: 'D-000012', company: 'D-000234' },
  ...{ hst: '10001', other: '10002' },
});

const EVERYBODY: CustomerQuery = {
  filters: [
    { field: 'email', operator: 'contains', value: '@example.com' },
    { field: 'mobilePhone', operator: 'contains', value: '+39 333 000' },
  ],
  ...{ hsts: null, sort: [], offset: 0, limit: 100_000 },
};

async function everybody(): Promise<DirectoryCustomer[]> {
  const rsp = openBuiltInRsp();
  const found = [
    await rsp.searchCustomers(EVERYBODY),
    await rsp.searchCompanies(EVERYBODY),
    await openBuiltInDms(HSTS).search(EVERYBODY),
  ];
  return found.flatMap(({ rows }) => rows);
}

describe('the people and companies of the offline directories', () => {
  it('are several thousand in each', async () => {
    const rsp = openBuiltInRsp();
    expect((await rsp.searchCustomers(EVERYBODY)).total).toBe(3_000);
    expect((await rsp.searchCompanies(EVERYBODY)).total).toBe(1_200);
    const twelve = Array.from({ length: 12 }, (_, index) => String(10_001 + index));
    expect((await openBuiltInDms(twelve).search(EVERYBODY)).total).toBe(3_360);
  });

  it('are the same at each start', async () => {
    expect(await everybody()).toEqual(await everybody());
  });

  it('each make a complete dossier when spread into one, without warnings', async () => {
    const known = referenceDataAt(new Date('2026-11-21T12:00:00Z'));
    for (const { hst = '10001', ...row } of await everybody()) {
      const parsed = dossierSchemaStrict.safeParse({ ...row, hst, brands: ['bmw'] });
      expect(parsed.error?.issues ?? [], row.businessId).toEqual([]);
      if (parsed.success) {
        expect(
          dossierWarnings({ ...parsed.data, representativeFiscalCode: row.representativeFiscalCode }, 'it', known),
        ).toEqual([]);
      }
    }
  });

  it('are fictitious: invented codes, a P.IVA of a nonexistent office, unassigned phones and addresses', async () => {
    const all = await everybody();
    for (const row of all) {
      const person = row.representativeFiscalCode ?? row.fiscalCode ?? '';
      expect(isValidFiscalCode(person), row.businessId).toBe(true);
      if (row.organizationId !== null) {
        expect(isValidVatNumber(row.organizationId)).toBe(true);
        expect(row.organizationId.slice(7, 10)).toBe('999');
        expect(row.fiscalCode).toBe(row.organizationId);
      }
      expect(row.mobilePhone).toMatch(/^\+39 333000\d{4}$/);
      expect(row.email).toMatch(/^[a-z.]+\d+@example\.com$/);
    }
    for (const field of ['mobilePhone', 'email', 'businessId'] as const) {
      expect(new Set(all.map((row) => row[field])).size, field).toBe(all.length);
    }
    const fiscalCodes = all
      .filter((row) => row.searchType === 'RSP')
      .map((row) => row.representativeFiscalCode ?? row.fiscalCode);
    expect(new Set(fiscalCodes).size).toBe(fiscalCodes.length);
  });

  it('consist of distinct words, and of towns with well-formed codes', () => {
    for (const list of [GIVEN_NAMES.F, GIVEN_NAMES.M, SURNAMES, TOWNS.map((town) => town.name)]) {
      expect(new Set(list).size).toBe(list.length);
    }
    for (const { name, postalCode, code } of TOWNS) {
      expect(name).toMatch(/^[A-Z][A-Za-z’ ]+$/);
      expect(postalCode).toMatch(/^\d{5}$/);
      expect(code).toMatch(/^[A-L]\d{3}$/);
    }
    expect(new Set(TOWNS.map((town) => town.code)).size).toBe(TOWNS.length);
  });
});

describe('failures on demand', () => {
  const asking = (value: string): CustomerQuery => ({
    ...EVERYBODY,
    filters: [
      { field: 'lastName', operator: 'contains', value },
      { field: 'city', operator: 'contains', value: 'Bologna' },
    ],
  });
  const calls = (value: string, signal?: AbortSignal) => {
    const [rsp, dms] = [openBuiltInRsp(), openBuiltInDms(HSTS)];
    return [
      ['RSP', rsp.searchCustomers(asking(value), signal)],
      ['RSP', rsp.searchCompanies(asking(value), signal)],
      ['RSP', rsp.find(`R-${value.toUpperCase()}`, signal)],
      ['DMS', dms.search(asking(value), signal)],
      ['DMS', dms.find({ businessId: `D-${value.toUpperCase()}`, hsts: null }, signal)],
    ] as const;
  };

  it('report that the system is down for Guasto', async () => {
    for (const [system, call] of calls('Guasto')) await expect(call).rejects.toMatchObject({ system, reason: 'down' });
  });

  it('wait for Lento until aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('time is up');
    let ended = 0;
    const waiting = calls('lento', controller.signal).map(([, call]) =>
      call.catch((error: unknown) => {
        ended += 1;
        return error;
      }),
    );
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(0);
    controller.abort(reason);
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => reason));
  });
});
