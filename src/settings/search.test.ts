/** Customer search settings: their values, and a message for every mistake. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rowsOf } from '#test/rows.ts';
import { searchFields, searchProblems, searchSecrets, searchSettings } from './search.ts';

const schema = z.object(searchFields);
const least = (system: 'RSP' | 'DMS') => ({
  [`${system}_URL`]: 'https://crm.example.it/v1',
  [`${system}_TOKEN_URL`]: 'https://login.example.it/token',
  [`${system}_CLIENT_ID`]: 'fascicolo',
  [`${system}_CLIENT_SECRET`]: 'segreto',
});

describe('the customer search', () => {
  it('is off without a system; each can be configured separately', () => {
    expect(searchSettings(schema.parse({}))).toEqual({ rsp: null, dms: null });
    expect(searchProblems({}, false)).toEqual([]);
    const { rsp, dms } = searchSettings(schema.parse(least('DMS')));
    expect(rsp).toBeNull();
    expect(dms).toEqual({
      system: 'DMS',
      url: 'https://crm.example.it/v1',
      token: {
        tokenUrl: 'https://login.example.it/token',
        clientId: 'fascicolo',
        clientSecret: 'segreto',
        scope: null,
      },
      ...{ authorities: null, identity: null, mapping: null },
    });
  });

  it('resolves files relative to the start folder', () => {
    const files = { RSP_CERTIFICATE: 'a.pem', RSP_KEY: 'b.pem', RSP_CERTIFICATES: 'c.pem', RSP_MAPPING: 'd.json' };
    expect(searchSettings(schema.parse({ ...least('RSP'), ...files, RSP_SCOPE: 'customers read' })).rsp).toMatchObject({
      token: { scope: 'customers read' },
      authorities: resolve('c.pem'),
      identity: { certificate: resolve('a.pem'), key: resolve('b.pem') },
      mapping: resolve('d.json'),
    });
  });

  it('reports everything that is missing at once', () => {
    const names = (given: object, needed = false) =>
      searchProblems(given as Record<string, unknown>, needed).map(({ name, message }) => `${name} ${message.en}`);
    expect(names({}, true)).toHaveLength(8);
    expect(names({}, true)[0]).toBe('RSP_URL is needed to search customers in RSP');
    expect(names({ ...least('RSP'), RSP_KEY: 'a.pem', DMS_SCOPE: 'x' })).toEqual([
      'RSP_CERTIFICATE is needed with RSP_KEY',
      ...['URL', 'TOKEN_URL', 'CLIENT_ID', 'CLIENT_SECRET'].map((name) => `DMS_${name} is needed with DMS_SCOPE`),
    ]);
    expect(names({ ...least('RSP'), ...least('DMS') }, true)).toEqual([]);
  });

  it.each([
    ...rowsOf(`
      RSP_URL       | http://crm.example.it
      RSP_URL       | https://user:password@crm.example.it
      DMS_URL       | https://crm.example.it/?key=1
      DMS_TOKEN_URL | ftp://login.example.it
      DMS_TOKEN_URL | login.example.it
      RSP_CLIENT_ID | però
      DMS_SCOPE     | a  b
      DMS_SCOPE     | "a"
      RSP_MAPPING   |
    `),
    ['RSP_CLIENT_SECRET', 'a\nb'],
  ])('refuses %s=%s', (name, value) => {
    expect(schema.safeParse({ [name]: value }).error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
  });

  it('accepts http on this machine', () => {
    for (const url of ['http://127.0.0.1:9090/rsp', 'http://localhost:1/', 'http://[::1]:2']) {
      expect(schema.safeParse({ RSP_URL: url }).success).toBe(true);
    }
  });

  it('lists its secrets', () => {
    for (const name of searchSecrets) expect(searchFields).toHaveProperty(name);
  });
});
