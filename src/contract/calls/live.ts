/** Calls of the subject "Live updates": method and path, without schemas. */
export const streamChanges = { id: 'streamChanges', method: 'GET', path: '/api/events' } as const;
