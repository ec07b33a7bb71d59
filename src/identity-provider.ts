/** Opens the identity provider: the configured one, or the demo's own. */
import { openIdConnect } from '#adapters/identity-provider/openid-client.ts';
import { openOpenId } from '#adapters/identity-provider/openid-files.ts';
import { openSaml } from '#adapters/identity-provider/saml/saml.ts';
import { readSamlFiles } from '#adapters/identity-provider/saml/saml-files.ts';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import type { IdentityProvider } from '#ports/identity-provider.ts';
import { DEMO_ISSUER } from '#server/demo/personas.ts';
import type { Secrets, World } from '#server/world.ts';
import type { Config } from './settings/config.ts';

export const DEMO_CLIENT = 'fascicolo';
export const demoClientSecret = (secrets: Secrets): string =>
  Buffer.from(secrets.derive('demo-provider')).toString('base64url');

type Tools = Pick<World, 'clock' | 'log' | 'secrets'> & { readonly publicUrl: string };

/**
 * Does not contact the provider, so that an outage does not prevent the start. @throws InvalidSettingFile when a key or
 * certificate cannot be used.
 */
export async function openSignIn(config: Config, tools: Tools): Promise<IdentityProvider> {
  const { clock, log } = tools;
  const guard = openCircuitBreaker({ system: 'identity', clock, log });
  if (config.production === null) {
    return openIdConnect({
      issuer: `${tools.publicUrl}/demo/idp`,
      clientId: DEMO_CLIENT,
      clientSecret: demoClientSecret(tools.secrets),
      scope: 'openid profile email',
      allowHttp: true,
      boundAs: DEMO_ISSUER,
      guard,
    });
  }
  const { signIn } = config.production;
  if ('saml' in signIn) return openSaml(await readSamlFiles(signIn.saml, clock));
  return openOpenId(signIn.oidc, guard);
}
