/** Calls of the subject "Customer search and RSP": method and path, without schemas. */
import { get, post } from '../definition/methods.ts';

export const searchDmsCustomers = get('searchDmsCustomers', '/api/dms/customers');
export const getDmsCustomer = get('getDmsCustomer', '/api/dms/customers/{id}');
export const scheduleSynchronization = post('scheduleSynchronization', '/api/dossiers/rsp-synchronization/{id}', {
  stale: ['dossiers/{id}'],
});
export const getSynchronization = get('getSynchronization', '/api/dossiers/rsp-synchronization/{id}/status', {
  key: 'dossiers/{id}/synchronization',
});
export const searchRspCompanies = get('searchRspCompanies', '/api/rsp/companies');
export const searchRspCustomers = get('searchRspCustomers', '/api/rsp/customers');
