/** Delivery callbacks from the public network: only our own addresses count, and states follow the settings. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { type ReceiptRules, receiptAddress, receiptOf } from './sms-receipts.ts';

const key = Buffer.alloc(32, 1);
const publicUrl = 'https://firme.example.it/';
const lists = { delivered: ['1', 'DELIVRD'], failed: ['2', '16'] };
const query: ReceiptRules = { place: { kind: 'query', name: 'state' }, ...lists };
const address = new URL(receiptAddress({ key, publicUrl }, 'sms-1', 'otp:12')).pathname;
const read = (url: string, body = '', rules: ReceiptRules = query) =>
  receiptOf({ url, body }, { key, rules: { 'sms-1': rules } });

describe('a delivery receipt', () => {
  it.each(
    rowsOf(`
      1           | DELIVERED
      DELIVRD     | DELIVERED
      2           | FAILED
      16          | FAILED
      8           | TAKEN
                  | TAKEN
      constructor | TAKEN
    `),
  )('with the state %s means %s', (state, meaning) => {
    expect(read(`${address}?state=${state}`)).toEqual({ system: 'sms-1', messageId: 'otp:12', state: meaning });
  });

  it.each([
    ['a form', { kind: 'form', name: 'state' }, 'id=7&state=1', 'DELIVERED'],
    ['JSON', { kind: 'json', name: 'results.0.code' }, '{"results":[{"code":16}]}', 'FAILED'],
    ['JSON that is none', { kind: 'json', name: 'results.0.code' }, '{"results":', 'TAKEN'],
    ['JSON with something else there', { kind: 'json', name: 'results' }, '{"results":[1]}', 'TAKEN'],
  ] as const)('in %s', (_name, place, body, meaning) => {
    expect(read(address, body, { place, ...lists })).toMatchObject({ state: meaning });
  });

  it('has a URL without number or name', () => {
    expect(address).toMatch(/^\/sms\/receipts\/1\/[\w-]+\/[\w-]{43}$/);
  });

  const [, , , , id = '', mac = ''] = address.split('/');
  const other = receiptAddress({ key: Buffer.alloc(32, 2), publicUrl }, 'sms-1', 'otp:12')
    .split('/')
    .at(-1);
  it.each(
    rowsOf(`
      another message      | /sms/receipts/1/${Buffer.from('otp:13').toString('base64url')}/${mac}
      another gateway      | /sms/receipts/2/${id}/${mac}
      another key          | /sms/receipts/1/${id}/${other}
      a short HMAC         | /sms/receipts/1/${id}/${mac.slice(0, 42)}
      a long HMAC          | /sms/receipts/1/${id}/${mac}A
      no HMAC              | /sms/receipts/1/${id}
      an HMAC in the query | /sms/receipts/1/${id}/?${mac}
      nothing              |
    `),
  )('is refused: %s', (_name, url) => {
    expect(url).not.toBe(address);
    const both = { 'sms-1': query, 'sms-2': query };
    expect(receiptOf({ url, body: '' }, { key, rules: both })).toBeNull();
  });

  it('of a gateway without reports is refused', () => {
    expect(receiptOf({ url: address, body: '' }, { key, rules: {} })).toBeNull();
  });
});
