/** Calls of the subject "Customers": method and path, without schemas. */
import type { Call } from './call.ts';

export const createDossier = {
  id: 'createDossier',
  method: 'POST',
  path: '/api/dossiers',
  idempotent: true,
  stale: ['dossiers', 'folders', 'documents'],
} as const satisfies Call;

export const updateDossier = {
  id: 'updateDossier',
  method: 'PUT',
  path: '/api/dossiers',
  stale: ['dossiers', 'folders', 'documents'],
} as const satisfies Call;

export const searchDossiers = {
  id: 'searchDossiers',
  method: 'POST',
  path: '/api/dossiers/search',
  reads: true,
} as const satisfies Call;

export const getDossier = {
  id: 'getDossier',
  method: 'GET',
  path: '/api/dossiers/{id}',
} as const satisfies Call;

export const deleteDossier = {
  id: 'deleteDossier',
  method: 'DELETE',
  path: '/api/dossiers/{id}',
  stale: ['dossiers', 'folders', 'documents'],
} as const satisfies Call;
