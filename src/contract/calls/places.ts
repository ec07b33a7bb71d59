/** Calls of the subject "Municipalities and countries": method and path, without schemas. */
export const searchPlaces = { id: 'searchPlaces', method: 'GET', path: '/api/places' } as const;
export const readFiscalCode = {
  id: 'readFiscalCode',
  method: 'POST',
  path: '/api/places/fiscal-code',
  reads: true,
} as const;
