/** Customers in other systems: RSP, the manufacturer's directory, and each dealer's DMS. */
import type { CustomerFilter, CustomerSort, DirectoryCustomer } from '#domain/customer-search/customer.ts';

export interface CustomerQuery {
  /** All filters must match, ignoring case, accents and spaces. */
  filters: readonly CustomerFilter[];
  /** The dealers on whose behalf the search runs; null for the whole network. A DMS searches only these. */
  hsts: readonly string[] | null;
  /** Every order ends with the key. */
  sort: readonly { field: CustomerSort; descending: boolean }[];
  offset: number;
  limit: number;
}

export interface FoundCustomers {
  rows: readonly DirectoryCustomer[];
  /** Total number of matches. */
  total: number;
}

/** Every call throws OutsideFailure if the system does not answer, or answers incorrectly; the signal aborts it. */
export interface RspDirectory {
  searchCustomers(query: CustomerQuery, signal?: AbortSignal): Promise<FoundCustomers>;
  searchCompanies(query: CustomerQuery, signal?: AbortSignal): Promise<FoundCustomers>;
  /** Finds a person or company by key. */
  find(businessId: string, signal?: AbortSignal): Promise<DirectoryCustomer | undefined>;
}

export interface DmsDirectory {
  /** People and companies. */
  search(query: CustomerQuery, signal?: AbortSignal): Promise<FoundCustomers>;
  /** @param key.hsts as in a query: customers in another dealer's DMS are not found. */
  find(
    key: { businessId: string; hsts: readonly string[] | null },
    signal?: AbortSignal,
  ): Promise<DirectoryCustomer | undefined>;
}
