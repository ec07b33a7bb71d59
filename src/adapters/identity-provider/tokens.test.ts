/** Tokens that an attacker would derive from valid ones: each is refused, at sign-in and at logout. */
// Real time: the libraries check timestamps with their own clock.
import { createSecretKey, generateKeyPairSync, sign } from 'node:crypto';
import { CompactEncrypt, exportSPKI, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type IdentityProvider, SignInRefused, type SignInStart } from '#ports/identity-provider.ts';
import { openIdConnect } from './openid-client.ts';
import {
  beginning,
  CLIENT,
  callbackOf,
  EVENT,
  FakeOpenIdProvider,
  makeProviderKey,
  type ProviderKey,
  random,
  SECRET,
  seconds,
} from './openid-provider.suite.ts';

let idp: FakeOpenIdProvider;
let second: ProviderKey;
let stranger: ProviderKey;
let provider: IdentityProvider;
let begun: SignInStart;
beforeAll(async () => {
  idp = await FakeOpenIdProvider.listen(await makeProviderKey('k1'));
  second = await makeProviderKey('k2');
  stranger = await makeProviderKey('k1');
});
afterAll(() => idp.close());
beforeEach(() => {
  idp.keys = [idp.key.jwk, second.jwk];
  idp.description = {};
  provider = openIdConnect(idp.settings());
  begun = beginning();
});

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Changes header, claims or signature of a valid token. */
async function changed(
  token: string,
  change: (parts: { head: JWTPayload; claims: JWTPayload; signature: string }) => {
    head?: object;
    claims?: object;
    signature?: string;
  },
): Promise<string> {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const parts = {
    head: JSON.parse(Buffer.from(head, 'base64url').toString()),
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()),
    signature,
  };
  const made = { ...parts, ...change(parts) };
  return [encode(made.head), encode(made.claims), made.signature].join('.');
}
/** Signs with a publicly known secret. */
const bySecret = (claims: object, secret: string | Uint8Array): Promise<string> =>
  new SignJWT({ ...claims, iss: idp.issuer, aud: CLIENT, sub: 'dealer' })
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .setIssuedAt()
    .setExpirationTime('1 min')
    .sign(createSecretKey(Buffer.from(secret)));
