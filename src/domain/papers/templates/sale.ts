/** The sales family as data: stage, vehicle and form fields of each type. */
import { choiceField, INVOICE_FIELDS, type PaperField, plainField } from '../fields.ts';
import { listFields, OPTIONS, PAYMENTS } from '../lists.ts';

export type SaleStage = 'quote' | 'proposal' | 'acceptance' | 'contract';

export interface SaleTemplate {
  title: string;
  stage: SaleStage;
  /** The older types cover both, and have a field for it. */
  vehicle: 'new' | 'used' | 'asked';
  /** Includes the package for used vehicles. */
  hasPlusPackage: boolean;
}

const sale = (title: string, stage: SaleStage, vehicle: SaleTemplate['vehicle'], plus = false): SaleTemplate => ({
  title,
  stage,
  vehicle,
  hasPlusPackage: plus,
});

export const SALE_TEMPLATES: Readonly<Record<string, SaleTemplate>> = {
  SALE_NEW_RFO: sale('Preventivo', 'quote', 'new'),
  SALE_NEW_PROPOSAL: sale('Proposta d’acquisto', 'proposal', 'new'),
  SALE_NEW_ACCEPTANCE: sale('Accettazione della proposta d’acquisto', 'acceptance', 'new'),
  SALE_USED_RFO: sale('Preventivo veicolo usato', 'quote', 'used'),
  SALE_USED_PROPOSAL: sale('Proposta d’acquisto veicolo usato', 'proposal', 'used'),
  SALE_USED_PROPOSAL_PLUS: sale('Proposta d’acquisto veicolo usato Plus', 'proposal', 'used', true),
  SALE_USED_CONTRACT: sale('Contratto di vendita veicolo usato', 'contract', 'used'),
  SALE_RFO: sale('Preventivo', 'quote', 'asked'),
  SALE_PROPOSAL: sale('Proposta d’acquisto', 'proposal', 'asked'),
  SALE_ACCEPTANCE: sale('Accettazione della proposta d’acquisto', 'acceptance', 'asked'),
  SALE_CONTRACT: sale('Contratto di vendita', 'contract', 'asked'),
};

const KINDS = ['new', 'used'] as const;
const REGIMES = ['ordinary', 'margin'] as const;
const PLACES = ['premises', 'remote', 'offPremises'] as const;
const USES = ['private', 'company', 'rental', 'demonstration', 'taxi'] as const;

/** Plate and chassis number default to the folder's; a new vehicle may not have them yet. */
const VEHICLE: readonly PaperField[] = [
  plainField('vehicle', 'VEHICLE_MODEL', 'text', true),
  plainField('vehicle', 'VEHICLE_VERSION'),
  plainField('vehicle', 'VEHICLE_TYPE_CODE'),
  plainField('vehicle', 'VEHICLE_COLOUR'),
  plainField('vehicle', 'VEHICLE_INTERIOR'),
  plainField('vehicle', 'VEHICLE_PLATE', 'plate'),
  plainField('vehicle', 'VEHICLE_VIN', 'vin'),
];

/** Required for a used vehicle in every stage after the quote; types only for used vehicles require them in the normal way. */
export const USED_REQUIRED_FIELDS = ['VEHICLE_FIRST_REGISTRATION', 'VEHICLE_KM', 'VAT_REGIME'] as const;

const used = (required: boolean): PaperField[] => [
  plainField('vehicle', 'VEHICLE_FIRST_REGISTRATION', 'date', required),
  plainField('vehicle', 'VEHICLE_KM', 'km', required),
  choiceField('vehicle', 'PREVIOUS_USE', USES),
  plainField('vehicle', 'INSPECTION_EXPIRY', 'date'),
];

/** Condition of a used vehicle, as inspected by the customer. */
export const CONDITION: readonly PaperField[] = [
  plainField('condition', 'CONDITION_BODY'),
  plainField('condition', 'CONDITION_INTERIOR'),
  plainField('condition', 'CONDITION_MECHANICS'),
  plainField('condition', 'CONDITION_TYRES'),
  plainField('condition', 'KNOWN_DEFECTS', 'longText'),
];
export const TESTED = plainField('condition', 'SEEN_AND_TESTED', 'flag');
export const HANDED = ['REGISTRATION_DOCUMENT', 'OWNER_MANUAL', 'SERVICE_BOOK'] as const;

export const PLUS: readonly PaperField[] = [
  plainField('price', 'PLUS_NAME', 'text', true),
  plainField('price', 'PLUS_MONTHS', 'integer', true),
  plainField('price', 'PLUS_KM', 'km'),
  plainField('price', 'PLUS_PRICE', 'money', true),
];

const price = (template: SaleTemplate): PaperField[] => [
  plainField('price', 'LIST_PRICE', 'money', true),
  plainField('price', 'DISCOUNT', 'money'),
  plainField('price', 'ROAD_COSTS', 'money'),
  plainField('price', 'REGISTRATION_TAX', 'money'),
  ...(template.vehicle === 'new' ? [] : [choiceField('price', 'VAT_REGIME', REGIMES, template.vehicle === 'used')]),
  ...(template.hasPlusPackage ? PLUS : []),
  plainField('price', 'TOTAL_PRICE', 'money'),
];

