/** Calls of the tablet itself, authenticated by its key. */
import { get, post } from '../definition/methods.ts';

export const getDevice = get('getDevice', '/api/device');
export const claimDeviceCode = post('claimDeviceCode', '/api/device/pairing');
export const listDeviceQueue = get('listDeviceQueue', '/api/device/queue');
export const openOnDevice = post('openOnDevice', '/api/device/queue/{id}/open');
