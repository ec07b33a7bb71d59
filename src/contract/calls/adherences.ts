/** Calls of the subject "FEA adherences": method and path, without schemas. */
export const downloadAdherence = {
  id: 'downloadAdherence',
  method: 'GET',
  path: '/api/dossiers/{id}/fea/copy',
} as const;
export const getAdherence = { id: 'getAdherence', method: 'GET', path: '/api/dossiers/{id}/fea/current' } as const;
export const revokeAdherence = {
  id: 'revokeAdherence',
  method: 'POST',
  path: '/api/dossiers/{id}/fea/revoke',
  stale: ['documents', 'dossiers/{id}/fea'],
} as const;
export const downloadRevocationRequest = {
  id: 'downloadRevocationRequest',
  method: 'GET',
  path: '/api/dossiers/{id}/fea/{adherenceId}/request',
} as const;
