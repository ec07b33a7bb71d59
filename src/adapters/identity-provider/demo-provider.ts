/** The demo's own OpenID Connect provider: real protocol, no passwords, keys and sessions in memory. Never in production. */
import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Adapter, AdapterPayload, Configuration } from 'oidc-provider';
// Imported by file, since the package's index prints a warning on every Node version not labelled as LTS (record 0003).
import { base } from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider } from 'oidc-provider/lib/provider.js';

/** A person who can sign in to the demo. */
export interface DemoPerson {
  readonly login: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface DemoProviderOptions {
  /** Origin of the product, without a final slash. */
  readonly publicUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly personas: readonly DemoPerson[];
  /** Called for defects, not for refusals. */
  readonly onDefect?: (error: unknown) => void;
}

export interface DemoProvider {
  /** Path of the issuer below the product's origin, also used for the pages that offer the choice. */
  readonly path: string;
  /** Handles a request below the issuer's path; the request's body must not have been read. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** True while a sign-in in this browser waits for a choice. */
  isWaiting(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /**
   * Chooses a person for the pending sign-in. @returns where to redirect the browser; undefined without a pending
   * sign-in or for an unknown login.
   */
  choose(request: IncomingMessage, response: ServerResponse, login: string): Promise<string | undefined>;
}

const DEMO_PROVIDER_PATH = '/demo/idp';
const HOUR = 60 * 60;
const SCOPE = 'openid profile email';

/** Enough for a demo; the oldest entries are dropped first. */
const MAX_ENTRIES = 2000;

function memoryAdapter(): (name: string) => Adapter {
  const store = new Map<string, { payload: AdapterPayload; until: number }>();
  const find = (key: string): AdapterPayload | undefined => {
    const entry = store.get(key);
    return entry === undefined || entry.until <= performance.now() ? undefined : entry.payload;
  };
  const findBy = (name: string, field: 'uid' | 'userCode', value: string): AdapterPayload | undefined => {
    for (const key of store.keys()) {
      if (key.startsWith(`${name}:`) && find(key)?.[field] === value) return find(key);
    }
    return undefined;
  };
  return (name) => ({
    async upsert(id, payload, expiresIn) {
      store.delete(`${name}:${id}`);
      store.set(`${name}:${id}`, { payload, until: performance.now() + (expiresIn ?? HOUR) * 1000 });
      const oldest = store.size > MAX_ENTRIES ? store.keys().next().value : undefined;
      if (oldest !== undefined) store.delete(oldest);
    },
    find: async (id) => find(`${name}:${id}`),
    findByUid: async (uid) => findBy(name, 'uid', uid),
    findByUserCode: async (code) => findBy(name, 'userCode', code),
    async consume(id) {
      const payload = find(`${name}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      store.delete(`${name}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of store) if (payload.grantId === grantId) store.delete(key);
    },
  });
}

async function signingKey() {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const { d, x, y } = await crypto.subtle.exportKey('jwk', privateKey);
  return { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', d, x, y };
}

async function configuration(options: DemoProviderOptions): Promise<Configuration> {
  const people = new Map(options.personas.map((person) => [person.login, person]));
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [`${options.publicUrl}/sso/callback`],
        post_logout_redirect_uris: [`${options.publicUrl}/`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [await signingKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')], names: { session: 'demo_idp_session' } },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientBasedCORS: () => false,
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      // No confirmation page: the user has just clicked the button (see the middleware below).
      rpInitiatedLogout: { enabled: true, logoutSource: async () => undefined },
    },
    findAccount: async (_context, login) => {
      const person = people.get(login);
      return person === undefined
        ? undefined
        : {
            accountId: login,
            claims: async () => ({
              sub: login,
              preferred_username: login,
              name: `${person.firstName} ${person.lastName}`,
              email: person.email,
              email_verified: true,
            }),
          };
    },
    interactions: {
      policy: base(),
      url: (_context, interaction) => `${DEMO_PROVIDER_PATH}/choose/${interaction.uid}`,
    },
    // No consent page: this is the product's own demo.
    loadExistingGrant: async (context) => {
      const { client, session, provider } = context.oidc;
      const accountId = session?.accountId;
      if (client === undefined || accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    renderError: async (context) => {
      // Tokens from before the last start cannot be verified any more; sign-out still works.
      const isSigningOut = context.oidc.route === 'end_session';
      context.redirect(`${options.publicUrl}/${isSigningOut ? '' : 'error/error-v1?reason=signInFailed'}`);
    },
    routes: { authorization: '/auth', end_session: '/session/end' },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: HOUR,
      IdToken: 8 * HOUR,
      Interaction: HOUR,
      Session: 8 * HOUR,
    },
  };
}

export async function openDemoProvider(options: DemoProviderOptions): Promise<DemoProvider> {
  const issuer = `${options.publicUrl}${DEMO_PROVIDER_PATH}`;
  const provider = new Provider(issuer, await configuration(options));
  provider.on('server_error', (_context, error) => options.onDefect?.(error));
  // Without a listener Koa would print the errors it catches.
  (provider as EventEmitter).on('error', (error: unknown) => options.onDefect?.(error));
  const logins = new Set(options.personas.map((person) => person.login));

  provider.use(async (context, next) => {
    if (context.path === '/auth') {
      // Every sign-in offers the choice again: the demo is meant to be viewed as different people.
      const earlier = await provider.Session.get(context);
      if (earlier.accountId !== undefined) await earlier.destroy();
    }
    await next();
    if (context.oidc?.route === 'end_session' && context.status === 200) {
      await context.oidc.session?.destroy();
      const returnTo = context.oidc.params?.post_logout_redirect_uri;
      context.status = 303;
      context.body = '';
      context.set('location', typeof returnTo === 'string' ? returnTo : `${options.publicUrl}/`);
    }
  });
  const handleRequest = provider.callback();

  const isWaiting = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    try {
      return (await provider.interactionDetails(request, response)).prompt.name === 'login';
    } catch {
      return false;
    }
  };
  return {
    path: DEMO_PROVIDER_PATH,
    handle(request, response) {
      const url = request.url ?? '/';
      // The library expects paths relative to its mount point, which it derives from originalUrl.
      Object.assign(request, { originalUrl: url });
      request.url = url.slice(DEMO_PROVIDER_PATH.length);
      void handleRequest(request, response);
    },
    isWaiting,
    async choose(request, response, login) {
      if (!logins.has(login) || !(await isWaiting(request, response))) return undefined;
      return provider.interactionResult(request, response, { login: { accountId: login, remember: false } });
    },
  };
}
