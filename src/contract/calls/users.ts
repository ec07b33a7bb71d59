/** Calls of the subject "Users": method and path, without schemas. */
export const listAdministratorProposals = {
  id: 'listAdministratorProposals',
  method: 'GET',
  path: '/api/administrator-proposals',
  key: 'users/proposals',
} as const;
export const confirmAdministratorProposal = {
  id: 'confirmAdministratorProposal',
  method: 'POST',
  path: '/api/administrator-proposals/{id}/confirm',
  stale: ['users'],
} as const;
export const returnAdministratorProposal = {
  id: 'returnAdministratorProposal',
  method: 'POST',
  path: '/api/administrator-proposals/{id}/return',
  stale: ['users'],
} as const;
export const listColleagues = { id: 'listColleagues', method: 'GET', path: '/api/coworkers' } as const;
export const listCoworkers = { id: 'listCoworkers', method: 'GET', path: '/api/coworkers/authorities/{role}' } as const;
export const nameCoworkers = { id: 'nameCoworkers', method: 'GET', path: '/api/coworkers/names' } as const;
export const listUsers = { id: 'listUsers', method: 'GET', path: '/api/users' } as const;
export const createUser = {
  id: 'createUser',
  method: 'POST',
  path: '/api/users',
  idempotent: true,
  stale: ['users'],
} as const;
export const updateUser = { id: 'updateUser', method: 'PUT', path: '/api/users', stale: ['users', 'account'] } as const;
export const downloadUsers = { id: 'downloadUsers', method: 'GET', path: '/api/users/download' } as const;
export const getUser = { id: 'getUser', method: 'GET', path: '/api/users/{id}' } as const;
