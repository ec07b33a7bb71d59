/** A world with a simulated identity provider and browsers that keep cookies, for sign-in tests. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type IdentityProvider, type SignedIn, SignInRefused, type SignInStart } from '#ports/identity-provider.ts';
import { buildApp } from '#server/app.ts';
import { makeWorld, type TestWorld } from '../../../../test/world.ts';
import type { World } from '../../world.ts';
import { createUser, type NewUser, type User } from '../index.ts';

/** The provider's answer for the user with this login: its own subject, and the address of {@link Identity.addUser}. */
export const somebody = (login: string, more: Partial<SignedIn> = {}): SignedIn => ({
  identity: { issuer: 'https://idp.example', subject: `sub-${login}` },
  email: `${login}@example.com`,
  emailVerified: true,
  idToken: null,
  ...more,
});

/** Signs in `person`; its answers return the requested state. */
export class PretendedProvider implements IdentityProvider {
  person: SignedIn = somebody('nobody');
  /** Thrown instead of answering, when set. */
  failure: Error | null = null;
  readonly started: SignInStart[] = [];

  async authorizationUrl(start: SignInStart): Promise<URL> {
    if (this.failure !== null) throw this.failure;
    this.started.push(start);
    return new URL(`https://idp.example/authorize?state=${start.state}`);
  }

  async finish(callback: URL, start: SignInStart): Promise<SignedIn> {
    if (this.failure !== null) throw this.failure;
    const known = this.started.find((one) => one.state === start.state);
    const same = known !== undefined && known.nonce === start.nonce && known.codeVerifier === start.codeVerifier;
    if (!same || callback.searchParams.get('code') !== 'good') throw new SignInRefused('no');
    return this.person;
  }

  async endSessionUrl(idToken: string | null, returnTo: string): Promise<URL | null> {
    if (this.failure !== null) throw this.failure;
    return new URL(`https://idp.example/logout?hint=${idToken}&return=${encodeURIComponent(returnTo)}`);
  }
}

/** Keeps the cookies that the server sets, as a browser would. */
export class Browser {
  readonly cookies = new Map<string, string>();
  private readonly app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.app = app;
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.app.inject({
      method: 'GET',
      url,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
    });
    for (const one of answer.cookies) {
      if (one.value === '') this.cookies.delete(one.name);
      else this.cookies.set(one.name, one.value);
    }
    return answer;
  }

  /** A staff call with a token and the browser's cookies. */
  async account(token: string): Promise<LightMyRequestResponse> {
    return this.get('/api/account', { authorization: `Bearer ${token}` });
  }

  /** Performs the whole sign-in. @returns the path of /logged's redirect and the token. */
  async signIn(relayState?: string): Promise<{ redirect: string; token: string }> {
    const state = await this.begin(relayState);
    return readLanding(await this.get(`/sso/callback?code=good&state=${state}`));
  }

  /** @returns the state that was sent to the provider. */
  async begin(relayState?: string): Promise<string> {
    const answer = await this.get(relayState === undefined ? '/sso/auth/' : `/sso/auth/?RelayState=${relayState}`);
    return new URL(answer.headers.location ?? '').searchParams.get('state') ?? '';
  }
}

export function readLanding(answer: LightMyRequestResponse): { redirect: string; token: string } {
  const url = new URL(answer.headers.location ?? '', 'http://localhost');
  if (url.pathname !== '/logged') throw new Error(`The sign-in ended at ${url.pathname}${url.search}`);
  return { redirect: url.searchParams.get('redirect') ?? '', token: url.searchParams.get('JWT_TOKEN') ?? '' };
}

export interface Identity extends TestWorld {
  app: FastifyInstance;
  provider: PretendedProvider;
  browser(): Browser;
  addUser(user: Partial<NewUser> & { login: string }): Promise<User>;
}

/** A world in production, served over HTTPS. */
export function openSecureIdentity(): Promise<Identity> {
  const more = { mode: 'production', publicUrl: 'https://fascicolo.example' } as const;
  return openIdentity(({ settings }) => ({ settings: { ...settings, ...more }, outbox: null }));
}

export async function openIdentity(override?: (world: World) => Partial<World>): Promise<Identity> {
  const provider = new PretendedProvider();
  const world = await makeWorld({
    override: (base) => ({ identityProvider: provider, ...override?.(base) }),
  });
  const app = await buildApp(world.world);
  return {
    ...world,
    app,
    provider,
    browser: () => new Browser(app),
    addUser: (user) =>
      world.world.database.transaction((tx) =>
        createUser(
          tx,
          {
            firstName: 'Dario',
            lastName: 'Provini',
            email: `${user.login}@example.com`,
            authorities: ['ROLE_DEALER'],
            hstList: ['10001'],
            brands: [{ brand: 'bmw', permissions: ['PRIVACY', 'SALE_NEW'] }],
            activated: true,
            passwordVerifier: null,
            ...user,
          },
          null,
          world.clock.now(),
        ),
      ),
    close: async () => {
      await app.close();
      await world.close();
    },
  };
}
