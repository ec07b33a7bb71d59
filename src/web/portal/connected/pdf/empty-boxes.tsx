/** Outlines of a page's signature fields over its picture, before anything is signed. */
import { useEffect, useState } from 'react';
import type { OpenPdf, PartOfPage } from './pdf-engine.ts';
import classes from './pdf-viewer.module.css';

export interface DueBox {
  key: string;
  /** 1-based. */
  page: number;
  /** Left, bottom, right, top in PDF points, in the page's own coordinates. */
  box: readonly number[];
  caption: string;
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

export function EmptyBox({ pdf, due }: { pdf: OpenPdf; due: DueBox }) {
  const { page, caption } = due;
  // The array is new at each render; its numbers stay the same.
  const numbers = due.box.join(' ');
  const [at, setAt] = useState<PartOfPage | null>(null);
  useEffect(() => {
    let wanted = true;
    pdf.partOf(page, numbers.split(' ').map(Number)).then(
      (found) => {
        if (wanted) setAt(found);
      },
      // A page that cannot be opened stays blank.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [pdf, page, numbers]);
  if (at === null || at.width * at.height === 0) return null;
  const style = {
    ...{ left: percent(at.left), top: percent(at.top) },
    ...{ width: percent(at.width), height: percent(at.height) },
  };
  return (
    <span className={classes.emptyBox} style={style}>
      <span>{caption}</span>
    </span>
  );
}
