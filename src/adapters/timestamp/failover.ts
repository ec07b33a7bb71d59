/** Tries timestamp authorities in order: the next one when the previous one fails or its response is invalid. */
import { OutsideFailure } from '#ports/outside-system.ts';
import type { CertificateAuthority, PublishedAuthority } from '#ports/sealer.ts';
import { type TimestampAuthority, TimestampUnavailable } from '#ports/timestamp.ts';
import type { TimestampServer } from './rfc3161-http.ts';

type Log = { warn(fields: object, message: string): void };

/** @returns the port; it throws only when no server gave a token. */
export function timestampFailover(servers: readonly TimestampServer[], log: Log): TimestampAuthority {
  return {
    async stamp(digest) {
      const reasons: string[] = [];
      for (const server of servers) {
        try {
          return await server.stamp(digest);
        } catch (error) {
          if (!(error instanceof OutsideFailure)) throw error;
          reasons.push(error.message);
          // The guard already logs an open circuit breaker; do not log it again for each signature.
          if (error.reason !== 'paused') log.warn({ err: error, system: server.system }, 'no timestamp');
        }
      }
      throw new TimestampUnavailable(reasons.join('; '));
    },
  };
}

/**
 * The installation's authority, extended with the timestamp servers' trusted roots and revocation lists. A server whose
 * lists are unavailable is left out, since it issues no token either.
 */
export function withTimestampServers(
  authority: CertificateAuthority,
  servers: readonly TimestampServer[],
): CertificateAuthority {
  const publishedBy = async (server: TimestampServer): Promise<readonly PublishedAuthority[]> => {
    try {
      return await server.published();
    } catch (error) {
      if (error instanceof OutsideFailure) return [];
      throw error;
    }
  };
  return {
    issueSignerKey: (identity, at) => authority.issueSignerKey(identity, at),
    // A timestamp authority must not thereby become trusted for signatures.
    anchors: () => authority.anchors(),
    timestampAnchors: async () => [
      ...(await authority.timestampAnchors()),
      ...servers.flatMap(({ anchors }) => anchors),
    ],
    async published(at) {
      const [ownLists, ...serverLists] = await Promise.all([authority.published(at), ...servers.map(publishedBy)]);
      return [...ownLists, ...serverLists.flat()];
    },
  };
}
