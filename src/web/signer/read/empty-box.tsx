/** The outline of a pending signature field over the page being read. */
import { useEffect, useState } from 'react';
import type { SignPoint } from '../api/types.ts';
import type { OpenPdf, PageSize } from './pdf-engine.ts';

export type DuePoint = Pick<SignPoint, 'id' | 'label' | 'page' | 'box'>;

const percent = (value: number, of: number): string => `${((value / of) * 100).toFixed(3)}%`;

/** @param size of the page at 100 % */
export function EmptyBox({ pdf, point, size }: { pdf: OpenPdf; point: DuePoint; size: PageSize }) {
  const { page, box, label } = point;
  const [at, setAt] = useState<(PageSize & { left: number; top: number }) | null>(null);
  useEffect(() => {
    if (box === undefined) return;
    let wanted = true;
    pdf.boxOn(page, box).then(
      (found) => {
        if (wanted) setAt(found);
      },
      // A page that cannot be opened shows its own error.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [pdf, page, box]);
  if (at === null || at.width * at.height === 0) return null;
  const style = {
    ...{ left: percent(at.left, size.width), top: percent(at.top, size.height) },
    ...{ width: percent(at.width, size.width), height: percent(at.height, size.height) },
  };
  return (
    <span className="empty-box" style={style}>
      <span>{label}</span>
    </span>
  );
}
