/** The position of a mark over the picture of a page, as percentages, so that it fits at any size. */
import { useEffect, useState } from 'react';
import type { OpenPdf, RectangleOnPage } from './engine.ts';
import type { PageSize } from './page-positions.ts';

type MarkStyle = Readonly<Record<'left' | 'top' | 'width' | 'height', string>>;

export function markStyle(page: PageSize, rectangle: RectangleOnPage): MarkStyle {
  const percent = (value: number, total: number) => `${((value / total) * 100).toFixed(3)}%`;
  return {
    left: percent(rectangle.left, page.width),
    top: percent(rectangle.top, page.height),
    width: percent(rectangle.width, page.width),
    height: percent(rectangle.height, page.height),
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
    let isCurrent = true;
    Promise.all([pdf.sizeOf(page), pdf.rectangleOn(page, numbers.split(' ').map(Number))]).then(
      ([size, rectangle]) => {
        if (isCurrent) setStyle(rectangle.width * rectangle.height > 0 ? markStyle(size, rectangle) : null);
      },
      // The viewer reports a page that cannot be opened.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [pdf, page, numbers]);
  return style;
}
