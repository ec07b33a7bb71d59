/** The form of a legal entity's company data. */
import { describe, expect, it } from 'vitest';
import { COMPANY_FIELDS, EMPTY_COMPANY } from '#domain/papers/versions/version-schemas.ts';
import { COMPANY_GROUPS, companyBody, companyGroups, companyIssues, companyValues } from './company-values.ts';

const values = (change: object = {}) => ({ ...companyValues(EMPTY_COMPANY, null), ...change });

describe('the company data form', () => {
  it('has a field for every value', () => {
    expect(Object.values(COMPANY_GROUPS).flat().sort()).toEqual(Object.keys(COMPANY_FIELDS).sort());
  });

  it('asks the national company for its identity, and a legal entity for what the directory lacks', () => {
    expect(companyGroups(null)).toEqual([
      { group: 'letterhead', fields: ['legalName', 'registeredOffice', 'vatNumber', 'rea', 'pec', 'phone', 'dpo'] },
      { group: 'handwriting', fields: ['custodian'] },
    ]);
    const [letterhead] = companyGroups('LE001');
    expect(letterhead?.fields).toEqual(['registeredOffice', 'vatNumber', 'rea', 'pec', 'phone', 'dpo']);
    expect(companyGroups('LE001').map(({ group }) => group)).toEqual(['letterhead', 'signature', 'vehicles']);
  });

  it('omits empty values', () => {
    expect(companyBody(values({ phone: ' ' }))).toEqual({ kind: 'COMPANY', note: null, company: EMPTY_COMPANY });
    expect(companyBody(values({ rea: ' BO-1 ' })).company.rea).toBe('BO-1');
  });

  it.each([
    [{}, []],
    [{ vatNumber: 'IT 00010009991', pec: 'a@pec.example.com', publicPage: 'https://example.com/fea' }, []],
    [{ vatNumber: '1' }, ['vatNumber vatNumber']],
    [{ pec: 'pec' }, ['pec pec']],
    [{ publicPage: 'www.example.com' }, ['publicPage httpsPage']],
    [{ phone: 'ufficio' }, ['phone phone']],
    [{ custodian: 'AB:'.repeat(32).slice(0, -1) }, []],
    [{ custodian: 'AB:'.repeat(31) }, ['custodian fingerprint']],
    [{ note: 'x'.repeat(501) }, ['note max']],
  ])('refuses %j like the server', (change, expected) => {
    expect(companyIssues(values(change)).map(({ field, code }) => `${field} ${code}`)).toEqual(expected);
  });
});
