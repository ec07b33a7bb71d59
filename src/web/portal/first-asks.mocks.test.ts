/** What is asked before the program has come: only what the address shows, and what whoever is here may see. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeToken } from './api/token.ts';

const ACCOUNT = {
  ...{ id: 7, login: 'dealer', authorities: ['ROLE_DEALER'], hstList: ['12345'] },
  brands: [{ brand: 'bmw', brandPermissions: [] }],
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/account': ACCOUNT,
  '/tools/conc/list': { concs: [{ hst2011: '12345', legal_entity: 'LE001' }] },
  '/api/documents/12': { id: 12, folderId: 34 },
  '/api/folders/34': { id: 34, dossierId: 56 },
  '/api/dossiers/56': { id: 56 },
};
const fetched = vi.fn(async (address: string, _request: RequestInit) =>
  Response.json(ANSWERS[address.split('?', 1)[0] ?? ''] ?? []),
);

/** The addresses that are asked, in their order, and then nothing more. */
async function asked(pathname: string): Promise<string[]> {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { ...window.location, pathname });
  const { firstAsked } = await import('./first-asks.ts');
  await firstAsked;
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

test('on the dashboard: who is here, the dealers, then the documents of the first dealer’s legal entity', async () => {
  signedIn();
  const search = '/api/documents-ext/search?page=0&size=15&sort=id%2Cdesc';
  expect(await asked('/dashboard')).toEqual(['/api/account', '/tools/conc/list', search]);
  const [, request] = fetched.mock.calls.at(-1) ?? [];
  expect(JSON.parse(String(request?.body))).toMatchObject({ legalEntity: { equals: 'LE001' } });
  expect(new Headers(request?.headers).get('authorization')).toBe('Bearer h.e30.s');
});

test('what was asked is not asked again by the program', async () => {
  signedIn();
  await asked('/app/folders');
  const { call } = await import('./api/client.ts');
  expect(await call('/api/account')).toEqual(ACCOUNT);
  expect(fetched.mock.calls.filter(([address]) => address === '/api/account')).toHaveLength(1);
});

test('on a document’s page: the document, its folder and its customer', async () => {
  signedIn();
  const own = ['/api/documents/12', '/api/folders/34', '/api/dossiers/56'];
  expect((await asked('/app/documents/12')).toSorted()).toEqual(
    ['/api/account', '/tools/conc/list', ...own].toSorted(),
  );
});

test('nothing where nobody is signed in', async () => {
  expect(await asked('/dashboard')).toEqual([]);
});

test.each(['/logged', '/logout', '/error/error-v1'])('nothing on %s', async (pathname) => {
  signedIn();
  expect(await asked(pathname)).toEqual([]);
});
