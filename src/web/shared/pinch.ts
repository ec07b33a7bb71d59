/** Zoom by pinch, by ctrl+wheel and by buttons, keeping the point under the fingers in place. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

interface Anchor {
  /** The page under the fingers, and the position in it, as fractions of its size. */
  page: HTMLElement;
  fractionX: number;
  fractionY: number;
  /** The position of the fingers in the viewer. */
  x: number;
  y: number;
}

function anchorAt(viewer: HTMLElement, x: number, y: number): Anchor | null {
  const box = viewer.getBoundingClientRect();
  const pages = viewer.querySelectorAll<HTMLElement>('[data-page]');
  let nearest: HTMLElement | null = null;
  for (const page of pages) {
    const { top, bottom } = page.getBoundingClientRect();
    nearest = page;
    if (top <= box.top + y && bottom >= box.top + y) break;
    if (top > box.top + y) break;
  }
  if (nearest === null) return null;
  const rect = nearest.getBoundingClientRect();
  return {
    page: nearest,
    fractionX: (box.left + x - rect.left) / rect.width,
    fractionY: (box.top + y - rect.top) / rect.height,
    x,
    y,
  };
}

export interface PinchControl {
  /** The current zoom. */
  zoom: number;
  clamp: (zoom: number) => number;
  onZoom: (zoom: number) => void;
}

export interface Pinch {
  /** Requests another zoom around a point of the viewer, by default its middle. */
  zoomTo: (zoom: number, at?: { x: number; y: number }) => void;
  /** Remembers the middle, for a zoom that changes by other means. */
  hold: () => void;
}

/** `viewer` scrolls, `content` grows; both must stay mounted. Pages carry `data-page`. */
export function usePinch(
  viewer: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  control: PinchControl,
): Pinch {
  const current = useRef(control);
  const anchor = useRef<Anchor | null>(null);
  useLayoutEffect(() => {
    current.current = control;
  });

  const holdAt = useCallback(
    (at?: { x: number; y: number }) => {
      const box = viewer.current;
      if (box) anchor.current = anchorAt(box, at?.x ?? box.clientWidth / 2, at?.y ?? box.clientHeight / 2);
    },
    [viewer],
  );
  const zoomTo = useCallback(
    (next: number, at?: { x: number; y: number }) => {
      const { zoom, clamp, onZoom } = current.current;
      const wanted = clamp(next);
      if (wanted === zoom) return;
      holdAt(at);
      // Wheel events arrive faster than layout: the next step starts from this zoom.
      current.current = { ...current.current, zoom: wanted };
      onZoom(wanted);
    },
    [holdAt],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the pages have their new size.
  useLayoutEffect(() => {
    const box = viewer.current;
    const held = anchor.current;
    anchor.current = null;
    if (!box || !held) return;
    const rect = held.page.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    box.scrollLeft += rect.left + held.fractionX * rect.width - (frame.left + held.x);
    box.scrollTop += rect.top + held.fractionY * rect.height - (frame.top + held.y);
  }, [control.zoom]);

  useEffect(() => {
    const box = viewer.current;
    const inner = content.current;
    if (!box || !inner) return;
    let pinch: { distance: number; x: number; y: number; ratio: number } | null = null;

    const measure = (touches: TouchList) => {
      const [first, second] = [touches[0], touches[1]];
      if (!first || !second) return null;
      const frame = box.getBoundingClientRect();
      return {
        distance: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY),
        x: (first.clientX + second.clientX) / 2 - frame.left,
        y: (first.clientY + second.clientY) / 2 - frame.top,
      };
    };
    const onStart = (event: TouchEvent) => {
      const now = event.touches.length === 2 ? measure(event.touches) : null;
      if (!now) return;
      event.preventDefault();
      pinch = { ...now, ratio: 1 };
      inner.style.transformOrigin = `${now.x + box.scrollLeft}px ${now.y + box.scrollTop}px`;
    };
    const onMove = (event: TouchEvent) => {
      if (!pinch) return;
      const now = measure(event.touches);
      if (!now) return;
      event.preventDefault();
      // While the fingers move, only transform; render the pages again when they rest.
      const { zoom, clamp } = current.current;
      pinch.ratio = clamp((zoom * now.distance) / pinch.distance) / zoom;
      inner.style.transform = `scale(${pinch.ratio})`;
    };
    const onEnd = (event: TouchEvent) => {
      if (!pinch || event.touches.length >= 2) return;
      const { ratio, x, y } = pinch;
      pinch = null;
      inner.style.transform = '';
      zoomTo(current.current.zoom * ratio, { x, y });
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const frame = box.getBoundingClientRect();
      zoomTo(current.current.zoom * Math.exp(-event.deltaY / 200), {
        x: event.clientX - frame.left,
        y: event.clientY - frame.top,
      });
    };
    box.addEventListener('touchstart', onStart, { passive: false });
    box.addEventListener('touchmove', onMove, { passive: false });
    box.addEventListener('touchend', onEnd);
    box.addEventListener('touchcancel', onEnd);
    box.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      box.removeEventListener('touchstart', onStart);
      box.removeEventListener('touchmove', onMove);
      box.removeEventListener('touchend', onEnd);
      box.removeEventListener('touchcancel', onEnd);
      box.removeEventListener('wheel', onWheel);
    };
  }, [viewer, content, zoomTo]);

  const hold = useCallback(() => holdAt(), [holdAt]);
  return { zoomTo, hold };
}
