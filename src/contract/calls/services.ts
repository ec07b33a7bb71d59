/** Calls of the subject "Services": method and path, without schemas. */
import { get, post, put, remove } from '../definition/methods.ts';

const stale = ['services', 'statistics'] as const;

export const listServices = get('listServices', '/api/intesys-services', { key: 'services' });
export const createService = post('createService', '/api/intesys-services', { idempotent: true, stale });
export const updateService = put('updateService', '/api/intesys-services', { stale });
export const getService = get('getService', '/api/intesys-services/{id}', { key: 'service/{id}' });
export const deleteService = remove('deleteService', '/api/intesys-services/{id}', { stale });
