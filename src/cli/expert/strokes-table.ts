/** Exports handwriting as a table and as data, for the expert's own tools. */
import type { Capture } from '#formats/ink/capture.ts';
import { localize } from '../terminal/language.ts';
import type { Finding } from './examine.ts';
import { decimal, faultTexts, noteTexts, verdictOf } from './finding-texts.ts';

const columns = ['tempo_ms', 'x_mm', 'y_mm', 'pressione', 'penna_giu', 'inclinazione_x_gradi', 'inclinazione_y_gradi'];

/** Semicolons and decimal commas, as an Italian spreadsheet expects; a byte order mark identifies UTF-8. */
export function pointsTable({ points }: Capture): string {
  const rows = points.map(({ t, x, y, pressure, down, tilt }) =>
    [
      t,
      decimal(x, 2),
      decimal(y, 2),
      decimal(pressure, 4),
      down ? 1 : 0,
      tilt ? decimal(tilt[0], 2) : '',
      tilt ? decimal(tilt[1], 2) : '',
    ].join(';'),
  );
  return `\ufeff${[columns.join(';'), ...rows].join('\r\n')}\r\n`;
}

/** All findings on one handwriting, including the points. */
export function findingData(finding: Finding): string {
  const { field, signer, signedAt, envelopeSha256, faults, notes, opened } = finding;
  const data = {
    campo: field,
    firmatario: signer,
    firmatoIl: signedAt,
    esito: verdictOf(finding),
    motivi: faults.map((fault) => ({ codice: fault, testo: localize(faultTexts[fault]) })),
    note: notes.map((note) => ({ codice: note, testo: localize(noteTexts[note]) })),
    bustaSha256: envelopeSha256,
    ...(opened && {
      formato: opened.bound.formatVersion,
      documentoMostratoSha256: Buffer.from(opened.bound.shownSha256).toString('hex'),
      sessione: opened.bound.session,
      campoNellaBusta: opened.bound.field,
      disegnoSha256: {
        busta: opened.drawing.envelope,
        documento: opened.drawing.document,
        tratti: opened.drawing.strokes,
      },
      grafia: opened.capture,
    }),
  };
  return `${JSON.stringify(data, null, 1)}\n`;
}
