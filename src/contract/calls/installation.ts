/** Calls of the installation as a whole: first steps, folder types and live updates. Method and path, without schemas. */
export const getFirstSteps = { id: 'getFirstSteps', method: 'GET', path: '/api/installation/first-steps' } as const;
export const streamChanges = { id: 'streamChanges', method: 'GET', path: '/api/events' } as const;

const TYPES = '/api/folder-types';
export const getFolderTypeState = {
  ...({ id: 'getFolderTypeState', method: 'GET', path: TYPES } as const),
  // Apart from the configuration itself, which `folder-types/ext` answers.
  key: 'folder-types/state',
} as const;
export const previewFolderTypes = {
  ...({ id: 'previewFolderTypes', method: 'POST' } as const),
  ...({ path: `${TYPES}/preview`, reads: true } as const),
};
export const applyFolderTypes = {
  ...({ id: 'applyFolderTypes', method: 'PUT', path: TYPES } as const),
  stale: ['folder-types'],
} as const;
