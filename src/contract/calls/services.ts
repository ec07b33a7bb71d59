/** Calls of the subject "Services": method and path, without schemas. */
export const listServices = {
  id: 'listServices',
  method: 'GET',
  path: '/api/intesys-services',
  key: 'services',
} as const;
export const createService = {
  id: 'createService',
  method: 'POST',
  path: '/api/intesys-services',
  idempotent: true,
  stale: ['services', 'statistics'],
} as const;
export const updateService = {
  id: 'updateService',
  method: 'PUT',
  path: '/api/intesys-services',
  stale: ['services', 'statistics'],
} as const;
export const getService = {
  id: 'getService',
  method: 'GET',
  path: '/api/intesys-services/{id}',
  key: 'service/{id}',
} as const;
export const deleteService = {
  id: 'deleteService',
  method: 'DELETE',
  path: '/api/intesys-services/{id}',
  stale: ['services', 'statistics'],
} as const;
