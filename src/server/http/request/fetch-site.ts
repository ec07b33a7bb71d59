/** Where a browser's request comes from, by the header that no page can set (W3C Fetch Metadata). */
import type { FastifyRequest } from 'fastify';

/**
 * True for a request that a page of another origin caused: by a link, a form, a picture or a redirect. An address that
 * was typed or bookmarked is `none`. Browsers older than 2023 send nothing and count as ours.
 */
export function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
