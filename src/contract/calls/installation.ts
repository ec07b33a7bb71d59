/** Calls of the subject "Installation": method and path, without schemas. */
import type { Call } from './call.ts';

export const getFirstSteps = {
  id: 'getFirstSteps',
  method: 'GET',
  path: '/api/installation/first-steps',
} as const satisfies Call;
