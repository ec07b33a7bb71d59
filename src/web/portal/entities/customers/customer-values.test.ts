/** The customer form: what is required, doubted and sent. */
import { describe, expect, test } from 'vitest';
import type { DossierRow } from '../../api/answer-types.ts';
import {
  type CustomerValues,
  customerBody,
  customerDoubts,
  customerIssues,
  customerValues,
  registryBody,
  requiredInEdit,
} from './customer-values.ts';

const row = {
  ...{ id: 7, hst: '10001', legalEntity: 'LE001', brands: ['bmw'], businessId: 'R-000001', searchType: 'RSP' },
  ...{ rspSearchType: 'INDIVIDUAL', dossierType: 'new', originalAccountSource: 'RSP', organizationName: null },
  ...{ firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1984-05-17', birthPlace: 'Bologna' },
  ...{ fiscalCode: 'PRVGVR84E57A944V', representativeFiscalCode: null, mobilePhone: '+39 3330000001' },
  ...{ email: 'g@example.com', street: 'Via 1', city: 'Bologna', postalCode: '40121', address: null },
} as DossierRow;
const values = (part: Partial<CustomerValues> = {}) => ({ ...customerValues(row), ...part });
const wrong = (part: Partial<CustomerValues>, required: Parameters<typeof customerIssues>[1] = []) =>
  customerIssues(values(part), required).map(({ field, code }) => `${field} ${code}`);

describe('the customer form', () => {
  test('sends an Italian number with its country code', () => {
    expect(customerBody(values({ mobilePhone: '3471234567' })).mobilePhone).toBe('+39 3471234567');
    expect(wrong({ mobilePhone: '3471234567' })).toEqual([]);
  });
  test('shows the date of birth in Italian notation and sends it as ISO', () => {
    expect(values().birthDate).toBe('17/05/1984');
    expect(customerBody(values()).birthDate).toBe('1984-05-17');
  });
  test.each([
    [{ firstName: '' }, ['firstName required']],
    [{ email: 'niente' }, ['email email']],
    [{ mobilePhone: '051 1234567' }, ['mobilePhone mobilePhone']],
    [{ mobilePhone: '+39 ' }, ['mobilePhone required']],
    [{ fiscalCode: 'ABC' }, ['fiscalCode fiscalCode']],
    [{ birthDate: '31/02/1984' }, ['birthDate date']],
    [{ city: 'x'.repeat(256) }, ['city max']],
    [{ kind: 'company', organizationName: '' }, ['organizationName required']],
  ] as [Partial<CustomerValues>, string[]][])('refuses %j', (part, expected) => {
    expect(wrong(part)).toEqual(expected);
  });
  test('requires birth and fiscal data only where necessary', () => {
    const gaps = { birthDate: '', birthPlace: '', fiscalCode: '' };
    expect(wrong(gaps)).toEqual([]);
    expect(wrong(gaps, ['birthDate', 'birthPlace', 'fiscalCode'])).toEqual([
      'birthDate required',
      'birthPlace required',
      'fiscalCode required',
    ]);
  });
  test('doubts a check character without refusing it', () => {
    const part = { fiscalCode: 'PRVGVR84E57A944A' };
    expect(wrong(part)).toEqual([]);
    expect(customerDoubts(values(part), 'it').map(({ code }) => code)).toEqual(['fiscalCode.check']);
    expect(customerDoubts(values(), 'it')).toEqual([]);
  });
});

describe('an edited customer', () => {
  test('keeps values that are not on the form', () => {
    expect(registryBody({ ...values({ city: 'Imola' }), address: '', brands: ['bmw', 'mini'] }, row)).toEqual({
      ...row,
      city: 'Imola',
      brands: ['bmw', 'mini'],
    });
  });
  test('gets no kind in RSP unless it comes from there', () => {
    const typed = { ...row, rspSearchType: null };
    expect(registryBody({ ...customerValues(typed) }, typed).rspSearchType).toBeNull();
  });
  test('may keep a gap but not add one where birth and fiscal data are required', () => {
    const gap = { ...row, birthPlace: null };
    expect(requiredInEdit(gap, { fes: false, complete: false })).toEqual(['birthDate', 'fiscalCode']);
    expect(requiredInEdit(gap, { fes: true, complete: false })).toEqual([]);
    expect(requiredInEdit(gap, { fes: true, complete: true })).toEqual(['birthDate', 'birthPlace', 'fiscalCode']);
  });
});
