/** Calls of the subject "Services": method and path, without schemas. */
import { get, post, put, remove } from '../definition/methods.ts';

export const listServices = get('listServices', '/api/intesys-services', { key: 'services' });
export const createService = post('createService', '/api/intesys-services', {
  idempotent: true,
  stale: ['services', 'statistics'],
});
export const updateService = put('updateService', '/api/intesys-services', { stale: ['services', 'statistics'] });
export const getService = get('getService', '/api/intesys-services/{id}', { key: 'service/{id}' });
export const deleteService = remove('deleteService', '/api/intesys-services/{id}', {
  stale: ['services', 'statistics'],
});
