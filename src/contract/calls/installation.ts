/** Calls of the subject "Installation": method and path, without schemas. */
export const getFirstSteps = { id: 'getFirstSteps', method: 'GET', path: '/api/installation/first-steps' } as const;
