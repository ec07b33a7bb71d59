/** Permitted return addresses of a sign-in, as a rule over arbitrary text (known attacks are in test/attacks). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { safeRedirect } from './redirect.ts';

const ORIGIN = 'https://fascicolo.example';

describe('a return address', () => {
  it.each(
    rowsOf(`
      /dashboard | /dashboard
      /my-page | /my-page
      /app/documents/5 | /app/documents/5
      /app/folders/ | /app/folders/
      /app/folders?status[]=OPEN | /app/folders?status[]=OPEN
      /app/folders?q=perché no | /app/folders?q=perch%C3%A9%20no
      /dashboard#top | /dashboard
    `),
  )('%s is kept as %s', (path, kept) => {
    expect(safeRedirect(path)).toBe(kept);
  });

  const tricky = fc.array(
    fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      '%00',
      '\t',
      '\n',
      'app',
      'http:',
      'dashboard',
      'evil.example',
      '&',
      'é',
      '\ud800',
    ),
    { maxLength: 12 },
  );

  it('is always a page of the product, for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withQueryParameters: true }),
      tricky.map((parts) => `/${parts.join('')}`),
      tricky.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (path) => {
        const url = new URL(safeRedirect(path), ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(url.pathname).toMatch(/^\/(dashboard\/?|my-page\/?|(app|admin)(\/[\w~-]+)*\/?)?$/);
        expect(url.hash).toBe('');
      }),
      { numRuns: 3000 },
    );
  });

  it('is unchanged when it is checked again', () => {
    fc.assert(
      fc.property(tricky, (parts) => {
        const once = safeRedirect(`/app?${parts.join('')}`);
        expect(safeRedirect(once)).toBe(once);
      }),
    );
  });
});
