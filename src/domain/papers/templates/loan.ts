/** The loan family as data: parts, fields and clauses of each type. */
import {
  CARGOS_FIELDS,
  driverFields,
  INVOICE_FIELDS,
  LANGUAGE_FIELD,
  LOAN_FIELDS,
  type PaperField,
  PRICE_FIELDS,
  plainField,
  TRIAL_FIELDS,
  VEHICLE_FIELDS,
} from '../fields.ts';
import { DAMAGES, listFields, PHOTOS } from '../lists.ts';
import type { PaperLanguage } from '../paper.ts';

export interface LoanTemplate {
  /** Printed title; German and English only if the paper is available in them. */
  title: Partial<Record<PaperLanguage, string>> & { it: string };
  /** Lender and borrower, as named in the contract. */
  parties: { customer: Partial<Record<PaperLanguage, string>> & { it: string } };
  isJoint: boolean;
  isForeign: boolean;
  /** Fields of this type in addition to those of every loan. */
  extraFields: readonly PaperField[];
  /** The customer's own vehicle, with the folder's plate and chassis number. */
  hasReplacedVehicle: boolean;
  isRental: boolean;
  clauses: readonly string[];
  /** Clauses that need a separate signature (artt. 1341, 1342 c.c.). */
  approved: readonly string[];
}

const LOAN_CLAUSES = ['use', 'drivers', 'costs', 'fines', 'insurance', 'accident', 'liability', 'returning'] as const;
const CLOSING = ['privacy', 'forum'] as const;
const LOAN_APPROVED = ['costs', 'fines', 'insurance', 'liability', 'returning'] as const;

const BORROWER = { it: 'Comodatario' };
const TESTER = { it: 'Cliente', en: 'Customer', de: 'Kunde' };
const RENTER = { it: 'Locatario' };

function loan(title: string, object: string, change: Partial<LoanTemplate> = {}): LoanTemplate {
  return {
    title: { it: title },
    parties: { customer: BORROWER },
    isJoint: false,
    isForeign: false,
    extraFields: [],
    hasReplacedVehicle: false,
    isRental: false,
    clauses: [object, ...LOAN_CLAUSES, 'article94', ...CLOSING],
    approved: LOAN_APPROVED,
    ...change,
  };
}

/** The same with a block and a signature for each driver. */
function joint(template: LoanTemplate): LoanTemplate {
  const clauses = template.clauses.map((id) => (id === 'drivers' ? 'driversJoint' : id));
  return { ...template, isJoint: true, clauses, approved: [...template.approved, 'driversJoint'] };
}

const TEST = loan('Prova su strada', 'objectTest', {
  title: { it: 'Prova su strada', en: 'Test drive agreement', de: 'Probefahrtvereinbarung' },
  parties: { customer: TESTER },
  extraFields: TRIAL_FIELDS,
  clauses: [
    ...['objectTest', 'testAccompanied', 'use', 'drivers', 'fines', 'insurance', 'accident', 'liability', 'returning'],
    ...CLOSING,
  ],
  approved: ['fines', 'insurance', 'liability', 'returning'],
});

const RENTAL = loan('Contratto di noleggio', 'objectRental', {
  parties: { customer: RENTER },
  isRental: true,
  extraFields: [...PRICE_FIELDS, ...CARGOS_FIELDS],
  clauses: [
    ...['objectRental', 'rent', 'deposit', 'use', 'drivers', 'costsRental', 'fines', 'insurance', 'accident'],
    ...['liabilityRental', 'returningRental', 'cargos', 'article94', ...CLOSING],
  ],
  approved: ['rent', 'deposit', 'fines', 'insurance', 'liabilityRental', 'returningRental'],
});

const RENTAL_WITHOUT_DRIVER: LoanTemplate = { ...RENTAL, title: { it: 'Contratto di noleggio senza conducente' } };

const COURTESY = loan('Comodato di veicolo di cortesia', 'objectCourtesy', {
  extraFields: [plainField('loan', 'WORK_ORDER'), plainField('vehicle', 'REPLACED_MODEL')],
  hasReplacedVehicle: true,
});

const REPLACEMENT = loan('Comodato per sostituzione temporanea', 'objectReplacement', {
  extraFields: [plainField('loan', 'LOAN_PURPOSE', 'text', true), plainField('vehicle', 'REPLACED_MODEL')],
  hasReplacedVehicle: true,
});

