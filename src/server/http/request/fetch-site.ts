/** Detects cross-origin requests by a header that pages cannot set (W3C Fetch Metadata). */
import type { FastifyRequest } from 'fastify';

/**
 * True for a request caused by a page of another origin: a link, a form, an image or a redirect. A typed or bookmarked
 * address sends `none`. Browsers older than 2023 send no header and count as same-origin.
 */
export function isCrossOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
