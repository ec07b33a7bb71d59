/** Settings of external keys and authorities, which replace the demo's own: signing keys, timestamp authorities, their lists. */
import { z } from 'zod';
import { missingDependencies, type Needs } from './checks/missing-needs.ts';
import { bilingual, firstOfEach, type Problem } from './checks/problem.ts';
import {
  addressThat,
  credential,
  expectedAddress,
  spaceSeparated,
  WITHOUT_CREDENTIALS,
} from './checks/value-schemas.ts';
import { setting } from './description.ts';

const address = addressThat(
  ({ protocol }) => protocol === 'https:' || protocol === 'http:',
  expectedAddress(['https:', 'http:'], WITHOUT_CREDENTIALS),
);

const serverFields = (number: 1 | 2) => {
  const initial = number === 1 ? ({ initial: true } as const) : {};
  const host = number === 1 ? 'tsa.example.it' : 'tsa.example.com';
  return {
    [`TIMESTAMP_${number}_URL`]: setting(
      address.optional(),
      number === 1
        ? 'RFC 3161 timestamp authority.'
        : 'Second timestamp authority, which is asked when the first one fails.',
      `https://${host}`,
      { ...initial, unset: number === 1 ? 'the demo’s own' : 'none' },
    ),
    [`TIMESTAMP_${number}_CERTIFICATES`]: setting(
      z.string().min(1).optional(),
      'PEM file with the authority’s root, and the certificates between it and the authority’s own.',
      number === 1 ? '/etc/fascicolo/keys/tsa.pem' : '/etc/fascicolo/keys/tsa-2.pem',
      initial,
    ),
    [`TIMESTAMP_${number}_CRL_URLS`]: setting(
      spaceSeparated.pipe(z.array(address)).optional(),
      'Addresses of its revocation lists, separated by spaces.',
      `https://${host}/root.crl`,
      initial,
    ),
    [`TIMESTAMP_${number}_USER`]: setting(
      credential
        .regex(/^[^:]+$/, bilingual({ it: 'i due punti non sono ammessi', en: 'expected no colon' }))
        .optional(),
      'User at the authority (HTTP Basic).',
      'fascicolo',
      { unset: 'no authentication' },
    ),
    [`TIMESTAMP_${number}_PASSWORD`]: setting(
      credential.optional(),
      'Password at the authority.',
      `/etc/fascicolo/secrets/timestamp-${number}-password`,
    ),
    [`TIMESTAMP_${number}_POLICY`]: setting(
      z
        .string()
        .regex(
          /^[0-2](\.(0|[1-9]\d*))+$/,
          bilingual({
            it: 'atteso un identificativo di oggetto (OID) come 1.2.3',
            en: 'expected an object identifier such as 1.2.3',
          }),
        )
        .optional(),
      'Requested policy, an object identifier.',
      '1.2.3.4.1',
      { unset: 'the authority chooses' },
    ),
  };
};

const keyFields = (name: 'SEAL' | 'ISSUING') => {
  const file = `/etc/fascicolo/keys/${name.toLowerCase()}`;
  return {
    [`${name}_KEY`]: setting(
      z.string().min(1).optional(),
      `Key of the ${name === 'SEAL' ? 'seal' : 'authority that issues signers’ certificates'}: a PKCS#12 file, or a \`pkcs11:\` address (RFC 7512).`,
      `${file}.p12`,
      { unset: 'the demo’s own', initial: true },
    ),
    [`${name}_KEY_SECRET`]: setting(
      z.string().min(1).optional(),
      'Passphrase of the file, or PIN of the token; or by the next setting.',
      'a-long-passphrase',
    ),
    [`${name}_KEY_SECRET_FILE`]: setting(
      z.string().min(1).optional(),
      'File whose first line is the passphrase or PIN.',
      `/etc/fascicolo/secrets/${name.toLowerCase()}-key-secret`,
      { initial: true },
    ),
    [`${name}_CERTIFICATES`]: setting(
      z.string().min(1).optional(),
      'PEM file with the key’s certificate, then its issuers up to the root.',
      `${file}.pem`,
      { unset: 'the certificates in the PKCS#12 file' },
    ),
  };
};

/** Environment variables; each is an optional text. */
export const authorityFields = {
  ...keyFields('SEAL'),
  ...keyFields('ISSUING'),
  AUTHORITY_CRL_FILES: setting(
    spaceSeparated.optional(),
    'Files with the revocation lists of authorities whose key is not held here, separated by spaces; read again when they change.',
    '/etc/fascicolo/keys/root.crl',
    { unset: 'none' },
  ),
  ...serverFields(1),
  ...serverFields(2),
};

export interface TimestampSettings {
  readonly number: 1 | 2;
  readonly url: string;
  readonly credentials: { readonly user: string; readonly password: string } | null;
  readonly policy: string | null;
  /** PEM file: the authority's root, and intermediates up to the authority's own certificate. */
  readonly certificates: string;
  readonly crlUrls: readonly string[];
}

