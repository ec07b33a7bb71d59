/** Calls of the subject "Templates": method and path, without schemas. */
export const getFeaPage = { id: 'getFeaPage', method: 'GET', path: '/api/fea/{legalEntity}' } as const;
export const listPaperVersions = {
  id: 'listPaperVersions',
  method: 'GET',
  path: '/api/paper-versions',
  key: 'papers/versions',
} as const;
export const createPaperVersion = {
  id: 'createPaperVersion',
  method: 'POST',
  path: '/api/paper-versions',
  idempotent: true,
  stale: ['papers', 'paper-version'],
} as const;
export const updatePaperVersion = {
  id: 'updatePaperVersion',
  method: 'PUT',
  path: '/api/paper-versions',
  stale: ['papers', 'paper-version'],
} as const;
export const getPaperVersion = {
  id: 'getPaperVersion',
  method: 'GET',
  path: '/api/paper-versions/{id}',
  key: 'paper-version/{id}',
} as const;
export const deletePaperVersion = {
  id: 'deletePaperVersion',
  method: 'DELETE',
  path: '/api/paper-versions/{id}',
  stale: ['papers'],
} as const;
export const publishPaperVersion = {
  id: 'publishPaperVersion',
  method: 'POST',
  path: '/api/paper-versions/{id}/publish',
  stale: ['papers', 'paper-version'],
} as const;
export const returnPaperVersion = {
  id: 'returnPaperVersion',
  method: 'POST',
  path: '/api/paper-versions/{id}/return',
  stale: ['papers', 'paper-version'],
} as const;
export const submitPaperVersion = {
  id: 'submitPaperVersion',
  method: 'POST',
  path: '/api/paper-versions/{id}/submit',
  stale: ['papers', 'paper-version'],
} as const;
export const listPapers = { id: 'listPapers', method: 'GET', path: '/api/papers' } as const;
export const previewPaper = {
  id: 'previewPaper',
  method: 'POST',
  path: '/api/papers/preview',
  key: 'paper-preview',
  reads: true,
} as const;
export const getPaper = { id: 'getPaper', method: 'GET', path: '/api/papers/{type}' } as const;
