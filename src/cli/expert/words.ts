/** What the expert's command says, in Italian: findings, faults, times (D-34). */
import { type Capture, samplingRate, strokesOf } from '#formats/ink/capture.ts';
import type { ExpertFault, ExpertNote, Finding } from './examine.ts';

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
};

export const noteTexts: Readonly<Record<ExpertNote, string>> = {
  'ink.repeated':
    'È identica in ogni punto a quella di un’altra firma dello stesso documento: non sono state tracciate due volte.',
  'session.unproven': 'Il certificato del firmatario non nomina la sessione di firma: non si può confrontare.',
};

const pointers = { pen: 'penna', touch: 'dito', mouse: 'mouse' } as const;

/** Lines of facts about the movement: label and value. */
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

/** One finding as lines of a text. */
export function findingLines(finding: Finding, position: number): string[] {
  const { field, signer, faults, notes, opened } = finding;
  const facts = opened
    ? [['Sessione di firma', opened.bound.session] as const, ...captureFacts(opened.capture)].map(
        ([label, value]) => `  ${label}: ${plain(value)}`,
      )
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
  return faults.length === 0 ? 'legata al documento e alla firma' : 'non legata al documento';
}

/** Italian time with its offset, and the universal one, to the millisecond. */
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

/** What a stranger wrote can neither begin a line, nor steer the terminal, nor turn what follows around. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
