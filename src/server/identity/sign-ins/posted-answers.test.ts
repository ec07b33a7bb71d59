/** A sign-in with a posted answer: only in the browser that started it, once, and not consumed by a refused answer. */
// Real time: the library uses the system clock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FakeSamlProvider,
  fakeSamlProvider,
  LOGOUT,
  type ResponseChanges,
  type SigningChanges,
  unpacked,
} from '#adapters/identity-provider/saml/provider.suite.ts';
import { openSaml } from '#adapters/identity-provider/saml/saml.ts';
import { runningClock } from '#test/clock.ts';
import { bindingOf, signInName } from '../cookies.ts';
import { sweepIdentity } from '../tasks.ts';
import { type Browser, type Identity, openIdentity, readLanding } from './browser.suite.ts';
import { type FreshSignInOfAct, freshSignIn, newSignIn, SIGN_IN_SECONDS } from './fresh-sign-in.ts';
import { insertSignInRequest } from './rows.ts';

let saml: FakeSamlProvider;
let identity: Identity;
let userId: number;
const clock = runningClock();
beforeAll(async () => {
  saml = await fakeSamlProvider();
  identity = await openIdentity(() => ({ identityProvider: openSaml(saml.settings), clock }));
  userId = (await identity.addUser({ login: 'dario', email: 'dario@example.com' })).id;
});
afterAll(() => identity.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.example' };
const post = (fields: Record<string, string> | string) =>
  // A form posted from another site carries none of our cookies (SameSite=Lax).
  identity.app.inject({ method: 'POST', url: '/sso/saml', headers: FORM, payload: `${new URLSearchParams(fields)}` });

/** @returns the browser, its state, and the nonce that identifies the request. */
async function begun(): Promise<{ browser: Browser; state: string; nonce: string }> {
  const browser = identity.browser();
  const answer = await browser.get('/sso/auth/');
  const url = new URL(answer.headers.location ?? '');
  const nonce = /ID="_([^"]*)"/.exec(unpacked(url, 'SAMLRequest'))?.[1] ?? '';
  return { browser, state: url.searchParams.get('RelayState') ?? '', nonce };
}

const answered = async (nonce: string, state: string, said: ResponseChanges = {}, sealed: SigningChanges = {}) =>
  post({ SAMLResponse: await saml.answer(nonce, said, sealed), RelayState: state });

async function signedIn(said: ResponseChanges = {}): Promise<{ browser: Browser; token: string }> {
  const { browser, state, nonce } = await begun();
  const posted = await answered(nonce, state, said);
  const { token } = readLanding(await browser.get(posted.headers.location ?? ''));
  return { browser, token };
}
const FAILED = '/error/error-v1?reason=signInFailed';

