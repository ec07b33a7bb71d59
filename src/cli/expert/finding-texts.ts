/** The words of the expert's command: findings, faults, times. */

import { type Capture, samplingRate, strokesOf } from '#formats/ink/capture.ts';
import { plain } from '#formats/verify/report.ts';
import { localize, type Message, terminalLanguage } from '../terminal/language.ts';
import type { DrawingDigests, ExpertFault, ExpertNote, Finding, OpenedHandwriting } from './examine.ts';

export const faultTexts: Readonly<Record<ExpertFault, Message>> = {
  'file.altered': {
    it: 'Il documento non è integro: della grafia non si può dire che appartenga a ciò che si legge.',
    en: 'The document is not intact: it cannot be said that the handwriting belongs to what it shows.',
  },
  'signature.failed': {
    it: 'La firma elettronica che la contiene non è valida.',
    en: 'The electronic signature that contains it is not valid.',
  },
  'signature.undecided': {
    it: 'La firma elettronica non è confermata: indica con --anchors il certificato dell’autorità che l’ha resa possibile.',
    en: 'The electronic signature is not confirmed: name with --anchors the certificate of the authority behind it.',
  },
  'envelope.key': {
    it: 'La chiave indicata non apre questa busta: è cifrata per un altro custode.',
    en: 'The given key does not open this envelope: it is encrypted for another custodian.',
  },
  'envelope.content': {
    it: 'Il contenuto della busta è stato alterato dopo la cifratura.',
    en: 'The content of the envelope was altered after it was encrypted.',
  },
  'envelope.form': {
    it: 'La busta non ha la forma che il prodotto le dà.',
    en: 'The envelope does not have the form that the product gives it.',
  },
  'ink.form': {
    it: 'Ciò che è nella busta non è una grafia leggibile in formato ISO/IEC 19794-7:2014.',
    en: 'The envelope does not contain readable handwriting in the format ISO/IEC 19794-7:2014.',
  },
  'document.other': {
    it: 'La grafia è stata tracciata per un altro documento: l’impronta al suo interno è diversa.',
    en: 'The handwriting was drawn for another document: the digest inside it is different.',
  },
  'field.other': {
    it: 'La grafia è stata tracciata per un altro punto di firma.',
    en: 'The handwriting was drawn for another place of signature.',
  },
  'session.other': {
    it: 'La grafia è di un’altra sessione di firma rispetto al certificato del firmatario.',
    en: 'The handwriting is of another signing session than the signer’s certificate.',
  },
  'picture.other': {
    it: 'Il disegno nel documento non è quello di questa grafia: la sua impronta non è quella contenuta nella busta.',
    en: 'The drawing in the document is not that of this handwriting: its digest is not the one in the envelope.',
  },
  'picture.strokes': {
    it: 'I tratti nella busta non sono quelli del disegno che essa indica: l’impronta del disegno ricavato dai tratti è diversa.',
    en: 'The strokes in the envelope are not those of the drawing that it names: the digest of the drawing made from the strokes is different.',
  },
  'picture.foreign': {
    it: 'Il riquadro della firma contiene segni che il prodotto non disegna: ciò che si vede non si può attribuire alla grafia.',
    en: 'The box of the signature contains marks that the product does not draw: what it shows cannot be attributed to the handwriting.',
  },
  'picture.unlike': {
    it: 'Il disegno nel documento non corrisponde ai tratti nella busta.',
    en: 'The drawing in the document does not match the strokes in the envelope.',
  },
};

export const noteTexts: Readonly<Record<ExpertNote, Message>> = {
  'ink.repeated': {
    it: 'È identica in ogni punto a quella di un’altra firma dello stesso documento: non sono state tracciate due volte.',
    en: 'It is identical in every point to that of another signature of the same document: they were not drawn twice.',
  },
  'session.unproven': {
    it: 'Il certificato del firmatario non nomina la sessione di firma: non si può confrontare.',
    en: 'The signer’s certificate does not name the signing session: it cannot be compared.',
  },
  'picture.absent': {
    it: 'Il riquadro della firma non mostra alcun disegno: non c’è nulla da confrontare con i tratti.',
    en: 'The box of the signature shows no drawing: there is nothing to compare with the strokes.',
  },
  'picture.unbound': {
    it: 'Il disegno non è legato alla busta, che è della versione 1 e non ne contiene l’impronta. Nel documento ha la stessa forma dei tratti (entro 0,6 mm).',
    en: 'The drawing is not bound to the envelope, which is of version 1 and does not hold its digest. In the document it has the same shape as the strokes (within 0.6 mm).',
  },
};

const POINTERS: Readonly<Record<Capture['pointer'], Message>> = {
  pen: { it: 'penna', en: 'pen' },
  touch: { it: 'dito', en: 'finger' },
  mouse: { it: 'mouse', en: 'mouse' },
};

type Fact = [label: string, value: string];

const fact = (it: string, en: string, value: string): Fact => [localize({ it, en }), value];

const measured = (isMeasured: boolean): string =>
  isMeasured
    ? localize({ it: 'rilevata dal dispositivo', en: 'measured by the device' })
    : localize({ it: 'non rilevata dal dispositivo', en: 'not measured by the device' });

