/** Calls of the subject "Devices": method and path, without schemas. */
import { get, post, put } from '../definition/methods.ts';

const CHANGED = {
  stale: ['activations', 'activation', 'licenses', 'tablets', 'tablet-queue', 'activation-device/{id}'],
} as const;

export const getActivationDevice = get('getActivationDevice', '/api/activations/{id}/device', {
  key: 'activation-device/{id}',
});
export const updateActivationDevice = put('updateActivationDevice', '/api/activations/{id}/device', CHANGED);
export const issueDeviceCode = post('issueDeviceCode', '/api/activations/{id}/device-code', CHANGED);
export const confirmDevice = post('confirmDevice', '/api/activations/{id}/device/confirm', CHANGED);
export const refuseDevice = post('refuseDevice', '/api/activations/{id}/device/refuse', CHANGED);
export const replaceDevice = post('replaceDevice', '/api/activations/{id}/device/replace', CHANGED);
