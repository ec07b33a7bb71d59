/** The picture of one page, rendered again when its size changes. */
import { useEffect, useRef } from 'react';
import type { OpenPdf } from '../../connected/pdf/pdf-engine.ts';
import classes from './places.module.css';

export function SheetPicture(props: { pdf: OpenPdf; number: number; width: number }) {
  const { pdf, number, width } = props;
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const canvas = document.createElement('canvas');
    pdf
      .draw(number, canvas, width, stop.signal)
      .then(() => {
        if (!stop.signal.aborted) holder.current?.replaceChildren(canvas);
      })
      // A page that cannot be rendered stays white: the signature field can still be placed on it.
      .catch(() => {});
    return () => stop.abort();
  }, [pdf, number, width]);
  useEffect(() => () => pdf.release(number), [pdf, number]);
  return <div ref={holder} className={classes.picture} aria-hidden="true" />;
}
