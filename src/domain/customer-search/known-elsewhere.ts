/** RSP's or a DMS's data on a customer, as stored in the dossier's dms… and rsp… fields. */
import type { DirectoryCustomer, OutsideDirectory } from './customer.ts';

/** One system's view of a customer. */
export interface KnownCustomer {
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  postalCode: string | null;
}

type Prefixed<P extends string> = { [K in keyof KnownCustomer as `${P}${Capitalize<K>}`]: KnownCustomer[K] };

/** Read-only fields of a dossier with data from external systems. */
export type ElsewhereFields = Prefixed<'dms'> & Prefixed<'rsp'>;

/** A row of a directory, or a dossier created from one. */
export type KnownSource = Pick<
  DirectoryCustomer,
  'firstName' | 'lastName' | 'mobilePhone' | 'street' | 'city' | 'postalCode'
> & { organizationName?: string | null };

export function knownCustomer(source: KnownSource): KnownCustomer {
  return {
    firstName: source.firstName,
    lastName: source.lastName,
    companyName: source.organizationName ?? null,
    phone: source.mobilePhone,
    address: source.street,
    city: source.city,
    postalCode: source.postalCode,
  };
}

const NOTHING: KnownCustomer = {
  firstName: null,
  lastName: null,
  companyName: null,
  phone: null,
  address: null,
  city: null,
  postalCode: null,
};

/**
 * The fourteen dms… and rsp… fields of a dossier created from a search in one of the two systems; the fields of the
 * other system are null, and all of them for a customer typed by hand.
 */
export function elsewhereFields(searchType: OutsideDirectory | null, source: KnownSource): ElsewhereFields {
  const dms = searchType === 'DMS' ? knownCustomer(source) : NOTHING;
  const rsp = searchType === 'RSP' ? knownCustomer(source) : NOTHING;
  return {
    dmsFirstName: dms.firstName,
    dmsLastName: dms.lastName,
    dmsCompanyName: dms.companyName,
    dmsPhone: dms.phone,
    dmsAddress: dms.address,
    dmsCity: dms.city,
    dmsPostalCode: dms.postalCode,
    rspFirstName: rsp.firstName,
    rspLastName: rsp.lastName,
    rspCompanyName: rsp.companyName,
    rspPhone: rsp.phone,
    rspAddress: rsp.address,
    rspCity: rsp.city,
    rspPostalCode: rsp.postalCode,
  };
}
