/** Calls of the installation as a whole: first steps, folder types and live updates. Method and path, without schemas. */
import { get, post, put } from '../definition/methods.ts';

export const getFirstSteps = get('getFirstSteps', '/api/installation/first-steps');
export const streamChanges = get('streamChanges', '/api/events');

// The key is apart from that of the configuration itself, `folder-types/ext`.
export const getFolderTypeState = get('getFolderTypeState', '/api/folder-types', { key: 'folder-types/state' });
export const previewFolderTypes = post('previewFolderTypes', '/api/folder-types/preview', { reads: true });
export const applyFolderTypes = put('applyFolderTypes', '/api/folder-types', { stale: ['folder-types'] });
