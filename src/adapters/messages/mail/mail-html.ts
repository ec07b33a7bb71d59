/** Generates the HTML half of a message from its text: one plain layout, addresses as buttons, no external resources. */
import { escapedMarkup } from '#domain/letters/markup.ts';

/** A line that contains only an address. */
const isAddress = (line: string): boolean => /^https?:\/\/[^\s"<>]+$/.test(line) && URL.canParse(line);

/** Mail programs that ignore the style sheet use the inline styles: a light page. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
body,.page{background:#0f1318!important}
.card{background:#171c23!important;border-color:#2b323d!important;color:#e6e9ee!important}
.small{color:#a3acb9!important}
.small a{color:#a5cbfb!important}
.button{background:#a5cbfb!important;color:#0f1318!important}
}`;
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const paragraph = (html: string): string => `<p style="margin:0 0 16px">${html}</p>`;

function list(items: readonly string[]): string {
  const rows = items.map((item) => `<li style="margin:0 0 4px">${escapedMarkup(item)}</li>`);
  return `<ul style="margin:0 0 16px;padding:0 0 0 24px">${rows.join('')}</ul>`;
}

function button(address: string): string {
  const href = escapedMarkup(address);
  return `<p style="margin:0 0 12px"><a class="button" href="${href}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#174f9c;color:#ffffff;font-weight:600;text-decoration:none">Apri la pagina</a></p>
<p class="small" style="margin:0 0 16px;font-size:13px;color:#4b5462;overflow-wrap:anywhere;word-break:break-word">Se il pulsante non funziona, copia questo indirizzo nel browser:<br><a href="${href}" style="color:#174f9c">${href}</a></p>`;
}

/** Consecutive lines form one paragraph; lists and addresses end it. */
function block(lines: readonly string[]): string {
  const parts: string[] = [];
  let plain: string[] = [];
  let items: string[] = [];
  const flush = (): void => {
    if (plain.length > 0) parts.push(paragraph(plain.map(escapedMarkup).join('<br>')));
    if (items.length > 0) parts.push(list(items));
    plain = [];
    items = [];
  };
  for (const line of lines) {
    const item = /^- (.+)$/.exec(line)?.[1];
    if (isAddress(line)) {
      flush();
      parts.push(button(line));
    } else if (item === undefined) {
      if (items.length > 0) flush();
      plain.push(line);
    } else {
      if (plain.length > 0) flush();
      items.push(item);
    }
  }
  flush();
  return parts.join('\n');
}

/**
 * @param text paragraphs separated by empty lines; lines that begin with `- ` are a list; a line with only an
 * address becomes a button with the address below it.
 * @returns a whole page; markup in the text is never interpreted.
 */
export function mailHtml(subject: string, text: string): string {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0);
  return `<!DOCTYPE html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${escapedMarkup(subject)}</title>
<style>${STYLE}</style>
</head>
<body style="margin:0;padding:0;background:#f6f7f9">
<div class="page" style="padding:24px 12px;background:#f6f7f9">
<div class="card" style="max-width:560px;margin:0 auto;padding:28px 28px 12px;border:1px solid #e3e6eb;border-radius:12px;background:#ffffff;color:#171c24;font-size:16px;line-height:1.5;${FONT}">
${blocks.map(block).join('\n')}
</div>
</div>
</body>
</html>
`;
}
