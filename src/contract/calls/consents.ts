/** Calls of the subject "Consents": method and path, without schemas. */
import { get, post } from '../definition/methods.ts';

export const getConsents = get('getConsents', '/api/dossiers/{id}/consents/current');
export const pushConsents = post('pushConsents', '/api/dossiers/{id}/consents/push', {
  stale: ['dossiers/{id}/consents'],
});
export const withdrawConsents = post('withdrawConsents', '/api/dossiers/{id}/consents/withdraw', {
  stale: ['dossiers/{id}/consents'],
});
