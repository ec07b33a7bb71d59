/** Data is compressed for clients that accept it, without changing it (record 0055). */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPortal, type Portal } from '../../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const LARGE = '/api/v2/folder-types/ext';

async function ask(url: string, encoding?: string) {
  const authorization = `Bearer ${await portal.token('dealer')}`;
  const headers = { authorization, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) };
  return portal.app.inject({ method: 'GET', url, headers });
}

it('large responses shrink to less than a fifth', async () => {
  const plain = await ask(LARGE);
  expect([plain.statusCode, plain.headers['content-encoding'], plain.headers.vary]).toEqual([
    200,
    undefined,
    'accept-encoding',
  ]);
  const zipped = await ask(LARGE, 'br, gzip;q=0.8');
  expect([zipped.headers['content-encoding'], zipped.headers.vary]).toEqual(['gzip', 'accept-encoding']);
  expect(zipped.headers['content-length']).toBe(String(zipped.rawPayload.byteLength));
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  expect(zipped.rawPayload.byteLength).toBeLessThan(plain.rawPayload.byteLength / 5);
});

it.each(['identity', 'gzip;q=0', 'br'])(
  'a response is not compressed for a client that accepts %s',
  async (encoding) => {
    expect((await ask(LARGE, encoding)).headers['content-encoding']).toBeUndefined();
  },
);

it('small responses stay uncompressed', async () => {
  expect(
    (await ask('/api/statistics/documents-size?legalEntity=LE001', 'gzip')).headers['content-encoding'],
  ).toBeUndefined();
});
