/** Calls of the subject "Statistics": method and path, without schemas. */
import { get } from '../definition/methods.ts';

export const archiveStatistics = get('archiveStatistics', '/api/statistics/archived-documents-size');
export const sizeStatistics = get('sizeStatistics', '/api/statistics/documents-size');
export const otpStatistics = get('otpStatistics', '/api/statistics/number-otp-used');
