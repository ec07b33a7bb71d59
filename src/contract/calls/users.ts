/** Calls of the subject "Users": method and path, without schemas. */
import { get, post, put } from '../definition/methods.ts';

export const listAdministratorProposals = get('listAdministratorProposals', '/api/administrator-proposals', {
  key: 'users/proposals',
});
export const confirmAdministratorProposal = post(
  'confirmAdministratorProposal',
  '/api/administrator-proposals/{id}/confirm',
  { stale: ['users'] },
);
export const returnAdministratorProposal = post(
  'returnAdministratorProposal',
  '/api/administrator-proposals/{id}/return',
  { stale: ['users'] },
);
export const listColleagues = get('listColleagues', '/api/coworkers');
export const listCoworkers = get('listCoworkers', '/api/coworkers/authorities/{role}');
export const nameCoworkers = get('nameCoworkers', '/api/coworkers/names');
export const listUsers = get('listUsers', '/api/users');
export const createUser = post('createUser', '/api/users', { idempotent: true, stale: ['users'] });
export const updateUser = put('updateUser', '/api/users', { stale: ['users', 'account'] });
export const downloadUsers = get('downloadUsers', '/api/users/download');
export const getUser = get('getUser', '/api/users/{id}');