describe('a sign-in by SAML', () => {
  it('leads from the provider’s form to a session by the browser’s cookie', async () => {
    const { browser, state, nonce } = await begun();
    const posted = await answered(nonce, state);
    expect([posted.statusCode, posted.headers.location]).toEqual([303, `/sso/callback?state=${state}`]);
    expect(posted.cookies).toEqual([]);
    const { token } = readLanding(await browser.get(`/sso/callback?state=${state}`));
    expect((await browser.account(token)).json()).toMatchObject({ login: 'dario' });
    expect(identity.logLines.filter((line) => line.includes('"identity.bound"'))).toHaveLength(1);
  });

  it('does not complete in another browser, and is not used up by it', async () => {
    const { browser, state, nonce } = await begun();
    const posted = await answered(nonce, state);
    const other = identity.browser();
    other.cookies.set(`fascicolo_${signInName(state)}`, 'x'.repeat(43));
    for (const one of [identity.browser(), other]) {
      expect((await one.get(posted.headers.location ?? '')).headers.location).toBe(FAILED);
    }
    expect(readLanding(await browser.get(posted.headers.location ?? '')).token).not.toBe('');
  });

  it('is accepted once of two concurrent posts, and never again', async () => {
    const { browser, state, nonce } = await begun();
    const form = { SAMLResponse: await saml.answer(nonce), RelayState: state };
    const ends = async () => (await post(form)).headers.location;
    const both = await Promise.all([ends(), ends(), ends()]);
    expect(both.toSorted()).toEqual([FAILED, FAILED, `/sso/callback?state=${state}`]);
    const landings = await Promise.all([1, 2].map(() => browser.get(`/sso/callback?state=${state}`)));
    expect(landings.filter(({ headers }) => headers.location?.startsWith('/logged'))).toHaveLength(1);
    expect(await ends()).toBe(FAILED);
  });

  it('accepts an assertion once, whatever sign-in it answers', async () => {
    const first = await begun();
    expect((await answered(first.nonce, first.state, { id: '_once' })).headers.location).toContain('/sso/callback');
    const second = await begun();
    expect((await answered(second.nonce, second.state, { id: '_once' })).headers.location).toBe(FAILED);
  });

  it('is not used up by a refused answer', async () => {
    const { browser, state, nonce } = await begun();
    for (const said of [{ audience: 'https://other.example' }, { recipient: 'https://other.example' }]) {
      expect((await answered(nonce, state, said)).headers.location).toBe(FAILED);
    }
    expect((await browser.get(`/sso/callback?state=${state}`)).headers.location).toBe(FAILED);
    const posted = await answered(nonce, state);
    expect(readLanding(await browser.get(posted.headers.location ?? '')).token).not.toBe('');
  });

  it('is not ended by the state of another', async () => {
    const [mine, other] = [await begun(), await begun()];
    expect((await answered(mine.nonce, other.state)).headers.location).toBe(FAILED);
    expect((await answered(mine.nonce, 'z'.repeat(43))).headers.location).toBe(FAILED);
    expect((await answered(mine.nonce, mine.state)).headers.location).toContain(mine.state);
  });

  it.each<[string, (form: { message: string; state: string }) => string | Record<string, string>]>([
    ['no state', ({ message }) => ({ SAMLResponse: message })],
    ['no answer', ({ state }) => ({ RelayState: state })],
    [
      'a state twice',
      ({ message, state }) => `SAMLResponse=${encodeURIComponent(message)}&RelayState=${state}&RelayState=${state}`,
    ],
    [
      'an answer twice',
      ({ message, state }) => `SAMLResponse=${encodeURIComponent(message)}&SAMLResponse=x&RelayState=${state}`,
    ],
    ['a state that was never ours', ({ message }) => ({ SAMLResponse: message, RelayState: "' or 1=1" })],
  ])('is refused with %s', async (_, form) => {
    const { state, nonce } = await begun();
    expect((await post(form({ message: await saml.answer(nonce), state }))).headers.location).toBe(FAILED);
  });

  it('accepts only forms of limited size', async () => {
    const { state } = await begun();
    const json = { method: 'POST', url: '/sso/saml', payload: { SAMLResponse: 'x', RelayState: state } } as const;
    expect((await identity.app.inject(json)).statusCode).toBe(415);
    expect((await post({ SAMLResponse: 'A'.repeat(300_000), RelayState: state })).statusCode).toBe(413);
  });

  it('leaves nothing behind after it expires', async () => {
    const { state, nonce } = await begun();
    await answered(nonce, state);
    clock.advance(SIGN_IN_SECONDS + 1);
    await sweepIdentity(identity.world);
    const { read } = identity.world.database;
    expect(await read.selectFrom('sign_in_answer').selectAll().execute()).toEqual([]);
    expect(await read.selectFrom('provider_message').selectAll().execute()).toEqual([]);
    clock.advance(-SIGN_IN_SECONDS - 1);
  });

  it('publishes the metadata that the provider needs', async () => {
    const answer = await identity.browser().get('/sso/saml/metadata');
    expect(answer.headers['content-type']).toBe('application/samlmetadata+xml; charset=utf-8');
    expect(answer.body).toContain(`Location="${LOGOUT}"`);
  });
});

