/** Handles partly wrong settings: correct parts are still checked, so that one mistake hides no other. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { warning } from '#ports/finding.ts';
import { secretsFrom } from '../../secrets.ts';
import { authorityFields, authoritySettings } from '../../settings/authorities.ts';
import { SECRETS } from '../../settings/config.ts';
import { headsFields, headsSettings } from '../../settings/heads.ts';
import { mailFields, mailSettings } from '../../settings/mail.ts';
import { oidcFields, oidcSettings } from '../../settings/oidc.ts';
import { samlFields, samlSettings } from '../../settings/saml.ts';
import { searchFields, searchSettings } from '../../settings/search.ts';
import { withSecretFiles } from '../../settings/secret-files.ts';
import { smsFields, smsSettings } from '../../settings/sms.ts';
import { storageFields, storageSettings } from '../../settings/storage.ts';
import { webhookFields, webhookSettings } from '../../settings/webhooks.ts';
import type { Check } from './report.ts';
import type { Installation } from './run.ts';

/** Settings that each branch needs; if one of them is wrong, the branch is skipped. */
const NEEDS: Readonly<Record<string, RegExp>> = {
  disk: /^DATA_DIR/,
  database: /^DATABASE_URL/,
  keys: /^(?:SEAL|ISSUING|AUTHORITY)_/,
  timestamps: /^TIMESTAMP_/,
  files: /^S3_/,
  'stored files': /^(?:DATABASE_URL|S3_|APP_SECRET)/,
  heads: /^HEADS_/,
  'sign-in': /^(?:OIDC|SAML)_/,
  mail: /^SMTP_/,
  'customer search': /^(?:RSP|DMS)_/,
  services: /^(?:TOOLS|CONSENTS)_/,
  webhooks: /^WEBHOOK_/,
  sms: /^SMS_/,
  'public address': /^(?:PUBLIC_URL|PORT|TRUSTED_PROXIES|APP_SECRET)/,
  backup: /^BACKUP_RECIPIENTS/,
  custodian: /^HANDWRITING_CUSTODIAN/,
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads each part separately; wrong or missing settings count as not set, and their branch is skipped. */
export function readValidParts(environment: Environment, version: string): Installation {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  const { raw } = withSecretFiles(Object.fromEntries(entries), SECRETS);
  const part = <S extends z.ZodRawShape, T>(fields: S, read: (data: z.output<z.ZodObject<S>>) => T): T | null => {
    const parsed = z.object(fields).safeParse(raw);
    return parsed.success ? read(parsed.data) : null;
  };
  const dataDir = resolve(raw.DATA_DIR ?? './data');
  const publicUrl = raw.PUBLIC_URL !== undefined && URL.canParse(raw.PUBLIC_URL) ? raw.PUBLIC_URL : null;
  const secret = new Uint8Array(Buffer.from(raw.APP_SECRET ?? '', 'base64'));
  const none = { timestamps: [], seal: null, issuing: null, crlFiles: [] };
  const folder = { folder: `${dataDir}/files`, spool: `${dataDir}/spool`, bucket: null };
  const { TOOLS_URL: tools, TOOLS_TOKEN: token } = raw;
  return {
    ...{ mode: raw.NODE_ENV === 'production' ? 'production' : 'demo', version, dataDir },
    publicUrl: publicUrl ?? `http://127.0.0.1:${raw.PORT ?? '8080'}`,
    trustedProxies: Number(raw.TRUSTED_PROXIES ?? 0),
    databaseUrl: raw.DATABASE_URL ?? null,
    secrets: secret.length >= 32 ? secretsFrom(secret) : null,
    authorities: part(authorityFields, authoritySettings) ?? none,
    heads: part(headsFields, (data) => headsSettings(data, dataDir)) ?? { place: dataDir, named: false, access: null },
    storage: part(storageFields, (data) => storageSettings(data, dataDir)) ?? folder,
    mail: part(mailFields, mailSettings),
    sms: part(smsFields, smsSettings),
    saml: part(samlFields, (data) => samlSettings(data, publicUrl ?? 'https://localhost')),
    oidc: part(oidcFields, oidcSettings),
    search: part(searchFields, searchSettings) ?? { rsp: null, dms: null },
    webhooks: part(webhookFields, webhookSettings) ?? { allowedHosts: [], allowLoopback: false, certificates: null },
    services: {
      tools: tools === undefined || token === undefined ? null : { url: tools, token },
      consents: raw.CONSENTS_URL ?? null,
    },
    backupRecipients: (raw.BACKUP_RECIPIENTS ?? '').split(/\s+/).filter((path) => path !== ''),
    custodian: raw.HANDWRITING_CUSTODIAN ?? null,
  };
}

/** @returns the checks; those that need a wrong setting only report it. */
export function skipInvalid(checks: readonly Check[], invalidNames: readonly string[]): Check[] {
  return checks.map((check) => {
    const blocking = invalidNames.filter((name) => NEEDS[check.name]?.test(name));
    if (blocking.length === 0) return check;
    const names = blocking.join(', ');
    const text = { it: `Non controllato: prima correggi ${names}.`, en: `Not checked: correct ${names} first.` };
    const findings = [warning(check.name, text)];
    return { name: check.name, run: async () => findings };
  });
}
