/** Calls of the subject "Tablets": method and path, without schemas. */
import type { Call } from './call.ts';

export const listDeviceQueue = {
  id: 'listDeviceQueue',
  method: 'GET',
  path: '/api/device/queue',
} as const satisfies Call;

export const openOnDevice = {
  id: 'openOnDevice',
  method: 'POST',
  path: '/api/device/queue/{id}/open',
} as const satisfies Call;

export const sendToTablet = {
  id: 'sendToTablet',
  method: 'POST',
  path: '/api/documents/{id}/tablet-queue',
  stale: ['tablet-queue', 'tablets'],
} as const satisfies Call;

export const takeFromTablet = {
  id: 'takeFromTablet',
  method: 'DELETE',
  path: '/api/documents/{id}/tablet-queue',
  stale: ['tablet-queue', 'tablets'],
} as const satisfies Call;

export const listTabletQueue = {
  id: 'listTabletQueue',
  method: 'GET',
  path: '/api/tablet-queue',
} as const satisfies Call;

export const listTablets = {
  id: 'listTablets',
  method: 'GET',
  path: '/api/tablets',
} as const satisfies Call;
