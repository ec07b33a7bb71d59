/** The starting point of the wizard with data read from a PDF. */
import { describe, expect, it } from 'vitest';
import type { Actor } from '#domain/access.ts';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import type { ConfiguredDocumentType, ConfiguredFolderType } from '#domain/folders/folder-types.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { customerIssues } from '../../entities/customers/customer-values.ts';
import type { PdfStart, PersonInPdf } from '../../entities/pdf-start/handover.ts';
import type { WizardSubject } from './wizard-rules.ts';
import { startOfPdf } from './wizard-start.ts';

const field = (name: string) => ({ name, type: 'string', required: 'false', default: null });
const documentTypeRules: ConfiguredDocumentType = {
  ...{ slug: 'SALE_NEW_RFO', displayOrder: 1, visibleInWizard: true, legalEntities: [], signers: ['customer'] },
  fields: [{ name: 'FILE', type: 'file', required: 'true', default: null }],
};
const folderTypeRules: ConfiguredFolderType = {
  ...{ slug: 'SALE_NEW', displayOrder: 1, visibleInWizard: true, documentTypes: [documentTypeRules] },
  fields: [field('BUSINESS_ID'), field('VIN')],
};
const subject: WizardSubject = {
  ...{ brand: 'bmw', folderType: 'SALE_NEW', documentType: 'SALE_NEW_RFO', folderTypeRules, documentTypeRules },
};
const actor: Actor = {
  ...{ id: 1, login: 'sales', authorities: ['ROLE_SALE_DEALER'], hstList: ['10001', '10002'], brands: [] },
};
const dealers = [
  { hst2011: '10001', legal_entity: 'LE001', tipo_auto: 'C' },
  { hst2011: '10002', legal_entity: 'LE001', tipo_auto: 'C' },
] as Dealer[];
const file = new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' });
const person: PersonInPdf = {
  ...{ firstName: 'Ginevra', lastName: 'Provetti', birthDate: '17/05/1984', birthPlace: 'Bologna' },
  fiscalCode: fiscalCodeOf({
    ...{ firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1984-05-17', sex: 'F', place: 'A944' },
  }),
  ...{ mobilePhone: '+39 3331234567', email: 'g@example.com', street: 'Via Roma 1', city: 'Bologna' },
  postalCode: '40121',
};
const told = (change: Partial<PdfStart> = {}) =>
  startOfPdf(
    {
      ...{ file, dossier: null, person, hst: null, plate: 'GB481KT', vin: 'WBA53AP0X00000201', businessId: 'PV-1' },
      ...change,
    },
    subject,
    {
      ...{ actor, dealers },
      errorsOf: (values) =>
        Object.fromEntries(
          customerIssues(values, ['birthDate', 'birthPlace', 'fiscalCode']).map(({ field, code }) => [field, code]),
        ),
    },
  );

describe('a PDF', () => {
  it('with all data of a new customer leads to the document, with the first dealer', () => {
    const { step, draft } = told();
    expect(step).toBe('document');
    expect(draft.customer).toMatchObject({ kind: 'new', values: { ...person, hst: '10001', kind: 'person' } });
    expect(draft.document?.file).toBe(file);
  });

  it('sets the dealer, if it is one of the user’s', () => {
    const hstOf = (hst: string) => told({ hst }).draft.typedCustomer?.hst;
    expect([hstOf('10002'), hstOf('99999')]).toEqual(['10002', '10001']);
  });

  it('fills in the folder fields of the type', () => {
    expect(told().draft.typedFolder).toMatchObject({ businessId: 'PV-1', vin: 'WBA53AP0X00000201', plate: '' });
  });

  it('with missing data leads to the form, which shows no error before it is touched', () => {
    const { mobilePhone: _mobilePhone, ...rest } = person;
    const started = told({ person: rest });
    const { step, draft } = started;
    expect(step).toBe('customer');
    expect(started).not.toHaveProperty('errors');
    expect(draft).toMatchObject({ customer: null, typedCustomer: { lastName: 'Provetti', hst: '10001' } });
  });

  it('without a place of birth leads to the form, where it may be optional', () => {
    const { birthPlace: _birthPlace, ...rest } = person;
    expect(told({ person: rest })).toMatchObject({ step: 'customer' });
  });

  it('with another person’s codice fiscale leads to the form', () => {
    expect(told({ person: { ...person, lastName: 'Bianchi' } }).step).toBe('customer');
  });

  it('of an existing customer leads to the document, one without a customer to the customer step', () => {
    const dossier = { id: 7 } as DossierRow;
    expect(told({ dossier, person: null })).toMatchObject({ step: 'document', draft: { customer: { dossier } } });
    expect(told({ person: null })).toMatchObject({ step: 'customer', draft: { customer: null, typedCustomer: null } });
  });
});
