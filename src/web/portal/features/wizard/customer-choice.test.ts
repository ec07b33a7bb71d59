/** How a customer enters the wizard: search filters, rows of RSP and DMS, duplicates, doubts, what is kept. */
import { describe, expect, it } from 'vitest';
import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import type { DossierRow, FolderRow } from '../../api/answer-types.ts';
import { duplicatesAmong, probeOf } from '../../entities/customers/customer-duplicates.tsx';
import { customerDoubts, EMPTY_CUSTOMER } from '../../entities/customers/customer-values.ts';
import { folderDoubts } from '../../entities/folders/folder-values.ts';
import { filterQuery, isShort, judgeFilters } from './customer/directory-filters.ts';
import { hasInput, resumedDraft, resumeStep, storedFormOf } from './stored-draft.ts';
import {
  customerFound,
  dossierBody,
  EMPTY_DRAFT,
  type NewFolder,
  newFolderBody,
  type Subject,
  withCustomer,
} from './wizard-draft.ts';

describe('a search in RSP or the DMS', () => {
  it.each([
    [{}, 0, false],
    [{ firstName: 'Gin' }, 1, false],
    [{ firstName: 'Gin', lastName: 'Pr' }, 1, false],
    [{ firstName: 'Gin', lastName: '  P  ' }, 1, false],
    [{ firstName: 'Gin', lastName: 'Pro' }, 2, true],
    [{ firstName: 'Gin', lastName: 'Pro', city: 'Bo' }, 2, false],
    [{ firstName: 'Gin', organizationName: 'Officina' }, 1, false],
  ])('requires two filters of three characters: %j', (filters, count, ready) => {
    expect(judgeFilters(filters, 'person')).toEqual({ count, ready });
  });

  it('sends the filters of the customer’s kind, and states which filter is too short', () => {
    const filters = { firstName: 'Ginevra ', organizationName: 'Officina', city: 'Bo' };
    expect(filterQuery(filters, 'company')).toEqual({ 'organizationName.contains': 'Officina', 'city.contains': 'Bo' });
    expect([isShort(filters, 'city'), isShort(filters, 'firstName'), isShort(filters, 'email')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

const person: DirectoryCustomer = {
  ...{ searchType: 'RSP', rspSearchType: 'INDIVIDUAL', originalAccountSource: 'RSP', businessId: 'R-000123' },
  ...{ firstName: 'Ginevra', lastName: 'Provetti', organizationId: null, organizationName: null },
  ...{ fiscalCode: null, representativeFiscalCode: null, birthDate: '1980-01-01', birthPlace: 'Roma' },
  ...{ mobilePhone: '+39 3330000123', email: 'ginevra@example.com', street: 'Via di Prova 1' },
  ...{ city: 'Bologna', postalCode: '40121' },
};

describe('a row of RSP or a DMS', () => {
  it('becomes a new customer linked to it', () => {
    const values = customerFound(person, '10001');
    expect(values).toMatchObject({ kind: 'person', hst: '10001', birthDate: '01/01/1980', fiscalCode: '' });
    expect(dossierBody(values, 'bmw')).toMatchObject({
      ...{ searchType: 'RSP', rspSearchType: 'INDIVIDUAL', originalAccountSource: 'RSP', businessId: 'R-000123' },
      ...{ birthDate: '1980-01-01', fiscalCode: null, hst: '10001', dossierType: 'new' },
    });
  });

  it('of a company keeps its number, and of a DMS its dealer', () => {
    const company: DirectoryCustomer = {
      ...person,
      ...{ searchType: 'DMS', rspSearchType: null, originalAccountSource: 'DMS', businessId: 'D-000123', hst: '10002' },
      ...{ organizationId: '00030019996', organizationName: 'Officina Provetti S.r.l.' },
    };
    const values = customerFound(company, '10001');
    expect(values).toMatchObject({ kind: 'company', hst: '10002' });
    expect(dossierBody(values, 'bmw')).toMatchObject({
      ...{ rspSearchType: 'ORGANIZATION', organizationId: '00030019996', searchType: 'DMS' },
    });
  });

  it('leaves a typed customer unlinked', () => {
    const body = dossierBody({ ...EMPTY_CUSTOMER, hst: '10001' }, 'bmw');
    expect(body).not.toHaveProperty('businessId');
    expect(body).not.toHaveProperty('searchType');
  });
});

describe('a duplicate', () => {
  const row = (id: number, change: Partial<DossierRow>) =>
    ({ id, fiscalCode: null, mobilePhone: '+39 3331234567', email: 'a@example.com', ...change }) as DossierRow;

  it('is searched once a value is complete', () => {
    expect(probeOf('fiscalCode', 'rssmra80a01h501u ')).toBe('RSSMRA80A01H501U');
    expect(probeOf('mobilePhone', '+39 3331234567')).toBe('3331234567');
    expect(probeOf('mobilePhone', '333 1234567')).toBe('3331234567');
    expect(probeOf('email', 'A@Example.com')).toBe('a@example.com');
    expect([probeOf('fiscalCode', 'RSS'), probeOf('mobilePhone', '+39 '), probeOf('email', 'a@')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('has the same value, not one that contains it; the most similar comes first', () => {
    const rows = [
      row(1, {}),
      row(2, { fiscalCode: 'RSSMRA80A01H501U' }),
      row(3, { mobilePhone: '+39 33312345678', email: 'aa@example.com' }),
      row(2, { fiscalCode: 'RSSMRA80A01H501U' }),
    ];
    const found = duplicatesAmong(rows, { fiscalCode: 'RSSMRA80A01H501U', mobilePhone: '3331234567' });
    expect(found.map(({ dossier, same }) => [dossier.id, same])).toEqual([
      [2, ['fiscalCode', 'mobilePhone']],
      [1, ['mobilePhone']],
    ]);
  });
});

describe('a warning', () => {
  it('is for a wrong check character, name, postal code, plate or VIN', () => {
    const values = {
      ...EMPTY_CUSTOMER,
      hst: '12345',
      firstName: 'Mario',
      lastName: 'Rossi',
      mobilePhone: '+39 3331234567',
      email: 'mario.rossi@example.com',
      street: 'Via Cavour 1',
      city: 'Roma',
      postalCode: '00184',
    };
    expect(customerDoubts({ ...values, fiscalCode: 'rssmra80a01h501u' }, 'it')).toEqual([]);
    expect(customerDoubts({ ...values, fiscalCode: 'RSSMRA80A01H501X' }, 'it')[0]?.code).toBe('fiscalCode.check');
    expect(customerDoubts({ ...values, lastName: 'Verdi', fiscalCode: 'RSSMRA80A01H501U' }, 'it')[0]?.code).toBe(
      'fiscalCode.lastName',
    );
    expect(customerDoubts({ ...values, postalCode: '6900' }, 'it')[0]?.code).toBe('postalCode.format');
    const vehicle = { plate: 'gb 481 k', vin: 'wmw11gd07tioq0418' };
    expect(folderDoubts(vehicle, 'it').map(({ code }) => code)).toEqual(['plate.format', 'vin.letters']);
    expect(folderDoubts({ plate: '', vin: '' }, 'it')).toEqual([]);
  });
});

describe('the draft', () => {
  const dossier = { id: 7 } as DossierRow;
  const chosen = withCustomer(EMPTY_DRAFT, { kind: 'existing', dossier });

  it('drops the folder of another customer, and no other', () => {
    const inFolder = { ...chosen, folder: { kind: 'existing' as const, folder: { id: 1 } as FolderRow } };
    expect(withCustomer(inFolder, { kind: 'existing', dossier }).folder).not.toBeNull();
    expect(withCustomer(inFolder, { kind: 'existing', dossier: { id: 8 } as DossierRow }).folder).toBeNull();
    expect(withCustomer(inFolder, { kind: 'new', values: EMPTY_CUSTOMER }).folder).toBeNull();
  });
  it('keeps a typed new customer, so that a step back shows it', () => {
    const values = { ...EMPTY_CUSTOMER, lastName: 'Provetti' };
    expect(withCustomer(EMPTY_DRAFT, { kind: 'new', values }).typedCustomer).toBe(values);
    expect(withCustomer({ ...EMPTY_DRAFT, typedCustomer: values }, { kind: 'existing', dossier }).typedCustomer).toBe(
      values,
    );
  });

  it('is stored without the file, which is requested again by name', () => {
    const file = new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' });
    const document = { file, sigType: 'OTP' as const, signable: true, archivable: true, fields: {} };
    const kept = storedFormOf({ ...chosen, document }, 'document', 1);
    expect(kept.draft.document).toEqual({ ...document, file: null });
    expect(kept.fileName).toBe('a.pdf');
    expect(resumeStep(kept)).toBe('document');
    expect(resumeStep({ ...kept, step: 'customer' })).toBe('customer');
  });

  it('has a value for each field that an upgrade has since added', () => {
    const { email: _email, ...older } = { ...EMPTY_CUSTOMER, lastName: 'Provetti' };
    const values = older as typeof EMPTY_CUSTOMER;
    const folder = { plate: 'AB123CD' } as NewFolder;
    const resumed = resumedDraft({
      ...EMPTY_DRAFT,
      ...{ customer: { kind: 'new', values }, typedCustomer: values, typedFolder: folder },
      folder: { kind: 'new', values: folder },
    });
    const whole = { ...EMPTY_CUSTOMER, lastName: 'Provetti' };
    expect(resumed.customer).toEqual({ kind: 'new', values: whole });
    expect(resumed.typedCustomer).toEqual(whole);
    expect(resumed.typedFolder).toEqual(expect.objectContaining({ plate: 'AB123CD', vin: '', notes: '' }));
    expect(resumed.folder).toEqual({ kind: 'new', values: resumed.typedFolder });
    const subject = { brand: 'FIAT', folderType: 'PRIVACY', documentType: 'PRIVACY' } as unknown as Subject;
    expect(() => dossierBody(resumed.typedCustomer ?? EMPTY_CUSTOMER, subject.brand)).not.toThrow();
    expect(() => newFolderBody(resumed.typedFolder ?? folder, subject)).not.toThrow();
  });

  it('is stored once something was selected or typed', () => {
    expect(hasInput(EMPTY_DRAFT, EMPTY_DRAFT)).toBe(false);
    expect(hasInput(chosen, EMPTY_DRAFT)).toBe(true);
  });
});
