/** Opens message delivery: through the configured gateways, or into the demo's outbox. */
import { join } from 'node:path';
import { openDemoOutbox } from '#adapters/messages/demo-outbox.ts';
import { openSmtpMail } from '#adapters/messages/mail/smtp.ts';
import { SMTP_TIME_LIMIT } from '#adapters/messages/mail/smtp-settings.ts';
import { openSmsGateways } from '#adapters/messages/sms/open-gateways.ts';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import type { World } from '#server/world.ts';
import type { Config } from './settings/config.ts';

type Tools = Pick<World, 'database' | 'clock' | 'log' | 'secrets'> & { readonly publicUrl: string };

export type OpenMessages = Pick<World, 'sms' | 'smsReceipts' | 'mail' | 'outbox'> & { close(): Promise<void> };

/** Calls no gateway, so an unavailable one does not prevent the start. @throws Error if a certificate file cannot be read. */
export async function openMessages(config: Config, tools: Tools): Promise<OpenMessages> {
  const { database, clock, log, secrets, publicUrl } = tools;
  if (config.production === null) {
    return { ...openDemoOutbox(database, clock), smsReceipts: null, close: async () => {} };
  }
  const { mail, sms } = config.production;
  const gateways = await openSmsGateways({
    ...sms,
    ...{ publicUrl, database, clock, log },
    receiptKey: secrets.derive('sms-receipts'),
    sends: config.JOBS !== 'none',
  });
  return {
    sms: gateways.sms,
    smsReceipts: gateways.receipts,
    mail: await openSmtpMail({
      settings: mail,
      folder: join(config.dataDir, 'mail'),
      key: secrets.derive('mail'),
      clock,
      guard: openCircuitBreaker({ system: 'mail', timeLimit: SMTP_TIME_LIMIT, clock, log }),
    }),
    outbox: null,
    close: () => gateways.close(),
  };
}
