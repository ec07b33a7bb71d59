/** Calls of the subject "Signing": method and path, without schemas. */
import { get, post, put, remove } from '../definition/methods.ts';

export const downloadBundle = get('downloadBundle', '/api/audit-documents/signed/{id}/bundle');
export const downloadAudit = get('downloadAudit', '/api/audit-documents/signed/{id}/download');
export const downloadInterimAudit = get('downloadInterimAudit', '/api/documents/{id}/audit/download');
export const cancelSign = post('cancelSign', '/api/documents/{id}/cancel-sign', { stale: ['documents'] });
export const confirmContact = post('confirmContact', '/api/documents/{id}/confirm-contact', {
  stale: ['documents/{id}'],
});
export const checkContacts = get('checkContacts', '/api/documents/{id}/contact-check');
export const readOwnSignature = get('readOwnSignature', '/api/documents/{id}/own-signature');
export const giveOwnSignature = post('giveOwnSignature', '/api/documents/{id}/own-signature', { stale: ['documents'] });
export const declineOwnSignature = post('declineOwnSignature', '/api/documents/{id}/own-signature/decline', {
  stale: ['documents'],
});
export const readOwnDocument = get('readOwnDocument', '/api/documents/{id}/own-signature/document', {
  key: 'own-signature-file/{id}',
});
export const proveOwnIdentity = post('proveOwnIdentity', '/api/documents/{id}/own-signature/identity');
export const getQrRequest = get('getQrRequest', '/api/documents/{id}/qr-request');
export const confirmQrRequest = post('confirmQrRequest', '/api/documents/{id}/qr-request/confirm', {
  stale: ['documents/{id}'],
});
export const refuseQrRequest = post('refuseQrRequest', '/api/documents/{id}/qr-request/refuse', {
  stale: ['documents/{id}'],
});
export const renewSign = post('renewSign', '/api/documents/{id}/renew', { stale: ['documents'] });
export const resendLink = post('resendLink', '/api/documents/{id}/resend-link', {
  idempotent: true,
  stale: ['documents/waiting', 'documents/{id}'],
});
export const startSign = post('startSign', '/api/documents/{id}/sign', { stale: ['documents'] });
export const getSignaturePlaces = get('getSignaturePlaces', '/api/documents/{id}/signature-places', {
  key: 'signature-places/{id}',
});
export const updateSignaturePlaces = put('updateSignaturePlaces', '/api/documents/{id}/signature-places', {
  stale: ['documents/{id}/events'],
});
export const resetSignaturePlaces = remove('resetSignaturePlaces', '/api/documents/{id}/signature-places', {
  stale: ['documents/{id}/events'],
});
export const correctSignerContact = put('correctSignerContact', '/api/documents/{id}/signer-contact', {
  stale: ['documents/{id}'],
});
export const readSigning = get('readSigning', '/api/documents/{id}/signing');
export const replaceStaffSigner = put('replaceStaffSigner', '/api/documents/{id}/staff-signer', {
  stale: ['documents'],
});
export const downloadPartlySigned = get('downloadPartlySigned', '/api/partly-signed-documents/{id}/download');
export const listRecurringNumbers = get('listRecurringNumbers', '/api/recurring-numbers', {
  key: 'documents/recurring-numbers',
});
export const createQrCode = get('createQrCode', '/mobile/fdd/qrcode/generate/{id}', { key: 'qr-code/{id}' });
