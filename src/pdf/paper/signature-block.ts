/** Draws signature boxes: what is signed, by which signer, and the empty form field, always together on one page. */
import type { BlockOf, Paper } from '#domain/papers/paper.ts';
import { ink } from '../page/canvas.ts';
import { gap, type Piece } from './page-flow.ts';
import { type PlacedBox, page, printableText, type Sheet, styles, width } from './sheet.ts';
import { headingPieces } from './text-blocks.ts';

const left = page.margin;
const gutter = 16;
const columns = 2;
const cellWidth = (width - gutter) / columns;
const boxHeight = 64;
/** Up to this many rows are never split; with more, the last is not left on its own. */
const maxUnsplitRows = 3;

/** A widget without a value: the form itself is built when the file is finished. */
type Widget = Parameters<Sheet['drawing']['annotate']>[4] & Record<string, unknown>;

/** @param opening place and date, above the first signature fields. */
export function signaturePieces(
  sheet: Sheet,
  block: BlockOf<'signatures'>,
  placed: PlacedBox[],
  opening: string,
): Piece[] {
  const cells = block.signatures.map((signature) => ({
    signature,
    caption: sheet.wrap(signature.caption, cellWidth, styles.note),
    who: sheet.wrap([signature.party, signature.name].filter(Boolean).join(': '), cellWidth, styles.strong),
  }));
  const rowCount = Math.ceil(cells.length / columns);
  const rows = Array.from({ length: rowCount }, (_, index): Piece => {
    const row = cells.slice(index * columns, (index + 1) * columns);
    const text = Math.max(
      ...row.map(({ caption, who }) => who.length * styles.strong.leading + caption.length * styles.note.leading),
    );
    return {
      height: text + 6 + boxHeight + (index < rowCount - 1 ? 16 : 0),
      withNext: rowCount <= maxUnsplitRows ? index < rowCount - 1 : index === rowCount - 2,
      draw(y) {
        for (const [column, { signature, caption, who }] of row.entries()) {
          const x = left + column * (cellWidth + gutter);
          const top = y + text + 6;
          const element = sheet.element('P');
          sheet.tagged(element, 'P', () => {
            sheet.lines(who, x, y, styles.strong);
            sheet.lines(caption, x, y + who.length * styles.strong.leading, styles.note);
          });
          drawField(sheet, signature.id, `${who.join(' ')}. ${printableText(signature.caption)}`, x, top);
          placed.push(sheet.placedBox(signature.id, x, top, cellWidth, boxHeight));
        }
      },
    };
  });
  return [
    ...headingPieces(sheet, block.heading),
    {
      height: styles.value.leading + 5,
      withNext: true,
      draw(y) {
        sheet.tagged(sheet.element('P'), 'P', () => sheet.line(opening, left, y, styles.value));
      },
    },
    ...rows,
    gap(4),
  ];
}

function drawField(sheet: Sheet, id: string, tooltip: string, x: number, y: number): void {
  const { drawing } = sheet;
  sheet.artifact(() => {
    drawing
      .roundedRect(x + 0.5, y + 0.5, cellWidth - 1, boxHeight - 1, 4)
      .lineWidth(0.75)
      .stroke(ink.line);
  });
  const form = sheet.element('Form');
  const widget: Widget = {
    Subtype: 'Widget',
    FT: 'Sig',
    T: new String(id),
    TU: new String(tooltip),
    // Print and Locked: a signature field must not be moved.
    F: 132,
    P: drawing.page.dictionary,
    structParent: form,
  };
  drawing.annotate(x, y, cellWidth, boxHeight, widget);
  // The reference's page is the page open when the element ends.
  form.end();
}

/** `Bologna, 20 novembre 2026`. */
export const openingOf = ({ place }: Paper, day: string): string =>
  printableText([place, day].filter(Boolean).join(', '));
