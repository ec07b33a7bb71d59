/** The stored token: its key, its expiry, and storage with invalid content. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  clearToken,
  expiryOf,
  MAX_AGE_SECONDS,
  readDashboardEntity,
  readToken,
  readUser,
  storeDashboardEntity,
  storeToken,
  storeUser,
  TOKEN_KEY,
  tokenSubject,
} from './token.ts';

const NOW = Date.UTC(2026, 10, 20, 8);
const HOUR = 3_600_000;

function token(claims: object): string {
  return `header.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`;
}

describe('the stored token', () => {
  beforeEach(() => localStorage.clear());

  it('is stored under the versioned key', () => {
    storeToken('a.b.c', NOW);
    expect(TOKEN_KEY).toBe('fascicolo.auth.v1');
    expect(localStorage.getItem('fascicolo.auth.v1')).toContain('a.b.c');
  });

  it('lasts 24 hours when it has no expiry', () => {
    storeToken('a.b.c', NOW);
    expect(MAX_AGE_SECONDS).toBe(86_400);
    expect(readToken(NOW + 24 * HOUR - 1)).toBe('a.b.c');
    expect(readToken(NOW + 24 * HOUR)).toBeNull();
  });

  it('expires with its own expiry', () => {
    const short = token({ exp: (NOW + 8 * HOUR) / 1000 });
    storeToken(short, NOW);
    expect(readToken(NOW + 8 * HOUR - 1)).toBe(short);
    expect(readToken(NOW + 8 * HOUR)).toBeNull();
  });

  it('never lasts more than 24 hours, even if its expiry is later', () => {
    storeToken(token({ exp: (NOW + 999 * HOUR) / 1000 }), NOW);
    expect(readToken(NOW + 25 * HOUR)).toBeNull();
  });

  it('is removed on sign-out', () => {
    storeToken('a.b.c', NOW);
    clearToken();
    expect(readToken(NOW)).toBeNull();
  });

  it.each(['', 'null', '{', '"text"', '{"token":7,"expiresAt":9999999999999}', '{"token":"x"}', '[]'])(
    'is absent when the storage contains %s',
    (content) => {
      localStorage.setItem(TOKEN_KEY, content);
      expect(readToken(NOW)).toBeNull();
    },
  );

  it.each(['', 'one', 'a.%%%.c', token({}), token({ exp: 'soon' })])('has no known expiry: %s', (text) => {
    expect(expiryOf(text)).toBeNull();
  });

  it('identifies its user; one without a subject counts as a separate user', () => {
    expect(tokenSubject(token({ sub: '7' }))).toBe('7');
    expect(tokenSubject('a.b.c')).toBe('a.b.c');
  });
});

describe('the user beside the token', () => {
  const dario = { login: 'dealer', fullname: 'Dario Provini' };
  beforeEach(() => localStorage.clear());

  it('is known after the account was loaded, as long as the token is valid', () => {
    storeToken('a.b.c', NOW);
    expect(readUser(NOW)).toBeNull();
    storeUser({ ...dario, email: 'dario@example.com' } as typeof dario);
    expect(readUser(NOW)).toEqual(dario);
    expect(localStorage.getItem(TOKEN_KEY)).not.toContain('example.com');
    expect(readToken(NOW)).toBe('a.b.c');
    expect(readUser(NOW + 25 * HOUR)).toBeNull();
  });

  it('is unknown without a token, and with the next one', () => {
    storeUser(dario);
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    storeToken('a.b.c', NOW);
    storeUser(dario);
    storeToken('d.e.f', NOW);
    expect(readUser(NOW)).toBeNull();
  });
});

describe('the legal entity of the dashboard’s documents', () => {
  beforeEach(() => localStorage.clear());

  it.each(['LE001', null])('is stored beside token and user, as long as the token is valid: %s', (legalEntity) => {
    storeToken('a.b.c', NOW);
    expect(readDashboardEntity(NOW)).toBeUndefined();
    storeDashboardEntity(legalEntity);
    storeUser({ login: 'dealer', fullname: 'Dario Provini' });
    expect(readDashboardEntity(NOW)).toBe(legalEntity);
    expect(readToken(NOW)).toBe('a.b.c');
    expect(readDashboardEntity(NOW + 25 * HOUR)).toBeUndefined();
  });

  it('is unknown with the next token, and not stored without one', () => {
    storeDashboardEntity('LE001');
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    storeToken('a.b.c', NOW);
    storeDashboardEntity('LE001');
    storeToken('d.e.f', NOW);
    expect(readDashboardEntity(NOW)).toBeUndefined();
  });
});
