/** The replay of one handwriting as a self-contained page: no network, no other files; its policy blocks all other code. */
import { createHash } from 'node:crypto';
import { escapedMarkup } from '#domain/letters/markup.ts';
import { localize } from '../terminal/language.ts';
import { cornersOf } from './compare-drawings.ts';
import type { Finding, OpenedHandwriting } from './examine.ts';
import { captureFacts, drawingFacts, faultTexts, noteTexts, verdictOf } from './finding-texts.ts';
import type { Picture } from './picture.ts';
import { type ReplayData, ReplayPlayer } from './replay-player.ts';

const style = `
:root { color-scheme: light dark; --canvas: #f6f7f9; --surface: #fff; --line: #e3e6eb; --field: #868f9d; --tx: #171c24;
  --tx3: #5a6371; --accent: #1a5fc2; --soft: #eff4fb; --bad: #c4372f; --good-bg: #def3e7; --good-tx: #0f6038;
  --bad-bg: #fde7e5; --bad-tx: #9c211b; --note-bg: #fdf0d6; --note-tx: #774800; }
@media (prefers-color-scheme: dark) { :root { --canvas: #0f1318; --surface: #171c23; --line: #2b323d; --field: #667080;
  --tx: #e6e9ee; --tx3: #a3acb9; --accent: #6ba6f7; --soft: #243143; --bad: #ff7a70; --good-bg: #103725;
  --good-tx: #86dcae; --bad-bg: #481c1b; --bad-tx: #ffb0a9; --note-bg: #3c2c0c; --note-tx: #f5cb78; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--tx); font: 15px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 28px 16px 48px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 4px; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: 15px; margin: 0 0 8px; }
p { margin: 0; }
.lead { color: var(--tx3); overflow-wrap: anywhere; }
.verdict { margin: 16px 0; padding: 12px 16px; border-radius: 8px; }
.verdict strong { display: block; }
.verdict ul { margin: 4px 0 0; padding-left: 18px; }
.good { background: var(--good-bg); color: var(--good-tx); }
.bad { background: var(--bad-bg); color: var(--bad-tx); }
.note { background: var(--note-bg); color: var(--note-tx); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 16px; margin-top: 16px; }
#pad { display: block; width: 100%; background: #fff; border: 1px solid var(--line); border-radius: 6px;
  aspect-ratio: var(--ratio); max-height: 60vh; }
.drawn { display: block; width: 100%; max-height: 40vh; background: #fff; border: 1px solid var(--line); border-radius: 6px; }
.drawn path { fill: none; stroke: #1b2a6b; stroke-linecap: round; stroke-linejoin: round; }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 12px 20px; margin-top: 14px; }
button { font: inherit; font-weight: 600; min-width: 116px; min-height: 44px; padding: 0 20px; border: 0; border-radius: 8px;
  background: var(--accent); color: var(--surface); cursor: pointer; }
input { accent-color: var(--accent); }
#time { flex: 1 1 240px; min-width: 0; height: 24px; }
#clock { font-variant-numeric: tabular-nums; min-width: 128px; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 14px; }
legend { float: left; margin-right: 14px; padding: 0; color: var(--tx3); line-height: 32px; }
label { display: inline-flex; align-items: center; gap: 6px; min-height: 32px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.charts .card { margin-top: 0; }
.charts { margin-top: 16px; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); gap: 16px; }
.chart h2 span { font-weight: 400; color: var(--tx3); }
.chart canvas { display: block; width: 100%; height: 96px; border-bottom: 1px solid var(--line); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 12px 24px; margin: 0; }
dt { color: var(--tx3); font-size: 13px; }
dd { margin: 0; overflow-wrap: anywhere; }
.wide { grid-column: 1 / -1; }
code { font: 13px/1.5 ui-monospace, monospace; }
@media print { .controls { display: none; } .card { break-inside: avoid; } }
`;

