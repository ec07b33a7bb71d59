/** Calls of the subject "Evidence": method and path, without schemas. */
export const readEvents = { id: 'readEvents', method: 'GET', path: '/api/documents/{id}/events' } as const;
export const readValidation = { id: 'readValidation', method: 'GET', path: '/api/documents/{id}/validation' } as const;
export const proveEvents = { id: 'proveEvents', method: 'GET', path: '/api/documents/{id}/events/proof' } as const;
export const proveConsistency = { id: 'proveConsistency', method: 'GET', path: '/api/evidence/consistency' } as const;
export const findIssued = { id: 'findIssued', method: 'GET', path: '/api/issued/{sha256}' } as const;
export const downloadSigned = {
  id: 'downloadSigned',
  method: 'GET',
  path: '/api/signed-documents/{id}/download',
} as const;
