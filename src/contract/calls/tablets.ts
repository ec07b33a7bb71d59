/** Calls of the subject "Tablets": method and path, without schemas. */
import { get, post, remove } from '../definition/methods.ts';

export const sendToTablet = post('sendToTablet', '/api/documents/{id}/tablet-queue', {
  stale: ['tablet-queue', 'tablets'],
});
export const takeFromTablet = remove('takeFromTablet', '/api/documents/{id}/tablet-queue', {
  stale: ['tablet-queue', 'tablets'],
});
export const listTabletQueue = get('listTabletQueue', '/api/tablet-queue');
export const listTablets = get('listTablets', '/api/tablets');
