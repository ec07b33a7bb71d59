/** Calls of the subject "Folders": method and path, without schemas. */
export const createFolder = {
  id: 'createFolder',
  method: 'POST',
  path: '/api/folders',
  idempotent: true,
  stale: ['dossiers', 'folders', 'documents'],
} as const;
export const updateFolder = {
  id: 'updateFolder',
  method: 'PUT',
  path: '/api/folders',
  stale: ['dossiers', 'folders', 'documents'],
} as const;
export const searchFolders = {
  id: 'searchFolders',
  method: 'POST',
  path: '/api/folders-ext/search',
  reads: true,
} as const;
export const getFolderSignatureTypes = {
  id: 'getFolderSignatureTypes',
  method: 'GET',
  path: '/api/folders-ext/{id}/fea',
} as const;
export const getFolder = { id: 'getFolder', method: 'GET', path: '/api/folders/{id}' } as const;
export const deleteFolder = {
  id: 'deleteFolder',
  method: 'DELETE',
  path: '/api/folders/{id}',
  stale: ['folders', 'dossiers'],
} as const;
export const downloadFolder = { id: 'downloadFolder', method: 'GET', path: '/api/folders/{id}/download' } as const;
export const getFolderTypes = {
  id: 'getFolderTypes',
  method: 'GET',
  path: '/api/v2/folder-types/ext',
  key: 'folder-types',
} as const;
