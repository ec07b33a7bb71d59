/** Opens the sender of webhooks as the settings say. */
import { readFile } from 'node:fs/promises';
import type { WebhookSender } from '#ports/webhooks.ts';
import type { AddressRules } from './addresses.ts';
import { openHttpsSender } from './https-sender.ts';

export interface SenderSettings extends AddressRules {
  /** Path of a PEM file; null: the system's authorities alone. */
  readonly certificates: string | null;
}

/** @throws Error that names the setting when the file of certificates cannot be read or holds none. */
export async function openWebhooks({ certificates, ...rules }: SenderSettings): Promise<WebhookSender> {
  if (certificates === null) return openHttpsSender(rules);
  const pem = await readFile(certificates, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(`WEBHOOK_CERTIFICATES: ${certificates} cannot be read (${code})`);
  });
  const found = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g);
  if (found === null) throw new Error(`WEBHOOK_CERTIFICATES: ${certificates} holds no certificate in PEM`);
  return openHttpsSender({ ...rules, certificates: found });
}
