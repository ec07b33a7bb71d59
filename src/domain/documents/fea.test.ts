/** Which documents wait for a FEA module, and which data the module lacks. */
import { describe, expect, it } from 'vitest';
import { DOCUMENT_STATUSES } from './document-states.ts';
import {
  canRequestFeaModule,
  type FeaFacts,
  type FeaPerson,
  feaDataIssues,
  needsFea,
  personCode,
  waitsForAdherence,
} from './fea.ts';

const ready: FeaFacts = { type: 'SALE_NEW_PROPOSAL', status: 'READY_TO_SIGN', signable: true, sigType: 'OTP' };

describe('a document', () => {
  it.each([
    ['under FES', {}, ['FES'], false],
    ['without any service', {}, [], false],
    ['under FEA', {}, ['FEA'], true],
    ['under both, which is FEA', {}, ['FEA', 'FES'], true],
    ['of signature type FEA, whatever the services', { sigType: 'FEA' }, ['FES'], true],
    ['of signature type FEA without a service', { sigType: 'FEA' }, [], true],
    ['that nobody signs', { signable: false, sigType: 'FEA' }, ['FEA'], false],
    ['that is the module itself', { type: 'FEA_MODULE' }, ['FEA'], false],
    ['drawn by hand under FEA', { sigType: 'GRAPHOMETRIC' }, ['FEA'], true],
  ] as const)('%s', (_what, change, services, needed) => {
    expect(needsFea({ ...ready, ...change }, services)).toBe(needed);
  });

  it('waits until every signer has an adherence, and only while it can be started', () => {
    for (const status of DOCUMENT_STATUSES) {
      expect(waitsForAdherence({ ...ready, status }, ['FEA'], false), status).toBe(status === 'READY_TO_SIGN');
    }
    expect(waitsForAdherence(ready, ['FEA'], true)).toBe(false);
    expect(waitsForAdherence(ready, ['FES'], false)).toBe(false);
  });

  it('may have a module requested until its signature was started', () => {
    const asking = DOCUMENT_STATUSES.filter((status) => canRequestFeaModule({ ...ready, status }, ['FEA']));
    expect(asking).toEqual(['DRAFT', 'READY_TO_SIGN', 'EXPIRED']);
    expect(canRequestFeaModule(ready, ['FES'])).toBe(false);
  });
});

const person: FeaPerson = {
  firstName: 'Ginevra',
  lastName: 'Provetti',
  birthDate: '1980-01-01',
  birthPlace: 'Roma',
  fiscalCode: 'PRVGVR80A41H501D',
  representativeFiscalCode: null,
  organizationName: null,
  rspSearchType: null,
  mobilePhone: '+39 3331234567',
  street: 'Via di Prova 1',
  city: 'Bologna',
  postalCode: '40121',
};
const missing = (change: Partial<FeaPerson>): string[] =>
  feaDataIssues({ ...person, ...change }).map(({ field, code }) => `${field} ${code}`);

describe('the data of the module', () => {
  it('are complete', () => {
    expect(missing({})).toEqual([]);
  });

  it.each(['birthDate', 'birthPlace', 'fiscalCode'] as const)('lack %s when it is null', (field) => {
    expect(missing({ [field]: null })).toEqual([`${field} required`]);
  });

  it.each(['firstName', 'lastName', 'mobilePhone', 'street', 'city', 'postalCode'] as const)(
    'lack %s when it is blank',
    (field) => {
      expect(missing({ [field]: '' })).toEqual([`${field} required`]);
      expect(missing({ [field]: '  ' })).toEqual([`${field} required`]);
    },
  );

  it('must include a phone that can receive a code', () => {
    expect(missing({ mobilePhone: '051 123456' })).toEqual(['mobilePhone mobilePhone']);
  });

  it('must include the tax code of a company’s signer', () => {
    const company = { organizationName: 'Studio Prova S.r.l.', fiscalCode: '03456780999' };
    expect(missing(company)).toEqual(['representativeFiscalCode required']);
    expect(missing({ ...company, representativeFiscalCode: 'PRVGVR80A41H501D' })).toEqual([]);
    expect(missing({ ...company, fiscalCode: 'PRVGVR80A41H501D' })).toEqual([]);
    expect(missing({ rspSearchType: 'ORGANIZATION', fiscalCode: null })).toEqual(['representativeFiscalCode required']);
  });

  it('are reported missing all at once', () => {
    expect(missing({ birthDate: null, birthPlace: null, fiscalCode: null, street: '' })).toHaveLength(4);
  });
});

describe('the person who adheres', () => {
  it('is identified by codice fiscale, in any notation', () => {
    expect(personCode({ ...person, fiscalCode: ' prvgvr80a41 h501d' })).toBe('PRVGVR80A41H501D');
    expect(personCode({ ...person, fiscalCode: ' ' })).toBeNull();
  });

  it('is the representative of a company, never the company', () => {
    const company = { ...person, organizationName: 'Studio Prova S.r.l.', fiscalCode: '03456780999' };
    expect(personCode(company)).toBeNull();
    expect(personCode({ ...company, representativeFiscalCode: 'PRVGVR80A41H501D' })).toBe('PRVGVR80A41H501D');
  });
});