export interface KeySettings {
  /** A PKCS#12 file, or the RFC 7512 URI of a PKCS#11 key. */
  readonly source: { readonly pkcs12: string } | { readonly pkcs11: string };
  /** Passphrase of the file or PIN of the token, or a file whose first line contains it. */
  readonly secret: { readonly text: string } | { readonly file: string };
  /** PEM file: the key's certificate, then its issuers up to the root; null when the PKCS#12 file contains them. */
  readonly certificates: string | null;
}

export interface AuthoritySettings {
  /** In order of preference; empty: the demo's own. */
  readonly timestamps: readonly TimestampSettings[];
  /** Null: the demo's own. */
  readonly seal: KeySettings | null;
  readonly issuing: KeySettings | null;
  readonly crlFiles: readonly string[];
}

type RawSettings = Readonly<Record<string, unknown>>;
const textOf = (raw: RawSettings, name: string): string | null => {
  const value = raw[name];
  return typeof value === 'string' ? value : null;
};
const listOf = (raw: RawSettings, name: string): readonly string[] => {
  const value = raw[name];
  return Array.isArray(value) ? value.map(String) : [];
};

const TIMESTAMP_NEEDS: Needs = {
  URL: ['CERTIFICATES', 'CRL_URLS'],
  USER: ['URL', 'PASSWORD'],
  PASSWORD: ['URL', 'USER'],
  ...{ POLICY: ['URL'], CERTIFICATES: ['URL'], CRL_URLS: ['URL'] },
};
const KEY_NEEDS: Needs = { KEY_SECRET: ['KEY'], KEY_SECRET_FILE: ['KEY'], CERTIFICATES: ['KEY'] };
/** A PKCS#11 token holds no certificates. */
const TOKEN_NEEDS: Needs = { ...KEY_NEEDS, KEY: ['CERTIFICATES'] };

/** Settings required by the given ones, as names and messages. */
export function authorityProblems(given: RawSettings): Problem[] {
  const has = (name: string): boolean => given[name] !== undefined;
  const missing = (needs: Needs, prefix: string): Problem[] =>
    missingDependencies(needs, (part) => has(`${prefix}${part}`), prefix);
  const problems = [
    ...missing(TIMESTAMP_NEEDS, 'TIMESTAMP_1_'),
    ...missing(TIMESTAMP_NEEDS, 'TIMESTAMP_2_'),
    ...missing({ '2_URL': ['1_URL'] }, 'TIMESTAMP_'),
  ];
  for (const name of ['SEAL', 'ISSUING'] as const) {
    const isToken = textOf(given, `${name}_KEY`)?.startsWith('pkcs11:');
    problems.push(...missing(isToken ? TOKEN_NEEDS : KEY_NEEDS, `${name}_`));
    if (has(`${name}_KEY`) && has(`${name}_KEY_SECRET`) === has(`${name}_KEY_SECRET_FILE`)) {
      problems.push({
        name: `${name}_KEY_SECRET`,
        message: {
          it: `serve uno dei due, questo oppure ${name}_KEY_SECRET_FILE`,
          en: `or ${name}_KEY_SECRET_FILE, one of them, is needed`,
        },
      });
    }
  }
  // Report each setting once, even if several require it.
  return firstOfEach(problems);
}

/** @param raw fields that {@link authorityProblems} accepted. */
export function authoritySettings(raw: RawSettings): AuthoritySettings {
  return {
    timestamps: ([1, 2] as const).flatMap((number) => {
      const fieldValue = (part: string) => textOf(raw, `TIMESTAMP_${number}_${part}`);
      const [url, user, password] = [fieldValue('URL'), fieldValue('USER'), fieldValue('PASSWORD')];
      if (url === null) return [];
      return {
        number,
        url,
        credentials: user === null || password === null ? null : { user, password },
        policy: fieldValue('POLICY'),
        certificates: fieldValue('CERTIFICATES') ?? '',
        crlUrls: listOf(raw, `TIMESTAMP_${number}_CRL_URLS`),
      };
    }),
    seal: keySettings(raw, 'SEAL'),
    issuing: keySettings(raw, 'ISSUING'),
    crlFiles: listOf(raw, 'AUTHORITY_CRL_FILES'),
  };
}

function keySettings(raw: RawSettings, name: 'SEAL' | 'ISSUING'): KeySettings | null {
  const source = textOf(raw, `${name}_KEY`);
  if (source === null) return null;
  const text = textOf(raw, `${name}_KEY_SECRET`);
  return {
    source: source.startsWith('pkcs11:') ? { pkcs11: source } : { pkcs12: source },
    secret: text === null ? { file: textOf(raw, `${name}_KEY_SECRET_FILE`) ?? '' } : { text },
    certificates: textOf(raw, `${name}_CERTIFICATES`),
  };
}
