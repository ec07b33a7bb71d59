/** Calls of the signer's pages, each with the link's token. Separate from the portal's calls, so that signers do not load those. */
export const openLink = { id: 'openLink', method: 'GET', path: '/api/sign/{token}' } as const;
export const declineSignature = { id: 'declineSignature', method: 'POST', path: '/api/sign/{token}/decline' } as const;
export const readLinkDocument = { id: 'readLinkDocument', method: 'GET', path: '/api/sign/{token}/document' } as const;
export const readHandTerms = { id: 'readHandTerms', method: 'GET', path: '/api/sign/{token}/handwriting' } as const;
export const signByHand = { id: 'signByHand', method: 'POST', path: '/api/sign/{token}/handwriting' } as const;
export const beginReading = { id: 'beginReading', method: 'POST', path: '/api/sign/{token}/open' } as const;
export const requestCode = { id: 'requestCode', method: 'POST', path: '/api/sign/{token}/otp' } as const;
export const confirmSignature = { id: 'confirmSignature', method: 'POST', path: '/api/sign/{token}/sign' } as const;
export const readSignedCopy = { id: 'readSignedCopy', method: 'GET', path: '/api/sign/{token}/signed' } as const;
export const readLinkText = { id: 'readLinkText', method: 'GET', path: '/api/sign/{token}/text' } as const;
export const exchangeQrCode = { id: 'exchangeQrCode', method: 'POST', path: '/qr/{token}' } as const;
