/** In every run: fifty documents whose two signers sign within half a second. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadGeneratedPapers } from '../../papers/generated-papers.ts';
import { openServers, type Servers } from '../processes/servers.ts';
import { sealsDrill } from './seals.ts';

const DOCUMENTS = 50;

let servers: Servers;
beforeAll(async () => {
  servers = await openServers();
  await loadGeneratedPapers(servers.one.test.world);
});
afterAll(() => servers.close());

it(`${DOCUMENTS} documents signed twice at the same moment have one file and one seal each`, async () => {
  expect((await sealsDrill(servers, DOCUMENTS)).problems).toEqual([]);
}, 420_000);
