/** Calls of the subject "Statistics": method and path, without schemas. */
export const archiveStatistics = {
  id: 'archiveStatistics',
  method: 'GET',
  path: '/api/statistics/archived-documents-size',
} as const;
export const sizeStatistics = { id: 'sizeStatistics', method: 'GET', path: '/api/statistics/documents-size' } as const;
export const otpStatistics = { id: 'otpStatistics', method: 'GET', path: '/api/statistics/number-otp-used' } as const;