/** Facts about the movement as label and value. */
export function captureFacts(capture: Capture): Fact[] {
  const strokes = strokesOf(capture.points);
  const drawn = strokes.flat();
  const [first, last] = [capture.points[0], capture.points.at(-1)];
  const spread = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  const size = [spread(drawn.map(({ x }) => x)), spread(drawn.map(({ y }) => y))].map((extent) => decimal(extent, 1));
  const tilted = capture.points.some(({ tilt }) => tilt !== null);
  const rate = samplingRate(capture.points);
  const points = localize({ it: `(${rate} al secondo)`, en: `(${rate} a second)` });
  return [
    fact('Tracciata il', 'Drawn on', localTime(capture.startedAt)),
    fact('Strumento', 'Instrument', localize(POINTERS[capture.pointer])),
    fact('Pressione', 'Pressure', measured(capture.pressed)),
    fact('Inclinazione', 'Tilt', measured(tilted)),
    fact('Durata', 'Duration', `${decimal(((last?.t ?? 0) - (first?.t ?? 0)) / 1000, 2)} s`),
    fact('Tratti', 'Strokes', String(strokes.length)),
    fact('Punti', 'Points', `${capture.points.length} ${points}`),
    fact('Dimensioni', 'Size', `${size.join(' × ')} mm`),
  ];
}

/** The drawing's digests as label and value, and whether they agree. */
export function drawingFacts({ drawing, picture }: OpenedHandwriting): Fact[] {
  const { envelope, document, strokes } = drawing;
  const missingText = localize(
    picture === 'none'
      ? { it: 'nessun disegno nel riquadro', en: 'no drawing in the box' }
      : { it: 'disegno senza impronta confrontabile', en: 'a drawing without a digest to compare' },
  );
  const version1 = localize({ it: 'non contenuta (busta della versione 1)', en: 'not held (envelope of version 1)' });
  const digest = localize({ it: 'SHA-256 del disegno', en: 'SHA-256 of the drawing' });
  return [
    [`${digest}, ${localize({ it: 'nella busta', en: 'in the envelope' })}`, envelope ?? version1],
    [`${digest}, ${localize({ it: 'nel documento', en: 'in the document' })}`, document ?? missingText],
    [`${digest}, ${localize({ it: 'ricavato dai tratti', en: 'made from the strokes' })}`, strokes],
    fact('Confronto delle impronte del disegno', 'Comparison of these digests', localize(comparison(drawing))),
  ];
}

function comparison({ envelope, document, strokes }: DrawingDigests): Message {
  if (envelope === null) {
    return { it: 'non possibile: la busta non la contiene', en: 'not possible: the envelope does not hold it' };
  }
  if (envelope !== strokes || (document !== null && document !== envelope)) {
    return { it: 'non coincidono', en: 'they differ' };
  }
  return document === null
    ? { it: 'busta e tratti coincidono', en: 'envelope and strokes agree' }
    : { it: 'tutte e tre coincidono', en: 'all three agree' };
}

export function findingLines(finding: Finding, position: number): string[] {
  const { field, faults, notes, opened } = finding;
  const facts = opened
    ? [
        ...drawingFacts(opened),
        fact('Sessione di firma', 'Signing session', opened.bound.session),
        ...captureFacts(opened.capture),
      ].map(([label, value]) => `  ${label}: ${plain(value)}`)
    : [];
  const signer = plain(finding.signer ?? localize({ it: 'persona sconosciuta', en: 'unknown person' }));
  const verdict = verdictOf(finding).toUpperCase();
  return [
    localize({
      it: `${position}. Grafia della firma «${plain(field)}»: ${signer}`,
      en: `${position}. Handwriting of the signature “${plain(field)}”: ${signer}`,
    }),
    localize({ it: `  Esito: ${verdict}`, en: `  Outcome: ${verdict}` }),
    ...faults.map((fault) => `  - ${localize(faultTexts[fault])}`),
    ...notes.map((note) => `  - ${localize(noteTexts[note])}`),
    `  ${localize({ it: 'SHA-256 della busta cifrata', en: 'SHA-256 of the encrypted envelope' })}: ${finding.envelopeSha256}`,
    ...facts,
  ];
}

export function verdictOf({ faults, opened }: Finding): string {
  if (!opened) return localize({ it: 'non aperta', en: 'not opened' });
  if (faults.length === 0) {
    return localize({ it: 'legata al documento e alla firma', en: 'bound to the document and to the signature' });
  }
  return faults.every((fault) => fault.startsWith('picture.'))
    ? localize({
        it: 'legata al documento e alla firma, ma non al disegno che si vede',
        en: 'bound to the document and to the signature, but not to the drawing that it shows',
      })
    : localize({ it: 'non legata al documento', en: 'not bound to the document' });
}

/** Italian time with its offset, and UTC, to the millisecond. */
export function localTime(time: Date): string {
  const locale = { it: 'it-IT', en: 'en-GB' }[terminalLanguage()];
  const local = time.toLocaleString(locale, { timeZone: 'Europe/Rome', dateStyle: 'long', timeStyle: 'medium' });
  return `${local}, ${localize({ it: 'ora italiana', en: 'Italian time' })} (${time.toISOString()})`;
}

/** `48.213`, as Italian papers write it. */
export const grouped = (count: number): string =>
  count.toLocaleString('it-IT', { useGrouping: 'always' as unknown as boolean });

/** With the comma of Italian, or the point of English. */
export const decimal = (value: number, digits: number): string =>
  value.toFixed(digits).replace('.', localize({ it: ',', en: '.' }));
