/** The frame of the demo's own pages: server-made HTML without a script, under a policy that allows none. */
import type { FastifyReply } from 'fastify';

/** No script, no frame, nothing from elsewhere. */
export const DEMO_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** HTML that is already safe: nothing else can be put between the tags of `html`. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

function escaped(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((one) => one.text).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text in the holes is escaped, HTML is not. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((string, index) => string + (index < parts.length ? escaped(parts[index] ?? '') : '')).join(''),
  );
}

const MARK = html`<svg class="mark" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false"><path class="mark-fill" d="M2.6 5.4A2.4 2.4 0 0 1 5 3h4.3c.7 0 1.4.3 1.8.9l1 1.3H19a2.4 2.4 0 0 1 2.4 2.4v10.9a2.4 2.4 0 0 1-2.4 2.4H5a2.4 2.4 0 0 1-2.4-2.4z"/><path class="mark-line" d="M6.6 16.1c1.3-2.6 2.9-5.3 4-5 1 .3-1.1 3.7-.5 4.7.5.8 1.6-2.6 2.4-2.4.7.2-.2 2.1.7 2.2.8.1 1.1-1.3 1.8-1.3.6 0 .6.8 2.4.5"/></svg>`;

export interface DemoPage {
  readonly title: string;
  /** What the strip on top says after "DEMO". */
  readonly strip: string;
  readonly body: Html;
  /** Seconds after which the page reads itself again; absent: never. */
  readonly refresh?: number;
}

export function sendDemoPage(reply: FastifyReply, page: DemoPage, status = 200): FastifyReply {
  const refresh = page.refresh === undefined ? '' : html`<meta http-equiv="refresh" content="${page.refresh}">`;
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
<p class="strip"><strong class="badge">DEMO</strong> <span>${page.strip}</span></p>
<p class="brand">${MARK}<span>Fascicolo</span></p>
</header>
<main>${page.body}</main>
</body>
</html>
`;
  return reply
    .code(status)
    .header('content-security-policy', DEMO_PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(document.text);
}
