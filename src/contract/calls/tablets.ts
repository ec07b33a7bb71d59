/** Calls of the subject "Tablets": method and path, without schemas. */
export const sendToTablet = {
  id: 'sendToTablet',
  method: 'POST',
  path: '/api/documents/{id}/tablet-queue',
  stale: ['tablet-queue', 'tablets'],
} as const;
export const takeFromTablet = {
  id: 'takeFromTablet',
  method: 'DELETE',
  path: '/api/documents/{id}/tablet-queue',
  stale: ['tablet-queue', 'tablets'],
} as const;
export const listTabletQueue = { id: 'listTabletQueue', method: 'GET', path: '/api/tablet-queue' } as const;
export const listTablets = { id: 'listTablets', method: 'GET', path: '/api/tablets' } as const;
