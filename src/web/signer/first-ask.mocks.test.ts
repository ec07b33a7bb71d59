/** What the signer's pages request before the program has loaded: the link's session, once, and nothing on other pages. */
import { afterEach, expect, test, vi } from 'vitest';
import { noteTablet } from '../shared/on-tablet.ts';

const fetched = vi.fn(async (_address: string, _request: RequestInit) => new Response('{"state":"OPEN"}'));

async function begin(pathname: string) {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { ...window.location, pathname });
  return (await import('./first-ask.ts')).takeFirst;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  fetched.mockClear();
  localStorage.clear();
  sessionStorage.clear();
});

const LINK = '/api/sign/Tok-en_1';

test('the first request is returned to the same call, once', async () => {
  const takeFirst = await begin('/sign/Tok-en_1');
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([LINK]);
  const [, request] = fetched.mock.calls[0] ?? [];
  expect(request).toMatchObject({ method: 'GET', credentials: 'same-origin', cache: 'no-store' });
  expect(takeFirst('/api/sign/other', 'it')).toBeNull();
  expect((await takeFirst(LINK, 'it'))?.text).toBe('{"state":"OPEN"}');
  expect(takeFirst(LINK, 'it')).toBeNull();
});

test('the first request is sent in the selected language, and returned in no other', async () => {
  localStorage.setItem('i18nConfig', '{"selectedLang":"en"}');
  const takeFirst = await begin('/sign/Tok-en_1');
  const [, request] = fetched.mock.calls[0] ?? [];
  expect(new Headers(request?.headers).get('accept-language')).toBe('en');
  expect(takeFirst(LINK, 'it')).toBeNull();
  expect(takeFirst(LINK, 'en')).not.toBeNull();
});

test.each(['/qr/Tok-en_1', '/device', '/verify', '/sign'])('the first request is not sent on %s', async (pathname) => {
  const takeFirst = await begin(pathname);
  expect(fetched).not.toHaveBeenCalled();
  expect(takeFirst(LINK, 'it')).toBeNull();
});

test('the first request is not sent for a customer who has left the tablet', async () => {
  noteTablet('/sign/next');
  await begin('/sign/Tok-en_1');
  expect(fetched).not.toHaveBeenCalled();
});
