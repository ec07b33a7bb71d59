/** Calls of the subject "Dealers and legal entities": method and path, without schemas. */
import type { Call } from './call.ts';

export const listLegalEntities = {
  id: 'listLegalEntities',
  method: 'GET',
  path: '/api/legal-entities',
} as const satisfies Call;

export const listDealers = {
  id: 'listDealers',
  method: 'POST',
  path: '/tools/conc/list',
  reads: true,
  key: 'dealers',
} as const satisfies Call;
