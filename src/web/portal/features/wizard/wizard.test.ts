/** The wizard's address, its form rules, its call, and the step of a refusal. */
import { describe, expect, it } from 'vitest';
import type { Actor } from '#domain/access.ts';
import type { Dealer } from '#domain/dealers/brands.ts';
import { wizardFolderSchema } from '#domain/folders/folder-schemas.ts';
import type { ConfiguredField, FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { rowsOf } from '../../../shared/rows.suite.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { ApiFailure } from '../../api/failure.ts';
import { folderIssues } from '../../entities/folders/folder-values.ts';
import { customerErrors } from './customer-rules.ts';
import { paperCaseOf } from './paper-case.ts';
import { createFailureOf } from './use-create.ts';
import { dossierBody, type NewCustomer, type NewFolder, newFolderBody } from './wizard-draft.ts';
import { dealersFor, isWizardAddress, preselectedDealer, type WizardRules, wizardSubject } from './wizard-rules.ts';

const field = (name: string, kind: string, required = false): ConfiguredField => ({
  name,
  type: kind,
  required: String(required),
  default: null,
});
const configuration: FolderTypeConfiguration = [
  {
    slug: 'SALE_NEW',
    displayOrder: 1,
    visibleInWizard: true,
    fields: [field('PROCESS_DATE', 'date', true), field('BUSINESS_ID', 'string', true), field('VIN', 'string')],
    documentTypes: [
      {
        slug: 'SALE_NEW_PROPOSAL',
        displayOrder: 1,
        visibleInWizard: true,
        legalEntities: [],
        signers: ['customer'],
        fields: [
          field('FILE', 'file', true),
          field('SIGNABLE', 'checkbox', true),
          field('SIG_TYPE', 'string', true),
          field('DELIVERY_DATE', 'date', true),
          field('SALES_MANAGER', 'ROLE_SALE_MANAGER'),
        ],
      },
    ],
  },
];
const seller: Actor = {
  id: 1,
  login: 'sales',
  authorities: ['ROLE_SALE_DEALER'],
  hstList: ['10001'],
  brands: [{ brand: 'mini', permissions: ['SALE_NEW'] }],
};
const dealers = [{ hst2011: '10001', legal_entity: 'LE001' }] as Dealer[];
const rules: WizardRules = { configuration, dealers };
const address = { brand: 'mini', folderType: 'sale_new', documentType: 'sale_new_proposal' };
const subject = wizardSubject(address, rules, seller);
if (!subject) throw new Error('The subject of the tests is missing');

const customer: NewCustomer = {
  kind: 'person',
  hst: '10001',
  organizationName: '',
  firstName: ' Ginevra ',
  lastName: 'Provetti',
  fiscalCode: '',
  representativeFiscalCode: '',
  birthDate: '',
  birthPlace: '',
  mobilePhone: '+39 3331234567',
  email: 'ginevra@example.com',
  street: 'Via di Prova 1',
  city: 'Bologna',
  postalCode: '40121',
};
const simply = { ...subject, fes: true };
const folder: NewFolder = { processDate: '20/11/2026', businessId: 'PV-1', plate: '', vin: '', jobId: '', notes: '' };
const wording = (name: string, message: string) => `${name}: ${message}`;

describe('the URL of the wizard', () => {
  it('is read ignoring case', () => {
    expect(
      wizardSubject({ brand: 'MINI', folderType: 'Sale_New', documentType: 'SALE_NEW_PROPOSAL' }, rules, seller)
        ?.documentType,
    ).toBe('SALE_NEW_PROPOSAL');
  });

  it.each([
    { ...address, brand: 'audi' },
    { ...address, brand: 'bmw' },
    { ...address, folderType: 'service' },
    { ...address, documentType: 'nothing' },
    {},
  ])('is invalid for what does not exist or is not allowed: %j', (wrong) => {
    expect(wizardSubject(wrong, rules, seller)).toBeNull();
  });

  it('distinguishes what does not exist from what is not allowed', () => {
    expect(isWizardAddress({ ...address, brand: 'bmw' }, rules)).toBe(true);
    expect(isWizardAddress({ ...address, documentType: 'nothing' }, rules)).toBe(false);
    expect(isWizardAddress({ ...address, brand: 'audi' }, rules)).toBe(false);
  });

  describe('of a type', () => {
    const [shipped] = configuration;
    const [proposal] = shipped?.documentTypes ?? [];
    if (!shipped || !proposal) throw new Error('The configuration of the tests is empty');
    const isThere = (change: Partial<typeof proposal>, folderType: Partial<typeof shipped> = {}) => {
      const type = { ...proposal, ...change };
      return isWizardAddress(
        { ...address, documentType: type.slug },
        { configuration: [{ ...shipped, ...folderType, documentTypes: [type] }], dealers },
      );
    };

    it('that is hidden from the wizard, or in a hidden folder type, is invalid', () => {
      expect(isThere({})).toBe(true);
      expect(isThere({ visibleInWizard: false })).toBe(false);
      expect(isThere({}, { visibleInWizard: false })).toBe(false);
    });

    it('of other legal entities is invalid', () => {
      expect(isThere({ legalEntities: ['LE002'] })).toBe(false);
      expect(isThere({ legalEntities: ['LE002', 'LE001'] })).toBe(true);
    });

    it.each(['OTHER_IDENTITY', 'OTHER_DRIVING_LICENSE'])('%s is invalid, as no card offers it', (slug) => {
      expect(isThere({ slug, visibleInWizard: false })).toBe(false);
      expect(isThere({ slug, visibleInWizard: true })).toBe(false);
    });
  });

  it('is invalid for a read-only user', () => {
    const reader = { ...seller, brands: [{ brand: 'mini' as const, permissions: ['SALE_NEW', 'READONLY'] }] };
    expect(wizardSubject(address, rules, reader)).toBeNull();
  });
});

describe('the dealers of a document', () => {
  const all = [
    { hst2011: '1', tipo_mini: 'C', legal_entity: 'LE001' },
    { hst2011: '2', tipo_mini: '-', legal_entity: 'LE001' },
    { hst2011: '3', tipo_mini: 'C', legal_entity: 'LE002' },
  ] as Dealer[];
  const numbers = (legalEntities: string[], known = all) =>
    dealersFor({ brand: 'mini', documentTypeRules: { ...subject.documentTypeRules, legalEntities } }, known).map(
      ({ hst2011 }) => hst2011,
    );

  it('handle the brand, if any does, and belong to a legal entity that has the type', () => {
    expect(numbers([])).toEqual(['1', '3']);
    expect(numbers(['LE002'])).toEqual(['3']);
    expect(numbers([], all.slice(1, 2))).toEqual(['2']);
  });
});

describe('the default dealer', () => {
  const dealers = [
    { hst2011: '1', tipo_mini: 'S' },
    { hst2011: '2', tipo_mini: 'C' },
  ] as Dealer[];

  it('has a sales mandate for sellers and a service mandate for the workshop', () => {
    expect(preselectedDealer(seller, dealers, 'mini')?.hst2011).toBe('2');
    expect(preselectedDealer({ ...seller, authorities: ['ROLE_ACCEPTANCE_DEALER'] }, dealers, 'mini')?.hst2011).toBe(
      '1',
    );
  });

  it('is the first if none matches', () => {
    expect(preselectedDealer(seller, [{ hst2011: '9', tipo_mini: '-' }] as Dealer[], 'mini')?.hst2011).toBe('9');
  });
});

describe('the request', () => {
  it('has a trimmed customer without empty values', () => {
    expect(dossierBody({ ...customer, birthDate: '01/01/1980', fiscalCode: 'rssmra80a01h501u' }, 'mini')).toMatchObject(
      {
        firstName: 'Ginevra',
        birthDate: '1980-01-01',
        birthPlace: null,
        fiscalCode: 'RSSMRA80A01H501U',
        brands: ['mini'],
        organizationName: null,
      },
    );
  });

  it('has no empty VIN and the date as ISO', () => {
    const body = newFolderBody(folder, subject);
    expect(body).not.toHaveProperty('vin');
    expect(body.processDate).toBe('2026-11-20');
  });
});

describe('the form before sending', () => {
  it('accepts a complete customer', () => {
    expect(customerErrors(customer, simply, 'it', wording)).toEqual({});
  });

  it.each(
    rowsOf(`
      firstName   |
      mobilePhone | 0511234567
      mobilePhone | +39 123
      email       | ginevra@
      fiscalCode  | ABC
      birthDate   | 31/02/1980
      hst         |
    `),
  )('names %s for «%s»', (name, value) => {
    expect(Object.keys(customerErrors({ ...customer, [name]: value }, simply, 'it', wording))).toEqual([name]);
  });

  it('requires birth and fiscal data where the legal entity does not use simple signatures', () => {
    const strict = { ...subject, fes: false };
    expect(Object.keys(customerErrors(customer, strict, 'it', wording)).sort()).toEqual([
      'birthDate',
      'birthPlace',
      'fiscalCode',
    ]);
    const whole = { ...customer, birthDate: '01/01/1980', birthPlace: 'Roma', fiscalCode: 'RSSMRA80A01H501U' };
    expect(customerErrors(whole, strict, 'it', wording)).toEqual({});
  });

  it('requires the name of a company', () => {
    expect(customerErrors({ ...customer, kind: 'company' }, simply, 'it', wording)).toHaveProperty('organizationName');
  });

  it('requires the fields of the folder type, and a VIN of 17 characters', () => {
    const wrong = (part: Partial<NewFolder>) => {
      const typed = { ...folder, ...part, brand: subject.brand, type: subject.folderType };
      return folderIssues(typed, null, subject.folderTypeRules).map(({ field }) => field);
    };
    expect(wrong({})).toEqual([]);
    expect(wrong({ businessId: ' ', processDate: '' }).sort()).toEqual(['businessId', 'processDate']);
    expect(wrong({ vin: 'WMW11' })).toEqual(['vin']);
    expect(wrong({ processDate: '31/02/2026' })).toEqual(['processDate']);
  });
});

describe('the paper of the wizard', () => {
  const typed = { ...folder, businessId: ' PV-1 ', plate: 'gb-481 kt', vin: ' wba53ap0x00000201' };
  const paperCase = paperCaseOf(subject, { kind: 'new', values: customer }, { kind: 'new', values: typed });

  it('has the vehicle as it is stored', () => {
    const stored = wizardFolderSchema.parse(newFolderBody(typed, subject));
    expect(paperCase.folder).toEqual({ businessId: 'PV-1', plate: 'GB481KT', vin: 'WBA53AP0X00000201', jobId: null });
    expect(stored).toMatchObject({ businessId: 'PV-1', plate: 'GB481KT', vin: 'WBA53AP0X00000201' });
  });

  it('has a preview with the customer and the folder that are sent', () => {
    const sent = { folder: newFolderBody(typed, subject) };
    expect(paperCase.named).toEqual({ ...sent, dossier: dossierBody(customer, 'mini') });
    const known = { kind: 'existing' as const, dossier: { id: 7 } as DossierRow };
    expect(paperCaseOf(subject, known, { kind: 'new', values: typed }).named).toEqual({ ...sent, dossierId: 7 });
  });
});

describe('a server error', () => {
  it('leads to the step of its first field, folder and document being the same', () => {
    const vin = { objectName: 'folder', field: 'vin', message: 'no' };
    const sigType = { objectName: 'document', field: 'sigType', message: 'no' };
    const email = { objectName: 'dossier', field: 'email', message: 'no' };
    const placed = (...fieldErrors: (typeof vin)[]) => {
      const { step, errors } = createFailureOf(new ApiFailure(400, { fieldErrors }));
      return { step, errors };
    };
    expect(placed(vin, sigType)).toEqual({ step: 'document', errors: { vin: 'no', sigType: 'no' } });
    expect(placed(email, vin)).toEqual({ step: 'customer', errors: { email: 'no' } });
  });

  it('about the content of the file is shown at the file', () => {
    const failure = new ApiFailure(422, {
      fieldErrors: [{ objectName: 'document', field: 'content', message: 'cifrato' }],
    });
    expect(createFailureOf(failure)).toMatchObject({ step: 'document', errors: { file: 'cifrato' } });
  });

  it('without a field stays on the last step', () => {
    expect(createFailureOf(new ApiFailure(409, {}))).toMatchObject({ step: 'document', errors: {} });
    expect(createFailureOf(new Error('x'))).toMatchObject({ step: 'document' });
  });
});
