/** Calls of the subject "Documents": method and path, without schemas. */
import { get, post, put, remove } from '../definition/methods.ts';

/** Lists and figures that count documents. */
const EVERY_COUNT = ['documents', 'folders', 'dossiers', 'statistics'] as const;

export const createDocument = post('createDocument', '/api/documents', { idempotent: true, stale: EVERY_COUNT });
export const updateDocument = put('updateDocument', '/api/documents', {
  stale: ['documents', 'folders', 'statistics'],
});
export const searchDocuments = post('searchDocuments', '/api/documents-ext/search', { reads: true });
export const countDocumentViews = post('countDocumentViews', '/api/documents-ext/views/count', { reads: true });
export const exportDocuments = post('exportDocuments', '/api/documents-ext/download', { reads: true });
export const countDocuments = get('countDocuments', '/api/documents/count', { key: 'statistics/signed' });
export const createFeaModule = post('createFeaModule', '/api/documents/fea', {
  idempotent: true,
  stale: ['dossiers', 'folders', 'documents'],
});
export const uploadPhoto = post('uploadPhoto', '/api/documents/photos', { idempotent: true });
export const previewDocument = post('previewDocument', '/api/documents/preview', { reads: true });
export const previewPlaces = post('previewPlaces', '/api/documents/preview-places', { reads: true });
export const createByWizard = post('createByWizard', '/api/documents/wizard', { idempotent: true, stale: EVERY_COUNT });
export const getDocument = get('getDocument', '/api/documents/{id}');
export const deleteDocument = remove('deleteDocument', '/api/documents/{id}', { stale: EVERY_COUNT });
export const downloadDocument = get('downloadDocument', '/api/documents/{id}/download', { key: 'document-file/{id}' });
export const takeBackDocument = post('takeBackDocument', '/api/documents/{id}/take-back', { stale: ['documents'] });
export const searchWaiting = post('searchWaiting', '/api/documents-ext/waiting/search', { reads: true });
export const countWaiting = get('countWaiting', '/api/documents-ext/waiting/count');
export const listOwnSignatures = get('listOwnSignatures', '/api/own-signatures', { key: 'documents/waiting/own' });