const flipped = (signature: string): string => `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;

/** Faults common to both kinds of token; `right` signs a token that is valid except for its arguments. */
type Right = (claims?: Record<string, unknown>, signing?: Parameters<FakeOpenIdProvider['sign']>[1]) => Promise<string>;
const common: [string, (right: Right) => Promise<string>][] = [
  [
    'another person',
    async (right) => changed(await right(), ({ claims }) => ({ claims: { ...claims, sub: 'admin' } })),
  ],
  [
    'another session',
    async (right) => changed(await right({ sid: 's-2' }), ({ claims }) => ({ claims: { ...claims, sid: 's-1' } })),
  ],
  ['a later end', async (right) => changed(await right(), ({ claims }) => ({ claims: { ...claims, exp: 9e9 } }))],
  [
    'another signature',
    async (right) => changed(await right(), ({ signature }) => ({ signature: flipped(signature) })),
  ],
  [
    'half a signature',
    async (right) => changed(await right(), ({ signature }) => ({ signature: signature.slice(0, 40) })),
  ],
  ['no signature', async (right) => changed(await right(), () => ({ signature: '' }))],
  ['the algorithm none', async (right) => changed(await right(), () => ({ head: { alg: 'none' }, signature: '' }))],
  [
    'the algorithm nOnE and a signature',
    async (right) => changed(await right(), ({ head }) => ({ head: { ...head, alg: 'nOnE' } })),
  ],
  ['no head', async (right) => (await right()).replace(/^[^.]+/, '')],
  ['two parts', async (right) => (await right()).split('.').slice(0, 2).join('.')],
  [
    'a secret made of the public key',
    async () => bySecret({ nonce: begun.nonce }, await exportSPKI(idp.key.publicKey)),
  ],
  ['a secret made of the public key as JSON', () => bySecret({ nonce: begun.nonce }, JSON.stringify(idp.key.jwk))],
  ['our own secret', () => bySecret({ nonce: begun.nonce }, SECRET)],
  ['an empty secret', () => bySecret({ nonce: begun.nonce }, new Uint8Array(32))],
  ['another audience', (right) => right({ aud: 'other' })],
  ['an audience that begins alike', (right) => right({ aud: `${CLIENT}-test` })],
  ['no audience', (right) => right({ aud: undefined })],
  ['another issuer', (right) => right({ iss: 'https://attacker.example' })],
  ['an issuer that ends in a slash', (right) => right({ iss: `${idp.issuer}/` })],
  ['no issuer', (right) => right({ iss: undefined })],
  ['an end that is over', (right) => right({ iat: seconds() - 120, exp: seconds() - 60 })],
  ['an end that is a text', (right) => right({ exp: String(seconds() + 60) })],
  ['no instant', (right) => right({ iat: undefined })],
  ['a beginning that is to come', (right) => right({ nbf: seconds() + 120 })],
  ['the key of a stranger under a known name', (right) => right({}, { key: stranger })],
  ['a key that nobody knows', async (right) => right({}, { key: await makeProviderKey('k9') })],
  ['the name of another key', (right) => right({}, { header: { kid: 'k2' } })],
  ['several keys and no name', (right) => right({}, { header: { kid: undefined as never } })],
  ['a key that it brings along', (right) => right({}, { key: stranger, header: { kid: 'own', jwk: stranger.jwk } })],
  [
    'the address of a key',
    (right) => right({}, { key: stranger, header: { kid: 'own', jku: 'https://attacker.example/jwks' } }),
  ],
  ['a head that demands what nobody knows', (right) => right({}, { header: { crit: ['urn:own'], 'urn:own': true } })],
  [
    'an algorithm that the provider does not name',
    async (right) => {
      const key = await makeProviderKey('rsa', 'RS256');
      idp.keys = [...idp.keys, key.jwk];
      return right({}, { key });
    },
  ],
  [
    'a key that is for encryption',
    async (right) => {
      const key = await makeProviderKey('enc');
      idp.keys = [...idp.keys, { ...key.jwk, use: 'enc' }];
      return right({}, { key });
    },
  ],
  [
    'an encryption for everybody',
    async (right) =>
      new CompactEncrypt(Buffer.from(await right()))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(await importJWK({ kty: 'oct', k: Buffer.alloc(32).toString('base64url') }, 'A256GCM')),
  ],
];

/** Contains all claims, so that no refusal is caused by a missing userinfo response. */
const rightIdToken: Right = (claims = {}, signing = {}) => {
  const told = { email: 'dealer@example.com', email_verified: true };
  return idp.sign({ nonce: begun.nonce, ...told, ...claims }, signing);
};
const finish = (make: () => Promise<string>) => {
  idp.idToken = make;
  return provider.finish(callbackOf(begun), begun);
};

describe('the id_token of a sign-in', () => {
  it('is accepted while it is valid, with any of several keys', async () => {
    for (const key of [idp.key, second]) {
      begun = beginning();
      const person = await finish(() => rightIdToken({ sid: 's-1' }, { key }));
      expect(person).toMatchObject({
        identity: { issuer: idp.issuer, subject: 'dealer' },
        providerSession: { subject: 'dealer', index: 's-1' },
      });
    }
    idp.keys = [{ ...idp.key.jwk, kid: undefined as never }];
    provider = openIdConnect(idp.settings());
    begun = beginning();
    expect(await finish(() => rightIdToken({}, { header: { kid: undefined as never } }))).toMatchObject({
      providerSession: { subject: 'dealer', index: null },
    });
  });

  it.each([
    ...common,
    ['another nonce', (right) => right({ nonce: random() })],
    ['no nonce', (right) => right({ nonce: undefined })],
    ['an audience of several, meant for another', (right) => right({ aud: [CLIENT, 'other'], azp: 'other' })],
    ['nobody', (right) => right({ sub: undefined })],
    ['an empty name', (right) => right({ sub: '' })],
    ['no end', (right) => right({ exp: undefined })],
    ['the word of a logout', () => idp.signLogout()],
  ] satisfies typeof common)('is refused with %s', async (_name, make) => {
    await expect(finish(() => make(rightIdToken))).rejects.toBeInstanceOf(SignInRefused);
  });

  it('is refused with a key of 1024 bits', async () => {
    idp.description = { id_token_signing_alg_values_supported: ['RS256'] };
    const signedBy = async (modulusLength: number) => {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
      idp.keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' } as JWK];
      provider = openIdConnect(idp.settings());
      begun = beginning();
      const token = await changed(await rightIdToken(), () => ({ head: { alg: 'RS256', kid: 'k1' } }));
      const body = token.slice(0, token.lastIndexOf('.'));
      return `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;
    };
    const strong = await signedBy(2048);
    expect(await finish(async () => strong)).toMatchObject({ email: 'dealer@example.com' });
    const weak = await signedBy(1024);
    await expect(finish(async () => weak)).rejects.toBeInstanceOf(SignInRefused);
  });

  it('of an earlier sign-in is refused in another', async () => {
    const first = await rightIdToken();
    await finish(async () => first);
    begun = beginning();
    await expect(finish(async () => first)).rejects.toBeInstanceOf(SignInRefused);
  });
});

const end = (token: string) => provider.backChannel?.readLogout(token);

