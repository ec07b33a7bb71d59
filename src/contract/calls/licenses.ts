/** Calls of the subject "Licences and activations": method and path, without schemas. */
import { get, post, put, remove } from '../definition/methods.ts';

const stale = ['licenses', 'activations'] as const;

export const listActivations = get('listActivations', '/api/activations');
export const createActivation = post('createActivation', '/api/activations', { idempotent: true, stale });
export const updateActivation = put('updateActivation', '/api/activations', { stale });
export const getActivation = get('getActivation', '/api/activations/{id}', { key: 'activation/{id}' });
export const deleteActivation = remove('deleteActivation', '/api/activations/{id}', { stale });
export const listLicenses = get('listLicenses', '/api/licenses');
export const createLicense = post('createLicense', '/api/licenses', { idempotent: true, stale });
export const updateLicense = put('updateLicense', '/api/licenses', { stale });
export const getLicense = get('getLicense', '/api/licenses/{id}', { key: 'license/{id}' });
export const deleteLicense = remove('deleteLicense', '/api/licenses/{id}', { stale });
export const downloadAfgclic = get('downloadAfgclic', '/api/licenses/{id}/afgclic');
