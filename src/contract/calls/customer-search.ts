/** Calls of the subject "Customer search and RSP": method and path, without schemas. */
export const searchDmsCustomers = { id: 'searchDmsCustomers', method: 'GET', path: '/api/dms/customers' } as const;
export const getDmsCustomer = { id: 'getDmsCustomer', method: 'GET', path: '/api/dms/customers/{id}' } as const;
export const scheduleSynchronization = {
  id: 'scheduleSynchronization',
  method: 'POST',
  path: '/api/dossiers/rsp-synchronization/{id}',
  stale: ['dossiers/{id}'],
} as const;
export const getSynchronization = {
  id: 'getSynchronization',
  method: 'GET',
  path: '/api/dossiers/rsp-synchronization/{id}/status',
  key: 'dossiers/{id}/synchronization',
} as const;
export const searchRspCompanies = { id: 'searchRspCompanies', method: 'GET', path: '/api/rsp/companies' } as const;
export const searchRspCustomers = { id: 'searchRspCustomers', method: 'GET', path: '/api/rsp/customers' } as const;
