/** Calls of the installation as a whole: first steps, folder types and live updates. Method and path, without schemas. */
export const getFirstSteps = { id: 'getFirstSteps', method: 'GET', path: '/api/installation/first-steps' } as const;
export const streamChanges = { id: 'streamChanges', method: 'GET', path: '/api/events' } as const;
export const getFolderTypeState = {
  id: 'getFolderTypeState',
  method: 'GET',
  path: '/api/folder-types',
  // Apart from the configuration itself, which `folder-types/ext` answers.
  key: 'folder-types/state',
} as const;
export const previewFolderTypes = {
  id: 'previewFolderTypes',
  method: 'POST',
  path: '/api/folder-types/preview',
  reads: true,
} as const;
export const applyFolderTypes = {
  id: 'applyFolderTypes',
  method: 'PUT',
  path: '/api/folder-types',
  stale: ['folder-types'],
} as const;
