/** The picture of one page, which exists only near the screen and is rendered again when its size changes. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { OpenPdf } from './engine.ts';
import { releaseCanvas } from './memory-limits.ts';
import type { PageSize } from './page-positions.ts';
import { afterRest } from './render-delay.ts';

interface PagePictureProps {
  pdf: OpenPdf;
  /** 1-based. */
  page: number;
  /** CSS pixels. */
  width: number;
  /** Far from the screen it has no canvas, to limit memory. */
  near?: boolean;
  /** Renders nothing for now, but keeps its picture. */
  paused?: boolean;
  className?: string | undefined;
  onDrawn?: ((page: number, size: PageSize) => void) | undefined;
  /** Without it, a page that cannot be rendered stays blank. */
  onFailed?: ((page: number) => void) | undefined;
}

/** The key discards the picture when the page number changes. */
export function PagePicture(props: PagePictureProps) {
  return <Picture key={props.page} {...props} />;
}

function Picture(props: PagePictureProps) {
  const { pdf, page, width, near = true, paused = false } = props;
  const holder = useRef<HTMLSpanElement>(null);
  /** The document and width of the current picture; the next version of a document replaces it. */
  const renderedState = useRef<{ pdf: OpenPdf; width: number } | null>(null);
  const reportDrawn = useEffectEvent((size: PageSize) => props.onDrawn?.(page, size));
  const reportFailed = useEffectEvent(() => props.onFailed?.(page));

  useEffect(() => {
    const element = holder.current;
    const isShown = renderedState.current?.pdf === pdf && renderedState.current.width === width;
    if (!element || !near || paused || isShown) return;
    // The previous picture stays, stretched, until the new one is complete.
    const canvas = document.createElement('canvas');
    const discard = () => {
      if (canvas.parentNode === null) releaseCanvas(canvas);
    };
    const cancel = afterRest((signal) => {
      pdf.draw(page, canvas, { width, signal }).then(
        (size) => {
          if (signal.aborted) return;
          removeCanvases(element);
          element.append(canvas);
          renderedState.current = { pdf, width };
          reportDrawn(size);
        },
        () => {
          discard();
          if (!signal.aborted) reportFailed();
        },
      );
    });
    return () => {
      cancel();
      discard();
    };
  }, [pdf, page, width, near, paused]);

  useEffect(() => {
    if (!near) return;
    return () => pdf.release(page);
  }, [pdf, page, near]);

  useEffect(() => {
    const element = holder.current;
    if (!element || !near) return;
    return () => {
      removeCanvases(element);
      renderedState.current = null;
    };
  }, [near]);

  return <span ref={holder} className={props.className} aria-hidden="true" />;
}

function removeCanvases(holder: HTMLElement): void {
  for (const canvas of holder.querySelectorAll('canvas')) releaseCanvas(canvas);
}
