/** Calls of the subject "Devices": method and path, without schemas. */
export const getActivationDevice = {
  id: 'getActivationDevice',
  method: 'GET',
  path: '/api/activations/{id}/device',
  key: 'activation-device/{id}',
} as const;
export const updateActivationDevice = {
  id: 'updateActivationDevice',
  method: 'PUT',
  path: '/api/activations/{id}/device',
  stale: ['activations', 'activation', 'licenses', 'tablets', 'tablet-queue', 'activation-device/{id}'],
} as const;
export const issueDeviceCode = {
  id: 'issueDeviceCode',
  method: 'POST',
  path: '/api/activations/{id}/device-code',
  stale: ['activations', 'activation', 'licenses', 'tablets', 'tablet-queue', 'activation-device/{id}'],
} as const;
export const confirmDevice = {
  id: 'confirmDevice',
  method: 'POST',
  path: '/api/activations/{id}/device/confirm',
  stale: ['activations', 'activation', 'licenses', 'tablets', 'tablet-queue', 'activation-device/{id}'],
} as const;
export const refuseDevice = {
  id: 'refuseDevice',
  method: 'POST',
  path: '/api/activations/{id}/device/refuse',
  stale: ['activations', 'activation', 'licenses', 'tablets', 'tablet-queue', 'activation-device/{id}'],
} as const;
export const replaceDevice = {
  id: 'replaceDevice',
  method: 'POST',
  path: '/api/activations/{id}/device/replace',
  stale: ['activations', 'activation', 'licenses', 'tablets', 'tablet-queue', 'activation-device/{id}'],
} as const;
