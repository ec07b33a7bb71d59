/** Proves one call with the tablet's key. */
import { EMPTY_SHA256, PROOF_HEADER, statementOfCall, writeProof } from '#domain/devices/proof.ts';
import { base64url, type DeviceKey, sha256, signText } from './tablet-key.ts';

export interface ProvedRequest {
  readonly method: 'GET' | 'POST';
  /** Including the query. */
  readonly path: string;
  /** Exactly the text that is sent. */
  readonly body?: string | undefined;
}

/** @param time milliseconds of the server's clock. @returns the header to send, valid once. */
export async function proofHeader(
  key: DeviceKey,
  { method, path, body }: ProvedRequest,
  time: number,
): Promise<Record<string, string>> {
  const nonce = base64url(crypto.getRandomValues(new Uint8Array(16)));
  const part = { keyId: key.keyId, time, nonce };
  const bodySha256 = body === undefined ? EMPTY_SHA256 : await sha256(body);
  const signature = await signText(key, statementOfCall({ method, path, bodySha256 }, part));
  return { [PROOF_HEADER]: writeProof({ ...part, signature }) };
}