describe('signing', () => {
  async function asked(boundTo: string) {
    const browser = identity.browser();
    const ask: FreshSignInOfAct = { userId, sessionId: 'portal', boundTo };
    const start = newSignIn(identity.world);
    const cookie = 'k'.repeat(43);
    browser.cookies.set(`fascicolo_${signInName(start.state)}`, cookie);
    await identity.world.database.transaction((tx) =>
      insertSignInRequest(tx, {
        state: start.state,
        nonce: start.nonce,
        code_verifier: start.codeVerifier,
        redirect: '/app/documents/7/sign',
        binding: bindingOf(cookie),
        expires_date: new Date(clock.now().getTime() + SIGN_IN_SECONDS * 1000),
        user_id: userId,
        staff_session_id: 'portal',
        bound_to: boundTo,
      }),
    );
    return { browser, start, found: () => freshSignIn.find(identity.world.database.read, ask, clock.now()) };
  }
  const end = async ({ browser, start }: Awaited<ReturnType<typeof asked>>, said: ResponseChanges) => {
    const posted = await answered(start.nonce, start.state, said);
    return (await browser.get(posted.headers.location ?? '')).headers.location;
  };

  it('requests and verifies a new authentication', async () => {
    const fresh = await asked('hash-1');
    expect(await end(fresh, {})).toBe('/app/documents/7/sign');
    expect(await fresh.found()).toMatchObject({ method: 'PROVIDER' });
  });

  it('refuses an authentication of the same morning', async () => {
    const stale = await asked('hash-2');
    expect(await end(stale, { authenticated: -3600 })).toBe('/app/documents/7/sign?identity=stale');
    expect(await stale.found()).toBeUndefined();
  });

  it('leads back to the document when the answer is refused', async () => {
    const { start } = await asked('hash-3');
    const posted = await answered(start.nonce, start.state, { audience: 'https://other.example' });
    expect(posted.headers.location).toBe('/app/documents/7/sign?identity=refused');
  });
});

describe('a logout request by SAML', () => {
  const end = (xml: string, change: (query: string) => string = (query) => query) =>
    identity.browser().get(`/sso/saml/logout?${change(saml.logout(xml, { relayState: 'giro' }))}`);
  const isOpen = async ({ browser, token }: { browser: Browser; token: string }) =>
    (await browser.account(token)).statusCode === 200;

  it('ends the session here at once, and is answered', async () => {
    const session = await signedIn();
    const answer = await end(saml.logoutRequest({ index: '_s1' }));
    const url = new URL(answer.headers.location ?? '');
    expect([url.origin, url.searchParams.get('RelayState')]).toEqual(['https://idp.example', 'giro']);
    expect(unpacked(url, 'SAMLResponse')).toContain('status:Success');
    expect(await isOpen(session)).toBe(false);
  });

  it('for another session or user ends none', async () => {
    const session = await signedIn();
    await end(saml.logoutRequest({ index: '_other' }));
    await end(saml.logoutRequest({ nameId: 'persona-2' }));
    expect(await isOpen(session)).toBe(true);
    await end(saml.logoutRequest());
    expect(await isOpen(session)).toBe(false);
  });

  it('is refused without a signature, or when repeated', async () => {
    const session = await signedIn();
    const home = `${identity.world.settings.publicUrl}/`;
    expect((await end(saml.logoutRequest(), (query) => query.replace(/&SigAlg=.*/, ''))).headers.location).toBe(home);
    expect(await isOpen(session)).toBe(true);
    const xml = saml.logoutRequest({ nameId: 'persona-2' });
    expect((await end(xml)).headers.location).toContain('https://idp.example/slo');
    expect((await end(xml)).headers.location).toBe(home);
  });

  it('is sent on sign-out, with the names of the session', async () => {
    const { browser, token } = await signedIn();
    const url = new URL((await browser.get('/sso/logout')).headers.location ?? '');
    expect(url.origin + url.pathname).toBe('https://idp.example/slo');
    expect(unpacked(url, 'SAMLRequest')).toContain('_s1');
    expect((await browser.account(token)).statusCode).toBe(401);
  });
});
