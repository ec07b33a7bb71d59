/** Calls of the subject "Tablets": method and path, without schemas. */

export const listDeviceQueue = { id: 'listDeviceQueue', method: 'GET', path: '/api/device/queue' } as const;
export const openOnDevice = { id: 'openOnDevice', method: 'POST', path: '/api/device/queue/{id}/open' } as const;
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