const LEASECAR = loan('Comodato di leasecar temporanea', 'objectLeasecar', {
  extraFields: [plainField('loan', 'LEASE_CONTRACT', 'text', true)],
});

const programme = (title: string, object: string): LoanTemplate =>
  loan(title, object, {
    extraFields: [plainField('loan', 'PROGRAMME_REFERENCE', 'text', true), plainField('vehicle', 'REPLACED_MODEL')],
    hasReplacedVehicle: true,
  });

export const LOAN_TEMPLATES: Readonly<Record<string, LoanTemplate>> = {
  LOAN_TEST_PRODUCT: TEST,
  LOAN_TEST_PRODUCT_MULTI: joint(TEST),
  LOAN_TEST_PRODUCT_FOREIGN: { ...TEST, isForeign: true },
  LOAN_RENTAL: RENTAL,
  LOAN_RENTAL_WITHOUT_DRIVER: RENTAL_WITHOUT_DRIVER,
  LOAN_RENTAL_WITHOUT_DRIVER_MULTI: joint(RENTAL_WITHOUT_DRIVER),
  LOAN_ARTICLE_94: loan('Comodato oltre trenta giorni (art. 94 CdS)', 'objectArticle94', {
    extraFields: [plainField('loan', 'LOAN_PURPOSE', 'text', true)],
    clauses: ['objectArticle94', 'article94', ...LOAN_CLAUSES, ...CLOSING],
    approved: ['article94', ...LOAN_APPROVED],
  }),
  LOAN_TEMPORARY_WORK_USE: loan('Affidamento per uso temporaneo di lavoro', 'objectWork', {
    parties: { customer: { it: 'Affidatario' } },
    extraFields: [plainField('loan', 'EMPLOYER', 'text', true), plainField('loan', 'LOAN_PURPOSE', 'text', true)],
    clauses: ['objectWork', 'workUse', ...LOAN_CLAUSES, 'article94', ...CLOSING],
  }),
  LOAN_TEMPORARY_VEHICLE_REPLACEMENT: REPLACEMENT,
  LOAN_TEMPORARY_VEHICLE_REPLACEMENT_MULTI: joint(REPLACEMENT),
  LOAN_COURTESY_VEHICLE: COURTESY,
  LOAN_COURTESY_VEHICLE_MULTI: joint(COURTESY),
  LOAN_EXTENDED_MOBILITY: programme('Comodato Extended Mobility', 'objectExtendedMobility'),
  LOAN_MOBILE_CARE: programme('Comodato Mobile Care', 'objectMobileCare'),
  LOAN_TEMPORARY_LEASECAR: LEASECAR,
  LOAN_TEMPORARY_LEASECAR_MULTI: joint(LEASECAR),
  LOAN_WEDDING: loan('Comodato per matrimonio', 'objectWedding', {
    extraFields: [plainField('loan', 'WEDDING_DATE', 'date', true), plainField('loan', 'WEDDING_PLACE', 'text', true)],
  }),
  LOAN_UNAVAILABILITY: loan('Comodato per indisponibilità del veicolo', 'objectUnavailability', {
    extraFields: [
      plainField('loan', 'UNAVAILABLE_SINCE', 'date', true),
      plainField('loan', 'LOAN_PURPOSE', 'text', true),
      plainField('vehicle', 'REPLACED_MODEL'),
    ],
    hasReplacedVehicle: true,
  }),
  LOAN_OTHER: loan('Comodato di veicolo', 'objectOther', {
    extraFields: [plainField('loan', 'LOAN_PURPOSE', 'text', true)],
  }),
};

/** Fields of a loan in the order of the form: vehicle, period, condition, drivers, price. */
export function loanFields(template: LoanTemplate): PaperField[] {
  const own = (group: PaperField['group']) => template.extraFields.filter((field) => field.group === group);
  const loanGroup = (group: PaperField['group']) => LOAN_FIELDS.filter((field) => field.group === group);
  return [
    ...(template.isForeign ? [LANGUAGE_FIELD] : []),
    ...(template.isRental ? INVOICE_FIELDS : []),
    ...VEHICLE_FIELDS,
    ...own('vehicle'),
    ...loanGroup('loan'),
    ...own('loan'),
    ...driverFields(template.isJoint),
    ...own('price'),
    ...loanGroup('condition'),
    ...(template.isForeign ? [] : [...listFields(DAMAGES), ...listFields(PHOTOS)]),
  ];
}
