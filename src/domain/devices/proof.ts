/** The proof in each call of a tablet: a signature over the call and its time, valid once. Pure. */

/** `keyId;milliseconds;nonce;signature`, the last two as base64url. */
export const PROOF_HEADER = 'x-device-proof';
/** Maximum difference between the tablet's time and the server's, in either direction. */
export const PROOF_TOLERANCE_SECONDS = 60;

export interface Proof {
  /** SHA-256 of the public key's bytes, hexadecimal. */
  readonly keyId: string;
  /** Milliseconds since 1970, by the tablet's estimate of the server's clock. */
  readonly time: number;
  /** 16 random bytes as base64url. */
  readonly nonce: string;
  /** r and s of ECDSA with P-256 and SHA-256, 64 bytes as base64url. */
  readonly signature: string;
}

export interface SignedCall {
  readonly method: string;
  /** With the query, exactly as in the request. */
  readonly path: string;
  /** Hexadecimal; the hash of the empty string for a call without a body. */
  readonly bodySha256: string;
}

/** SHA-256 of the empty string. */
export const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const PROOF_PATTERN = /^([0-9a-f]{64});(\d{13});([\w-]{22});([\w-]{86})$/;

export function writeProof({ keyId, time, nonce, signature }: Proof): string {
  return `${keyId};${time};${nonce};${signature}`;
}

/** @returns null when it does not have the form of a proof. */
export function readProof(header: string): Proof | null {
  const [, keyId, time, nonce, signature] = PROOF_PATTERN.exec(header) ?? [];
  if (keyId === undefined || time === undefined || nonce === undefined || signature === undefined) return null;
  return { keyId, time: Number(time), nonce, signature };
}

/** The signed text: parts cannot be shifted into each other, since none contains a line feed. */
export function statementOfCall(call: SignedCall, proof: Pick<Proof, 'keyId' | 'time' | 'nonce'>): string {
  const { method, path, bodySha256 } = call;
  return ['fascicolo-device-call-1', method, path, bodySha256, proof.keyId, proof.time, proof.nonce].join('\n');
}

/** The statement that a tablet signs to prove possession of its key. @param code as returned by readPairingCode. */
export function statementOfPairing(code: string, publicKey: string): string {
  return ['fascicolo-device-pairing-1', code, publicKey].join('\n');
}
