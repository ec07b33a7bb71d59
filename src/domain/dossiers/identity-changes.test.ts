/** Which edits of a customer who has signed are corrections, and which turn the dossier into another person's. */
import { describe, expect, it } from 'vitest';
import { fiscalCodeOf } from '../codes/fiscal-code.ts';
import { identityChanges } from './identity-changes.ts';

const person = (firstName: string, lastName: string, birthDate = '1980-03-12') => ({
  ...{ firstName, lastName, birthDate, organizationName: null, rspSearchType: 'INDIVIDUAL' },
  fiscalCode: fiscalCodeOf({ firstName, lastName, birthDate, sex: 'F', place: 'H501' }),
});
const GINEVRA = person('Ginevra', 'Provetti');
const MARTA = person('Marta', 'Rinaldi', '1991-07-04');
const ACME = {
  ...{ firstName: 'Ginevra', lastName: 'Provetti', birthDate: null, rspSearchType: 'ORGANIZATION' },
  ...{ organizationName: 'ACME S.r.l.', fiscalCode: '01234567897' },
};
const edit = <T extends object>(before: T, change: object) =>
  identityChanges(before as never, { ...before, ...change } as never);

describe('a customer with signatures', () => {
  it.each<[string, object]>([
    ['nothing', {}],
    ['the spelling', { firstName: 'GINEVRA', lastName: 'Provètti' }],
    ['which name comes first', { firstName: 'Provetti', lastName: 'Ginevra' }],
    ['a further name that the codice fiscale allows', { firstName: 'Ginevra Maria' }],
    ['the kind of search it was found by', { rspSearchType: null }],
  ])('remains the same person when %s changes', (_what, change) => {
    expect(edit(GINEVRA, change)).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    ['another name', { firstName: 'Marta', lastName: 'Rinaldi' }, ['firstName', 'lastName']],
    ['another name alone', { lastName: 'Rinaldi' }, ['lastName']],
    ['another birth', { birthDate: '1980-03-13' }, ['birthDate']],
    ['another codice fiscale', { fiscalCode: MARTA.fiscalCode }, ['fiscalCode']],
    ['no codice fiscale', { fiscalCode: null }, ['fiscalCode']],
    ['no birth', { birthDate: null }, ['birthDate']],
    ['everything of another person', MARTA, ['firstName', 'lastName', 'birthDate', 'fiscalCode']],
    ['a company', { organizationName: 'ACME S.r.l.' }, ['organizationName']],
  ])('becomes another person with %s', (_what, change, fields) => {
    expect(edit(GINEVRA, change)).toEqual(fields);
  });

  it('may be corrected to match its codice fiscale, and the codice fiscale to match the person', () => {
    const mistyped = { ...GINEVRA, lastName: 'Bprovetti' };
    expect(edit(mistyped, { lastName: 'Provetti' })).toEqual([]);
    expect(edit({ ...GINEVRA, birthDate: '1980-03-21' }, { birthDate: '1980-03-12' })).toEqual([]);
    const wrongCode = { ...GINEVRA, fiscalCode: 'PRVGVR80C52H501A' };
    expect(edit(wrongCode, { fiscalCode: GINEVRA.fiscalCode })).toEqual([]);
    expect(edit({ ...GINEVRA, fiscalCode: null }, { fiscalCode: GINEVRA.fiscalCode })).toEqual([]);
  });

  it('does not become another person in two steps either', () => {
    for (const fiscalCode of [GINEVRA.fiscalCode, 'PRVGVR80C52H501A', null]) {
      const before = { ...GINEVRA, fiscalCode };
      expect(edit(before, { fiscalCode: MARTA.fiscalCode })).toEqual(['fiscalCode']);
      expect(edit(before, { firstName: 'Marta', lastName: 'Rinaldi' })).toEqual(['firstName', 'lastName']);
    }
  });
});

describe('a company with signatures', () => {
  it('may get another representative', () => {
    expect(edit(ACME, { firstName: 'Marta', lastName: 'Rinaldi' })).toEqual([]);
    expect(edit({ ...ACME, fiscalCode: null }, { fiscalCode: '01234567897' })).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    ['another name', { organizationName: 'Altra S.p.A.' }, ['organizationName']],
    ['another number', { fiscalCode: '12345678903' }, ['fiscalCode']],
    ['no name', { organizationName: null, rspSearchType: 'INDIVIDUAL' }, ['organizationName']],
  ])('becomes another company with %s', (_what, change, fields) => {
    expect(edit(ACME, change)).toEqual(fields);
  });
});
