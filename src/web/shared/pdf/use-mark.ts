/** The position of a mark over the picture of a page, as percentages, so that it fits at any size. */
import { useEffect, useState } from 'react';
import type { OpenPdf, RectangleOnPage } from './engine.ts';
import type { PageSize } from './sheets.ts';

type MarkStyle = Readonly<Record<'left' | 'top' | 'width' | 'height', string>>;

export function markStyle(page: PageSize, box: RectangleOnPage): MarkStyle {
  const part = (value: number, of: number) => `${((value / of) * 100).toFixed(3)}%`;
  return {
    left: part(box.left, page.width),
    top: part(box.top, page.height),
    width: part(box.width, page.width),
    height: part(box.height, page.height),
  };
}

/** @param box in PDF points. @returns null while unknown, and for a rectangle without an area. */
export function useMark(pdf: OpenPdf, page: number, box: readonly number[] | undefined): MarkStyle | null {
  // The array is new at each render; its numbers stay the same.
  const numbers = box?.join(' ');
  const [style, setStyle] = useState<MarkStyle | null>(null);
  useEffect(() => {
    if (numbers === undefined) {
      setStyle(null);
      return;
    }
    let wanted = true;
    Promise.all([pdf.sizeOf(page), pdf.boxOn(page, numbers.split(' ').map(Number))]).then(
      ([size, found]) => {
        if (wanted) setStyle(found.width * found.height > 0 ? markStyle(size, found) : null);
      },
      // A page that cannot be opened reports it itself.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [pdf, page, numbers]);
  return style;
}
