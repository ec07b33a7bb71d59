/** Calls of the subject "Templates": method and path, without schemas. */
import type { Call } from './call.ts';

export const getFeaPage = {
  id: 'getFeaPage',
  method: 'GET',
  path: '/api/fea/{legalEntity}',
} as const satisfies Call;

export const listPaperVersions = {
  id: 'listPaperVersions',
  method: 'GET',
  path: '/api/paper-versions',
  key: 'papers/versions',
} as const satisfies Call;

export const createPaperVersion = {
  id: 'createPaperVersion',
  method: 'POST',
  path: '/api/paper-versions',
  idempotent: true,
  stale: ['papers', 'paper-version'],
} as const satisfies Call;

export const updatePaperVersion = {
  id: 'updatePaperVersion',
  method: 'PUT',
  path: '/api/paper-versions',
  stale: ['papers', 'paper-version'],
} as const satisfies Call;

export const getPaperVersion = {
  id: 'getPaperVersion',
  method: 'GET',
  path: '/api/paper-versions/{id}',
  key: 'paper-version/{id}',
} as const satisfies Call;

export const deletePaperVersion = {
  id: 'deletePaperVersion',
  method: 'DELETE',
  path: '/api/paper-versions/{id}',
  stale: ['papers'],
} as const satisfies Call;

export const publishPaperVersion = {
  id: 'publishPaperVersion',
  method: 'POST',
  path: '/api/paper-versions/{id}/publish',
  stale: ['papers', 'paper-version'],
} as const satisfies Call;

export const returnPaperVersion = {
  id: 'returnPaperVersion',
  method: 'POST',
  path: '/api/paper-versions/{id}/return',
  stale: ['papers', 'paper-version'],
} as const satisfies Call;

export const submitPaperVersion = {
  id: 'submitPaperVersion',
  method: 'POST',
  path: '/api/paper-versions/{id}/submit',
  stale: ['papers', 'paper-version'],
} as const satisfies Call;

export const listPapers = {
  id: 'listPapers',
  method: 'GET',
  path: '/api/papers',
} as const satisfies Call;

export const previewPaper = {
  id: 'previewPaper',
  method: 'POST',
  path: '/api/papers/preview',
  reads: true,
} as const satisfies Call;

export const getPaper = {
  id: 'getPaper',
  method: 'GET',
  path: '/api/papers/{type}',
} as const satisfies Call;
