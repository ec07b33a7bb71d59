/** Addresses of the portal, and what a sign-in may and may not return to. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../shared/rows.suite.ts';
import { paths, readLanding, signInEntry } from './paths.ts';

describe('URLs of the portal', () => {
  it('have every wizard parameter in lower case', () => {
    expect(paths.wizard('MINI', 'SALE_NEW', 'SALE_NEW_PROPOSAL')).toBe('/app/wizard/mini/sale_new/sale_new_proposal');
  });

  it('lead a visitor to the sign-in with the page and its query as return address', () => {
    expect(signInEntry('http://127.0.0.1:8080', '/app/folders?q=ricci&page=2')).toBe(
      '/sso/auth/?RelayState=http://127.0.0.1:8080/logged?redirect=/app/folders?q=ricci&page=2',
    );
  });
});

describe('the return from the sign-in', () => {
  it('reads token and return address', () => {
    expect(readLanding('?redirect=/app/documents/7&JWT_TOKEN=a.b.c')).toEqual({
      token: 'a.b.c',
      redirect: '/app/documents/7',
    });
  });

  it('keeps an inner & of the return address', () => {
    expect(readLanding('?redirect=/app/folders?q=ricci&page=2&JWT_TOKEN=a.b.c').redirect).toBe(
      '/app/folders?q=ricci&page=2',
    );
  });

  it('reads the token also when it comes first', () => {
    expect(readLanding('?JWT_TOKEN=a.b.c&redirect=/dashboard')).toEqual({ token: 'a.b.c', redirect: '/dashboard' });
  });

  it('decodes an encoded return address', () => {
    expect(readLanding('?redirect=%2Fapp%2Ffolders%3Fq%3Dricci&JWT_TOKEN=x').redirect).toBe('/app/folders?q=ricci');
  });

  it('leads to the home page by default', () => {
    expect(readLanding('')).toEqual({ token: null, redirect: '/' });
  });

  it('has no token when it is empty or cannot be decoded', () => {
    expect(readLanding('?JWT_TOKEN=').token).toBeNull();
    expect(readLanding('?JWT_TOKEN=%E0%A4%A').token).toBeNull();
  });

  it.each([
    ...rowsOf(`
      https://evil.example/app
      //evil.example/app
      /\\evil.example
      \\\\evil.example
      javascript:alert(1)
      /api/account
      /sso/logout
      /logout
      /sign/abc
      /nowhere
      /app/../api/account
      %2F%2Fevil.example
      /app/folders\u0000
    `),
    [' /app/folders'],
  ])('does not follow %s', (target = '') => {
    expect(readLanding(`?redirect=${target}&JWT_TOKEN=a.b.c`).redirect).toBe('/');
  });
});
