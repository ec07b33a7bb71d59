/** Settings of webhooks: receivers in the operator's own network, and the authorities to trust there. */
import { resolve } from 'node:path';
import { z } from 'zod';

const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|[\da-f:]*:[\da-f:]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

const hosts = z.string().transform((text, context): string[] => {
  const named = text.split(/[\s,]+/).filter((one) => one !== '');
  const wrong = named.find((one) => !HOST.test(one));
  if (wrong === undefined)
    return named.map((one) =>
      one
        .toLowerCase()
        .replace(/^\[(.+)\]$/, '$1')
        .replace(/^\[(.+)\]:/, '$1:'),
    );
  context.addIssue({ code: 'custom', message: 'expected hosts such as dms.example.lan or 10.0.0.5:8443' });
  return z.NEVER;
});

export const webhookFields = {
  /** Internal hosts that webhooks may reach: `dms.lan, 10.0.0.5:8443`; HTTPS is still required. */
  WEBHOOK_ALLOWED_HOSTS: hosts.optional(),
  /** PEM file with the authorities of their certificates, in addition to the system's. */
  WEBHOOK_CERTIFICATES: z.string().min(1).optional(),
  /** `on`: allows http:// to this machine, to try a receiver in the demo. */
  WEBHOOK_LOOPBACK: z.enum(['on', 'off']).default('off'),
};

/** Missing or incompatible settings. @param production whether NODE_ENV selects production. */
export function webhookProblems(
  given: Readonly<Record<string, unknown>>,
  production: boolean,
): { name: string; message: string }[] {
  if (!production || given.WEBHOOK_LOOPBACK !== 'on') return [];
  return [
    { name: 'WEBHOOK_LOOPBACK', message: 'is for the demo and tests: production calls receivers by HTTPS alone' },
  ];
}

export interface WebhookSettings {
  readonly allowedHosts: readonly string[];
  readonly allowLoopback: boolean;
  /** Path of a PEM file; null: only the system's authorities. */
  readonly certificates: string | null;
}

export function webhookSettings(given: z.output<z.ZodObject<typeof webhookFields>>): WebhookSettings {
  return {
    allowedHosts: given.WEBHOOK_ALLOWED_HOSTS ?? [],
    allowLoopback: given.WEBHOOK_LOOPBACK === 'on',
    certificates: given.WEBHOOK_CERTIFICATES === undefined ? null : resolve(given.WEBHOOK_CERTIFICATES),
  };
}
