/** Where a page will be signed: outlines over its picture, before anything is signed. */
import type { SignaturePlaces } from '#contract/signature-places.ts';
import { type Box, seenAt, seenSize } from '#domain/signing/places.ts';
import classes from './pdf-viewer.module.css';

export type ShownPlaces = Pick<SignaturePlaces, 'pages' | 'points'>;

const asBox = ([left, bottom, right, top]: readonly [number, number, number, number]): Box => [
  left,
  bottom,
  right,
  top,
];
const part = (value: number, of: number): string => `${((value / of) * 100).toFixed(3)}%`;

/** @param page 1-based */
export function EmptyBoxes({ places, page }: { places: ShownPlaces; page: number }) {
  const sheet = places.pages[page - 1];
  if (!sheet) return null;
  const shape = { crop: asBox(sheet.crop), rotation: sheet.rotation };
  const size = seenSize(shape);
  return places.points.map(({ point, label, signer, page: at, box }) => {
    if (at !== page || box === null) return null;
    const { x, y, width, height } = seenAt(shape, asBox(box));
    const style = {
      ...{ left: part(x, size.width), bottom: part(y, size.height) },
      ...{ width: part(width, size.width), height: part(height, size.height) },
    };
    return (
      <span key={point} className={classes.emptyBox} style={style}>
        <span>{[label, signer].filter(Boolean).join(' · ')}</span>
      </span>
    );
  });
}
