/** Access tokens from an independent authorization server (oidc-provider): credentials, scopes, refusals. */
// Real time: the server dates its tokens by the system clock.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TIME_LIMIT_MS } from '#test/hosts/search-directories.ts';
import { openTokens, type TokenSettings } from './access-tokens.ts';
import { openExchange } from './connection.ts';
import { retryingExchange } from './timeout.ts';

// Silences the library's advice to configure a database and custom keys.
vi.spyOn(console, 'warn').mockImplementation(() => undefined);

let server: Server;
/** Both contain every character that form encoding changes. */
const [ID, SECRET] = ['fasci colo+1', 'segreto: 100%&di=prova+ /?'];

beforeAll(async () => {
  let handle: ReturnType<Provider['callback']> = () => Promise.resolve();
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const machine = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] };
  handle = new Provider(origin(), {
    scopes: ['customers', 'vehicles'],
    clients: [
      { ...machine, client_id: ID, client_secret: SECRET, scope: 'customers' },
      { ...machine, client_id: 'body', client_secret: SECRET, token_endpoint_auth_method: 'client_secret_post' },
    ],
    features: { clientCredentials: { enabled: true } },
    ttl: { ClientCredentials: 600 },
  }).callback();
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const ask = (change: Partial<TokenSettings> = {}): Promise<string> => {
  const settings = { tokenUrl: `${origin()}/token`, clientId: ID, clientSecret: SECRET, scope: null } as const;
  const limits = { authentication: 'basic', timeLimit: () => TIME_LIMIT_MS } as const;
  const exchange = retryingExchange('RSP', openExchange('RSP', { ca: null, identity: null }));
  return openTokens('RSP', { ...settings, ...limits, ...change }, exchange).current(new AbortController().signal);
};

it('tokens are issued for credentials with any characters, by Basic and in the body', async () => {
  const token = await ask();
  expect(token).toMatch(/^[\w-]{20,}$/);
  expect(await ask({ scope: 'customers' })).not.toBe(token);
  expect(await ask({ clientId: 'body', authentication: 'body' })).toMatch(/^[\w-]{20,}$/);
});

it.each<[string, Partial<TokenSettings>, string]>([
  ['another secret', { clientSecret: 'segreto' }, '401 invalid_client'],
  ['an unknown client', { clientId: 'nessuno' }, '401 invalid_client'],
  ['a scope of others', { scope: 'vehicles' }, '400 invalid_scope'],
])('tokens are not issued for %s', async (_, change, told) => {
  const failure = { reason: 'refused', message: `RSP: the token service answered ${told}` };
  await expect(ask(change)).rejects.toMatchObject(failure);
});

it('tokens are not issued at another URL', async () => {
  await expect(ask({ tokenUrl: `${origin()}/tokens` })).rejects.toMatchObject({ reason: 'refused' });
});
