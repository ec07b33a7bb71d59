/** What RSP or a DMS says of a customer, as the dms… and rsp… fields of the dossier keep it (specification §3 Dossier, P-20). */
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

/** The read-only fields of a dossier that tell what other systems know. */
export type ElsewhereFields = Prefixed<'dms'> & Prefixed<'rsp'>;

/** A row of a directory, or a dossier made from one. */
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
 * The fourteen dms… and rsp… fields of a dossier that came from a search in one of the two systems; those of the other
 * one, and all of them for a customer typed by hand, are null.
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
