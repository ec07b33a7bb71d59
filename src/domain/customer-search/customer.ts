/** A customer as stored in RSP (the manufacturer's directory) or a dealer's DMS. */

export const OUTSIDE_DIRECTORIES = ['RSP', 'DMS'] as const;
export type OutsideDirectory = (typeof OUTSIDE_DIRECTORIES)[number];

/** Field names are those of a dossier, so that a row can be spread into a new one. */
export interface DirectoryCustomer {
  searchType: OutsideDirectory;
  /** Only RSP distinguishes people from organisations; null for a DMS. */
  rspSearchType: 'INDIVIDUAL' | 'ORGANIZATION' | null;
  originalAccountSource: OutsideDirectory;
  /** The customer's key in that system. */
  businessId: string;
  /** The DMS's dealer; absent for RSP, which all dealers share. */
  hst?: string;
  /** For a company, the person who represents it. */
  firstName: string;
  lastName: string;
  organizationId: string | null;
  organizationName: string | null;
  /** For a company, its own number; the person's is in `representativeFiscalCode`. */
  fiscalCode: string | null;
  representativeFiscalCode: string | null;
  /** ISO date. */
  birthDate: string | null;
  birthPlace: string | null;
  mobilePhone: string;
  email: string;
  street: string;
  city: string;
  postalCode: string;
}

export const CUSTOMER_FILTER_FIELDS = [
  'firstName',
  'lastName',
  'fiscalCode',
  'email',
  'mobilePhone',
  'city',
  'organizationName',
  'organizationId',
] as const satisfies readonly (keyof DirectoryCustomer)[];
export type CustomerFilterField = (typeof CUSTOMER_FILTER_FIELDS)[number];

export interface CustomerFilter {
  field: CustomerFilterField;
  operator: 'contains' | 'equals';
  /** At least MIN_FILTER_LENGTH characters. */
  value: string;
}

/** At least two filters, each with at least three characters. */
export const MIN_FILTERS = 2;
export const MIN_FILTER_LENGTH = 3;

export const CUSTOMER_SORTS = [
  'businessId',
  'firstName',
  'lastName',
  'organizationName',
  'city',
] as const satisfies readonly (keyof DirectoryCustomer)[];
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];
