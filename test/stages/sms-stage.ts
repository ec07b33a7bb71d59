/** SMS gateways behind the product's port, with the world's database as storage. */
import { openSms, type SmsRoute } from '#adapters/messages/sms/sms-failover.ts';
import type { SmsGateway } from '#adapters/messages/sms/sms-gateway.ts';
import type { HttpGatewaySettings } from '#adapters/messages/sms/sms-http.ts';
import type { SmsLedger } from '#adapters/messages/sms/sms-ledger.ts';
import type { SmppSettings } from '#adapters/messages/sms/sms-smpp.ts';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import type { Sms } from '#ports/messages.ts';
import { testClock } from '../clock.ts';

export const silentLog = { info: () => undefined, warn: () => undefined };

export const MAX_PARTS = 3;

/** As in production: each gateway behind a circuit breaker. @param timeLimit of the breaker, in milliseconds. */
export function smsThroughBreakers(gateways: readonly SmsGateway[], ledger: SmsLedger, timeLimit = 20_000): Sms {
  const clock = testClock();
  const routes = gateways.map(
    (gateway): SmsRoute => ({
      gateway,
      guard: openCircuitBreaker({ system: gateway.system, clock, log: silentLog, timeLimit }),
    }),
  );
  return openSms({ routes, ledger, maxParts: MAX_PARTS, validMinutes: 60, log: silentLog });
}

/** Settings for `SmsProvider`. */
export const providerSettings = (url: string): HttpGatewaySettings => ({
  system: 'sms-1',
  url,
  method: 'POST',
  headers: {},
  format: 'json',
  body: '{"to":"{to}","text":"{text}","from":"{from}","ref":"{id}","ttl":"{validity}","receipt":"{receipt}"}',
  from: 'Fascicolo',
  authentication: { kind: 'bearer', token: 'gettone' },
  answer: {
    acceptedStatus: [],
    acceptedText: null,
    acceptedPath: { path: 'messages.0.status', value: 'ok' },
    refusedText: null,
    idPath: 'messages.0.id',
    idText: null,
  },
  ca: null,
  connectLimit: 2_000,
  answerLimit: 2_000,
});

/** Settings for `SmsCentre`. */
export const smppSettings = (port: number): SmppSettings => ({
  system: 'sms-1',
  host: '127.0.0.1',
  port,
  tls: false,
  ca: null,
  systemId: 'fascicolo',
  password: 'segreta',
  systemType: '',
  from: 'Fascicolo',
  receiptIds: 'same',
  limits: {
    ...{ bind: 2_000, answer: 2_000, enquire: 5_000, pauses: [10, 40] },
    ...{ throttlePause: 10, throttled: 200 },
  },
});
