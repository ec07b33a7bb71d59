/** Where a sign-in may return to: paths of the product's own pages and nothing else (P-3, D-133). */

/** Longer than any address of the product, shorter than what a proxy refuses. */
const LONGEST = 2000;

/** Pages a signed-in person can start from; sign-in, sign-out, error and signer's pages are no place to return to. */
const PAGES = /^\/(?:(?:dashboard|my-page)\/?|(?:app|admin)(?:\/[\w~-]+)*\/?)?$/;

/** What may stand in a query (RFC 3986, and the square brackets that browsers leave as they are). */
const QUERY = /^(?:[\w.~!$&'()*+,;=:@/?[\]-]|%[0-9A-Fa-f]{2})*$/;

/**
 * A path of the product with its query; anything else (another origin, another scheme, an unknown page, a trick of
 * spelling) becomes '/'. Letters beyond ASCII in the query are percent-encoded, a fragment is dropped.
 */
export function safeRedirect(path: string | null | undefined): string {
  if (!path || path.length > LONGEST || !path.isWellFormed()) return '/';
  const whole = path.split('#', 1)[0] ?? '';
  const mark = whole.indexOf('?');
  const page = mark < 0 ? whole : whole.slice(0, mark);
  // The characters of a page are told one by one: no dot, backslash, percent sign or control character is among them.
  if (!PAGES.test(page)) return '/';
  if (mark < 0) return page;
  const query = whole.slice(mark + 1).replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));
  return QUERY.test(query) && !/%(?:[01][0-9A-F]|7F)/i.test(query) ? `${page}?${query}` : '/';
}
