/** Finds the pages in sight of a scrolled area, at every change of its size or of the pages'. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { pageTops, type VisiblePages, visiblePagesAt } from './page-positions.ts';
import { watchSize } from './watch-size.ts';

interface Sight {
  view: VisiblePages;
  tops: readonly number[];
  /** To be called whenever the area is scrolled. */
  update: () => void;
}

/** @param heights of the pages in CSS pixels; the same array as long as they do not change. */
export function useVisiblePages(scroller: RefObject<HTMLElement | null>, heights: readonly number[]): Sight {
  const tops = useMemo(() => pageTops(heights), [heights]);
  const [view, setView] = useState<VisiblePages>({ current: 1, from: 1, to: 1 });
  const update = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = visiblePagesAt(tops, element.scrollTop, element.clientHeight);
    setView((previous) =>
      previous.current === next.current && previous.from === next.from && previous.to === next.to ? previous : next,
    );
  }, [scroller, tops]);
  useLayoutEffect(() => (scroller.current ? watchSize(scroller.current, update) : undefined), [scroller, update]);
  return { view, tops, update };
}
