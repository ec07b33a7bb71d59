/** OpenID Connect as configured: the trusted authorities are in a file, which is read once at start. */
import type { IdentityProvider } from '#ports/identity-provider.ts';
import type { OutsideGuard } from '#ports/outside-system.ts';
import { readAuthorities } from '../setting-file.ts';
import type { ClaimMapping } from './claims.ts';
import { openIdConnect } from './openid-client.ts';

export interface OpenIdFiles {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Space-separated. */
  readonly scope: string;
  /** Path of a PEM file; null: the system's authorities. */
  readonly certificates: string | null;
  readonly mapping: ClaimMapping;
  /** Tolerated difference between the provider's and the product's clocks in seconds. */
  readonly clockTolerance: number;
}

/** @throws InvalidSettingFile; the first request to the provider is sent at the first sign-in. */
export async function openOpenId(files: OpenIdFiles, guard: OutsideGuard): Promise<IdentityProvider> {
  const { certificates, ...settings } = files;
  const authorities = await readAuthorities('OIDC_CERTIFICATES', certificates);
  return openIdConnect({ ...settings, ...(authorities !== null && { authorities }), guard });
}
