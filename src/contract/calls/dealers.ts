/** Calls of the subject "Dealers and legal entities": method and path, without schemas. */
export const listLegalEntities = { id: 'listLegalEntities', method: 'GET', path: '/api/legal-entities' } as const;
export const listDealers = {
  id: 'listDealers',
  method: 'POST',
  path: '/tools/conc/list',
  reads: true,
  key: 'dealers',
} as const;
