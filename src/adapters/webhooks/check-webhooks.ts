/** `doctor` for webhooks without sending one: the certificates file, and whether the listed hosts resolve. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type Finding, failure, ok, sentences, warning, withAdvice } from '#ports/finding.ts';
import { InvalidSettingFile } from '../setting-file.ts';
import { openWebhooks, type SenderSettings } from './open-webhooks.ts';

/** Milliseconds for all names, which are resolved in parallel. */
const LIMIT = 4_500;

const nameOf = (allowed: string): string => (isIP(allowed) === 0 ? allowed.replace(/:\d+$/, '') : allowed);

async function isResolvable(name: string): Promise<boolean> {
  const timeout = Promise.withResolvers<false>();
  const timer = setTimeout(() => timeout.resolve(false), LIMIT);
  const resolution = lookup(name).then(
    () => true,
    () => false,
  );
  return Promise.race([resolution, timeout.promise]).finally(() => clearTimeout(timer));
}

const NAME_A_FILE = {
  it: 'Indica un file PEM che il prodotto può leggere.',
  en: 'Name a PEM file that the product may read.',
};

/** Only queries the resolver; sends and changes nothing. */
export async function checkWebhooks(settings: SenderSettings): Promise<Finding[]> {
  const findings: Finding[] = [];
  await openWebhooks(settings).catch((error: unknown) => {
    if (!(error instanceof InvalidSettingFile)) throw error;
    findings.push(failure(error.setting, withAdvice(sentences(error.reason), NAME_A_FILE)));
  });
  const hosts = await Promise.all(
    settings.allowedHosts.map(async (allowed) => ((await isResolvable(nameOf(allowed))) ? null : allowed)),
  );
  for (const host of hosts) {
    if (host === null) continue;
    findings.push(
      warning('WEBHOOK_ALLOWED_HOSTS', {
        it: `${host} è sconosciuto al DNS: i webhook verso questo host falliscono. Correggi il nome o il DNS.`,
        en: `${host} is not known to the resolver: webhooks to it fail. Mend the name or the DNS.`,
      }),
    );
  }
  if (findings.length > 0) return findings;
  const allowedList = settings.allowedHosts.join(', ');
  const text =
    allowedList === ''
      ? {
          it: 'I webhook raggiungono solo host dell’internet pubblica.',
          en: 'Webhooks reach hosts of the public internet only.',
        }
      : {
          it: `Nella rete interna i webhook possono raggiungere ${allowedList}.`,
          en: `Inside, webhooks may reach ${allowedList}.`,
        };
  return [ok('WEBHOOK_ALLOWED_HOSTS', text)];
}
