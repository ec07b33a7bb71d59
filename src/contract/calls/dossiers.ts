/** Calls of the subject "Customers": method and path, without schemas. */
export const createDossier = {
  id: 'createDossier',
  method: 'POST',
  path: '/api/dossiers',
  idempotent: true,
  stale: ['dossiers', 'folders', 'documents'],
} as const;
export const updateDossier = {
  id: 'updateDossier',
  method: 'PUT',
  path: '/api/dossiers',
  stale: ['dossiers', 'folders', 'documents'],
} as const;
export const searchDossiers = {
  id: 'searchDossiers',
  method: 'POST',
  path: '/api/dossiers/search',
  reads: true,
} as const;
export const searchSimilarDossiers = {
  id: 'searchSimilarDossiers',
  method: 'POST',
  path: '/api/dossiers/similar',
  reads: true,
} as const;
export const getDossier = { id: 'getDossier', method: 'GET', path: '/api/dossiers/{id}' } as const;
export const deleteDossier = {
  id: 'deleteDossier',
  method: 'DELETE',
  path: '/api/dossiers/{id}',
  stale: ['dossiers', 'folders', 'documents'],
} as const;
