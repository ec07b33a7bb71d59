/** An external tools service: the common suite, and all its possible failures. */
// Real time: a call is aborted while its response is on the way.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEALER_FIELDS } from '#domain/dealers/brands.ts';
import { dealerDirectorySuite } from '#ports/dealer-directory.suite.ts';
import type { DealerDirectory } from '#ports/dealer-directory.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { DEALER_DIRECTORY } from '#server/demo/dealers.ts';
import { type ToolsBehaviour, ToolsService } from '../../../test/hosts/tools-host.ts';
import { openToolsService } from './tools-http.ts';

const TOKEN = 'segreto-di-prova';
let service: ToolsService;
let directory: DealerDirectory;

beforeAll(async () => {
  service = await new ToolsService(DEALER_DIRECTORY).listen();
  directory = openToolsService({ url: `${service.url}/`, token: TOKEN, answerLimit: 200_000 });
});
afterAll(() => service.close());
beforeEach(() => {
  service.behaviour = { kind: 'list', concs: DEALER_DIRECTORY };
  service.requests.length = 0;
});

dealerDirectorySuite('tools service over HTTP', DEALER_DIRECTORY, async () => directory);

async function failureOf(behaviour: ToolsBehaviour, signal?: AbortSignal): Promise<OutsideFailure> {
  service.behaviour = behaviour;
  const error: unknown = await directory.list(signal).catch((one: unknown) => one);
  if (!(error instanceof OutsideFailure)) throw new Error(`no failure: ${JSON.stringify(error)}`);
  return error;
}

describe('the request', () => {
  it('is as specified: every brand, every field, comma-joined, with our credentials', async () => {
    await directory.list();
    expect(service.requests).toEqual([
      {
        method: 'POST',
        url: '/tools/conc/list',
        authorization: `Bearer ${TOKEN}`,
        body: { brand: 'bmw,bmwi,mini,moto', fields: DEALER_FIELDS.join(','), test: false },
      },
    ]);
  });

  it('includes test dealers if so configured', async () => {
    await openToolsService({ url: service.url, token: TOKEN, test: true }).list();
    expect(service.requests[0]?.body).toMatchObject({ test: true });
  });
});

describe('a failing service', () => {
  it.each<[string, ToolsBehaviour, OutsideFailure['reason']]>([
    ['with 500', { kind: 'status', status: 500 }, 'down'],
    ['with 503', { kind: 'status', status: 503 }, 'down'],
    ['with 401', { kind: 'status', status: 401 }, 'refused'],
    ['with 429', { kind: 'status', status: 429 }, 'refused'],
    ['with 204', { kind: 'status', status: 204 }, 'wrong'],
    ['by resetting the connection', { kind: 'reset' }, 'down'],
    ['by breaking off', { kind: 'cut' }, 'down'],
    ['with an empty answer', { kind: 'body', text: '' }, 'wrong'],
    ['with a page', { kind: 'body', type: 'text/html', text: '<html>Manutenzione</html>' }, 'wrong'],
    ['with half a JSON', { kind: 'body', text: '{"concs":[{"hst2011":"1' }, 'wrong'],
    ['with a list of another kind', { kind: 'body', text: '{"dealers":[]}' }, 'wrong'],
    ['with no dealers', { kind: 'list', concs: [] }, 'wrong'],
    ['with one wrong dealer', { kind: 'list', concs: [...DEALER_DIRECTORY, { hst2011: '1' }] }, 'wrong'],
    ['with a dealer twice', { kind: 'list', concs: [...DEALER_DIRECTORY, ...DEALER_DIRECTORY] }, 'wrong'],
    ['without end', { kind: 'endless' }, 'wrong'],
    ['with a bomb', { kind: 'bomb' }, 'wrong'],
  ])('%s gives no list', async (_name, behaviour, reason) => {
    expect(await failureOf(behaviour)).toMatchObject({ system: 'tools', reason });
  });

  it('is unreachable', async () => {
    const gone = await new ToolsService(DEALER_DIRECTORY).listen();
    const { url } = gone;
    await gone.close();
    await expect(openToolsService({ url, token: TOKEN }).list()).rejects.toMatchObject({ reason: 'down' });
  });

  it.each<ToolsBehaviour>([{ kind: 'silent' }, { kind: 'drip' }])(
    'is abandoned after its time limit: %j',
    async (behaviour) => {
      service.behaviour = behaviour;
      const reason = new OutsideFailure('tools', 'timeout', 'time is up');
      const controller = new AbortController();
      const call = directory.list(controller.signal);
      setTimeout(() => controller.abort(reason), 60);
      await expect(call).rejects.toBe(reason);
    },
  );

  it('cannot redirect us or our credentials', async () => {
    const other = await new ToolsService(DEALER_DIRECTORY).listen();
    for (const status of [301, 302, 303, 307, 308]) {
      const failure = await failureOf({ kind: 'status', status, location: `${other.url}/conc/list` });
      expect(failure.reason).toBe('wrong');
    }
    expect(other.requests).toEqual([]);
    expect(service.requests).toHaveLength(5);
    await other.close();
  });

  it('is reported without its response body and without our credentials', async () => {
    const answers: ToolsBehaviour[] = [
      { kind: 'body', text: `{"concs": "${TOKEN} Rossi"` },
      { kind: 'body', text: JSON.stringify({ concs: [{ hst2011: 'Rossi Mario', name: TOKEN }] }) },
      { kind: 'body', status: 500, text: `stack of Rossi ${TOKEN}` },
    ];
    for (const behaviour of answers) {
      const failure = await failureOf(behaviour);
      const said = `${failure.message} ${JSON.stringify(failure)} ${String(failure.cause)}`;
      expect(said).not.toContain('Rossi');
      expect(said).not.toContain(TOKEN);
    }
  });
});
