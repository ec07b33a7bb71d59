/** In every run: twenty documents, two hundred callers each. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServers, type Servers } from './servers.ts';
import { startsDrill } from './starts.ts';

const DOCUMENTS = 20;

let servers: Servers;
beforeAll(async () => {
  servers = await openServers();
});
afterAll(() => servers.close());

it(`two hundred concurrent starts, codes and signatures create one each, on ${DOCUMENTS} documents`, async () => {
  expect((await startsDrill(servers, DOCUMENTS)).problems).toEqual([]);
}, 420_000);
