/** What is requested before the program has loaded: only what the address shows and the user may see. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getAccount } from '#contract/calls/identity.ts';
import { storeDashboardEntity, storeToken } from '../api/session/token.ts';

const ACCOUNT = {
  ...{ id: 7, login: 'dealer', authorities: ['ROLE_DEALER'], hstList: ['12345'] },
  brands: [{ brand: 'bmw', brandPermissions: [] }],
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/account': ACCOUNT,
  '/tools/conc/list': { concs: [{ hst2011: '12345', legal_entity: 'LE001' }] },
  '/api/documents/12': { id: 12, folderId: 34, type: 'QUOTE', mimeType: 'application/pdf', signedDocumentId: null },
  '/api/documents/13': { id: 13, folderId: 34, type: 'OTHER_IDENTITY', mimeType: 'application/pdf' },
  '/api/documents/14': { id: 14, folderId: 34, type: 'QUOTE', mimeType: 'application/pdf', signedDocumentId: 78 },
  '/api/folders/34': { id: 34, dossierId: 56 },
  '/api/dossiers/56': { id: 56 },
};
const fetched = vi.fn(async (address: string, _request: RequestInit) =>
  Response.json(ANSWERS[address.split('?', 1)[0] ?? ''] ?? []),
);

/** The requested addresses in order, and no others. */
async function requestedOn(pathname: string): Promise<string[]> {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { ...window.location, pathname });
  const { firstRequested } = await import('./first-requests.ts');
  await firstRequested;
  return fetched.mock.calls.map(([address]) => address);
}

const NOW = Date.parse('2026-11-20T09:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
  fetched.mockClear();
  localStorage.clear();
  sessionStorage.clear();
});

const signedIn = () => storeToken('h.e30.s', NOW);

const SEARCH = '/api/documents-ext/search?page=0&size=15&sort=id%2Cdesc';
const bodyOf = (call: Parameters<typeof fetched> | undefined): unknown => JSON.parse(String(call?.[1].body));

test('on the dashboard it requests the account, the dealers, then the documents of the first dealer’s legal entity', async () => {
  signedIn();
  expect(await requestedOn('/dashboard')).toEqual(['/api/account', '/tools/conc/list', SEARCH]);
  const last = fetched.mock.calls.at(-1);
  expect(bodyOf(last)).toMatchObject({ legalEntity: { equals: 'LE001' } });
  expect(new Headers(last?.[1].headers).get('authorization')).toBe('Bearer h.e30.s');
});

test('on a previously shown dashboard it requests its documents at once, and no others afterwards', async () => {
  signedIn();
  storeDashboardEntity('LE001');
  expect(await requestedOn('/dashboard')).toEqual(['/api/account', SEARCH, '/tools/conc/list']);
  expect(bodyOf(fetched.mock.calls[1])).toMatchObject({ legalEntity: { equals: 'LE001' } });
});

test('on a dashboard whose legal entity has changed it requests the right documents in the end', async () => {
  signedIn();
  storeDashboardEntity('LE002');
  expect(await requestedOn('/dashboard')).toEqual(['/api/account', SEARCH, '/tools/conc/list', SEARCH]);
  expect(bodyOf(fetched.mock.calls.at(-1))).toMatchObject({ legalEntity: { equals: 'LE001' } });
});

test('the program does not repeat a request', async () => {
  signedIn();
  await requestedOn('/app/folders');
  const { ask } = await import('../api/client.ts');
  expect(await ask(getAccount)).toEqual(ACCOUNT);
  expect(fetched.mock.calls.filter(([address]) => address === '/api/account')).toHaveLength(1);
});

const FOLDER_AND_CUSTOMER = ['/api/folders/34', '/api/dossiers/56'];

test.each([
  ['its first bytes', 12, '/api/documents/12/download?preview=true'],
  ['those of its signed version', 14, '/api/signed-documents/78/download?preview=true'],
])(
  'on a document’s page it requests at once the document, then %s, its folder and its customer',
  async (_what, id, file) => {
    signedIn();
    const all = await requestedOn(`/app/documents/${id}`);
    expect(all.slice(0, 2)).toEqual(['/api/account', `/api/documents/${id}`]);
    expect(all.slice(2).toSorted()).toEqual(['/tools/conc/list', file, ...FOLDER_AND_CUSTOMER].toSorted());
    const [, request] = fetched.mock.calls.find(([address]) => address === file) ?? [];
    expect(new Headers(request?.headers).get('range')).toBe('bytes=0-65535');
  },
);

test('a copy of an identity document is not requested before its page does', async () => {
  signedIn();
  const all = await requestedOn('/app/documents/13');
  expect(all.toSorted()).toEqual(
    ['/api/account', '/tools/conc/list', '/api/documents/13', ...FOLDER_AND_CUSTOMER].toSorted(),
  );
});

test('the page’s files are fetched after the requests, the worker’s script at once', async () => {
  signedIn();
  document.head.innerHTML =
    '<link data-rel="preload" as="fetch"><link data-rel="modulepreload" href="/assets/page.js">';
  const rels = () => [...document.querySelectorAll('link')].map(({ rel }) => rel);
  const atOnce: string[][] = [];
  fetched.mockImplementationOnce(async () => {
    await Promise.resolve();
    atOnce.push(rels());
    return Response.json(ACCOUNT);
  });
  await requestedOn('/dashboard');
  expect([...atOnce, rels()]).toEqual([
    ['preload', ''],
    ['preload', 'modulepreload'],
  ]);
  document.head.innerHTML = '';
});

test('it requests nothing without a session', async () => {
  expect(await requestedOn('/dashboard')).toEqual([]);
});

test.each(['/logged', '/logout', '/error/error-v1'])('it requests nothing on %s', async (pathname) => {
  signedIn();
  expect(await requestedOn(pathname)).toEqual([]);
});
