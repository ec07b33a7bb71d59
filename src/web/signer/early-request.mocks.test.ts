/** What the signer's pages request before the program has loaded: the link's session, once, and nothing on other pages. */
import { afterEach, expect, test, vi } from 'vitest';
import { storeTabletPath } from '../shared/on-tablet.ts';

const fetched = vi.fn(async (_address: string, _request: RequestInit) => new Response('{"state":"OPEN"}'));

async function loadModule(pathname: string) {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { ...window.location, pathname });
  return (await import('./early-request.ts')).takeEarlyAnswer;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  fetched.mockClear();
  localStorage.clear();
  sessionStorage.clear();
});

const LINK = '/api/sign/Tok-en_1';

test('the first answer is returned to the matching call, once', async () => {
  const takeAnswer = await loadModule('/sign/Tok-en_1');
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([LINK]);
  const [, request] = fetched.mock.calls[0] ?? [];
  expect(request).toMatchObject({ method: 'GET', credentials: 'same-origin', cache: 'no-store' });
  expect(takeAnswer('/api/sign/other', 'it')).toBeNull();
  expect((await takeAnswer(LINK, 'it'))?.text).toBe('{"state":"OPEN"}');
  expect(takeAnswer(LINK, 'it')).toBeNull();
});

test('the first request is sent in the selected language, and its answer returned for no other', async () => {
  localStorage.setItem('i18nConfig', '{"selectedLang":"en"}');
  const takeAnswer = await loadModule('/sign/Tok-en_1');
  const [, request] = fetched.mock.calls[0] ?? [];
  expect(new Headers(request?.headers).get('accept-language')).toBe('en');
  expect(takeAnswer(LINK, 'it')).toBeNull();
  expect(takeAnswer(LINK, 'en')).not.toBeNull();
});

test.each(['/qr/Tok-en_1', '/device', '/verify', '/sign'])('the first request is not sent on %s', async (pathname) => {
  const takeAnswer = await loadModule(pathname);
  expect(fetched).not.toHaveBeenCalled();
  expect(takeAnswer(LINK, 'it')).toBeNull();
});

test('the first request is not sent for a customer who has left the tablet', async () => {
  storeTabletPath('/sign/next');
  await loadModule('/sign/Tok-en_1');
  expect(fetched).not.toHaveBeenCalled();
});
