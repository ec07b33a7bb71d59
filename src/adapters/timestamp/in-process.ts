/** In-process RFC 3161 authority: real requests, responses and tokens, for a demo key. */
import { randomBytes } from 'node:crypto';
import { oid } from '#formats/oids.ts';
import {
  checkTimestampToken,
  readTimestampRequest,
  readTimestampResponse,
  type TimestampQuery,
  TimestampRefused,
  writeGrantedResponse,
  writeRejectedResponse,
  writeTimestampRequest,
  writeTimestampToken,
} from '#formats/tsp.ts';
import type { Clock } from '#ports/clock.ts';
import type { SigningKey } from '#ports/sealer.ts';
import { type TimestampAuthority, TimestampUnavailable } from '#ports/timestamp.ts';

/** Policy of the demo authority: an OID from a random UUID (ITU-T X.667), which makes no claim. */
export const demoPolicy = '2.25.240614207184370418063929711834507271853';

/** Stated accuracy in milliseconds (EN 319 422, 5.2.2 requires one second or better). */
const accuracyMs = 1000;

/**
 * Answers a TimeStampReq as a server would over HTTP.
 * @returns DER of the TimeStampResp; a rejection when the request is malformed or requires an unsupported feature.
 */
export async function answerTimestampQuery(request: Uint8Array, key: SigningKey, clock: Clock): Promise<Uint8Array> {
  let query: TimestampQuery;
  try {
    query = readTimestampRequest(request);
  } catch {
    return writeRejectedResponse('badDataFormat');
  }
  if (query.algorithm !== oid.sha256) return writeRejectedResponse('badAlg');
  if (query.digest.length !== 32) return writeRejectedResponse('badDataFormat');
  if (query.policy !== null && query.policy !== demoPolicy) return writeRejectedResponse('unacceptedPolicy');
  // The product always requests the certificate; a verifier could not use a token without it.
  if (!query.certReq) return writeRejectedResponse('badRequest');
  const token = await writeTimestampToken({
    digest: query.digest,
    nonce: query.nonce,
    policy: demoPolicy,
    serial: randomBytes(16),
    genTime: clock.now(),
    accuracyMs,
    certificate: key.certificate,
    chain: key.chain,
    algorithm: key.algorithm,
    sign: (data) => key.sign(data),
  });
  return writeGrantedResponse(token);
}

/** Implements the port with {@link answerTimestampQuery} and applies the same checks as to a network response. */
export function inProcessTimestampAuthority(key: SigningKey, clock: Clock): TimestampAuthority {
  return {
    async stamp(digest) {
      const nonce = randomBytes(16);
      const response = await answerTimestampQuery(writeTimestampRequest(digest, nonce), key, clock);
      try {
        const token = readTimestampResponse(response);
        await checkTimestampToken(token, digest, { nonce });
        return token;
      } catch (error) {
        if (error instanceof TimestampRefused) throw new TimestampUnavailable(error.message);
        throw error;
      }
    },
  };
}
