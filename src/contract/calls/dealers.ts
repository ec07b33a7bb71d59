/** Calls of the subject "Dealers and legal entities": method and path, without schemas. */
import { get, post } from '../definition/methods.ts';

export const listLegalEntities = get('listLegalEntities', '/api/legal-entities');
export const listDealers = post('listDealers', '/tools/conc/list', { reads: true, key: 'dealers' });
