/** Calls of the subject "Live updates": method and path, without schemas. */
import type { Call } from './call.ts';

export const streamChanges = {
  id: 'streamChanges',
  method: 'GET',
  path: '/api/events',
} as const satisfies Call;
