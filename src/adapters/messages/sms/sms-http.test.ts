/** SMS over HTTP: the port's suite, and the meaning of each provider response. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SmsProvider } from '#test/hosts/sms-provider.ts';
import { SmsReceiptHost } from '#test/hosts/sms-receipt-host.ts';
import { MAX_PARTS, providerSettings, smsThroughBreakers } from '#test/stages/sms-stage.ts';
import { makeWorld } from '#test/world.ts';
import { smsSuite } from '../../../ports/sms.suite.ts';
import type { OutgoingSms } from './sms-gateway.ts';
import { type HttpGatewaySettings, openHttpSms } from './sms-http.ts';
import { openSmsLedger } from './sms-ledger.ts';

smsSuite('HTTP', { unknownNumber: '+393330000001', maxParts: MAX_PARTS }, async () => {
  const [world, provider] = [await makeWorld(), await new SmsProvider().listen()];
  const ledger = openSmsLedger(world.world.database, world.world.clock);
  const host = await new SmsReceiptHost(ledger, {
    'sms-1': { place: { kind: 'json', name: 'report.state' }, delivered: ['DELIVERED'], failed: ['UNDELIVERED'] },
  }).listen();
  const settings = { ...providerSettings(provider.url), receiptAddress: (id: string) => host.address('sms-1', id) };
  return {
    sms: smsThroughBreakers([openHttpSms(settings)], ledger),
    arrived: async (to) => provider.accepted.flatMap((order) => (order.to === to ? [order.text] : [])),
    async close() {
      await provider.close();
      await host.close();
      await world.close();
    },
  };
});

describe('an HTTP gateway', () => {
  let provider: SmsProvider;
  beforeAll(async () => {
    provider = await new SmsProvider().listen();
  });
  afterAll(() => provider.close());
  afterEach(() => {
    provider.behaviour = { kind: 'good' };
    provider.requests.length = 0;
  });

  const message: OutgoingSms = { id: 'otp:7', to: '+393331234567', text: 'Codice "1" & più €', validMinutes: 5 };
  const send = (changes: Partial<HttpGatewaySettings> = {}) =>
    openHttpSms({ ...providerSettings(provider.url), ...changes }).send(message);
  const rules = (changes: Partial<HttpGatewaySettings['answer']>) => ({
    answer: { ...providerSettings('').answer, acceptedPath: null, idPath: null, ...changes },
  });
  const asked = () => provider.requests[0] ?? { method: '', url: '', headers: {}, body: '' };
  const answers = (status: number, text: string, location?: string) => {
    provider.behaviour = { kind: 'answer', status, text, ...(location ? { location } : {}) };
  };

  it('fills in a JSON body; a placeholder that is a whole string keeps its type', async () => {
    expect(await send()).toMatchObject({ state: 'TAKEN', providerId: expect.stringMatching(/^p\d+$/) });
    expect(JSON.parse(asked().body)).toEqual({
      ...{ to: '+393331234567', text: 'Codice "1" & più €', from: 'Fascicolo', ref: 'otp:7', ttl: 5, receipt: '' },
    });
    expect(asked().headers).toMatchObject({ authorization: 'Bearer gettone', 'content-type': 'application/json' });
  });

  it('fills in a form, and a query with GET', async () => {
    answers(202, '0: Accepted for delivery');
    const form = { format: 'form', body: 'to={toDigits}&msg={text}&k=1&valid={validitySeconds}' } as const;
    await send({ ...form, ...rules({}) });
    expect(Object.fromEntries(new URLSearchParams(asked().body))).toEqual({
      ...{ to: '393331234567', msg: message.text, k: '1', valid: '300' },
    });
    provider.requests.length = 0;
    await send({ ...form, ...rules({}), method: 'GET', url: `${provider.url}?fixed=1` });
    expect(asked()).toMatchObject({ method: 'GET', body: '' });
    expect(new URL(asked().url, 'http://x').searchParams.get('msg')).toBe(message.text);
    expect(asked().url).toContain('fixed=1');
  });

  it('does not expand placeholders in values, or allow line breaks in a header', async () => {
    answers(202, '');
    const headers = { 'X-To': '{to}', 'X-From': '{from}' };
    const settings = { ...providerSettings(provider.url), ...rules({}), headers, from: '{text}\r\nX-Evil: 1' };
    await openHttpSms(settings).send({ ...message, text: '{to} {password}' });
    expect(JSON.parse(asked().body).text).toBe('{to} {password}');
    expect(asked().headers['x-evil']).toBeUndefined();
    expect(asked().headers['x-to']).toBe('+393331234567');
  });

  it.each([
    ['basic', { kind: 'basic', user: 'u', password: 'p:ü' }, { authorization: 'Basic dTpwOsO8' }],
    ['a header of its own', { kind: 'header', name: 'X-Api-Key', key: 'k1' }, { 'x-api-key': 'k1' }],
  ] as const)('authenticates by %s', async (_name, authentication, headers) => {
    await send({ authentication });
    expect(asked().headers).toMatchObject(headers);
  });

  it.each([
    ['text around it', rules({ idText: 'OK {id};' }), 'OK 77-a; bye', '77-a'],
    ['text to the next space', rules({ idText: 'ID: {id}' }), 'Sent. ID: 8f2 now', '8f2'],
    ['a number in JSON', rules({ idPath: 'data.id' }), '{"data":{"id":12}}', '12'],
    ['no id in the answer', rules({ idPath: 'data.id' }), '{"data":{}}', 'otp:7'],
  ])('finds the provider’s id: %s', async (_name, changes, text, providerId) => {
    answers(200, text);
    expect(await send(changes)).toEqual({ state: 'TAKEN', providerId });
  });

  it.each([
    ['400', 400, ''],
    ['422', 422, ''],
    ['another value where the acceptance stands', 200, '{"messages":[{"status":"error"}]}'],
  ])('rejects only this message: %s', async (_name, status, text) => {
    answers(status, text);
    expect(await send()).toMatchObject({ state: 'REFUSED' });
  });

  it('reads the text of a refusal, whatever the status', async () => {
    answers(200, 'ERR 101 wrong number');
    expect(await send(rules({ refusedText: 'ERR' }))).toMatchObject({ state: 'REFUSED' });
  });

  it.each([
    ['401', 401, '', 'refused', false],
    ['429', 429, '', 'refused', false],
    ['a redirect', 302, '', 'wrong', false],
    ['503', 503, '', 'down', false],
    ['500', 500, '', 'down', true],
    ['504', 504, '', 'down', true],
    ['no JSON', 200, '<html>', 'wrong', true],
    ['JSON without the place', 200, '{}', 'wrong', true],
  ] as const)('reports a failure: %s', async (_name, status, text, reason, mayHaveLeft) => {
    answers(status, text, 'http://127.0.0.1:1/');
    await expect(send()).rejects.toMatchObject({ reason, mayHaveLeft });
    expect(provider.requests).toHaveLength(1);
  });

  it.each([
    ['is silent', { kind: 'silent' }, 'timeout'],
    ['breaks the connection', { kind: 'reset' }, 'down'],
    ['breaks off within the answer', { kind: 'broken', text: '{"messages":[{"status":"ok"' }, 'wrong'],
    ['answers without end', { kind: 'endless' }, 'wrong'],
  ] as const)('reports an uncertain result when it %s', async (_name, behaviour, reason) => {
    provider.behaviour = behaviour;
    await expect(send({ answerLimit: 100 })).rejects.toMatchObject({ reason, mayHaveLeft: true });
  });

  it('reports that nothing was sent when there is no connection', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as { port: number };
    gone.close();
    await once(gone, 'close');
    const url = `http://127.0.0.1:${port}/`;
    await expect(send({ url })).rejects.toMatchObject({ reason: 'down', mayHaveLeft: false });
    // A server without TLS: the handshake fails before any data is sent.
    await expect(send({ url: provider.url.replace('http:', 'https:') })).rejects.toMatchObject({ mayHaveLeft: false });
    await expect(send({ url: provider.url.replace('http:', 'https:'), connectLimit: 1 })).rejects.toMatchObject({
      mayHaveLeft: false,
    });
  });

  it('reports failures without recipient and credentials', async () => {
    answers(500, '');
    const error = await send({ authentication: { kind: 'basic', user: 'u', password: 'geheim' } }).catch((one) => one);
    expect(JSON.stringify([error.message, error.what, String(error.stack)])).not.toMatch(/geheim|39333|Codice/);
  });
});
