/** Whether the OpenID provider tells about itself under the name that the settings have. */
import { type Finding, failure, ok } from '#ports/finding.ts';

const NAME = 'OIDC_ISSUER';
const LIMIT_MS = 4_500;

/** Signs nobody in. */
export async function checkDiscovery(issuer: string): Promise<Finding[]> {
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    const told = answer.status === 200 ? ((await answer.json()) as { issuer?: unknown }) : null;
    if (told === null) {
      return [failure(NAME, `${url} answers ${answer.status}. Correct OIDC_ISSUER, or ask the provider’s people.`)];
    }
    if (told.issuer !== issuer) {
      return [failure(NAME, `The provider calls itself ${String(told.issuer)}. Write that into OIDC_ISSUER.`)];
    }
    return [ok(NAME, `The provider answers at ${url}.`)];
  } catch (error) {
    const cause = error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : '';
    return [failure(NAME, `${url} cannot be read (${cause}). Check address, network and certificate.`)];
  }
}
