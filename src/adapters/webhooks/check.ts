/** `doctor` for webhooks without sending one: the certificates file, and whether the listed hosts resolve. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Finding } from '#ports/finding.ts';
import { openWebhooks, type SenderSettings } from './open.ts';

/** Milliseconds for all names, which are resolved in parallel. */
const LIMIT = 4_500;

const nameOf = (allowed: string): string => (isIP(allowed) === 0 ? allowed.replace(/:\d+$/, '') : allowed);

async function isKnown(name: string): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), LIMIT);
  const known = lookup(name).then(
    () => true,
    () => false,
  );
  return Promise.race([known, late.promise]).finally(() => clearTimeout(timer));
}

/** Only queries the resolver; sends and changes nothing. */
export async function checkWebhooks(settings: SenderSettings): Promise<Finding[]> {
  const found: Finding[] = [];
  await openWebhooks(settings).catch((error: unknown) => {
    const text = error instanceof Error ? error.message.replace(/^WEBHOOK_CERTIFICATES: /, '') : 'cannot be read';
    found.push({
      name: 'WEBHOOK_CERTIFICATES',
      level: 'failure',
      text: `${text}. Name a PEM file that the product may read.`,
    });
  });
  const hosts = await Promise.all(
    settings.allowedHosts.map(async (allowed) => ((await isKnown(nameOf(allowed))) ? null : allowed)),
  );
  for (const host of hosts) {
    if (host === null) continue;
    const text = `${host} is not known to the resolver: webhooks to it fail. Mend the name or the DNS.`;
    found.push({ name: 'WEBHOOK_ALLOWED_HOSTS', level: 'warning', text });
  }
  if (found.length > 0) return found;
  const text =
    settings.allowedHosts.length === 0
      ? 'Only hosts of the public internet are told of documents.'
      : `Inside, webhooks may reach ${settings.allowedHosts.join(', ')}.`;
  return [{ name: 'WEBHOOK_ALLOWED_HOSTS', level: 'ok', text }];
}
