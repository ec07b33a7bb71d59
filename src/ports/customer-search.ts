/** Customers known elsewhere: RSP, the manufacturer's directory, and the DMS of each dealer (P-15). */
import type { CustomerFilter, CustomerSort, DirectoryCustomer } from '#domain/customer-search/customer.ts';

export interface CustomerQuery {
  /** All of them hold; upper and lower case, accents and spaces make no difference. */
  filters: readonly CustomerFilter[];
  /** The dealers in whose name is searched; null for the whole network. A DMS answers for these alone. */
  hsts: readonly string[] | null;
  /** The key ends every order. */
  sort: readonly { field: CustomerSort; descending: boolean }[];
  offset: number;
  limit: number;
}

export interface FoundCustomers {
  rows: readonly DirectoryCustomer[];
  /** How many there are in all. */
  total: number;
}

/** Every call throws OutsideFailure when the system does not answer, or not rightly; the signal ends it early. */
export interface RspDirectory {
  searchCustomers(query: CustomerQuery, signal?: AbortSignal): Promise<FoundCustomers>;
  searchCompanies(query: CustomerQuery, signal?: AbortSignal): Promise<FoundCustomers>;
  /** A person or a company by its key. */
  find(businessId: string, signal?: AbortSignal): Promise<DirectoryCustomer | undefined>;
}

export interface DmsDirectory {
  /** People and companies. */
  search(query: CustomerQuery, signal?: AbortSignal): Promise<FoundCustomers>;
  /** @param hsts as in a query: a customer of another dealer's DMS is not there. */
  find(
    key: { businessId: string; hsts: readonly string[] | null },
    signal?: AbortSignal,
  ): Promise<DirectoryCustomer | undefined>;
}
