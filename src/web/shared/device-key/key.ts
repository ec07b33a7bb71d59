/** The tablet's own key: made by the browser, never leaves it, signs what the tablet asks (P-13). */

export interface DeviceKey {
  /** SHA-256 of the public key's bytes, hexadecimal. */
  readonly keyId: string;
  /** SubjectPublicKeyInfo as base64url. */
  readonly publicKey: string;
  /** Cannot be exported: not even this page can read it. */
  readonly privateKey: CryptoKey;
}

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** False on pages without a secure connection, where a browser gives no keys. */
export const hasKeys = (): boolean => globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined;

export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export async function sha256(text: Uint8Array | string): Promise<string> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text);
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

export async function makeKey(): Promise<DeviceKey> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']);
  const bytes = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
  return { keyId: await sha256(bytes), publicKey: base64url(bytes), privateKey: pair.privateKey };
}

/** r and s as base64url. */
export async function signText({ privateKey }: DeviceKey, text: string): Promise<string> {
  const signature = await crypto.subtle.sign(SIGNING, privateKey, new TextEncoder().encode(text));
  return base64url(new Uint8Array(signature));
}
