/** Finds the pages in sight of a scrolled area, at every change of its size or of the pages'. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { topsOf, type View, viewAt } from './sheets.ts';
import { watchSize } from './watch-size.ts';

interface Sight {
  view: View;
  tops: readonly number[];
  /** To be called whenever the area is scrolled. */
  look: () => void;
}

/** @param heights of the pages in CSS pixels; the same array as long as they do not change. */
export function useView(scroller: RefObject<HTMLElement | null>, heights: readonly number[]): Sight {
  const tops = useMemo(() => topsOf(heights), [heights]);
  const [view, setView] = useState<View>({ current: 1, from: 1, to: 1 });
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = viewAt(tops, element.scrollTop, element.clientHeight);
    setView((before) =>
      before.current === next.current && before.from === next.from && before.to === next.to ? before : next,
    );
  }, [scroller, tops]);
  useLayoutEffect(() => (scroller.current ? watchSize(scroller.current, look) : undefined), [scroller, look]);
  return { view, tops, look };
}