describe('a logout token', () => {
  it('names the ended session, and its own expiry', async () => {
    const ended = await end(await idp.signLogout({ jti: 'j-1' }));
    expect(ended).toMatchObject({ subject: 'dealer', indexes: ['s-1'], once: { id: 'j-1' } });
    const left = (ended?.once.until.getTime() ?? 0) / 1000 - seconds();
    expect(left).toBeGreaterThan(600);
    expect(left).toBeLessThan(640);
  });

  it('may name only the user or only the session, and may lack a type', async () => {
    expect(await end(await idp.signLogout({ sid: undefined }))).toMatchObject({ subject: 'dealer', indexes: [] });
    expect(await end(await idp.signLogout({ sub: undefined }))).toMatchObject({ subject: null, indexes: ['s-1'] });
    for (const typ of [undefined, 'JWT', 'application/logout+jwt']) {
      expect(await end(await idp.signLogout({}, { header: { typ: typ as never } }))).toMatchObject({
        subject: 'dealer',
      });
    }
  });

  it.each([
    ...common,
    ['an id_token in its place', () => rightIdToken()],
    ['a nonce', (right) => right({ nonce: 'n' })],
    ['no event', (right) => right({ events: undefined })],
    ['another event', (right) => right({ events: { 'https://schemas.openid.net/secevent/risc': {} } })],
    ['an event that is a word', (right) => right({ events: { [EVENT]: 'yes' } })],
    ['events that are a list', (right) => right({ events: [EVENT] })],
    ['neither a person nor a session', (right) => right({ sub: undefined, sid: undefined })],
    ['a person that is no text', (right) => right({ sub: { $ne: null } })],
    ['a session that is no text', (right) => right({ sid: ['s-1'] })],
    ['an empty session', (right) => right({ sid: '' })],
    ['no name of its own', (right) => right({ jti: undefined })],
    ['a name of its own that is too long', (right) => right({ jti: 'j'.repeat(300) })],
    ['an instant of an hour ago', (right) => right({ iat: seconds() - 3600, exp: seconds() + 60 })],
    ['an instant that is to come', (right) => right({ iat: seconds() + 120, exp: seconds() + 300 })],
    ['another kind', (right) => right({}, { header: { typ: 'at+jwt' } })],
  ] satisfies typeof common)('is refused with %s', async (_name, make) => {
    const right: Right = (claims, signing) => idp.signLogout(claims, signing);
    await expect(end(await make(right))).rejects.toBeInstanceOf(SignInRefused);
  });

  it.each(['', '.', '..', 'a.b.c', `${'x'.repeat(5000)}.y.z`, '{}', 'null.null.null'])('is not %j', async (token) => {
    await expect(end(token)).rejects.toBeInstanceOf(SignInRefused);
  });
});

describe('the provider’s keys', () => {
  const isBelieved = async (key: ProviderKey): Promise<boolean> => {
    begun = beginning();
    return finish(() => rightIdToken({}, { key })).then(
      () => true,
      (error: unknown) => {
        if (error instanceof SignInRefused) return false;
        throw error;
      },
    );
  };

  it('are fetched once, and a new one at the first sign-in that needs it, without delay', async () => {
    idp.keyRequests = 0;
    for (let time = 0; time < 5; time += 1) expect(await isBelieved(idp.key)).toBe(true);
    expect(idp.keyRequests).toBe(1);
    const next = await makeProviderKey('next');
    idp.keys = [next.jwk, idp.key.jwk];
    for (let time = 0; time < 5; time += 1) expect(await isBelieved(next)).toBe(true);
    expect(await isBelieved(idp.key)).toBe(true);
    expect(idp.keyRequests).toBe(2);
  });

  it('are fetched once when a key changed under its old id, and not for every invalid token', async () => {
    expect(await isBelieved(idp.key)).toBe(true);
    idp.keyRequests = 0;
    for (let time = 0; time < 5; time += 1) expect(await isBelieved(stranger)).toBe(false);
    expect(idp.keyRequests).toBe(1);
    const renamed = await makeProviderKey('k2');
    idp.keys = [idp.key.jwk, renamed.jwk];
    for (let time = 0; time < 5; time += 1) expect(await isBelieved(renamed)).toBe(true);
    expect(idp.keyRequests).toBe(2);
    expect(await isBelieved(second)).toBe(false);
  });

  it('are not fetched for each invalid token of a stranger', async () => {
    await end(await idp.signLogout());
    idp.keyRequests = 0;
    for (let time = 0; time < 40; time += 1) {
      await expect(end(await idp.signLogout({}, { key: await makeProviderKey(`s${time}`) }))).rejects.toThrow();
    }
    expect(idp.keyRequests).toBe(0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    try {
      for (let time = 0; time < 40; time += 1) {
        await expect(end(await idp.signLogout({}, { key: await makeProviderKey(`t${time}`) }))).rejects.toThrow();
      }
      expect(idp.keyRequests).toBe(1);
      expect(await end(await idp.signLogout())).toMatchObject({ subject: 'dealer' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('that were withdrawn are accepted for ten minutes at most', async () => {
    expect(await isBelieved(second)).toBe(true);
    idp.keys = [idp.key.jwk];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1000 });
    try {
      expect(await isBelieved(second)).toBe(false);
      expect(await isBelieved(idp.key)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that cannot be fetched cause no refusal, and are requested again', async () => {
    await provider.authorizationUrl(begun);
    idp.broken = 503;
    try {
      await expect(end(await idp.signLogout())).rejects.toMatchObject({ name: 'OutsideFailure', reason: 'down' });
      idp.broken = 404;
      await expect(end(await idp.signLogout())).rejects.toMatchObject({ name: 'OutsideFailure', reason: 'wrong' });
    } finally {
      idp.broken = null;
    }
    expect(await end(await idp.signLogout())).toMatchObject({ subject: 'dealer' });
  });
});
