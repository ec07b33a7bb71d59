/** The ports of external systems behind their guards; the composition root wraps every adapter. */
import type { ConsentRegister } from '#ports/consent-register.ts';
import type { DmsDirectory, RspDirectory } from '#ports/customer-search.ts';
import type { DealerDirectory } from '#ports/dealer-directory.ts';
import type { OutsideGuard } from '#ports/outside-system.ts';

export function guardedDealers(directory: DealerDirectory, guard: OutsideGuard): DealerDirectory {
  return { list: () => guard((signal) => directory.list(signal)) };
}

export function guardedRsp(directory: RspDirectory, guard: OutsideGuard): RspDirectory {
  return {
    searchCustomers: (query) => guard((signal) => directory.searchCustomers(query, signal)),
    searchCompanies: (query) => guard((signal) => directory.searchCompanies(query, signal)),
    find: (businessId) => guard((signal) => directory.find(businessId, signal)),
  };
}

export function guardedConsentRegister(register: ConsentRegister, guard: OutsideGuard): ConsentRegister {
  return { deliver: (delivery) => guard((signal) => register.deliver(delivery, signal)) };
}

export function guardedDms(directory: DmsDirectory, guard: OutsideGuard): DmsDirectory {
  return {
    search: (query) => guard((signal) => directory.search(query, signal)),
    find: (key) => guard((signal) => directory.find(key, signal)),
  };
}
