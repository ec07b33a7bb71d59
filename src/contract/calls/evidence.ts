/** Calls of the subject "Proofs": method and path, without schemas. */
export const proveEvents = { id: 'proveEvents', method: 'GET', path: '/api/documents/{id}/events/proof' } as const;
export const proveConsistency = { id: 'proveConsistency', method: 'GET', path: '/api/evidence/consistency' } as const;
export const findIssued = { id: 'findIssued', method: 'GET', path: '/api/issued/{sha256}' } as const;
