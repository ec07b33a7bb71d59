/** The frame of the demo's own pages: server-rendered HTML without scripts, under a policy that allows none. */
import type { FastifyReply } from 'fastify';
import { Html, html, MARK, PLAIN_PAGE_POLICY } from '../http/pages/html.ts';

export interface DemoPage {
  readonly title: string;
  /** Text of the top strip after "DEMO". */
  readonly strip: string;
  /** Further text, shown if there is room. */
  readonly stripMore?: string;
  readonly body: Html;
  /** Seconds after which the page reloads; absent: never. */
  readonly refresh?: number;
  /** True: shown in a frame, which this site's pages may do, without the house header. */
  readonly framed?: boolean;
}

const FRAMED_POLICY = PLAIN_PAGE_POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'");

export function sendDemoPage(reply: FastifyReply, page: DemoPage, status = 200): FastifyReply {
  const refresh = page.refresh === undefined ? '' : html`<meta http-equiv="refresh" content="${page.refresh}">`;
  const brand = page.framed ? new Html('') : html`<p class="brand">${MARK}<span>Fascicolo</span></p>`;
  const more = page.stripMore === undefined ? '' : html`<span class="more"> ${page.stripMore}</span>`;
  if (page.framed) void reply.header('x-frame-options', 'SAMEORIGIN');
  const document = html`<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${refresh}
<title>${page.title} · Fascicolo</title>
<link rel="icon" href="/demo/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo/demo.css">
</head>
<body>
<header>
<p class="strip"><strong class="badge">DEMO</strong> <span>${page.strip}${more}</span></p>
${brand}
</header>
<main>${page.body}</main>
</body>
</html>
`;
  return reply
    .code(status)
    .header('content-security-policy', page.framed ? FRAMED_POLICY : PLAIN_PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(document.text);
}
