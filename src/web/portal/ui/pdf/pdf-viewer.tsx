/** The document as it is: toolbar, thumbnails, pages drawn as they come near (DESIGN.md §4, PDF viewer). */
import { IconDownload, IconFileText, IconMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatSize } from '../../text/numbers.ts';
import { Note } from '../card.tsx';
import { LoadingOverlay } from '../loading.tsx';
import { type OpenPdf, openPdf, type PageSize } from './pdf-engine.ts';
import classes from './pdf-viewer.module.css';
import { clampZoom, pageInView, widthOfPage, ZOOM_STEP } from './zoom.ts';

export interface ViewerProps {
  file: Blob;
  fileName: string;
  /** Bytes. */
  fileSize: number | null;
  onDownload?: () => void;
}

export function PdfViewer(props: ViewerProps) {
  const { t } = useTranslation();
  const { pdf, failed } = useOpenPdf(props.file);
  if (failed) {
    return (
      <div className={classes.frame} data-state="failed">
        <Note tone="bad" title={t('documents.viewer.broken')}>
          {props.onDownload ? t('documents.viewer.brokenText') : t('documents.viewer.brokenLocal')}
        </Note>
      </div>
    );
  }
  if (!pdf) {
    return (
      <div className={classes.frame}>
        <LoadingOverlay />
      </div>
    );
  }
  return <OpenViewer {...props} pdf={pdf} />;
}

/** Opens the bytes and closes the worker when they change or the page goes. */
function useOpenPdf(file: Blob): { pdf: OpenPdf | null; failed: boolean } {
  const [state, setState] = useState<{ pdf: OpenPdf | null; failed: boolean }>({ pdf: null, failed: false });
  useEffect(() => {
    let gone = false;
    let opened: OpenPdf | null = null;
    void file
      .arrayBuffer()
      .then((buffer) => openPdf(new Uint8Array(buffer)))
      .then((pdf) => {
        opened = pdf;
        if (gone) pdf.close();
        else setState({ pdf, failed: false });
      })
      .catch(() => {
        if (!gone) setState({ pdf: null, failed: true });
      });
    return () => {
      gone = true;
      opened?.close();
    };
  }, [file]);
  return state;
}

function OpenViewer(props: ViewerProps & { pdf: OpenPdf }) {
  const { t } = useTranslation();
  const { pdf } = props;
  const frame = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<number | null>(null);
  const [current, setCurrent] = useState(1);
  const fit = useFitZoom(scroller, pdf.sizes[0]);
  const shown = zoom ?? fit;
  const total = pdf.sizes.length;
  const goTo = (number: number) => {
    const page = scroller.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
    if (page && scroller.current) scroller.current.scrollTo({ top: page.offsetTop - 12 });
  };
  return (
    <section className={classes.frame} ref={frame} aria-label={t('documents.viewer.label', { name: props.fileName })}>
      <div className={classes.bar}>
        <IconFileText size={18} stroke={1.8} aria-hidden="true" />
        <span className={classes.name} title={props.fileName}>
          {props.fileName}
        </span>
        <span className={classes.size}>{formatSize(props.fileSize)}</span>
        <span className={classes.tools}>
          <Tool label={t('documents.viewer.zoomOut')} onClick={() => setZoom(clampZoom(shown - ZOOM_STEP))}>
            <IconZoomOut size={18} stroke={1.8} />
          </Tool>
          <span className={classes.percent}>{Math.round(shown * 100)}%</span>
          <Tool label={t('documents.viewer.zoomIn')} onClick={() => setZoom(clampZoom(shown + ZOOM_STEP))}>
            <IconZoomIn size={18} stroke={1.8} />
          </Tool>
          <span className={classes.position} aria-live="polite">
            {t('documents.viewer.position', { page: formatCount(current), total: formatCount(total) })}
          </span>
          <span className={classes.wideOnly}>
            <Tool label={t('documents.viewer.fullScreen')} onClick={() => void frame.current?.requestFullscreen?.()}>
              <IconMaximize size={18} stroke={1.8} />
            </Tool>
          </span>
          {props.onDownload ? (
            <Tool label={t('actions.download')} onClick={props.onDownload}>
              <IconDownload size={18} stroke={1.8} />
            </Tool>
          ) : null}
        </span>
      </div>
      <div className={classes.body}>
        {total > 1 ? (
          <ol className={classes.thumbs}>
            {pdf.sizes.map((size, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
              <li key={index}>
                <button
                  type="button"
                  className={classes.thumb}
                  aria-label={t('documents.viewer.goTo', { page: index + 1 })}
                  aria-current={index + 1 === current ? 'page' : undefined}
                  onClick={() => goTo(index + 1)}
                >
                  <PageCanvas pdf={pdf} number={index + 1} size={size} width={56} />
                </button>
              </li>
            ))}
          </ol>
        ) : null}
        <section
          ref={scroller}
          className={classes.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by itself must be reachable by keyboard
          tabIndex={0}
          aria-label={t('documents.viewer.pages')}
          onScroll={(event) => setCurrent(pageInView(event.currentTarget))}
        >
          {pdf.sizes.map((size, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
              key={index}
              className={classes.sheet}
              data-page={index + 1}
              role="img"
              aria-label={t('documents.viewer.page', { page: index + 1, total })}
            >
              <PageCanvas pdf={pdf} number={index + 1} size={size} width={widthOfPage(size, shown)} />
            </div>
          ))}
        </section>
      </div>
    </section>
  );
}

function Tool(props: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className={classes.tool} aria-label={props.label} title={props.label} onClick={props.onClick}>
      {props.children}
    </button>
  );
}

/** The zoom at which the first page fills the width there is. */
function useFitZoom(scroller: RefObject<HTMLElement | null>, first: PageSize | undefined): number {
  const [zoom, setZoom] = useState(0.78);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !first) return;
    const measure = () => setZoom(clampZoom((element.clientWidth - 24) / widthOfPage(first, 1)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, first]);
  return zoom;
}

/** Up to this many pages stay drawn. */
const KEPT_PAGES = 30;

/** One page; it keeps its place from the start and is drawn when it comes near. */
function PageCanvas(props: { pdf: OpenPdf; number: number; size: PageSize; width: number }) {
  const { pdf, number, size } = props;
  const width = Math.round(props.width);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef(0);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!canvas.current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '600px 0px',
    });
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    if (!near) {
      // A long document gives back the memory of pages that are far away.
      if (pdf.sizes.length > KEPT_PAGES) {
        element.width = 0;
        drawn.current = 0;
      }
      return;
    }
    if (drawn.current === width) return;
    const stop = new AbortController();
    // A page that cannot be drawn stays blank; the others and the download go on working.
    pdf
      .draw(number, element, width, stop.signal)
      .then(() => {
        if (!stop.signal.aborted) drawn.current = width;
      })
      .catch(() => {});
    return () => stop.abort();
  }, [near, pdf, number, width]);
  return (
    <canvas
      ref={canvas}
      className={classes.canvas}
      style={{ width, height: Math.round((width * size.height) / size.width) }}
    />
  );
}
