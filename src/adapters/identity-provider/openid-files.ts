/** OpenID Connect as the settings name it: the authorities to trust stand in a file, which is read once at the start. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IdentityProvider } from '#ports/identity-provider.ts';
import type { OutsideGuard } from '#ports/outside.ts';
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

/** What OIDC_CERTIFICATES names cannot be used; says in plain words why. */
export class OpenIdFileWrong extends Error {
  override readonly name = 'OpenIdFileWrong';
  constructor(message: string, options?: ErrorOptions) {
    super(`OIDC_CERTIFICATES: ${message}`, options);
  }
}

/** @throws OpenIdFileWrong when the file cannot be read or holds none. */
export async function readAuthorities(path: string): Promise<X509Certificate[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${error.code})`;
    throw new OpenIdFileWrong(`${path}: ${why}`, { cause: error });
  });
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new OpenIdFileWrong(`${path} holds no certificate in PEM`);
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch (error) {
    throw new OpenIdFileWrong(`${path} holds a damaged certificate`, { cause: error });
  }
}

/** @throws OpenIdFileWrong; the provider itself is asked for nothing until somebody signs in. */
export async function openOpenId(files: OpenIdFiles, guard: OutsideGuard): Promise<IdentityProvider> {
  const { certificates, ...settings } = files;
  if (certificates === null) return openIdConnect({ ...settings, guard });
  const authorities = (await readAuthorities(certificates)).map(String).join('\n');
  return openIdConnect({ ...settings, authorities, guard });
}
