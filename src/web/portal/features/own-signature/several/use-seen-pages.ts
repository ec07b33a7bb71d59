/** Tracks which rendered pages of the viewer have been visible from top to bottom. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { PagesOnScreen } from '../../../../shared/pages-on-screen.ts';

/** The visible part of the window for pages; they scroll in the nearest section. */
function visibleAreaOf(sheet: Element): { top: number; bottom: number } {
  const { top, bottom } = (sheet.closest('section') ?? sheet).getBoundingClientRect();
  return { top: Math.max(top, 0), bottom: Math.min(bottom, window.innerHeight) };
}

/** @param holder the viewer's container, with the same document for as long as it is mounted. */
export function useSeenPages(holder: RefObject<HTMLElement | null>, onSeen: (pages: readonly number[]) => void): void {
  const latest = useRef(onSeen);
  useLayoutEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const strips = new PagesOnScreen();
    const seen = new Set<number>();
    const update = () => {
      if (document.hidden) return;
      const before = seen.size;
      for (const sheet of element.querySelectorAll<HTMLElement>('[data-page]')) {
        // A page that is not rendered yet shows nothing.
        if (!sheet.querySelector('canvas')) continue;
        const page = Number(sheet.dataset.page);
        if (strips.record(page, sheet.getBoundingClientRect(), visibleAreaOf(sheet))) seen.add(page);
      }
      if (seen.size > before) latest.current([...seen]);
    };
    const stop = new AbortController();
    const { signal } = stop;
    // Scroll events do not bubble: pages scroll in the viewer, the viewer with the window.
    window.addEventListener('scroll', update, { capture: true, passive: true, signal });
    document.addEventListener('visibilitychange', update, { signal });
    const drawn = new MutationObserver(update);
    drawn.observe(element, { childList: true, subtree: true });
    const resized = new ResizeObserver(update);
    resized.observe(element);
    return () => {
      stop.abort();
      drawn.disconnect();
      resized.disconnect();
    };
  }, [holder]);
}
