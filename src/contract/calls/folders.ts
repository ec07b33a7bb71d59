/** Calls of the subject "Folders": method and path, without schemas. */
import { get, post, put, remove } from '../definition/methods.ts';

export const createFolder = post('createFolder', '/api/folders', {
  idempotent: true,
  stale: ['dossiers', 'folders', 'documents'],
});
export const updateFolder = put('updateFolder', '/api/folders', { stale: ['dossiers', 'folders', 'documents'] });
export const searchFolders = post('searchFolders', '/api/folders-ext/search', { reads: true });
export const getFolderSignatureTypes = get('getFolderSignatureTypes', '/api/folders-ext/{id}/fea');
export const getFolder = get('getFolder', '/api/folders/{id}');
export const deleteFolder = remove('deleteFolder', '/api/folders/{id}', { stale: ['folders', 'dossiers'] });
export const downloadFolder = get('downloadFolder', '/api/folders/{id}/download');
export const getFolderTypes = get('getFolderTypes', '/api/v2/folder-types/ext', { key: 'folder-types' });
