/** Calls of the installation as a whole: first steps and live updates. Method and path, without schemas. */
export const getFirstSteps = { id: 'getFirstSteps', method: 'GET', path: '/api/installation/first-steps' } as const;
export const streamChanges = { id: 'streamChanges', method: 'GET', path: '/api/events' } as const;
