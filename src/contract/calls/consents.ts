/** Calls of the subject "Consents": method and path, without schemas. */
export const getConsents = { id: 'getConsents', method: 'GET', path: '/api/dossiers/{id}/consents/current' } as const;
export const pushConsents = {
  id: 'pushConsents',
  method: 'POST',
  path: '/api/dossiers/{id}/consents/push',
  stale: ['dossiers/{id}/consents'],
} as const;
export const withdrawConsents = {
  id: 'withdrawConsents',
  method: 'POST',
  path: '/api/dossiers/{id}/consents/withdraw',
  stale: ['dossiers/{id}/consents'],
} as const;
