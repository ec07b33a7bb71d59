/** Italian texts of the expert's command: findings, faults, times. */
import { type Capture, samplingRate, strokesOf } from '#formats/ink/capture.ts';
import type { DrawingDigests, ExpertFault, ExpertNote, Finding, Opened } from './examine.ts';

export const faultTexts: Readonly<Record<ExpertFault, string>> = {
  'file.altered': 'Il documento non è integro: della grafia non si può dire che appartenga a ciò che si legge.',
  'signature.failed': 'La firma elettronica che la contiene non è valida.',
  'signature.undecided':
    'La firma elettronica non è confermata: indica con --anchors il certificato dell’autorità che l’ha resa possibile.',
  'envelope.key': 'La chiave indicata non apre questa busta: è cifrata per un altro custode.',
  'envelope.content': 'Il contenuto della busta è stato alterato dopo la cifratura.',
  'envelope.form': 'La busta non ha la forma che il prodotto le dà.',
  'ink.form': 'Ciò che è nella busta non è una grafia leggibile in formato ISO/IEC 19794-7:2014.',
  'document.other': 'La grafia è stata tracciata per un altro documento: l’impronta al suo interno è diversa.',
  'field.other': 'La grafia è stata tracciata per un altro punto di firma.',
  'session.other': 'La grafia è di un’altra sessione di firma rispetto al certificato del firmatario.',
  'picture.other':
    'Il disegno nel documento non è quello di questa grafia: la sua impronta non è quella contenuta nella busta.',
  'picture.strokes':
    'I tratti nella busta non sono quelli del disegno che essa indica: l’impronta del disegno ricavato dai tratti è diversa.',
  'picture.foreign':
    'Il riquadro della firma contiene segni che il prodotto non disegna: ciò che si vede non si può attribuire alla grafia.',
  'picture.unlike': 'Il disegno nel documento non corrisponde ai tratti nella busta.',
};

export const noteTexts: Readonly<Record<ExpertNote, string>> = {
  'ink.repeated':
    'È identica in ogni punto a quella di un’altra firma dello stesso documento: non sono state tracciate due volte.',
  'session.unproven': 'Il certificato del firmatario non nomina la sessione di firma: non si può confrontare.',
  'picture.absent': 'Il riquadro della firma non mostra alcun disegno: non c’è nulla da confrontare con i tratti.',
  'picture.unbound':
    'Il disegno non è legato alla busta, che è della versione 1 e non ne contiene l’impronta. Nel documento ha la stessa forma dei tratti (entro 0,6 mm).',
};

const pointers = { pen: 'penna', touch: 'dito', mouse: 'mouse' } as const;

/** Facts about the movement as label and value. */
export function captureFacts(capture: Capture): [label: string, value: string][] {
  const drawn = strokesOf(capture.points).flat();
  const [first, last] = [capture.points[0], capture.points.at(-1)];
  const spread = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  const size = [spread(drawn.map(({ x }) => x)), spread(drawn.map(({ y }) => y))];
  const tilted = capture.points.some(({ tilt }) => tilt !== null);
  return [
    ['Tracciata il', localTime(capture.startedAt)],
    ['Strumento', pointers[capture.pointer]],
    ['Pressione', capture.pressed ? 'rilevata dal dispositivo' : 'non rilevata dal dispositivo'],
    ['Inclinazione', tilted ? 'rilevata dal dispositivo' : 'non rilevata dal dispositivo'],
    ['Durata', `${decimal(((last?.t ?? 0) - (first?.t ?? 0)) / 1000, 2)} s`],
    ['Tratti', String(strokesOf(capture.points).length)],
    ['Punti', `${capture.points.length} (${samplingRate(capture.points)} al secondo)`],
    [
      'Dimensioni',
      size
        .map((one) => decimal(one, 1))
        .join(' × ')
        .concat(' mm'),
    ],
  ];
}

/** The drawing's digests as label and value, and whether they agree. */
export function drawingFacts({ drawing, picture }: Opened): [label: string, value: string][] {
  const { envelope, document, strokes } = drawing;
  const missing = picture === 'none' ? 'nessun disegno nel riquadro' : 'disegno senza impronta confrontabile';
  return [
    ['SHA-256 del disegno, nella busta', envelope ?? 'non contenuta (busta della versione 1)'],
    ['SHA-256 del disegno, nel documento', document ?? missing],
    ['SHA-256 del disegno, ricavato dai tratti', strokes],
    ['Confronto delle impronte del disegno', comparison(drawing)],
  ];
}

function comparison({ envelope, document, strokes }: DrawingDigests): string {
  if (envelope === null) return 'non possibile: la busta non la contiene';
  if (envelope !== strokes || (document !== null && document !== envelope)) return 'non coincidono';
  return document === null ? 'busta e tratti coincidono' : 'tutte e tre coincidono';
}

/** A finding as lines of text. */
export function findingLines(finding: Finding, position: number): string[] {
  const { field, signer, faults, notes, opened } = finding;
  const facts = opened
    ? [
        ...drawingFacts(opened),
        ['Sessione di firma', opened.bound.session] as const,
        ...captureFacts(opened.capture),
      ].map(([label, value]) => `  ${label}: ${plain(value)}`)
    : [];
  return [
    `${position}. Grafia della firma «${plain(field)}»: ${plain(signer ?? 'persona sconosciuta')}`,
    `  Esito: ${verdictOf(finding).toUpperCase()}`,
    ...faults.map((fault) => `  - ${faultTexts[fault]}`),
    ...notes.map((note) => `  - ${noteTexts[note]}`),
    `  SHA-256 della busta cifrata: ${finding.envelopeSha256}`,
    ...facts,
  ];
}

export function verdictOf({ faults, opened }: Finding): string {
  if (!opened) return 'non aperta';
  if (faults.length === 0) return 'legata al documento e alla firma';
  return faults.every((fault) => fault.startsWith('picture.'))
    ? 'legata al documento e alla firma, ma non al disegno che si vede'
    : 'non legata al documento';
}

/** Italian time with its offset, and UTC, to the millisecond. */
export function localTime(time: Date): string {
  const local = time.toLocaleString('it-IT', {
    timeZone: 'Europe/Rome',
    dateStyle: 'long',
    timeStyle: 'medium',
  });
  return `${local}, ora italiana (${time.toISOString()})`;
}

/** `48.213` */
export const grouped = (count: number): string =>
  count.toLocaleString('it-IT', { useGrouping: 'always' as unknown as boolean });

export const decimal = (value: number, digits: number): string => value.toFixed(digits).replace('.', ',');

/** Untrusted text must not begin a line, control the terminal, or reverse the direction of the following text. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
