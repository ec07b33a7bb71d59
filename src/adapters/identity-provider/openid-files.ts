/** OpenID Connect as the settings name it: the authorities to trust stand in a file, which is read once at the start. */
import type { IdentityProvider } from '#ports/identity-provider.ts';
import type { OutsideGuard } from '#ports/outside.ts';
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
  /** Seconds by which the clocks of provider and product may differ. */
  readonly clockTolerance: number;
}

/** @throws SettingFileWrong; the provider itself is asked for nothing until somebody signs in. */
export async function openOpenId(files: OpenIdFiles, guard: OutsideGuard): Promise<IdentityProvider> {
  const { certificates, ...settings } = files;
  const authorities = await readAuthorities('OIDC_CERTIFICATES', certificates);
  return openIdConnect({ ...settings, ...(authorities !== null && { authorities }), guard });
}
