/** Conversion of a row of RSP or a DMS to the fields of a dossier. */
import { describe, expect, it } from 'vitest';
import { EXTERNAL_FIELDS } from '../dossiers/dossier.ts';
import { type ExternalSource, externalFields } from './external-customer.ts';

const person: ExternalSource = {
  firstName: 'Ginevra',
  lastName: 'Provetti',
  organizationName: null,
  mobilePhone: '+39 3331234567',
  street: 'Via di Prova 1',
  city: 'Bologna',
  postalCode: '40121',
};
const saidByRsp = {
  rspFirstName: 'Ginevra',
  rspLastName: 'Provetti',
  rspCompanyName: null,
  rspPhone: '+39 3331234567',
  rspAddress: 'Via di Prova 1',
  rspCity: 'Bologna',
  rspPostalCode: '40121',
};

describe('a customer found in another system', () => {
  it('fills the fields of that system, and leaves the other one’s empty', () => {
    expect(externalFields('RSP', person)).toMatchObject({ ...saidByRsp, dmsFirstName: null, dmsPostalCode: null });
    const dms = externalFields('DMS', { ...person, organizationName: 'Prova S.r.l.' });
    expect(dms).toMatchObject({
      dmsCompanyName: 'Prova S.r.l.',
      dmsCity: 'Bologna',
      rspFirstName: null,
      rspCity: null,
    });
  });

  it('is absent for a customer typed by hand', () => {
    expect(new Set(Object.values(externalFields(null, person)))).toEqual(new Set([null]));
  });

  it('has exactly the read-only fields of a dossier, in either system', () => {
    for (const system of ['RSP', 'DMS', null] as const) {
      expect(Object.keys(externalFields(system, person)).sort()).toEqual([...EXTERNAL_FIELDS].sort());
    }
  });

  it('may be without a company, explicitly or by omission', () => {
    const { organizationName: _none, ...without } = person;
    expect(externalFields('RSP', without)).toEqual(externalFields('RSP', person));
  });
});
