/** Sets up an installation's SMS gateways: adapters, circuit breakers, ledger, receipts. */
import type { Clock } from '#ports/clock.ts';
import type { Database } from '#ports/database/database.ts';
import type { Sms, SmsReceipts } from '#ports/messages.ts';
import { openCircuitBreaker } from '../../outside/circuit-breaker.ts';
import { readAuthorities } from '../../setting-file.ts';
import { guardLimit, openSms } from './sms-failover.ts';
import type { SmsGateway, SmsSystem } from './sms-gateway.ts';
import { type HttpGatewaySettings, openHttpSms } from './sms-http.ts';
import { openSmsLedger, providerIdAt, type SmsLedger } from './sms-ledger.ts';
import { type ReceiptRules, receiptAddress, receiptOf } from './sms-receipts.ts';
import type { SmppSettings } from './sms-smpp.ts';

/** Settings common to both kinds: a file path instead of its content, and no functions. */
interface Common {
  /** PEM file; null: the system's authorities. */
  readonly certificates: string | null;
  /** Milliseconds. */
  readonly answerLimit: number;
}

export type HttpSettings = Common &
  Omit<HttpGatewaySettings, 'ca' | 'connectLimit' | 'receiptAddress'> & {
    readonly kind: 'http';
    /** Null: the gateway sends no reports. */
    readonly receipts: ReceiptRules | null;
  };
export type SmppGatewaySettings = Common & Omit<SmppSettings, 'ca' | 'limits'> & { readonly kind: 'smpp' };
export type GatewaySettings = HttpSettings | SmppGatewaySettings;

export interface SmsParts {
  readonly gateways: readonly GatewaySettings[];
  readonly maxParts: number;
  readonly validMinutes: number;
  /** The product's public address, for calls from gateways. */
  readonly publicUrl: string;
  /** At least 32 bytes, for the receipt addresses; the same on all nodes. */
  readonly receiptKey: Uint8Array;
  /** False in a process that works no jobs: it opens no session. */
  readonly sends: boolean;
  readonly database: Pick<Database, 'read'>;
  readonly clock: Clock;
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

export interface OpenSms extends SmsReceipts {
  readonly sms: Sms;
  /** Null if no gateway reports over HTTP: then no receipt address is served. */
  readonly receipts: SmsReceipts | null;
  close(): Promise<void>;
}

const CONNECT_LIMIT = 5_000;

/** @throws InvalidSettingFile when a certificates file cannot be used. */
export async function openSmsGateways(parts: SmsParts): Promise<OpenSms> {
  const { clock, log, receiptKey } = parts;
  const ledger = openSmsLedger(parts.database, clock);
  const gateways: SmsGateway[] = [];
  for (const settings of parts.gateways) gateways.push(await openGateway(settings, parts, ledger));
  const routes = gateways.map((gateway) => ({
    gateway,
    guard: openCircuitBreaker({ system: gateway.system, clock, log, timeLimit: guardLimit(gateway) }),
  }));
  const rules: Partial<Record<SmsSystem, ReceiptRules>> = {};
  for (const one of parts.gateways) if (one.kind === 'http' && one.receipts !== null) rules[one.system] = one.receipts;
  const { maxParts, validMinutes } = parts;
  const takeReceipt: SmsReceipts['takeReceipt'] = async (request) => {
    const receipt = receiptOf(request, { key: receiptKey, rules });
    if (receipt !== null) await ledger.storeCallback(receipt);
    return receipt !== null;
  };
  return {
    sms: openSms({ routes, ledger, maxParts, validMinutes, log }),
    receipts: Object.keys(rules).length === 0 ? null : { takeReceipt },
    takeReceipt,
    async close() {
      await Promise.all(gateways.map((gateway) => gateway.close()));
    },
  };
}

async function openGateway(settings: GatewaySettings, options: SmsParts, ledger: SmsLedger): Promise<SmsGateway> {
  const ca = await readAuthorities(`SMS_${settings.system.slice(-1)}_CERTIFICATES`, settings.certificates);
  const { system, answerLimit } = settings;
  if (settings.kind === 'http') {
    const { receiptKey: key, publicUrl } = options;
    const reports = settings.receipts !== null;
    return openHttpSms({
      ...settings,
      ca,
      connectLimit: CONNECT_LIMIT,
      ...(reports ? { receiptAddress: (id: string) => receiptAddress({ key, publicUrl }, system, id) } : {}),
    });
  }
  const { openSmpp, SMPP_LIMITS } = await import('./sms-smpp.ts');
  return openSmpp(
    { ...settings, ca, limits: { ...SMPP_LIMITS, answer: answerLimit } },
    {
      log: options.log,
      isLazy: !options.sends,
      onReceipt: ({ providerId, state }) =>
        ledger.storeReceipt({ providerId: providerIdAt(system, providerId), state }),
    },
  );
}