export const TRADE_IN: readonly PaperField[] = [
  plainField('tradeIn', 'TRADE_IN_MODEL'),
  plainField('tradeIn', 'TRADE_IN_PLATE', 'plate'),
  plainField('tradeIn', 'TRADE_IN_VIN', 'vin'),
  plainField('tradeIn', 'TRADE_IN_REGISTERED', 'date'),
  plainField('tradeIn', 'TRADE_IN_KM', 'km'),
  plainField('tradeIn', 'TRADE_IN_VALUE', 'money'),
];

export const FINANCE: readonly PaperField[] = [
  plainField('finance', 'FINANCE_COMPANY'),
  plainField('finance', 'FINANCE_AMOUNT', 'money'),
  plainField('finance', 'FINANCE_MONTHS', 'integer'),
  plainField('finance', 'FINANCE_INSTALMENT', 'money'),
  plainField('finance', 'FINANCE_FINAL', 'money'),
  plainField('finance', 'FINANCE_TAN', 'rate'),
  plainField('finance', 'FINANCE_TAEG', 'rate'),
];

const DELIVERY: readonly PaperField[] = [
  plainField('terms', 'DELIVERY_DATE', 'date', true),
  plainField('terms', 'DELIVERY_TOLERANCE', 'integer', true),
];

const ACCEPTED: readonly PaperField[] = [
  plainField('terms', 'PROPOSAL_NUMBER'),
  plainField('terms', 'PROPOSAL_DATE', 'date', true),
  plainField('terms', 'PROPOSAL_UNTIL', 'date'),
  plainField('terms', 'PROPOSAL_SHA256'),
  plainField('terms', 'DEALER_SIGNATORY', 'text', true),
];

function termsOf({ stage, vehicle }: SaleTemplate): PaperField[] {
  const seller = plainField('terms', 'SELLER');
  const notes = plainField('terms', 'SALE_NOTES', 'longText');
  if (stage === 'quote') {
    return [
      plainField('terms', 'VALID_UNTIL', 'date', true),
      plainField('terms', 'DELIVERY_DATE', 'date'),
      seller,
      notes,
    ];
  }
  const place = choiceField('terms', 'SALE_PLACE', PLACES, true);
  const warranty = vehicle === 'new' ? [] : [plainField('terms', 'WARRANTY_MONTHS', 'integer')];
  const days = stage === 'proposal' ? [plainField('terms', 'IRREVOCABLE_DAYS', 'integer', true)] : [];
  return [...days, ...DELIVERY, ...warranty, place, seller, notes];
}

export function saleFields(template: SaleTemplate): PaperField[] {
  const { stage, vehicle } = template;
  const isUsed = vehicle === 'used';
  const kind = vehicle === 'asked' ? [choiceField('paper', 'SALE_KIND', KINDS, true)] : [];
  if (stage === 'acceptance') {
    const total = plainField('price', 'ACCEPTED_PRICE', 'money', true);
    return [
      ...kind,
      ...VEHICLE,
      total,
      ...ACCEPTED,
      plainField('terms', 'DELIVERY_DATE', 'date'),
      plainField('terms', 'SELLER'),
    ];
  }
  const full = stage !== 'quote';
  const deposit = full
    ? [plainField('payment', 'DEPOSIT_AMOUNT', 'money'), plainField('payment', 'DEPOSIT_MEANS')]
    : [];
  return [
    ...kind,
    ...(full ? INVOICE_FIELDS : []),
    ...VEHICLE,
    ...(vehicle === 'new' ? [] : used(isUsed && full)),
    ...listFields(OPTIONS),
    ...price(template),
    ...TRADE_IN,
    ...FINANCE,
    ...deposit,
    ...(full ? listFields(PAYMENTS) : []),
    ...termsOf(template),
    ...(vehicle === 'new' || !full ? [] : conditionOf(stage)),
  ];
}

function conditionOf(stage: SaleStage): PaperField[] {
  const handed = [
    plainField('handover', 'KEYS', 'integer'),
    ...HANDED.map((name) => plainField('handover', name, 'flag')),
  ];
  return [...CONDITION, TESTED, ...(stage === 'contract' ? handed : [])];
}

/** All clauses that a paper of the type may print, in order; the deal decides which are printed. */
export function saleClauses({ stage, vehicle, hasPlusPackage: plus }: SaleTemplate): string[] {
  if (stage === 'quote') return ['quoteNature', 'quotePrice', 'quoteFinance', 'privacy'];
  if (stage === 'acceptance') return ['acceptance', 'acceptanceNext', 'privacy'];
  const [ofUsed, ofNew] = [vehicle !== 'new', vehicle !== 'used'];
  return [
    ...(stage === 'proposal' ? ['object', 'irrevocability'] : ['objectContract']),
    ...['price', 'deposit', 'tradeIn', 'finance', 'delivery'],
    ...(ofUsed ? ['condition'] : []),
    ...(ofNew ? ['changes'] : []),
    ...(ofUsed ? ['warrantyUsed'] : []),
    ...(ofNew ? ['warrantyNew'] : []),
    'warrantyBusiness',
    ...(plus ? ['plus'] : []),
    ...['ownership', 'withdrawal', 'privacy', 'forum'],
  ];
}
