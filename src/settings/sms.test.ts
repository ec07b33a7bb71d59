/** SMS gateway settings: parsed values, and every mistake reported by its name. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { smsFields, smsProblems, smsSecrets, smsSettings } from './sms.ts';

const schema = z.object(smsFields);
const BODY = '{"to":"{to}","text":"{text}"}';
const http = { SMS_1_URL: 'https://sms.example.com/v1', SMS_1_FROM: 'Fascicolo', SMS_1_TOKEN: 'abc', SMS_1_BODY: BODY };
const smpp = {
  ...{ SMS_1_URL: 'smpp://smsc.example.com', SMS_1_FROM: '+393471112223' },
  ...{ SMS_1_USER: 'fascicolo', SMS_1_PASSWORD: 'x y' },
};
const read = (given: Record<string, string>) => smsSettings(schema.parse(given));
/** As texts from the environment, and once parsed. */
const problems = (given: Record<string, string>) => {
  const parsed = schema.safeParse(given);
  const single = parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
  const raw = smsProblems(given).map(({ name }) => name);
  if (parsed.success) expect(smsProblems(parsed.data).map(({ name }) => name)).toEqual(raw);
  return [...single, ...raw];
};

describe('SMS settings', () => {
  it('are absent by default', () => {
    expect(read({})).toEqual({ gateways: [], maxParts: 3, validMinutes: 1440 });
  });

  it('configure an HTTP gateway', () => {
    const given = {
      ...http,
      SMS_1_HEADERS: '{"X-Channel":"otp"}',
      SMS_1_BODY: '{"to":"{to}","text":"{text}","dlr":"{receipt}"}',
      SMS_1_ACCEPTED_STATUS: '200,202',
      SMS_1_ACCEPTED_PATH: 'messages.0.status=a=b',
      SMS_1_ID_PATH: 'messages.0.id',
      SMS_1_RECEIPT_STATE: 'json:report.state',
      SMS_1_RECEIPT_DELIVERED: 'DELIVRD, 1',
      SMS_1_RECEIPT_FAILED: '2',
      SMS_1_SECONDS: '20',
    };
    expect(problems(given)).toEqual([]);
    expect(read(given).gateways).toMatchObject([
      {
        ...{ kind: 'http', system: 'sms-1', method: 'POST', format: 'json', answerLimit: 20_000 },
        headers: { 'X-Channel': 'otp' },
        authentication: { kind: 'bearer', token: 'abc' },
        answer: { acceptedStatus: [200, 202], acceptedPath: { path: 'messages.0.status', value: 'a=b' } },
        receipts: { place: { kind: 'json', name: 'report.state' }, delivered: ['DELIVRD', '1'], failed: ['2'] },
      },
    ]);
  });

  it.each([
    [{ SMS_1_USER: 'u', SMS_1_PASSWORD: 'p' }, BODY, { kind: 'basic', user: 'u', password: 'p' }],
    [{ SMS_1_USER: 'u', SMS_1_PASSWORD: 'p' }, '{"a":"{user}","to":"{to}","t":"{text}"}', { kind: 'placed' }],
    [{ SMS_1_KEY: 'k', SMS_1_KEY_HEADER: 'X-Key' }, BODY, { kind: 'header', name: 'X-Key', key: 'k' }],
    [{}, BODY, { kind: 'none' }],
  ])('authenticate by %j', (credentials, body, authentication) => {
    const { SMS_1_TOKEN: _, ...rest } = http;
    const given = { ...rest, ...credentials, SMS_1_BODY: body } as Record<string, string>;
    expect(problems(given)).toEqual([]);
    expect(read(given).gateways).toMatchObject([{ authentication }]);
  });

  it.each([
    ['smpp://smsc.example.com', 'smsc.example.com', 2775, false],
    ['smpps://smsc.example.com', 'smsc.example.com', 3550, true],
    ['smpp://10.0.0.5:80', '10.0.0.5', 80, false],
    ['smpp://[::1]:2776', '::1', 2776, false],
  ])('configure an SMPP gateway at %s', (SMS_1_URL, host, port, tls) => {
    const given = { ...smpp, SMS_1_URL };
    expect(problems(given)).toEqual([]);
    expect(read(given).gateways).toMatchObject([
      { kind: 'smpp', host, port, tls, systemId: 'fascicolo', password: 'x y' },
    ]);
  });

  it('configure two, in order', () => {
    const two = Object.fromEntries(Object.entries(http).map(([name, value]) => [name.replace('_1_', '_2_'), value]));
    expect(problems({ ...smpp, ...two })).toEqual([]);
    expect(read({ ...smpp, ...two }).gateways.map(({ system, kind }) => [system, kind])).toEqual([
      ['sms-1', 'smpp'],
      ['sms-2', 'http'],
    ]);
    expect(problems(two)).toEqual(['SMS_1_URL']);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['an address with credentials', { SMS_1_URL: 'https://u:p@sms.example.com' }, ['SMS_1_URL']],
    ['another protocol', { SMS_1_URL: 'ftp://sms.example.com' }, ['SMS_1_URL']],
    ['a long sender', { SMS_1_FROM: 'Concessionaria' }, ['SMS_1_FROM']],
    ['a body that is no JSON', { SMS_1_BODY: 'to={to}&text={text}' }, ['SMS_1_BODY']],
    ['a body without the text', { SMS_1_BODY: '{"to":"{to}"}' }, ['SMS_1_BODY']],
    ['an unknown placeholder', { SMS_1_BODY: '{"to":"{to}","text":"{text} {code}"}' }, ['SMS_1_BODY']],
    ['the text in a header', { SMS_1_HEADERS: '{"x-text":"{text}"}' }, ['SMS_1_BODY']],
    ['headers that are no JSON', { SMS_1_HEADERS: 'x: y' }, ['SMS_1_HEADERS']],
    ['a header of two lines', { SMS_1_HEADERS: '{"x":"a\\r\\nb: c"}' }, ['SMS_1_HEADERS']],
    ['a header that is ours', { SMS_1_HEADERS: '{"Content-Length":"3"}' }, ['SMS_1_HEADERS']],
    ['two ways to sign in', { SMS_1_KEY: 'k', SMS_1_KEY_HEADER: 'x-key' }, ['SMS_1_KEY']],
    ['a user without password', { SMS_1_TOKEN: '', SMS_1_USER: 'u' }, ['SMS_1_PASSWORD']],
    ['placeholders without a user', { SMS_1_BODY: '{"u":"{user}","to":"{to}","t":"{text}"}' }, ['SMS_1_USER']],
    [
      'a receipt address without its meaning',
      { SMS_1_BODY: '{"r":"{receipt}","to":"{to}","t":"{text}"}' },
      ['SMS_1_RECEIPT_STATE'],
    ],
    ['JSON in a query', { SMS_1_METHOD: 'GET', SMS_1_FORMAT: 'json' }, ['SMS_1_FORMAT']],
    ['two places of the id', { SMS_1_ID_PATH: 'id', SMS_1_ID_TEXT: 'OK {id}' }, ['SMS_1_ID_TEXT']],
    ['text without the id', { SMS_1_ID_TEXT: 'OK' }, ['SMS_1_ID_TEXT']],
    ['a status that is none', { SMS_1_ACCEPTED_STATUS: '2xx' }, ['SMS_1_ACCEPTED_STATUS']],
    ['a path without value', { SMS_1_ACCEPTED_PATH: 'status' }, ['SMS_1_ACCEPTED_PATH']],
    ['settings of SMPP', { SMS_1_SYSTEM_TYPE: 'x' }, ['SMS_1_SYSTEM_TYPE']],
    ['too many parts', { SMS_MAX_PARTS: '11' }, ['SMS_MAX_PARTS']],
  ])('refuse %s', (_name, changes, names) => {
    const given = Object.fromEntries(Object.entries({ ...http, ...changes }).filter(([, value]) => value !== ''));
    expect(problems(given)).toEqual(names);
  });

  it('report all that is missing at once', () => {
    expect(problems({ SMS_1_URL: 'smpp://x' })).toEqual(['SMS_1_FROM', 'SMS_1_USER', 'SMS_1_PASSWORD']);
    expect(problems({ SMS_1_TOKEN: 'x', SMS_2_KEY: 'k' })).toEqual(['SMS_1_URL', 'SMS_2_URL']);
    expect(problems({ ...http, SMS_1_RECEIPT_STATE: 'query:d' })).toEqual([
      ...['SMS_1_RECEIPT_DELIVERED', 'SMS_1_RECEIPT_FAILED', 'SMS_1_BODY'],
    ]);
  });

  it('list their secrets', () => {
    expect(smsSecrets).toEqual([
      ...['SMS_1_PASSWORD', 'SMS_1_TOKEN', 'SMS_1_KEY', 'SMS_2_PASSWORD', 'SMS_2_TOKEN', 'SMS_2_KEY'],
    ]);
    expect(smsSecrets.every((name) => name in smsFields)).toBe(true);
  });

  it('never quote a value in a problem', () => {
    const given = { ...smpp, SMS_1_TOKEN: 'geheim1', SMS_1_HEADERS: '{"x":"geheim2"', SMS_1_BODY: 'geheim3{x}' };
    const parsed = schema.safeParse(given);
    expect(JSON.stringify([smsProblems(given), parsed.error?.issues.map(({ message }) => message)])).not.toContain(
      'geheim',
    );
  });
});
