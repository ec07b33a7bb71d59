/** Server-made HTML pages without scripts: safe templates, the common frame and its files. */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

/** Policy of these pages: no script, no frame, no external resource. */
export const PLAIN_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** HTML that is already safe; `html` inserts no other value unescaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

function escaped(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((html) => html.text).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Interpolated text is escaped, HTML is not. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((string, index) => string + (index < parts.length ? escaped(parts[index] ?? '') : '')).join(''),
  );
}

export const NONE = new Html('');
export const NO_INDEX = html`<meta name="robots" content="noindex">`;

interface PlainPage {
  language: string;
  title: string;
  /** Folder and name of its style sheet, as given to `servePageFiles`. */
  files: string;
  style: string;
  /** Further elements of the head. */
  meta?: Html;
  body: Html;
}

/** @returns a whole document. */
export function plainPage({ language, title, files, style, meta = NONE, body }: PlainPage): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${meta}
<title>${title}</title>
<link rel="icon" href="${files}/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${files}/${style}">
</head>
<body>
${body}
</body>
</html>
`.text;
}

const MARK = html`<svg class="mark" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false"><path class="mark-fill" d="M2.6 5.4A2.4 2.4 0 0 1 5 3h4.3c.7 0 1.4.3 1.8.9l1 1.3H19a2.4 2.4 0 0 1 2.4 2.4v10.9a2.4 2.4 0 0 1-2.4 2.4H5a2.4 2.4 0 0 1-2.4-2.4z"/><path class="mark-line" d="M6.6 16.1c1.3-2.6 2.9-5.3 4-5 1 .3-1.1 3.7-.5 4.7.5.8 1.6-2.6 2.4-2.4.7.2-.2 2.1.7 2.2.8.1 1.1-1.3 1.8-1.3.6 0 .6.8 2.4.5"/></svg>`;

export const BRAND = html`<p class="brand">${MARK}<span>Fascicolo</span></p>`;

const FILES = [
  ['mark.svg', new URL('./mark.svg', import.meta.url), 'image/svg+xml'],
  ['inter-regular.ttf', new URL('../../../pdf/fonts/Inter-Regular.ttf', import.meta.url), 'font/ttf'],
  ['inter-semibold.ttf', new URL('../../../pdf/fonts/Inter-SemiBold.ttf', import.meta.url), 'font/ttf'],
] as const;

const HOUSE_STYLE = new URL('./house.css', import.meta.url);

/** Serves the page files under `folder`: fonts, the logo, and one style sheet: the base style followed by the pages' own. */
export function servePageFiles(app: FastifyInstance, folder: string, style: { name: string; file: URL }): void {
  for (const [name, file, type] of FILES) {
    app.get(`${folder}/${name}`, async (_request, reply) => reply.type(type).send(await readFile(file)));
  }
  app.get(`${folder}/${style.name}`, async (_request, reply) => {
    const sheets = await Promise.all([readFile(HOUSE_STYLE, 'utf8'), readFile(style.file, 'utf8')]);
    return reply.type('text/css; charset=utf-8').send(sheets.join('\n'));
  });
}
