/** Calls of the subject "Comuni and states": method and path, without schemas. */
import type { Call } from './call.ts';

export const searchPlaces = {
  id: 'searchPlaces',
  method: 'GET',
  path: '/api/places',
} as const satisfies Call;

export const readFiscalCode = {
  id: 'readFiscalCode',
  method: 'POST',
  path: '/api/places/fiscal-code',
  reads: true,
} as const satisfies Call;
