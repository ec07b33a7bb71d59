/** Calls of the subject "Documents": method and path, without schemas. */
export const createDocument = {
  id: 'createDocument',
  method: 'POST',
  path: '/api/documents',
  idempotent: true,
  stale: ['documents', 'folders', 'dossiers', 'statistics'],
} as const;
export const updateDocument = {
  id: 'updateDocument',
  method: 'PUT',
  path: '/api/documents',
  stale: ['documents', 'folders', 'statistics'],
} as const;
export const searchDocuments = {
  id: 'searchDocuments',
  method: 'POST',
  path: '/api/documents-ext/search',
  reads: true,
} as const;
export const countDocumentViews = {
  id: 'countDocumentViews',
  method: 'POST',
  path: '/api/documents-ext/views/count',
  reads: true,
} as const;
export const exportDocuments = {
  id: 'exportDocuments',
  method: 'POST',
  path: '/api/documents-ext/download',
  reads: true,
} as const;
export const countDocuments = {
  id: 'countDocuments',
  method: 'GET',
  path: '/api/documents/count',
  key: 'statistics/signed',
} as const;
export const createFeaModule = {
  id: 'createFeaModule',
  method: 'POST',
  path: '/api/documents/fea',
  idempotent: true,
  stale: ['dossiers', 'folders', 'documents'],
} as const;
export const uploadPhoto = {
  id: 'uploadPhoto',
  method: 'POST',
  path: '/api/documents/photos',
  idempotent: true,
} as const;
export const previewDocument = {
  id: 'previewDocument',
  method: 'POST',
  path: '/api/documents/preview',
  reads: true,
} as const;
export const previewPlaces = {
  id: 'previewPlaces',
  method: 'POST',
  path: '/api/documents/preview-places',
  reads: true,
} as const;
export const createByWizard = {
  id: 'createByWizard',
  method: 'POST',
  path: '/api/documents/wizard',
  idempotent: true,
  stale: ['documents', 'folders', 'dossiers', 'statistics'],
} as const;
export const getDocument = { id: 'getDocument', method: 'GET', path: '/api/documents/{id}' } as const;
export const deleteDocument = {
  id: 'deleteDocument',
  method: 'DELETE',
  path: '/api/documents/{id}',
  stale: ['documents', 'folders', 'dossiers', 'statistics'],
} as const;
export const downloadDocument = {
  id: 'downloadDocument',
  method: 'GET',
  path: '/api/documents/{id}/download',
  key: 'document-file/{id}',
} as const;
export const takeBackDocument = {
  id: 'takeBackDocument',
  method: 'POST',
  path: '/api/documents/{id}/take-back',
  stale: ['documents'],
} as const;
export const searchWaiting = {
  id: 'searchWaiting',
  method: 'POST',
  path: '/api/documents-ext/waiting/search',
  reads: true,
} as const;
export const countWaiting = { id: 'countWaiting', method: 'GET', path: '/api/documents-ext/waiting/count' } as const;
export const listOwnSignatures = {
  id: 'listOwnSignatures',
  method: 'GET',
  path: '/api/own-signatures',
  key: 'documents/waiting/own',
} as const;
