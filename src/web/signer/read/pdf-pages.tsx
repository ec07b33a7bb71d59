/** All pages in one scrolling area: a sheet for every page, but canvases only near the screen, to limit memory. */
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { PagesOnScreen } from '../../shared/pages-on-screen.ts';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import { useSheetSizes } from '../../shared/pdf/use-page-sizes.ts';
import { useVisiblePages } from '../../shared/pdf/use-visible-pages.ts';
import { watchSize } from '../../shared/pdf/watch-size.ts';
import { usePinch } from '../../shared/pinch-zoom.ts';
import { useText } from '../text/language.ts';
import { useAnnounce } from '../ui/live-region.tsx';
import type { PendingPoint } from './empty-box.tsx';
import { PdfPage } from './pdf-page.tsx';
import { clampZoom, fittingWidth, MAX_ZOOM, MIN_ZOOM, zoomedIn, zoomedOut } from './zoom.ts';

/** Distance from the end, in CSS pixels, that still counts as the end. */
const END_TOLERANCE = 32;

interface PdfPagesProps {
  pdf: OpenPdf;
  label: string;
  /** Page to show first, 1-based. */
  startPage: number | null;
  /** Pending signature fields of this document. */
  pendingPoints?: readonly PendingPoint[];
  onPage: (page: number) => void;
  onEnd: () => void;
  /** Called with the pages that have been visible from top to bottom. */
  onSeen?: (pages: readonly number[]) => void;
}

const NO_POINTS: readonly PendingPoint[] = [];

export function PdfPages({ pdf, label, startPage, pendingPoints = NO_POINTS, onPage, onEnd, onSeen }: PdfPagesProps) {
  const text = useText();
  const viewer = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const baseWidth = useFittingWidth(viewer);
  const { sizes, complete } = useSheetSizes(pdf);
  const [zoom, setZoom] = useState(MIN_ZOOM);
  const { zoomTo } = usePinch(viewer, content, { zoom, clamp: clampZoom, onZoom: setZoom });
  const isShown = baseWidth > 0;
  const isReady = complete && isShown;
  const width = Math.round(baseWidth * zoom);
  // As tall as the style makes them.
  const heights = useMemo(
    () => (isShown ? sizes.map((size) => (width * size.height) / size.width) : []),
    [isShown, sizes, width],
  );
  const { view, update } = useVisiblePages(viewer, heights);

  const report = useReadingReports({ viewer, content, isReady, onEnd, onSeen });
  // biome-ignore lint/correctness/useExhaustiveDependencies: resizing the pages may bring the end into view.
  useEffect(report, [report, zoom, baseWidth]);

  const { current } = view;
  const isStartShown = useRef(false);
  useEffect(() => {
    if (!isReady) return;
    if (!isStartShown.current) {
      isStartShown.current = true;
      if (startPage !== null && startPage > 1) {
        content.current?.querySelector(`[data-page="${startPage}"]`)?.scrollIntoView({ block: 'start' });
        // Scrolling reports the page.
        return;
      }
    }
    onPage(current);
  }, [isReady, startPage, current, onPage]);

  return (
    <div className="viewer">
      <section
        ref={viewer}
        className="viewer-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        aria-label={text.read.pages(label)}
        onScroll={() => {
          update();
          report();
        }}
      >
        <div ref={content} className="viewer-pages">
          {isShown
            ? sizes.map((size, index) => (
                <PdfPage
                  // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified by their number.
                  key={index}
                  pdf={pdf}
                  page={index + 1}
                  size={size}
                  width={width}
                  near={index + 1 >= view.from && index + 1 <= view.to}
                  onDrawn={report}
                  pendingPoints={pendingPoints.filter((point) => point.page === index + 1)}
                />
              ))
            : null}
        </div>
      </section>
      <ZoomButtons zoom={zoom} onZoom={zoomTo} />
    </div>
  );
}

/** The width of a page that fills the reader; 0 until the reader is shown. */
function useFittingWidth(viewer: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = viewer.current;
    if (!element) return;
    return watchSize(element, () => {
      // In a dialog that is not shown yet it has no width, and its pages cannot be scrolled to.
      if (element.clientWidth > 0) setWidth(fittingWidth(element.clientWidth));
    });
  }, [viewer]);
  return width;
}

interface ReportOptions extends Pick<PdfPagesProps, 'onEnd' | 'onSeen'> {
  viewer: RefObject<HTMLElement | null>;
  content: RefObject<HTMLElement | null>;
  /** The sizes of all pages are known. */
  isReady: boolean;
}

/** Reports the end of the document, and the pages that have been fully visible. */
function useReadingReports({ viewer, content, isReady, onEnd, onSeen }: ReportOptions): () => void {
  const visibility = useRef(new PagesOnScreen());
  return useCallback(() => {
    const frame = viewer.current?.getBoundingClientRect();
    const last = content.current?.lastElementChild?.getBoundingClientRect();
    if (!frame || !last || !isReady) return;
    if (last.bottom <= frame.bottom + END_TOLERANCE) onEnd();
    // A sheet that is not rendered yet shows nothing.
    const canvases = content.current?.querySelectorAll('canvas') ?? [];
    const seen = [...canvases].flatMap((canvas) => {
      const page = Number(canvas.closest<HTMLElement>('[data-page]')?.dataset.page);
      return visibility.current.record(page, canvas.getBoundingClientRect(), frame) ? [page] : [];
    });
    if (seen.length > 0) onSeen?.(seen);
  }, [viewer, content, isReady, onEnd, onSeen]);
}

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const { read: text } = useText();
  const announce = useAnnounce();
  const change = (newZoom: number) => {
    onZoom(newZoom);
    announce(text.zoomed(Math.round(newZoom * 100)));
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