/** @param file the PDF's name, without its folder. */
export function replayPage(finding: Finding, opened: OpenedHandwriting, file: string): string {
  const { bound, capture, picture } = opened;
  const script = `new (${ReplayPlayer.toString()})(document);`;
  const style = digest(styleOf(capture.width, capture.height));
  const policy =
    `default-src 'none'; script-src 'sha256-${digest(script)}'; style-src 'sha256-${style}'; ` +
    "base-uri 'none'; form-action 'none'";
  const data: ReplayData = {
    width: capture.width,
    height: capture.height,
    pressed: capture.pressed,
    points: capture.points.map(({ t, x, y, pressure, down }) => [t, x, y, pressure, down ? 1 : 0]),
  };
  const title = `Grafia di ${finding.signer ?? 'persona sconosciuta'}`;
  const facts: [string, string][] = [
    ['Punto di firma', finding.field],
    ['Sessione di firma', bound.session],
    ...captureFacts(capture),
  ];
  const digests: [string, string][] = [
    ['SHA-256 del documento mostrato, nella busta', Buffer.from(bound.shownSha256).toString('hex')],
    ['SHA-256 della busta cifrata', finding.envelopeSha256],
    ...drawingFacts(opened),
  ];
  const factHtml = ([label, value]: [string, string], wide = false): string =>
    `<div${wide ? ' class="wide"' : ''}><dt>${escapedMarkup(label)}</dt><dd>${wide ? `<code>${escapedMarkup(value)}</code>` : escapedMarkup(value)}</dd></div>`;
  return `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapedMarkup(title)}</title>
<style>${styleOf(capture.width, capture.height)}</style>
</head>
<body>
<main>
<h1>${escapedMarkup(title)}</h1>
<p class="lead">${escapedMarkup(file)}</p>
${verdict(finding)}
<section class="card" aria-label="Riproduzione">
<canvas id="pad" role="img" aria-label="La firma come è stata tracciata"></canvas>
<div class="controls">
<button id="play" type="button">Riproduci</button>
<input id="time" type="range" min="0" max="1" step="1" aria-label="Istante della firma">
<span id="clock"></span>
</div>
<div class="controls">
<fieldset><legend>Velocità</legend>${rates()}</fieldset>
<label><input id="dots" type="checkbox"> Mostra i punti rilevati</label>
</div>
</section>
<div class="charts">
${capture.pressed ? chart('pressure', 'Pressione', 'parte della massima del dispositivo') : ''}
${chart('speed', 'Velocità', '', 'fastest')}
</div>
${typeof picture === 'string' ? '' : shownPicture(picture)}
<section class="card" aria-label="Dati rilevati">
<dl>
${[...facts.map((fact) => factHtml(fact)), ...digests.map((fact) => factHtml(fact, true))].join('\n')}
</dl>
</section>
</main>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** The drawing from the file, below the strokes, for comparison by eye. */
function shownPicture({ lines }: Picture): string {
  const { left, bottom, width, height } = cornersOf(lines.flat());
  const side = Math.max(width, height);
  const margin = side / 20;
  const rounded = (value: number): string => String(Math.round(value * 100) / 100);
  const place = ([x, y]: readonly [number, number]): string =>
    `${rounded(x - left + margin)} ${rounded(height - (y - bottom) + margin)}`;
  const path = lines.map((line) => line.map((point, n) => `${n === 0 ? 'M' : 'L'}${place(point)}`).join('')).join('');
  const sides = [width, height].map((length) => rounded(length + 2 * margin)).join(' ');
  return `<section class="card" aria-label="Disegno nel documento">
<h2>Il disegno nel documento</h2>
<svg class="drawn" viewBox="0 0 ${sides}" role="img" aria-label="La firma come si vede nel documento"><path d="${path}" stroke-width="${rounded(side / 120)}"/></svg>
</section>`;
}

/** The pad keeps its proportions; set in the style element, since the policy forbids inline styles. */
const styleOf = (width: number, height: number): string =>
  `${style}:root { --ratio: ${Math.max(1, width).toFixed(2)} / ${Math.max(1, height).toFixed(2)}; }\n`;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

function verdict(finding: Finding): string {
  const items = (texts: readonly string[]): string =>
    texts.length === 0 ? '' : `<ul>${texts.map((text) => `<li>${escapedMarkup(text)}</li>`).join('')}</ul>`;
  const verdictText = verdictOf(finding);
  const faults = items(finding.faults.map((fault) => localize(faultTexts[fault])));
  const notes = items(finding.notes.map((note) => localize(noteTexts[note])));
  const sentence = verdictText.charAt(0).toUpperCase() + verdictText.slice(1);
  return [
    `<div class="verdict ${finding.faults.length === 0 ? 'good' : 'bad'}"><strong>${escapedMarkup(sentence)}</strong>${faults}</div>`,
    notes && `<div class="verdict note">${notes}</div>`,
  ].join('\n');
}

const rates = (): string =>
  (
    [
      [0.25, '¼'],
      [0.5, '½'],
      [1, 'reale'],
      [2, 'doppia'],
    ] as const
  )
    .map(
      ([value, label]) =>
        `<label><input type="radio" name="rate" value="${value}"${value === 1 ? ' checked' : ''}>${label}</label>`,
    )
    .join('');

const chart = (id: string, title: string, unit: string, unitId = ''): string =>
  `<section class="card chart"><h2>${title} <span${unitId && ` id="${unitId}"`}>${unit}</span></h2>` +
  `<canvas id="${id}" role="img" aria-label="${title} nel tempo"></canvas></section>`;
