/** Calls of the subject "Customers": method and path, without schemas. */
import { get, post, put, remove } from '../definition/methods.ts';

const stale = ['dossiers', 'folders', 'documents'] as const;

export const createDossier = post('createDossier', '/api/dossiers', { idempotent: true, stale });
export const updateDossier = put('updateDossier', '/api/dossiers', { stale });
export const searchDossiers = post('searchDossiers', '/api/dossiers/search', { reads: true });
export const searchSimilarDossiers = post('searchSimilarDossiers', '/api/dossiers/similar', { reads: true });
export const getDossier = get('getDossier', '/api/dossiers/{id}');
export const deleteDossier = remove('deleteDossier', '/api/dossiers/{id}', { stale });
