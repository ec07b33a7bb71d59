/** The customer's data as a person or company: columns, types, schemas, criteria, forms and generated papers are derived from this list. */

interface Fact {
  readonly kind: 'text' | 'code' | 'phone' | 'date';
  /** `fea`: may be null only if the legal entity signs simply (FES). */
  readonly needed: 'always' | 'fea' | 'never';
}

/** In the order of responses. */
export const CUSTOMER_FACTS = {
  firstName: { kind: 'text', needed: 'always' },
  lastName: { kind: 'text', needed: 'always' },
  organizationId: { kind: 'text', needed: 'never' },
  organizationName: { kind: 'text', needed: 'never' },
  representativeFiscalCode: { kind: 'code', needed: 'never' },
  mobilePhone: { kind: 'phone', needed: 'always' },
  email: { kind: 'text', needed: 'always' },
  birthDate: { kind: 'date', needed: 'fea' },
  birthPlace: { kind: 'text', needed: 'fea' },
  fiscalCode: { kind: 'code', needed: 'fea' },
  street: { kind: 'text', needed: 'always' },
  address: { kind: 'text', needed: 'never' },
  city: { kind: 'text', needed: 'always' },
  postalCode: { kind: 'text', needed: 'always' },
} as const satisfies Readonly<Record<string, Fact>>;

type Facts = typeof CUSTOMER_FACTS;
export type CustomerFact = keyof Facts;
export const CUSTOMER_FACT_NAMES = Object.keys(CUSTOMER_FACTS) as CustomerFact[];

export type RequiredFact = { [N in CustomerFact]: Facts[N]['needed'] extends 'always' ? N : never }[CustomerFact];
export type DateFact = { [N in CustomerFact]: Facts[N]['kind'] extends 'date' ? N : never }[CustomerFact];
type FreeFact = { [N in CustomerFact]: Facts[N]['needed'] extends 'never' ? N : never }[CustomerFact];

export const isRequiredFact = (name: CustomerFact): boolean => CUSTOMER_FACTS[name].needed === 'always';

/** Optional for every customer. */
export const OPTIONAL_FACTS = CUSTOMER_FACT_NAMES.filter(
  (name) => CUSTOMER_FACTS[name].needed === 'never',
) as FreeFact[];

/** Values as stored: dates are ISO, absent values are null. */
export type CustomerFacts = { [N in CustomerFact]: N extends RequiredFact ? string : string | null };

/** Fields of a customer's forms, in order. */
export const FORM_FACTS = [
  'organizationName',
  'firstName',
  'lastName',
  'fiscalCode',
  'representativeFiscalCode',
  'birthDate',
  'birthPlace',
  'mobilePhone',
  'email',
  'street',
  'city',
  'postalCode',
] as const satisfies readonly CustomerFact[];
export type FormFact = (typeof FORM_FACTS)[number];

/** Customer data available to generated papers; `rspSearchType` distinguishes people from companies. */
export const PAPER_FACTS = [
  'firstName',
  'lastName',
  'organizationName',
  'rspSearchType',
  'fiscalCode',
  'representativeFiscalCode',
  'birthDate',
  'birthPlace',
  'street',
  'postalCode',
  'city',
  'mobilePhone',
  'email',
] as const satisfies readonly (CustomerFact | 'rspSearchType')[];
