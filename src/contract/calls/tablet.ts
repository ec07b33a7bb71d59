/** Calls of the tablet itself, authenticated by its key. */
export const getDevice = { id: 'getDevice', method: 'GET', path: '/api/device' } as const;
export const claimDeviceCode = { id: 'claimDeviceCode', method: 'POST', path: '/api/device/pairing' } as const;
export const listDeviceQueue = { id: 'listDeviceQueue', method: 'GET', path: '/api/device/queue' } as const;
export const openOnDevice = { id: 'openOnDevice', method: 'POST', path: '/api/device/queue/{id}/open' } as const;
