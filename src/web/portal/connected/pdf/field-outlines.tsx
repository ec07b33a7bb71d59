/** Outlines of a page's signature fields over its picture, before anything is signed. */
import type { OpenPdf } from '../../../shared/pdf/engine.ts';
import { useMark } from '../../../shared/pdf/use-mark-position.ts';
import classes from './pdf-viewer.module.css';

export interface Outline {
  key: string;
  /** 1-based. */
  page: number;
  /** Left, bottom, right, top in PDF points, in the page's own coordinates. */
  box: readonly number[];
  caption: string;
}

export function OutlineOnPage({ pdf, outline }: { pdf: OpenPdf; outline: Outline }) {
  const style = useMark(pdf, outline.page, outline.box);
  if (style === null) return null;
  return (
    <span className={classes.emptyBox} style={style}>
      <span>{outline.caption}</span>
    </span>
  );
}
