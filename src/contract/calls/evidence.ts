/** Calls of the subject "Evidence": method and path, without schemas. */
import { get } from '../definition/methods.ts';

export const readEvents = get('readEvents', '/api/documents/{id}/events');
export const readValidation = get('readValidation', '/api/documents/{id}/validation');
export const proveEvents = get('proveEvents', '/api/documents/{id}/events/proof');
export const proveConsistency = get('proveConsistency', '/api/evidence/consistency');
export const findIssued = get('findIssued', '/api/issued/{sha256}');
export const downloadSigned = get('downloadSigned', '/api/signed-documents/{id}/download');
