/** Calls of the subject "FEA adherences": method and path, without schemas. */
import type { Call } from './call.ts';

export const downloadAdherence = {
  id: 'downloadAdherence',
  method: 'GET',
  path: '/api/dossiers/{id}/fea/copy',
} as const satisfies Call;

export const getAdherence = {
  id: 'getAdherence',
  method: 'GET',
  path: '/api/dossiers/{id}/fea/current',
} as const satisfies Call;

export const revokeAdherence = {
  id: 'revokeAdherence',
  method: 'POST',
  path: '/api/dossiers/{id}/fea/revoke',
  stale: ['documents', 'dossiers/{id}/fea'],
} as const satisfies Call;

export const downloadRevocationRequest = {
  id: 'downloadRevocationRequest',
  method: 'GET',
  path: '/api/dossiers/{id}/fea/{adherenceId}/request',
} as const satisfies Call;
