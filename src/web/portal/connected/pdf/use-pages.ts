/** The scrolled area of the viewer: page sizes as they become known, zoom that follows the window, and the pages near the screen. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { usePinch } from '../../../shared/pinch.ts';
import {
  clampZoom,
  fitting,
  MARGIN,
  type PageSize,
  shownSize,
  topsOf,
  type View,
  viewAt,
  type Zoom,
} from './layout.ts';
import type { OpenPdf } from './pdf-engine.ts';
import { watchSize } from './watch-size.ts';

export interface Pages {
  sizes: readonly PageSize[];
  /** CSS pixels. */
  shown: readonly PageSize[];
  mode: Zoom;
  factor: number;
  setMode: (zoom: 'width' | 'page') => void;
  zoomBy: (ratio: number) => void;
  view: View;
  look: () => void;
  goTo: (page: number) => void;
  learn: (number: number, size: PageSize) => void;
}

export function usePages(
  pdf: OpenPdf,
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): Pages {
  const [known, setKnown] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const [mode, setMode] = useState<Zoom>('width');
  const [box, setBox] = useState({ width: 640, height: 640 });
  const [view, setView] = useState<View>({ current: 1, from: 1, to: 1 });
  const factor = fitting(mode, pdf.first, box);
  const sizes = useMemo(
    () => Array.from({ length: pdf.pages }, (_, index) => known.get(index + 1) ?? pdf.first),
    [pdf, known],
  );
  const shown = useMemo(() => sizes.map((size) => shownSize(size, factor)), [sizes, factor]);
  const tops = useMemo(() => topsOf(shown.map((size) => size.height)), [shown]);
  const { zoomTo, hold } = usePinch(scroller, content, { zoom: factor, clamp: clampZoom, onZoom: setMode });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    return watchSize(element, () => {
      // At the top, stay there; after scrolling, keep the middle in place.
      if (element.scrollTop > 0) hold();
      setBox({ width: element.clientWidth, height: element.clientHeight });
    });
  }, [scroller, hold]);

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = viewAt(tops, element.scrollTop, element.clientHeight);
    setView((before) =>
      before.current === next.current && before.from === next.from && before.to === next.to ? before : next,
    );
  }, [scroller, tops]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of the window shows other pages
  useLayoutEffect(look, [look, box]);

  const latest = useRef(tops);
  useLayoutEffect(() => {
    latest.current = tops;
  }, [tops]);
  const goTo = useCallback(
    (page: number) => scroller.current?.scrollTo({ top: (latest.current[page - 1] ?? MARGIN) - MARGIN }),
    [scroller],
  );
  const learn = useCallback(
    (number: number, size: PageSize) =>
      setKnown((before) => {
        const expected = before.get(number) ?? pdf.first;
        const same = expected.width === size.width && expected.height === size.height;
        return same ? before : new Map(before).set(number, size);
      }),
    [pdf],
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
