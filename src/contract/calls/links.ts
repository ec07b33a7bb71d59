/** Calls of the signer's pages, each with the link's token. Separate from the portal's calls, so that signers do not load those. */
import { get, post } from '../definition/methods.ts';

export const openLink = get('openLink', '/api/sign/{token}');
export const declineSignature = post('declineSignature', '/api/sign/{token}/decline');
export const readLinkDocument = get('readLinkDocument', '/api/sign/{token}/document');
export const readHandTerms = get('readHandTerms', '/api/sign/{token}/handwriting');
export const signByHand = post('signByHand', '/api/sign/{token}/handwriting');
export const beginReading = post('beginReading', '/api/sign/{token}/open');
export const requestCode = post('requestCode', '/api/sign/{token}/otp');
export const confirmSignature = post('confirmSignature', '/api/sign/{token}/sign');
export const readSignedCopy = get('readSignedCopy', '/api/sign/{token}/signed');
export const readLinkText = get('readLinkText', '/api/sign/{token}/text');
export const exchangeQrCode = post('exchangeQrCode', '/qr/{token}');
