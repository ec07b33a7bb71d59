/** Calls of the subject "Signing": method and path, without schemas. */
export const downloadBundle = {
  id: 'downloadBundle',
  method: 'GET',
  path: '/api/audit-documents/signed/{id}/bundle',
} as const;
export const downloadAudit = {
  id: 'downloadAudit',
  method: 'GET',
  path: '/api/audit-documents/signed/{id}/download',
} as const;
export const downloadInterimAudit = {
  id: 'downloadInterimAudit',
  method: 'GET',
  path: '/api/documents/{id}/audit/download',
} as const;
export const cancelSign = {
  id: 'cancelSign',
  method: 'POST',
  path: '/api/documents/{id}/cancel-sign',
  stale: ['documents'],
} as const;
export const confirmContact = {
  id: 'confirmContact',
  method: 'POST',
  path: '/api/documents/{id}/confirm-contact',
  stale: ['documents/{id}'],
} as const;
export const checkContacts = { id: 'checkContacts', method: 'GET', path: '/api/documents/{id}/contact-check' } as const;
export const readOwnSignature = {
  id: 'readOwnSignature',
  method: 'GET',
  path: '/api/documents/{id}/own-signature',
} as const;
export const giveOwnSignature = {
  id: 'giveOwnSignature',
  method: 'POST',
  path: '/api/documents/{id}/own-signature',
  stale: ['documents'],
} as const;
export const declineOwnSignature = {
  id: 'declineOwnSignature',
  method: 'POST',
  path: '/api/documents/{id}/own-signature/decline',
  stale: ['documents'],
} as const;
export const readOwnDocument = {
  id: 'readOwnDocument',
  method: 'GET',
  path: '/api/documents/{id}/own-signature/document',
  key: 'own-signature-file/{id}',
} as const;
export const proveOwnIdentity = {
  id: 'proveOwnIdentity',
  method: 'POST',
  path: '/api/documents/{id}/own-signature/identity',
} as const;
export const getQrRequest = { id: 'getQrRequest', method: 'GET', path: '/api/documents/{id}/qr-request' } as const;
export const confirmQrRequest = {
  id: 'confirmQrRequest',
  method: 'POST',
  path: '/api/documents/{id}/qr-request/confirm',
  stale: ['documents/{id}'],
} as const;
export const refuseQrRequest = {
  id: 'refuseQrRequest',
  method: 'POST',
  path: '/api/documents/{id}/qr-request/refuse',
  stale: ['documents/{id}'],
} as const;
export const renewSign = {
  id: 'renewSign',
  method: 'POST',
  path: '/api/documents/{id}/renew',
  stale: ['documents'],
} as const;
export const resendLink = {
  id: 'resendLink',
  method: 'POST',
  path: '/api/documents/{id}/resend-link',
  idempotent: true,
  stale: ['documents/waiting', 'documents/{id}'],
} as const;
export const startSign = {
  id: 'startSign',
  method: 'POST',
  path: '/api/documents/{id}/sign',
  stale: ['documents'],
} as const;
export const getSignaturePlaces = {
  id: 'getSignaturePlaces',
  method: 'GET',
  path: '/api/documents/{id}/signature-places',
  key: 'signature-places/{id}',
} as const;
export const updateSignaturePlaces = {
  id: 'updateSignaturePlaces',
  method: 'PUT',
  path: '/api/documents/{id}/signature-places',
  stale: ['documents/{id}/events'],
} as const;
export const resetSignaturePlaces = {
  id: 'resetSignaturePlaces',
  method: 'DELETE',
  path: '/api/documents/{id}/signature-places',
  stale: ['documents/{id}/events'],
} as const;
export const correctSignerContact = {
  id: 'correctSignerContact',
  method: 'PUT',
  path: '/api/documents/{id}/signer-contact',
  stale: ['documents/{id}'],
} as const;
export const readSigning = { id: 'readSigning', method: 'GET', path: '/api/documents/{id}/signing' } as const;
export const replaceStaffSigner = {
  id: 'replaceStaffSigner',
  method: 'PUT',
  path: '/api/documents/{id}/staff-signer',
  stale: ['documents'],
} as const;
export const downloadPartlySigned = {
  id: 'downloadPartlySigned',
  method: 'GET',
  path: '/api/partly-signed-documents/{id}/download',
} as const;
export const listRecurringNumbers = {
  id: 'listRecurringNumbers',
  method: 'GET',
  path: '/api/recurring-numbers',
  key: 'documents/recurring-numbers',
} as const;
export const createQrCode = {
  id: 'createQrCode',
  method: 'GET',
  path: '/mobile/fdd/qrcode/generate/{id}',
  key: 'qr-code/{id}',
} as const;
