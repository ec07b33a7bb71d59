/** Calls of the subject "Licences and activations": method and path, without schemas. */
export const listActivations = { id: 'listActivations', method: 'GET', path: '/api/activations' } as const;
export const createActivation = {
  id: 'createActivation',
  method: 'POST',
  path: '/api/activations',
  idempotent: true,
  stale: ['activations', 'licenses'],
} as const;
export const updateActivation = {
  id: 'updateActivation',
  method: 'PUT',
  path: '/api/activations',
  stale: ['activations', 'licenses'],
} as const;
export const getActivation = {
  id: 'getActivation',
  method: 'GET',
  path: '/api/activations/{id}',
  key: 'activation/{id}',
} as const;
export const deleteActivation = {
  id: 'deleteActivation',
  method: 'DELETE',
  path: '/api/activations/{id}',
  stale: ['activations', 'licenses'],
} as const;
export const listLicenses = { id: 'listLicenses', method: 'GET', path: '/api/licenses' } as const;
export const createLicense = {
  id: 'createLicense',
  method: 'POST',
  path: '/api/licenses',
  idempotent: true,
  stale: ['licenses', 'activations'],
} as const;
export const updateLicense = {
  id: 'updateLicense',
  method: 'PUT',
  path: '/api/licenses',
  stale: ['licenses', 'activations'],
} as const;
export const getLicense = { id: 'getLicense', method: 'GET', path: '/api/licenses/{id}', key: 'license/{id}' } as const;
export const deleteLicense = {
  id: 'deleteLicense',
  method: 'DELETE',
  path: '/api/licenses/{id}',
  stale: ['activations', 'licenses'],
} as const;
export const downloadAfgclic = { id: 'downloadAfgclic', method: 'GET', path: '/api/licenses/{id}/afgclic' } as const;
