/** Opens the webhook sender according to the settings. */
import type { WebhookSender } from '#ports/webhooks.ts';
import { readCertificates } from '../setting-file.ts';
import type { AddressRules } from './allowed-addresses.ts';
import { openHttpsSender } from './https-sender.ts';

export interface SenderSettings extends AddressRules {
  /** Path of a PEM file; null: only the system's authorities. */
  readonly certificates: string | null;
}

/** @throws InvalidSettingFile when the certificates file cannot be used. */
export async function openWebhooks({ certificates, ...rules }: SenderSettings): Promise<WebhookSender> {
  if (certificates === null) return openHttpsSender(rules);
  const authorities = await readCertificates('WEBHOOK_CERTIFICATES', certificates);
  return openHttpsSender({ ...rules, certificates: authorities.map(String) });
}
