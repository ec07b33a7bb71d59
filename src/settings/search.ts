/** Settings of the customer search in RSP and DMS over HTTP. */

import { resolve } from 'node:path';
import { z } from 'zod';
import type { DirectoryFiles } from '#adapters/customer-search/directory-files.ts';
import { OUTSIDE_DIRECTORIES, type OutsideDirectory } from '#domain/customer-search/customer.ts';
import { bilingual, type Problem, requiredWith } from './checks/problem.ts';
import { addressThat, credential, isConfidential, NAMES_BY_SPACES } from './checks/value-schemas.ts';
import { setting } from './description.ts';

const address = addressThat(
  (url) => url.search === '' && url.hash === '' && isConfidential(url),
  bilingual({
    it: 'atteso https://…, senza credenziali né query (http:// solo su questa macchina)',
    en: 'expected https://…, without credentials and query (http:// only on this machine)',
  }),
);
/** RFC 6749, section 3.3. */
const scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/, NAMES_BY_SPACES);
const file = z.string().min(1);

const fieldsOf = <S extends OutsideDirectory>(system: S) => {
  const host = system.toLowerCase();
  const definitions = {
    URL: setting(address.optional(), `Base address of ${system}.`, `https://${host}.example.it`, { initial: true }),
    TOKEN_URL: setting(
      address.optional(),
      `OAuth 2.0 token endpoint for ${system}.`,
      'https://login.example.it/oauth/token',
      { initial: true },
    ),
    CLIENT_ID: setting(credential.optional(), `OAuth 2.0 client at ${system}.`, 'fascicolo', { initial: true }),
    CLIENT_SECRET: setting(
      credential.optional(),
      'Secret of that client.',
      `/etc/fascicolo/secrets/${host}-client-secret`,
      { initial: true },
    ),
    SCOPE: setting(scope.optional(), 'OAuth 2.0 scopes, separated by spaces.', 'customers.read', { unset: 'none' }),
    CERTIFICATE: setting(
      file.optional(),
      'PEM file with our certificate for mutual TLS, and its intermediates.',
      `/etc/fascicolo/${host}-client.pem`,
    ),
    KEY: setting(
      file.optional(),
      'PEM file with the key of that certificate.',
      `/etc/fascicolo/secrets/${host}-client-key.pem`,
    ),
    CERTIFICATES: setting(
      file.optional(),
      `PEM file with the authorities of the certificate of ${system}.`,
      '/etc/fascicolo/company-ca.pem',
      { unset: 'the authorities that the system trusts' },
    ),
    MAPPING: setting(
      file.optional(),
      `JSON file with the names that ${system} gives to fields and values.`,
      `/etc/fascicolo/${host}-mapping.json`,
      { unset: 'the names of the built-in protocol' },
    ),
  };
  type Named = { [K in keyof typeof definitions as `${S}_${K}`]: (typeof definitions)[K] };
  return Object.fromEntries(Object.entries(definitions).map(([name, field]) => [`${system}_${name}`, field])) as Named;
};

export const searchFields = { ...fieldsOf('RSP'), ...fieldsOf('DMS') };

/** Settings also accepted by file (`…_FILE`), which no log prints. */
export const searchSecrets = ['RSP_CLIENT_SECRET', 'DMS_CLIENT_SECRET'] as const;

export interface SearchSettings {
  /** Null when not configured. */
  readonly rsp: DirectoryFiles | null;
  readonly dms: DirectoryFiles | null;
}

type RawSettings = Readonly<Record<string, unknown>>;

/** Missing or incompatible settings. @param needed whether both systems are required. */
export function searchProblems(given: RawSettings, needed: boolean): Problem[] {
  return OUTSIDE_DIRECTORIES.flatMap((system) => problemsOf(system, given, needed));
}

function problemsOf(system: OutsideDirectory, given: RawSettings, needed: boolean): Problem[] {
  const has = (name: string): boolean => given[`${system}_${name}`] !== undefined;
  const firstSet = Object.keys(fieldsOf(system)).find((name) => given[name] !== undefined);
  if (firstSet === undefined && !needed) return [];
  const problems = ['URL', 'TOKEN_URL', 'CLIENT_ID', 'CLIENT_SECRET']
    .filter((name) => !has(name))
    .map((name) => ({
      name: `${system}_${name}`,
      message:
        firstSet === undefined
          ? { it: `serve per cercare i clienti in ${system}`, en: `is needed to search customers in ${system}` }
          : requiredWith(firstSet),
    }));
  for (const [name, other] of [
    ['CERTIFICATE', 'KEY'],
    ['KEY', 'CERTIFICATE'],
  ] as const) {
    if (has(name) && !has(other)) {
      problems.push({ name: `${system}_${other}`, message: requiredWith(`${system}_${name}`) });
    }
  }
  return problems;
}

/** @param raw fields that {@link searchProblems} accepted. */
export function searchSettings(raw: z.output<z.ZodObject<typeof searchFields>>): SearchSettings {
  return { rsp: filesOf('RSP', raw), dms: filesOf('DMS', raw) };
}

function filesOf(system: OutsideDirectory, raw: RawSettings): DirectoryFiles | null {
  const text = (name: string): string | null => {
    const value = raw[`${system}_${name}`];
    return typeof value === 'string' ? value : null;
  };
  const path = (name: string): string | null => {
    const value = text(name);
    return value === null ? null : resolve(value);
  };
  const [url, tokenUrl, clientId, clientSecret] = ['URL', 'TOKEN_URL', 'CLIENT_ID', 'CLIENT_SECRET'].map(text);
  if (url == null || tokenUrl == null || clientId == null || clientSecret == null) return null;
  const [certificate, key] = [path('CERTIFICATE'), path('KEY')];
  return {
    system,
    url,
    token: { tokenUrl, clientId, clientSecret, scope: text('SCOPE') },
    authorities: path('CERTIFICATES'),
    identity: certificate === null || key === null ? null : { certificate, key },
    mapping: path('MAPPING'),
  };
}
