/** An external timestamp authority: RFC 3161 over HTTP (section 3.4). Every response is verified before use. */
import { randomBytes } from 'node:crypto';
import { checkPath, findPath } from '#formats/certificate-path.ts';
import { readCms } from '#formats/cms-read.ts';
import { DerError, sameBytes, toHex } from '#formats/der.ts';
import { oid } from '#formats/oids.ts';
import { readCertificate } from '#formats/signed-data.ts';
import {
  checkTimestampToken,
  readTimestampResponse,
  type TimestampFacts,
  TimestampRefused,
  writeTimestampRequest,
} from '#formats/tsp.ts';
import type { Clock } from '#ports/clock.ts';
import { OutsideFailure, type OutsideGuard, type OutsideSystem } from '#ports/outside-system.ts';
import type { PublishedAuthority } from '#ports/sealer.ts';
import { fetchOutside, readBody } from '../outside/http-answer.ts';
import { type FetchedList, openRevocationLists } from './revocation-lists.ts';

export interface TimestampServerSettings {
  readonly system: Extract<OutsideSystem, `timestamp-${string}`>;
  readonly url: string;
  /** For HTTP's Basic scheme (RFC 7617). */
  readonly credentials?: { readonly user: string; readonly password: string };
  /** Dotted OID; if given, it is requested and no other policy is accepted. */
  readonly policy?: string;
  /** DER of the authority's roots, which are trusted, and of its intermediate certificates. */
  readonly certificates: readonly Uint8Array[];
  /** Addresses of these authorities' revocation lists; addresses inside certificates are never used. */
  readonly crlUrls: readonly string[];
  readonly clock: Clock;
  /** Time limit and circuit breaker of the authority itself. */
  readonly guard: OutsideGuard;
  /** The same for the revocation lists, which another service provides. */
  readonly listGuard: OutsideGuard;
}

export interface TimestampServer {
  readonly system: OutsideSystem;
  /** DER of the roots. */
  readonly anchors: readonly Uint8Array[];
  /** @throws OutsideFailure without a response, or if the token must not be embedded. */
  stamp(digest: Uint8Array): Promise<Uint8Array>;
  /** Data that a file needs for offline verification of its tokens. @throws OutsideFailure when a list is unavailable. */
  published(): Promise<readonly PublishedAuthority[]>;
}

/** A response with RSA-4096 and a chain of four certificates stays below 16 KB. */
const RESPONSE_LIMIT = 48 * 1024;
/** Maximum difference between its clock and ours before one counts as wrong. */
const CLOCK_DIFFERENCE = 5 * 60 * 1000;

const MEDIA = { query: 'application/timestamp-query', reply: 'application/timestamp-reply' } as const;

const isRoot = (der: Uint8Array): boolean => {
  const { subject, issuer } = readCertificate(der);
  return sameBytes(subject, issuer);
};

/** @throws Error when no root is among the certificates. */
export function openTimestampServer(settings: TimestampServerSettings): TimestampServer {
  const { system, clock, certificates } = settings;
  const anchors = certificates.filter(isRoot);
  if (anchors.length === 0) throw new Error(`${system}: no self-signed certificate to trust`);
  const lists = openRevocationLists({
    system,
    urls: settings.crlUrls,
    issuers: certificates,
    clock,
    guard: settings.listGuard,
  });
  return {
    system,
    anchors,
    async published() {
      return (await lists()).map(({ issuer, der }) => ({ name: null, certificate: issuer, crl: der }));
    },
    async stamp(digest) {
      // First, since a token without them is useless in a file.
      const currentLists = await lists();
      const nonce = randomBytes(16);
      const query = writeTimestampRequest(digest, nonce, settings.policy);
      return settings.guard(async (signal) => {
        try {
          const token = readTimestampResponse(await postQuery(settings, query, signal));
          const facts = await checkTimestampToken(token, digest, { nonce });
          checkFacts(facts, settings);
          await checkTrust(token, facts, anchors, settings, currentLists);
          return token;
        } catch (error) {
          if (error instanceof TimestampRefused || error instanceof DerError) {
            throw new OutsideFailure(system, 'wrong', error.message);
          }
          throw error;
        }
      });
    },
  };
}

async function postQuery(
  { system, url, credentials }: TimestampServerSettings,
  query: Uint8Array,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const basic = credentials && Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
  const headers = {
    'content-type': MEDIA.query,
    accept: MEDIA.reply,
    ...(basic === undefined ? {} : { authorization: `Basic ${basic}` }),
  };
  const body = query as Uint8Array<ArrayBuffer>;
  const response = await fetchOutside(system, url, { method: 'POST', headers, body }, signal);
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== MEDIA.reply) {
    await response.body?.cancel();
    throw new OutsideFailure(system, 'wrong', 'not of the type application/timestamp-reply');
  }
  return readBody(system, response, RESPONSE_LIMIT, signal);
}

function checkFacts({ genTime, policy }: TimestampFacts, settings: TimestampServerSettings): void {
  if (settings.policy !== undefined && policy !== settings.policy) {
    throw new TimestampRefused(`the policy ${policy} is not the one that was asked for`);
  }
  if (Math.abs(settings.clock.now().getTime() - genTime.getTime()) > CLOCK_DIFFERENCE) {
    throw new TimestampRefused('the time is more than five minutes from ours');
  }
}

/** Checks the path to a root: valid for timestamps at the token's time, with no certificate revoked or without a list. */
async function checkTrust(
  token: Uint8Array,
  { certificate, genTime }: TimestampFacts,
  anchors: readonly Uint8Array[],
  { certificates }: TimestampServerSettings,
  lists: readonly FetchedList[],
): Promise<void> {
  const path = await findPath(certificate, [...readCms(token).certificates, ...certificates], anchors);
  if (path === null) throw new TimestampRefused('its certificate leads to none of the trusted roots');
  if (!path.isStrong) throw new TimestampRefused('a key or signature on its path is too weak');
  const fault = checkPath(path, genTime, 'timestamping');
  if (fault !== null) throw new TimestampRefused(`its path is not accepted: ${fault}`);
  for (const [index, { fields }] of path.certificates.slice(0, -1).entries()) {
    const issuer = path.certificates[index + 1];
    const issuerLists = lists.filter((fetched) => issuer !== undefined && sameBytes(fetched.issuer, issuer.der));
    if (issuerLists.some(({ list }) => list.revoked.has(toHex(fields.serial)))) {
      throw new TimestampRefused('a certificate on its path is revoked');
    }
    const exempt = [oid.noRevocationAvailable, oid.validityAssuredShortTerm].some((type) =>
      fields.extensions.has(type),
    );
    if (issuerLists.length === 0 && !exempt) throw new TimestampRefused('there is no revocation list for its path');
  }
}
