/** Calls of the subject "FEA adherences": method and path, without schemas. */
import { get, post } from '../definition/methods.ts';

export const downloadAdherence = get('downloadAdherence', '/api/dossiers/{id}/fea/copy');
export const getAdherence = get('getAdherence', '/api/dossiers/{id}/fea/current');
export const revokeAdherence = post('revokeAdherence', '/api/dossiers/{id}/fea/revoke', {
  stale: ['documents', 'dossiers/{id}/fea'],
});
export const downloadRevocationRequest = get(
  'downloadRevocationRequest',
  '/api/dossiers/{id}/fea/{adherenceId}/request',
);
