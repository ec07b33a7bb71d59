/** The scrolled area of the viewer: sizes of its pages, zoom that follows the window, and the pages near the screen. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { OpenPdf } from '../../../shared/pdf/engine.ts';
import { MARGIN, type PageSize, type VisiblePages } from '../../../shared/pdf/page-positions.ts';
import { useSheetSizes } from '../../../shared/pdf/use-page-sizes.ts';
import { useVisiblePages } from '../../../shared/pdf/use-visible-pages.ts';
import { watchSize } from '../../../shared/pdf/watch-size.ts';
import { usePinch } from '../../../shared/pinch-zoom.ts';
import { clampZoom, fitZoom, shownSize, type Zoom } from './layout.ts';

export interface Pages {
  sizes: readonly PageSize[];
  /** CSS pixels. */
  shown: readonly PageSize[];
  mode: Zoom;
  factor: number;
  setMode: (zoom: 'width' | 'page') => void;
  zoomBy: (ratio: number) => void;
  view: VisiblePages;
  look: () => void;
  goTo: (page: number) => void;
  learn: (page: number, size: PageSize) => void;
}

export function usePages(
  pdf: OpenPdf,
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): Pages {
  const { sizes, recordSize: learn } = useSheetSizes(pdf);
  const [mode, setMode] = useState<Zoom>('width');
  const [box, setBox] = useState({ width: 640, height: 640 });
  const factor = fitZoom(mode, pdf.firstSize, box);
  const shown = useMemo(() => sizes.map((size) => shownSize(size, factor)), [sizes, factor]);
  const heights = useMemo(() => shown.map((size) => size.height), [shown]);
  const { zoomTo, holdMiddle: hold } = usePinch(scroller, content, { zoom: factor, clamp: clampZoom, onZoom: setMode });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    return watchSize(element, () => {
      // At the top, stay there; after scrolling, keep the middle in place.
      if (element.scrollTop > 0) hold();
      setBox({ width: element.clientWidth, height: element.clientHeight });
    });
  }, [scroller, hold]);

  const { view, tops, update: look } = useVisiblePages(scroller, heights);
  const latest = useRef(tops);
  useLayoutEffect(() => {
    latest.current = tops;
  }, [tops]);
  const goTo = useCallback(
    (page: number) => scroller.current?.scrollTo({ top: (latest.current[page - 1] ?? MARGIN) - MARGIN }),
    [scroller],
  );
  const choose = useCallback(
    (zoom: 'width' | 'page') => {
      hold();
      setMode(zoom);
    },
    [hold],
  );
  const zoomBy = useCallback((ratio: number) => zoomTo(factor * ratio), [zoomTo, factor]);
  return { sizes, shown, mode, factor, setMode: choose, zoomBy, view, look, goTo, learn };
}
