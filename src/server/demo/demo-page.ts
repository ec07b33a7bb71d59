/** The frame of the demo's own pages: server-rendered HTML without scripts, under a policy that allows none. */
import type { FastifyReply } from 'fastify';
import { BRAND, type Html, html, NO_INDEX, NONE, PLAIN_PAGE_POLICY, plainPage } from '../http/pages/html.ts';

export interface DemoPage {
  readonly title: string;
  /** Text of the top strip after "DEMO". */
  readonly strip: string;
  /** Further text, shown if there is room. */
  readonly stripMore?: string;
  readonly body: Html;
  /** Seconds after which the page reloads; absent: never. */
  readonly refresh?: number;
  /** True: shown in a frame, which this site's pages may do, without the demo's header. */
  readonly framed?: boolean;
}

const FRAMED_POLICY = PLAIN_PAGE_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'");

export function sendDemoPage(reply: FastifyReply, page: DemoPage, status = 200): FastifyReply {
  const refresh = page.refresh === undefined ? '' : html`<meta http-equiv="refresh" content="${page.refresh}">`;
  const brand = page.framed ? NONE : BRAND;
  const more = page.stripMore === undefined ? '' : html`<span class="more"> ${page.stripMore}</span>`;
  if (page.framed) void reply.header('x-frame-options', 'SAMEORIGIN');
  const body = html`<header>
<p class="strip"><strong class="badge">DEMO</strong> <span>${page.strip}${more}</span></p>
${brand}
</header>
<main>${page.body}</main>`;
  return reply
    .code(status)
    .header('content-security-policy', page.framed ? FRAMED_POLICY : PLAIN_PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(
      plainPage({
        language: 'it',
        title: `${page.title} · Fascicolo`,
        files: '/demo',
        style: 'demo.css',
        meta: html`${NO_INDEX}${refresh}`,
        body,
      }),
    );
}
