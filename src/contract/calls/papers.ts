/** Calls of the subject "Templates": method and path, without schemas. */
import { get, post, put, remove } from '../definition/methods.ts';

const stale = ['papers', 'paper-version'] as const;

export const getFeaPage = get('getFeaPage', '/api/fea/{legalEntity}');
export const listPaperVersions = get('listPaperVersions', '/api/paper-versions', { key: 'papers/versions' });
export const createPaperVersion = post('createPaperVersion', '/api/paper-versions', { idempotent: true, stale });
export const updatePaperVersion = put('updatePaperVersion', '/api/paper-versions', { stale });
export const getPaperVersion = get('getPaperVersion', '/api/paper-versions/{id}', { key: 'paper-version/{id}' });
export const deletePaperVersion = remove('deletePaperVersion', '/api/paper-versions/{id}', { stale: ['papers'] });
export const publishPaperVersion = post('publishPaperVersion', '/api/paper-versions/{id}/publish', { stale });
export const returnPaperVersion = post('returnPaperVersion', '/api/paper-versions/{id}/return', { stale });
export const submitPaperVersion = post('submitPaperVersion', '/api/paper-versions/{id}/submit', { stale });
export const listPapers = get('listPapers', '/api/papers');
export const previewPaper = post('previewPaper', '/api/papers/preview', { key: 'paper-preview', reads: true });
export const getPaper = get('getPaper', '/api/papers/{type}');
