/** Calls of the subject "Templates": method and path, without schemas. */
import { get, post, put, remove } from '../definition/methods.ts';

export const getFeaPage = get('getFeaPage', '/api/fea/{legalEntity}');
export const listPaperVersions = get('listPaperVersions', '/api/paper-versions', { key: 'papers/versions' });
export const createPaperVersion = post('createPaperVersion', '/api/paper-versions', {
  idempotent: true,
  stale: ['papers', 'paper-version'],
});
export const updatePaperVersion = put('updatePaperVersion', '/api/paper-versions', {
  stale: ['papers', 'paper-version'],
});
export const getPaperVersion = get('getPaperVersion', '/api/paper-versions/{id}', { key: 'paper-version/{id}' });
export const deletePaperVersion = remove('deletePaperVersion', '/api/paper-versions/{id}', { stale: ['papers'] });
export const publishPaperVersion = post('publishPaperVersion', '/api/paper-versions/{id}/publish', {
  stale: ['papers', 'paper-version'],
});
export const returnPaperVersion = post('returnPaperVersion', '/api/paper-versions/{id}/return', {
  stale: ['papers', 'paper-version'],
});
export const submitPaperVersion = post('submitPaperVersion', '/api/paper-versions/{id}/submit', {
  stale: ['papers', 'paper-version'],
});
export const listPapers = get('listPapers', '/api/papers');
export const previewPaper = post('previewPaper', '/api/papers/preview', { key: 'paper-preview', reads: true });
export const getPaper = get('getPaper', '/api/papers/{type}');
