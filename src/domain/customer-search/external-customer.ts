/** RSP's or a DMS's data on a customer, as stored in the dossier's dms… and rsp… fields. */
import type { DirectoryCustomer, OutsideDirectory } from './customer.ts';

/** One system's view of a customer. */
export interface ExternalCustomer {
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  postalCode: string | null;
}

type Prefixed<P extends string> = { [K in keyof ExternalCustomer as `${P}${Capitalize<K>}`]: ExternalCustomer[K] };

/** Read-only fields of a dossier with data from external systems. */
export type ExternalFields = Prefixed<'dms'> & Prefixed<'rsp'>;

/** A row of a directory, or a dossier created from one. */
export type ExternalSource = Pick<
  DirectoryCustomer,
  'firstName' | 'lastName' | 'mobilePhone' | 'street' | 'city' | 'postalCode'
> & { organizationName?: string | null };

export function externalCustomer(source: ExternalSource): ExternalCustomer {
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

const EMPTY_CUSTOMER: ExternalCustomer = {
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
export function externalFields(searchType: OutsideDirectory | null, source: ExternalSource): ExternalFields {
  const dms = searchType === 'DMS' ? externalCustomer(source) : EMPTY_CUSTOMER;
  const rsp = searchType === 'RSP' ? externalCustomer(source) : EMPTY_CUSTOMER;
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
