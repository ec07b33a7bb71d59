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
  const viewerRect = viewer.getBoundingClientRect();
  const pages = viewer.querySelectorAll<HTMLElement>('[data-page]');
  let nearest: HTMLElement | null = null;
  for (const page of pages) {
    const { top, bottom } = page.getBoundingClientRect();
    nearest = page;
    if (top <= viewerRect.top + y && bottom >= viewerRect.top + y) break;
    if (top > viewerRect.top + y) break;
  }
  if (nearest === null) return null;
  const pageRect = nearest.getBoundingClientRect();
  return {
    page: nearest,
    fractionX: (viewerRect.left + x - pageRect.left) / pageRect.width,
    fractionY: (viewerRect.top + y - pageRect.top) / pageRect.height,
    x,
    y,
  };
}

/** Scrolls the viewer until the anchored point of the page is under the fingers again. */
function scrollBack(viewer: HTMLElement, anchor: Anchor): void {
  const rect = anchor.page.getBoundingClientRect();
  const frame = viewer.getBoundingClientRect();
  viewer.scrollLeft += rect.left + anchor.fractionX * rect.width - (frame.left + anchor.x);
  viewer.scrollTop += rect.top + anchor.fractionY * rect.height - (frame.top + anchor.y);
}

/** The distance of two fingers, and the middle between them in the viewer. */
interface Fingers {
  distance: number;
  x: number;
  y: number;
}

function fingersOf(viewer: HTMLElement, touches: TouchList): Fingers | null {
  const [first, second] = [touches[0], touches[1]];
  if (!first || !second) return null;
  const frame = viewer.getBoundingClientRect();
  return {
    distance: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY),
    x: (first.clientX + second.clientX) / 2 - frame.left,
    y: (first.clientY + second.clientY) / 2 - frame.top,
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
  zoomTo: (zoom: number, point?: { x: number; y: number }) => void;
  /** Remembers the middle, for a zoom that changes by other means. */
  holdMiddle: () => void;
}

interface Listening {
  /** A ref: listeners outlive a render. */
  control: Readonly<RefObject<PinchControl>>;
  zoomTo: Pinch['zoomTo'];
  /** Removes the listeners. */
  signal: AbortSignal;
}

function listenToFingers(viewer: HTMLElement, content: HTMLElement, { control, zoomTo, signal }: Listening): void {
  let pinch: (Fingers & { ratio: number }) | null = null;
  const onStart = (event: TouchEvent) => {
    const fingers = event.touches.length === 2 ? fingersOf(viewer, event.touches) : null;
    if (!fingers) return;
    event.preventDefault();
    pinch = { ...fingers, ratio: 1 };
    content.style.transformOrigin = `${fingers.x + viewer.scrollLeft}px ${fingers.y + viewer.scrollTop}px`;
  };
  const onMove = (event: TouchEvent) => {
    if (!pinch) return;
    const fingers = fingersOf(viewer, event.touches);
    if (!fingers) return;
    event.preventDefault();
    // While the fingers move, only transform; render the pages again when they rest.
    const { zoom, clamp } = control.current;
    pinch.ratio = clamp((zoom * fingers.distance) / pinch.distance) / zoom;
    content.style.transform = `scale(${pinch.ratio})`;
  };
  const onEnd = (event: TouchEvent) => {
    if (!pinch || event.touches.length >= 2) return;
    const { ratio, x, y } = pinch;
    pinch = null;
    content.style.transform = '';
    zoomTo(control.current.zoom * ratio, { x, y });
  };
  viewer.addEventListener('touchstart', onStart, { passive: false, signal });
  viewer.addEventListener('touchmove', onMove, { passive: false, signal });
  viewer.addEventListener('touchend', onEnd, { signal });
  viewer.addEventListener('touchcancel', onEnd, { signal });
}

/** With ctrl only: this is also how browsers report a pinch on a touchpad. */
function listenToWheel(viewer: HTMLElement, { control, zoomTo, signal }: Listening): void {
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const frame = viewer.getBoundingClientRect();
    zoomTo(control.current.zoom * Math.exp(-event.deltaY / 200), {
      x: event.clientX - frame.left,
      y: event.clientY - frame.top,
    });
  };
  viewer.addEventListener('wheel', onWheel, { passive: false, signal });
}

/** `viewer` scrolls, `content` grows; both must stay mounted. Pages carry `data-page`. */
export function usePinch(
  viewer: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  control: PinchControl,
): Pinch {
  const latestControl = useRef(control);
  const anchor = useRef<Anchor | null>(null);
  useLayoutEffect(() => {
    latestControl.current = control;
  });

  const setAnchor = useCallback(
    (point?: { x: number; y: number }) => {
      const box = viewer.current;
      if (box) anchor.current = anchorAt(box, point?.x ?? box.clientWidth / 2, point?.y ?? box.clientHeight / 2);
    },
    [viewer],
  );
  const zoomTo = useCallback(
    (next: number, point?: { x: number; y: number }) => {
      const { zoom, clamp, onZoom } = latestControl.current;
      const clamped = clamp(next);
      if (clamped === zoom) return;
      setAnchor(point);
      // Wheel events arrive faster than layout: the next step starts from this zoom.
      latestControl.current = { ...latestControl.current, zoom: clamped };
      onZoom(clamped);
    },
    [setAnchor],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the pages have their new size.
  useLayoutEffect(() => {
    const savedAnchor = anchor.current;
    anchor.current = null;
    if (viewer.current && savedAnchor) scrollBack(viewer.current, savedAnchor);
  }, [control.zoom]);

  useEffect(() => {
    const viewerElement = viewer.current;
    const contentElement = content.current;
    if (!viewerElement || !contentElement) return;
    const controller = new AbortController();
    const options = { control: latestControl, zoomTo, signal: controller.signal };
    listenToFingers(viewerElement, contentElement, options);
    listenToWheel(viewerElement, options);
    return () => controller.abort();
  }, [viewer, content, zoomTo]);

  const holdMiddle = useCallback(() => setAnchor(), [setAnchor]);
  return { zoomTo, holdMiddle };
}
