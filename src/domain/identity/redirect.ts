/** Permitted return addresses of a sign-in: only paths of the product's own pages. */

/** Longer than any address of the product, shorter than proxies' limits. */
const MAX_LENGTH = 2000;

/** Pages for signed-in users; sign-in, sign-out, error and signer's pages are not return targets. */
const PAGES = /^\/(?:(?:dashboard|my-page)\/?|(?:app|admin)(?:\/[\w~-]+)*\/?)?$/;

/** Characters allowed in a query (RFC 3986, plus the square brackets that browsers leave unencoded). */
const QUERY = /^(?:[\w.~!$&'()*+,;=:@/?[\]-]|%[0-9A-Fa-f]{2})*$/;

/**
 * A path of the product with its query; any other input (another origin or scheme, an unknown page, an obfuscated path)
 * becomes '/'. Non-ASCII characters in the query are percent-encoded, a fragment is dropped.
 */
export function safeRedirect(path: string | null | undefined): string {
  if (!path || path.length > MAX_LENGTH || !path.isWellFormed()) return '/';
  const pathAndQuery = path.split('#', 1)[0] ?? '';
  const mark = pathAndQuery.indexOf('?');
  const page = mark < 0 ? pathAndQuery : pathAndQuery.slice(0, mark);
  // The pattern lists the allowed characters: no dot, backslash, percent sign or control character is among them.
  if (!PAGES.test(page)) return '/';
  if (mark < 0) return page;
  const query = pathAndQuery.slice(mark + 1).replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));
  return QUERY.test(query) && !/%(?:[01][0-9A-F]|7F)/i.test(query) ? `${page}?${query}` : '/';
}
