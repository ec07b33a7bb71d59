/** All pages in one scrolling area: a sheet for every page, but canvases only near the screen, to limit memory. */
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { PagesOnScreen } from '../../shared/pages-on-screen.ts';
import { usePinch } from '../../shared/pinch.ts';
import { useText } from '../text/language.ts';
import { useAnnounce } from '../ui/live.tsx';
import type { DuePoint } from './empty-box.tsx';
import type { OpenPdf, PageSize } from './pdf-engine.ts';
import { PdfPage } from './pdf-page.tsx';
import { clampZoom, fittingWidth, MAX_ZOOM, MIN_ZOOM, pageAt, zoomedIn, zoomedOut } from './zoom.ts';

/** Distance from the end, in CSS pixels, that still counts as the end. */
const END_TOLERANCE = 32;
const SIZES_AT_ONCE = 25;

interface PdfPagesProps {
  pdf: OpenPdf;
  label: string;
  /** Page to show first, 1-based. */
  startPage: number | null;
  /** Pending signature fields of this document. */
  due?: readonly DuePoint[];
  onPage: (page: number) => void;
  onEnd: () => void;
  /** Called with the pages that have been visible from top to bottom. */
  onSeen?: (pages: readonly number[]) => void;
}

type Box = RefObject<HTMLElement | null>;

const NOTHING_DUE: readonly DuePoint[] = [];

export function PdfPages({ pdf, label, startPage, due = NOTHING_DUE, onPage, onEnd, onSeen }: PdfPagesProps) {
  const text = useText();
  const viewer = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [base, setBase] = useState(0);
  const sizes = useSizes(pdf);
  const [zoom, setZoom] = useState(MIN_ZOOM);
  const { zoomTo } = usePinch(viewer, content, { zoom, clamp: clampZoom, onZoom: setZoom });
  const ready = sizes?.complete === true && base > 0;
  const present = sizes !== null && base > 0;
  const near = useNear(viewer, content, startPage ?? 1, present);

  useEffect(() => {
    const box = viewer.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setBase(fittingWidth(box.clientWidth)));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  const look = useLook({ viewer, content, near, ready, onPage, onEnd, onSeen });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new size of the pages may bring the end into view.
  useEffect(look, [look, zoom, base]);

  const shownFirst = useRef(false);
  useEffect(() => {
    if (!ready || shownFirst.current) return;
    shownFirst.current = true;
    if (startPage !== null && startPage > 1) {
      content.current?.querySelector(`[data-page="${startPage}"]`)?.scrollIntoView({ block: 'start' });
    }
  }, [ready, startPage]);

  return (
    <div className="viewer">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard (WCAG 2.1.1). */}
      <section ref={viewer} className="viewer-scroll" tabIndex={0} aria-label={text.read.pages(label)} onScroll={look}>
        <div ref={content} className="viewer-pages">
          {present
            ? sizes.all.map((size, index) => (
                <PdfPage
                  // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity and never move.
                  key={index}
                  pdf={pdf}
                  page={index + 1}
                  size={size}
                  width={Math.round(base * zoom)}
                  near={near.has(index + 1)}
                  onDrawn={look}
                  due={due.filter((point) => point.page === index + 1)}
                />
              ))
            : null}
        </div>
      </section>
      <ZoomButtons zoom={zoom} onZoom={zoomTo} />
    </div>
  );
}

interface Looking extends Pick<PdfPagesProps, 'onPage' | 'onEnd' | 'onSeen'> {
  viewer: Box;
  content: Box;
  near: ReadonlySet<number>;
  /** The sizes of all pages are known. */
  ready: boolean;
}

/** Reports the current page, the end of the document, and the pages that have been fully visible. */
function useLook({ viewer, content, near, ready, onPage, onEnd, onSeen }: Looking): () => void {
  const screen = useRef(new PagesOnScreen());
  return useCallback(() => {
    const box = viewer.current;
    const pages = content.current?.querySelectorAll<HTMLElement>('[data-page]');
    if (!box || !pages || pages.length === 0 || !ready) return;
    const frameTop = box.getBoundingClientRect().top;
    const bottomOf = (page: HTMLElement | undefined) => (page?.getBoundingClientRect().bottom ?? 0) - frameTop;
    const middle = box.clientHeight / 2;
    onPage(pageAt((index) => (pages[index]?.getBoundingClientRect().top ?? 0) - frameTop, pages.length, middle));
    if (bottomOf(pages[pages.length - 1]) <= box.clientHeight + END_TOLERANCE) onEnd();
    // A sheet that is not rendered yet shows nothing.
    const drawn = [...near].filter((page) => pages[page - 1]?.querySelector('canvas'));
    const frame = box.getBoundingClientRect();
    const seen = drawn.filter((page) => {
      const sheet = pages[page - 1]?.getBoundingClientRect();
      return sheet !== undefined && screen.current.note(page, sheet, frame);
    });
    if (seen.length > 0) onSeen?.(seen);
  }, [viewer, content, ready, near, onPage, onEnd, onSeen]);
}

/** Numbers of the pages near the screen. */
function useNear(viewer: Box, content: Box, start: number, present: boolean): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([start]));
  useEffect(() => {
    const pages = content.current?.querySelectorAll<HTMLElement>('[data-page]');
    if (!present || !viewer.current || !pages) return;
    const observer = new IntersectionObserver(
      (entries) => {
        setNear((now) => {
          const next = new Set(now);
          for (const entry of entries) {
            const page = Number((entry.target as HTMLElement).dataset.page);
            if (entry.isIntersecting) next.add(page);
            else next.delete(page);
          }
          return next;
        });
      },
      { root: viewer.current, rootMargin: '60% 0px' },
    );
    for (const page of pages) observer.observe(page);
    return () => observer.disconnect();
  }, [viewer, content, present]);
  return near;
}

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const { read: text } = useText();
  const announce = useAnnounce();
  const change = (wanted: number) => {
    onZoom(wanted);
    announce(text.zoomed(Math.round(wanted * 100)));
  };
  return (
    <div className="zoom">
      <button
        type="button"
        aria-label={text.zoomIn}
        aria-disabled={zoom >= MAX_ZOOM || undefined}
        onClick={() => change(zoomedIn(zoom))}
      >
        <IconZoomIn aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={text.zoomOut}
        aria-disabled={zoom <= MIN_ZOOM || undefined}
        onClick={() => change(zoomedOut(zoom))}
      >
        <IconZoomOut aria-hidden="true" />
      </button>
    </div>
  );
}

/** Sizes of all pages: the first one is used for all until the real ones are loaded, in portions. */
function useSizes(pdf: OpenPdf): { all: PageSize[]; complete: boolean } | null {
  const [sizes, setSizes] = useState<{ all: PageSize[]; complete: boolean } | null>(null);
  useEffect(() => {
    let stopped = false;
    (async () => {
      const first = await pdf.sizeOf(1);
      const all = Array.from({ length: pdf.pages }, () => first);
      if (!stopped) setSizes({ all, complete: pdf.pages === 1 });
      const known = [first];
      while (known.length < pdf.pages && !stopped) {
        const from = known.length + 1;
        const count = Math.min(SIZES_AT_ONCE, pdf.pages - known.length);
        known.push(...(await Promise.all(Array.from({ length: count }, (_, index) => pdf.sizeOf(from + index)))));
      }
      if (!stopped) setSizes({ all: known, complete: true });
    })().catch(() => {
      // The document was closed meanwhile: the code that closed it shows something else.
      stopped = true;
    });
    return () => {
      stopped = true;
    };
  }, [pdf]);
  return sizes;
}
