/** Lays out photos in two columns, each uncropped in its frame with its caption below. */
import type { BlockOf, Photo } from '#domain/papers/paper.ts';
import { ink } from '../page/canvas.ts';
import { gap, type Piece } from './page-flow.ts';
import { page, type Sheet, styles, width } from './sheet.ts';
import { headingPieces } from './text-blocks.ts';

/** Bytes of JPEG or PNG files, keyed by SHA-256. */
export type Pictures = ReadonlyMap<string, Uint8Array>;

const COLUMNS = 2;
const between = 14;
const frame = { width: (width - between) / COLUMNS, height: 168 } as const;
const caption = styles.note;
const padding = 4;

/** @throws if a photo's bytes are not among the pictures. */
export function photoPieces(sheet: Sheet, block: BlockOf<'photos'>, pictures: Pictures): Piece[] {
  const openedPictures = openPictures(sheet, pictures);
  const rows = Array.from({ length: Math.ceil(block.photos.length / COLUMNS) }, (_, row) =>
    block.photos.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
  const pieces = rows.flatMap((photos): Piece[] => {
    const cells = photos.map((photo) => ({ photo, lines: sheet.wrap(photo.caption, frame.width, caption) }));
    const maxLines = Math.max(...cells.map(({ lines }) => lines.length));
    return [
      {
        height: frame.height + padding + maxLines * caption.leading,
        draw(y) {
          for (const [column, { photo, lines }] of cells.entries()) {
            drawPhoto(
              sheet,
              { photo, lines, picture: openedPictures(photo) },
              page.margin + column * (frame.width + between),
              y,
            );
          }
        },
      },
      gap(10),
    ];
  });
  return [...headingPieces(sheet, block.heading), ...pieces];
}

/** pdfkit's own method, absent from its types. */
type Opening = { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc };

/** Embeds a repeated picture only once. */
function openPictures(sheet: Sheet, pictures: Pictures): (photo: Photo) => PDFKit.Mixins.ImageSrc {
  const cache = new Map<string, PDFKit.Mixins.ImageSrc>();
  return ({ sha256 }) => {
    const cached = cache.get(sha256);
    if (cached !== undefined) return cached;
    const bytes = pictures.get(sha256);
    if (bytes === undefined) throw new Error(`The photo ${sha256} was not given`);
    const picture = (sheet.drawing as unknown as Opening).openImage(Buffer.from(bytes));
    cache.set(sha256, picture);
    return picture;
  };
}

interface Cell {
  photo: Photo;
  lines: readonly string[];
  picture: PDFKit.Mixins.ImageSrc;
}

function drawPhoto(sheet: Sheet, { photo, lines, picture }: Cell, x: number, y: number): void {
  const { drawing } = sheet;
  sheet.artifact(() => drawing.roundedRect(x, y, frame.width, frame.height, 5).fill(ink.sunken));
  const bbox: [number, number, number, number] = [x, y, x + frame.width, y + frame.height];
  const figure = sheet.element('Figure', sheet.root, { alt: photo.alt, bbox });
  sheet.tagged(figure, 'Figure', () => {
    drawing.save().roundedRect(x, y, frame.width, frame.height, 5).clip();
    drawing.image(picture, x, y, { fit: [frame.width, frame.height], align: 'center', valign: 'center' });
    drawing.restore();
  });
  const text = sheet.element('Caption', figure);
  sheet.tagged(text, 'Caption', () => sheet.lines(lines, x, y + frame.height + padding, caption));
}
