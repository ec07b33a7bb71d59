/** Calls of the subject "Municipalities and countries": method and path, without schemas. */
import { get, post } from '../definition/methods.ts';

export const searchPlaces = get('searchPlaces', '/api/places');
export const readFiscalCode = post('readFiscalCode', '/api/places/fiscal-code', { reads: true });
