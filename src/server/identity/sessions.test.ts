/** Staff sessions through HTTP: which credentials are accepted, and which are not. */
import { createHash, createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from './index.ts';
import { endSessionsOfUser } from './queries.ts';
import { prepareSession } from './sessions.ts';
import { type Identity, openIdentity } from './sign-ins/browser.suite.ts';

let identity: Identity;
let user: User;
const HOURS = 60 * 60;

beforeAll(async () => {
  identity = await openIdentity();
  user = await identity.addUser({ login: 'dealer' });
});
afterAll(() => identity.close());

/** A token without a cookie, as technical accounts use it. */
async function aloneToken(of: User = user): Promise<string> {
  const session = await prepareSession(identity.world, of.id, { bound: false });
  await identity.world.database.transaction((tx) => session.store(tx));
  return session.token;
}

const call = (authorization: string | undefined, cookie?: string) =>
  identity.app.inject({
    url: '/api/account',
    headers: { ...(authorization === undefined ? {} : { authorization }), ...(cookie === undefined ? {} : { cookie }) },
  });

describe('a session', () => {
  it('of a technical account needs only the token', async () => {
    const answer = await call(`Bearer ${await aloneToken()}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      id: user.id,
      login: 'dealer',
      firstName: 'Dario',
      lastName: 'Provini',
      fullname: 'Dario Provini',
      email: 'dealer@example.com',
      activated: true,
      authorities: ['ROLE_DEALER'],
      hstList: ['10001'],
      brands: [{ brand: 'bmw', permissions: ['PRIVACY', 'SALE_NEW'] }],
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('of a browser needs token and cookie together', async () => {
    const session = await prepareSession(identity.world, user.id, { bound: true });
    await identity.world.database.transaction((tx) => session.store(tx));
    const other = await prepareSession(identity.world, user.id, { bound: true });
    await identity.world.database.transaction((tx) => other.store(tx));
    const bearer = `Bearer ${session.token}`;
    expect((await call(bearer, `fascicolo_session=${session.cookie}`)).statusCode).toBe(200);
    const refused = [
      call(bearer),
      call(undefined, `fascicolo_session=${session.cookie}`),
      call(bearer, `fascicolo_session=${other.cookie}`),
      call(bearer, 'fascicolo_session='),
      call(bearer, `fascicolo_session=${session.cookie}x`),
      call(bearer, `__Host-fascicolo_session=${session.cookie}`),
    ];
    for (const answer of await Promise.all(refused)) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ status: 401, code: 'session.missing', message: 'Accedi per continuare.' });
    }
  });

  it('ends after eight hours', async () => {
    const token = await aloneToken();
    identity.clock.advance(8 * HOURS - 5);
    expect((await call(`Bearer ${token}`)).statusCode).toBe(200);
    identity.clock.advance(10);
    expect((await call(`Bearer ${token}`)).json()).toMatchObject({ status: 401, code: 'session.expired' });
    identity.clock.advance(-8 * HOURS - 5);
  });

  it('ends at once everywhere when its user’s sessions are ended', async () => {
    const tokens = [await aloneToken(), await aloneToken()];
    await identity.world.database.transaction((tx) => endSessionsOfUser(tx, user.id, identity.clock.now()));
    for (const token of tokens)
      expect((await call(`Bearer ${token}`)).json()).toMatchObject({ code: 'session.expired' });
  });

  it('that was never stored is refused', async () => {
    const session = await prepareSession(identity.world, user.id, { bound: false });
    expect((await call(`Bearer ${session.token}`)).statusCode).toBe(401);
  });

  it('applies changed roles, dealers and permissions from the next request', async () => {
    const changing = await identity.addUser({ login: 'changing' });
    const token = await aloneToken(changing);
    expect((await call(`Bearer ${token}`)).json()).toMatchObject({ authorities: ['ROLE_DEALER'], hstList: ['10001'] });
    await identity.world.database.transaction((tx) =>
      tx
        .updateTable('app_user')
        .set({ authorities: ['ROLE_USER'], hst_list: [], brands: '[]' })
        .where('id', '=', changing.id)
        .execute(),
    );
    expect((await call(`Bearer ${token}`)).json()).toMatchObject({
      authorities: ['ROLE_USER'],
      hstList: [],
      brands: [],
    });
    const search = await identity.app.inject({
      method: 'POST',
      url: '/api/dossiers/search',
      headers: { authorization: `Bearer ${token}` },
      payload: {},
    });
    expect(search.statusCode).toBe(403);
  });

  it('of a deactivated user is refused from the next request', async () => {
    const leaving = await identity.addUser({ login: 'leaving' });
    const token = await aloneToken(leaving);
    await identity.world.database.transaction((tx) =>
      tx.updateTable('app_user').set({ activated: false }).where('id', '=', leaving.id).execute(),
    );
    expect((await call(`Bearer ${token}`)).json()).toMatchObject({ status: 401, code: 'session.expired' });
  });

  it('is read from the database once per request', async () => {
    const token = await aloneToken();
    const { world } = identity;
    let queries = 0;
    const read = new Proxy(world.database.read, {
      get(target, name) {
        if (name === 'selectFrom') queries += 1;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { authenticator } = await import('./index.ts');
    const authenticate = authenticator({ ...world, database: { ...world.database, read } });
    const request = { headers: { authorization: `Bearer ${token}` }, cookies: {} };
    await authenticate(request as unknown as Parameters<typeof authenticate>[0]);
    expect(queries).toBe(1);
  });
});

describe('a forged token', () => {
  const secret = (): Uint8Array => identity.world.secrets.derive('session-token');
  const now = (): number => Math.floor(identity.clock.now().getTime() / 1000);
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = { alg: 'HS256', typ: 'staff+jwt' };

  /** The claims of an existing session, with a forger's changes. */
  async function claims(changes: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const [, payload = ''] = (await aloneToken()).split('.');
    const given = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    return JSON.parse(JSON.stringify({ ...given, ...changes })) as Record<string, unknown>;
  }
  function hmac(head: unknown, body: unknown, key: Uint8Array = secret(), hash = 'sha256'): string {
    const text = `${part(head)}.${part(body)}`;
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  }
  const cut = (token: string, index: number, replacement: string): string =>
    token
      .split('.')
      .map((one, at) => (at === index ? replacement : one))
      .join('.');

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const withKey = async (alg: string, key: Parameters<SignJWT['sign']>[0], more: object = {}) =>
    new SignJWT(await claims()).setProtectedHeader({ alg, typ: 'staff+jwt', ...more }).sign(key);

  const forgeries: [string, () => Promise<string>][] = [
    ['without a signature (alg none)', async () => new UnsecuredJWT(await claims()).encode()],
    [
      'whose header says none over a good signature',
      async () => cut(await aloneToken(), 0, part({ ...header, alg: 'none' })),
    ],
    ['whose header says nOnE', async () => `${part({ ...header, alg: 'nOnE' })}.${part(await claims())}.`],
    ['with the signature cut off', async () => cut(await aloneToken(), 2, '')],
    ['by HS512 with the right key', async () => hmac({ ...header, alg: 'HS512' }, await claims(), secret(), 'sha512')],
    ['by HS384 with the right key', async () => hmac({ ...header, alg: 'HS384' }, await claims(), secret(), 'sha384')],
    [
      'by HMAC with a public RSA key as the secret',
      async () => hmac(header, await claims(), Buffer.from(rsa.publicKey.export({ type: 'spki', format: 'pem' }))),
    ],
    ['by RS256 with a key of the forger', () => withKey('RS256', rsa.privateKey)],
    [
      'by ES256 with its own public key in the header',
      () => withKey('ES256', ec.privateKey, { jwk: ec.publicKey.export({ format: 'jwk' }) }),
    ],
    [
      'with a key address in the header',
      () => withKey('HS256', new Uint8Array(32), { jku: 'https://attacker.example/keys' }),
    ],
    ['with a key id that walks through folders', () => withKey('HS256', new Uint8Array(32), { kid: '../../dev/null' })],
    ['by an empty key', async () => hmac(header, await claims(), new Uint8Array(0))],
    [
      'by another key of the installation',
      async () => hmac(header, await claims(), identity.world.secrets.derive('sign-link')),
    ],
    ['by the key of the word "secret"', async () => hmac(header, await claims(), Buffer.from('secret'))],
    ['of another issuer', async () => hmac(header, await claims({ iss: 'https://attacker.example' }))],
    ['without an issuer', async () => hmac(header, await claims({ iss: undefined }))],
    ['for another audience', async () => hmac(header, await claims({ aud: 'fascicolo-signer' }))],
    ['without an audience', async () => hmac(header, await claims({ aud: undefined }))],
    ['of another type', async () => hmac({ ...header, typ: 'qr+jwt' }, await claims())],
    ['of the general type JWT', async () => hmac({ ...header, typ: 'JWT' }, await claims())],
    ['that never expires', async () => hmac(header, await claims({ exp: undefined }))],
    ['that is not valid yet', async () => hmac(header, await claims({ nbf: now() + 600 }))],
    ['without a session', async () => hmac(header, await claims({ jti: undefined }))],
    ['with a number for a session', async () => hmac(header, await claims({ jti: 1 }))],
    ['with a list for a session', async () => hmac(header, await claims({ jti: ['a'] }))],
    ['for another user than its session', async () => hmac(header, await claims({ sub: String(user.id + 1) }))],
    ['for no user', async () => hmac(header, await claims({ sub: '0 OR 1=1' }))],
    [
      'bound to a cookie that the forger has',
      async () => hmac(header, await claims({ bnd: createHash('sha256').digest('base64url') })),
    ],
    ['with claims changed after signing', async () => cut(await aloneToken(), 1, part(await claims({ sub: '1' })))],
    ['with a critical header nobody knows', async () => hmac({ ...header, crit: ['b64'], b64: false }, await claims())],
  ];

  it.each(forgeries)('%s is refused', async (_name, forge) => {
    const answer = await call(`Bearer ${await forge()}`, `fascicolo_session=${'a'.repeat(60)}`);
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe('session.missing');
    expect(answer.body).not.toContain('stack');
  });

  it('that has expired, or whose session is gone, gets the matching error', async () => {
    const expired = hmac(header, await claims({ exp: now() - 1 }));
    const gone = hmac(header, await claims({ jti: 'gone' }));
    for (const token of [expired, gone]) {
      expect((await call(`Bearer ${token}`)).json()).toMatchObject({ status: 401, code: 'session.expired' });
    }
  });

  it.each([
    ['nothing', undefined],
    ['an empty bearer', 'Bearer '],
    ['basic credentials', 'Basic ZGVtbzpkZW1v'],
    ['two tokens', 'Bearer a.b.c d.e.f'],
    ['a word', 'Bearer undefined'],
    ['a token of ten thousand characters', `Bearer ${'a'.repeat(10_000)}`],
    ['a text that is no base64', 'Bearer ä.ö.ü'],
  ])('or %s is refused', async (_name, authorization) => {
    const answer = await call(authorization);
    expect(answer.statusCode).toBe(401);
  });

  it('in the query or body is ignored', async () => {
    const token = await aloneToken();
    for (const url of [`/api/account?access_token=${token}`, `/api/account?JWT_TOKEN=${token}`]) {
      expect((await identity.app.inject({ url })).statusCode).toBe(401);
    }
  });

  it('is never logged, and neither is a valid one', async () => {
    const token = await aloneToken();
    await call(`Bearer ${token}`);
    await call(`Bearer ${token.slice(0, -3)}AAA`);
    expect(identity.logLines.join('')).not.toContain(token.slice(0, -3));
  });
});

describe('the account', () => {
  it.each(['ROLE_ADMIN', 'ROLE_BMW_ITALIA'] as const)(
    'of %s has four brands, five folder types each, no dealers',
    async (role) => {
      const privileged = await identity.addUser({
        login: `of-${role}`,
        authorities: [role],
        hstList: ['10001'],
        brands: [{ brand: 'bmw', permissions: ['READONLY'] }],
      });
      const account = (await call(`Bearer ${await aloneToken(privileged)}`)).json();
      const permissions = ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE', 'VEHICLE_EXIT_REQUEST'];
      expect(account.hstList).toEqual([]);
      expect(account.brands).toEqual(['bmw', 'bmwi', 'mini', 'moto'].map((brand) => ({ brand, permissions })));
    },
  );

  it('is available to ROLE_USER alone', async () => {
    const plain = await identity.addUser({ login: 'plain', authorities: ['ROLE_USER'], hstList: [], brands: [] });
    expect((await call(`Bearer ${await aloneToken(plain)}`)).statusCode).toBe(200);
  });

  it('never contains the password verifier', async () => {
    const technical = await identity.addUser({ login: 'technical', passwordVerifier: 'scrypt$1$1$1$a$b' });
    expect((await call(`Bearer ${await aloneToken(technical)}`)).body).not.toContain('scrypt');
  });

  it('includes the list of all role names', async () => {
    const headers = { authorization: `Bearer ${await aloneToken()}` };
    const answer = await identity.app.inject({ url: '/api/users/authorities', headers });
    expect(answer.json()).toHaveLength(17);
    expect(answer.json()).toContain('ROLE_SALE_MANAGER');
    expect((await identity.app.inject({ url: '/api/users/authorities' })).statusCode).toBe(401);
  });
});
