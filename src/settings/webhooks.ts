/** Settings of webhooks: receivers in the operator's own network, and the authorities to trust there. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Message } from '#domain/errors.ts';
import { bilingual, type Problem } from './checks/problem.ts';
import { setting } from './description.ts';

const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|[\da-f:]*:[\da-f:]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

const EXPECTED = bilingual({
  it: 'attesi host come dms.example.lan o 10.0.0.5:8443',
  en: 'expected hosts such as dms.example.lan or 10.0.0.5:8443',
});

const hosts = z.string().transform((text, context): string[] => {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  const invalid = entries.find((entry) => !HOST.test(entry));
  if (invalid === undefined)
    return entries.map((entry) =>
      entry
        .toLowerCase()
        .replace(/^\[(.+)\]$/, '$1')
        .replace(/^\[(.+)\]:/, '$1:'),
    );
  context.addIssue({ code: 'custom', ...EXPECTED });
  return z.NEVER;
});

export const webhookFields = {
  WEBHOOK_ALLOWED_HOSTS: setting(
    hosts.optional(),
    'Hosts inside the operator’s network, separated by commas or spaces, that webhooks may reach; always by HTTPS.',
    'dms.example.lan, 10.0.0.5:8443',
    { unset: 'public hosts only' },
  ),
  WEBHOOK_CERTIFICATES: setting(
    z.string().min(1).optional(),
    'PEM file with further authorities of receivers’ certificates.',
    '/etc/fascicolo/company-ca.pem',
    { unset: 'the authorities that the system trusts' },
  ),
  WEBHOOK_LOOPBACK: setting(
    z.enum(['on', 'off']).default('off'),
    'Whether webhooks may use http:// to this machine, to try a receiver in the demo.',
    'on',
  ),
};

const FOR_DEMO: Message = {
  it: 'vale per la dimostrazione e i test: in produzione i destinatari si chiamano solo con HTTPS',
  en: 'is for the demo and tests: production calls receivers by HTTPS only',
};

/** Missing or incompatible settings. @param production whether NODE_ENV selects production. */
export function webhookProblems(raw: Readonly<Record<string, unknown>>, production: boolean): Problem[] {
  if (!production || raw.WEBHOOK_LOOPBACK !== 'on') return [];
  return [{ name: 'WEBHOOK_LOOPBACK', message: FOR_DEMO }];
}

export interface WebhookSettings {
  readonly allowedHosts: readonly string[];
  readonly allowLoopback: boolean;
  /** Path of a PEM file; null: only the system's authorities. */
  readonly certificates: string | null;
}

export function webhookSettings(raw: z.output<z.ZodObject<typeof webhookFields>>): WebhookSettings {
  return {
    allowedHosts: raw.WEBHOOK_ALLOWED_HOSTS ?? [],
    allowLoopback: raw.WEBHOOK_LOOPBACK === 'on',
    certificates: raw.WEBHOOK_CERTIFICATES === undefined ? null : resolve(raw.WEBHOOK_CERTIFICATES),
  };
}
