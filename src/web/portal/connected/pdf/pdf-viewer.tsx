/** The PDF viewer: tools, thumbnails, search; pages are rendered when they come near and released when they leave. */
import { IconArrowAutofitHeight, IconArrowAutofitWidth, IconDownload, IconSearch } from '@tabler/icons-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { PdfTrouble } from '../../../shared/pdf/failure.ts';
import type { PageSize } from '../../../shared/pdf/page-positions.ts';
import type { Request } from '../../api/request.ts';
import { Note } from '../../ui/card.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import { RetryButton } from '../failure-note.tsx';
import { type Outline, OutlineOnPage } from './field-outlines.tsx';
import { FindBar } from './find-bar.tsx';
import { pointScale, ZOOM_STEP } from './layout.ts';
import type { FilePdf } from './open-file.ts';
import { PageField } from './page-field.tsx';
import { type PageMatches, PdfPage } from './pdf-page.tsx';
import classes from './pdf-viewer.module.css';
import { Thumbnails } from './thumbnails.tsx';
import { Toolbar } from './toolbar.tsx';
import { type Opening, useLatestPdf, useOpenPdf } from './use-open-pdf.ts';
import { type Pages, usePages } from './use-pages.ts';
import { type Match, type PdfSearch, useSearch } from './use-search.ts';
import { FileHead, FullScreenTool, Tool, ZoomTools } from './viewer-tools.tsx';

export { preloadThread } from '../../../shared/pdf/pdf-thread.ts';

export interface ViewerProps {
  /** The bytes, or the address of a stored file that is read in parts. */
  file: Blob | Request;
  fileName: string;
  onDownload?: () => void;
  /** The pending signature fields. */
  due?: readonly Outline[] | undefined;
}

/** Shown above a paper that is still being filled in. */
interface Live {
  head: ReactNode;
  busy: boolean;
}

export function PdfViewer(props: ViewerProps) {
  return <Viewer {...props} opening={useOpenPdf(props.file)} />;
}

/** The viewer of a paper that is still being filled in: one version after the other, without thumbnails and search. */
export function LiveViewer(props: { file: Blob; fileName: string; head: ReactNode; busy: boolean }) {
  const { file, fileName } = props;
  return <Viewer file={file} fileName={fileName} opening={useLatestPdf(file)} live={props} />;
}

function Viewer(props: ViewerProps & { opening: Opening; live?: Live }) {
  const { pdf, trouble, again } = props.opening;
  if (trouble) return <Troubled {...props} trouble={trouble} again={again} />;
  if (pdf) return <OpenViewer {...props} pdf={pdf} />;
  return (
    <div className={classes.frame}>
      <LoadingOverlay />
    </div>
  );
}

function Troubled(props: ViewerProps & { trouble: PdfTrouble; again: () => void }) {
  const { t } = useTranslation();
  const { trouble, onDownload } = props;
  const unreachable = trouble === 'unreachable' || trouble === 'away';
  const text = trouble === 'away' ? `${t('failure.away')}. ${t('failure.awayDetail')}` : t(`viewer.${trouble}`);
  const stored = unreachable || onDownload === undefined ? '' : t('viewer.downloadAnyway');
  return (
    <div className={classes.frame} data-state="failed">
      <Note
        tone="bad"
        title={t('viewer.failed')}
        action={
          unreachable ? (
            <RetryButton onRetry={props.again} />
          ) : onDownload ? (
            <SmallButton onClick={onDownload}>{t('actions.download')}</SmallButton>
          ) : undefined
        }
      >
        {text} {stored}
      </Note>
    </div>
  );
}

function OpenViewer(props: ViewerProps & { pdf: FilePdf; live?: Live }) {
  const { t } = useTranslation();
  const { pdf, live, onDownload } = props;
  const frame = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [finding, setFinding] = useState(false);
  const [drawn, setDrawn] = useState(false);
  const pages = usePages(pdf, scroller, content);
  const { sizes, factor, view, goTo, learn } = pages;
  const search = useSearch(pdf, finding, () => view.current);
  const onDrawn = useCallback(
    (number: number, size: PageSize) => {
      setDrawn(true);
      learn(number, size);
    },
    [learn],
  );
  const sheets = {
    ...{ pdf, pages, due: props.due, onDrawn },
    found: useMatchesByPage(search.matches, search.active),
    onReveal: useReveal(search, pages, scroller),
  };
  const find: Find = {
    opened: finding,
    open: () => {
      setFinding(true);
      requestAnimationFrame(() => field.current?.select());
    },
    close: () => {
      setFinding(false);
      scroller.current?.focus({ preventScroll: true });
    },
    step: search.step,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = findKey(event, live ? null : find) ?? pageKey(event, scroller.current, pages, pdf.pageCount);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <section
      className={classes.frame}
      data-unprinted
      ref={frame}
      aria-label={t('viewer.label', { name: props.fileName })}
      aria-busy={live?.busy}
      onKeyDown={onKeyDown}
    >
      <div className={classes.bar}>
        {live?.head ?? <FileHead name={props.fileName} size={pdf.size} />}
        <ViewerTools {...{ pages, frame }} total={pdf.pageCount} find={live ? null : find} onDownload={onDownload} />
      </div>
      {finding ? <FindBar search={search} total={pdf.pageCount} field={field} onClose={find.close} /> : null}
      <div className={classes.body}>
        {pdf.pageCount > 1 && !live ? (
          <Thumbnails pdf={pdf} sizes={sizes} current={view.current} ready={drawn} onGo={goTo} />
        ) : null}
        <section
          ref={scroller}
          className={classes.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
          tabIndex={0}
          aria-label={t('viewer.pages')}
          onScroll={pages.look}
        >
          <div
            ref={content}
            className={classes.pages}
            style={{ '--total-scale-factor': pointScale(factor) } as CSSProperties}
          >
            <Sheets {...sheets} />
          </div>
        </section>
      </div>
    </section>
  );
}

interface Find {
  opened: boolean;
  open: () => void;
  close: () => void;
  step: (by: 1 | -1) => void;
}

/** The search action of a key; null without a search, so that the browser's own applies. */
function findKey(event: KeyboardEvent, find: Find | null): (() => void) | null {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (find && command && key === 'f') return find.open;
  if (find?.opened && ((command && key === 'g') || event.key === 'F3')) return () => find.step(event.shiftKey ? -1 : 1);
  return null;
}

/** The action of a key pressed on the pages themselves. */
function pageKey(event: KeyboardEvent, scroller: HTMLElement | null, pages: Pages, total: number) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== scroller) return null;
  const { key } = event;
  if (key === '+' || key === '=') return () => pages.zoomBy(ZOOM_STEP);
  if (key === '-') return () => pages.zoomBy(1 / ZOOM_STEP);
  if (key === '0') return () => pages.setMode('width');
  // The browser handles Up, Down, Home and End; these two keys turn the page.
  if (key === 'PageDown') return () => pages.goTo(Math.min(total, pages.view.current + 1));
  if (key === 'PageUp') return () => pages.goTo(Math.max(1, pages.view.current - 1));
  return null;
}

function ViewerTools(props: {
  pages: Pages;
  total: number;
  frame: RefObject<HTMLElement | null>;
  find: Find | null;
  onDownload: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { pages, find, onDownload } = props;
  const { mode, setMode, zoomBy } = pages;
  return (
    <Toolbar>
      <ZoomTools zoom={pages.factor} onOut={() => zoomBy(1 / ZOOM_STEP)} onIn={() => zoomBy(ZOOM_STEP)} />
      {mode === 'width' ? (
        <Tool label={t('viewer.fitPage')} onClick={() => setMode('page')}>
          <IconArrowAutofitHeight size={18} stroke={1.8} />
        </Tool>
      ) : (
        <Tool label={t('viewer.fitWidth')} onClick={() => setMode('width')}>
          <IconArrowAutofitWidth size={18} stroke={1.8} />
        </Tool>
      )}
      <PageField current={pages.view.current} total={props.total} onGo={pages.goTo} />
      {find ? (
        <Tool label={t('viewer.find')} pressed={find.opened} onClick={find.opened ? find.close : find.open}>
          <IconSearch size={18} stroke={1.8} />
        </Tool>
      ) : null}
      <span className={classes.wideOnly}>
        <FullScreenTool frame={props.frame} />
      </span>
      {onDownload ? (
        <Tool label={t('actions.download')} onClick={onDownload}>
          <IconDownload size={18} stroke={1.8} />
        </Tool>
      ) : null}
    </Toolbar>
  );
}

/** Reserves space for every page and renders those near the screen, with their pending signature fields. */
function Sheets(props: {
  pdf: FilePdf;
  pages: Pages;
  due: ViewerProps['due'];
  found: ReadonlyMap<number, PageMatches>;
  onDrawn: (number: number, size: PageSize) => void;
  onReveal: (mark: HTMLElement) => void;
}) {
  const { t } = useTranslation();
  const { pdf, found, onDrawn, onReveal } = props;
  const { shown, view } = props.pages;
  return shown.map((size, index) => {
    const number = index + 1;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a page is a group, not a set of fields
      <div
        key={number}
        className={classes.sheet}
        data-page={number}
        role="group"
        aria-label={t('viewer.page', { page: number, total: pdf.pageCount })}
        style={{ width: size.width, height: size.height }}
      >
        {number >= view.from && number <= view.to ? (
          <>
            <PdfPage {...{ pdf, number, onDrawn, onReveal }} width={size.width} found={found.get(number) ?? null} />
            {props.due
              ?.filter(({ page }) => page === number)
              .map((due) => (
                <OutlineOnPage key={due.key} pdf={pdf} outline={due} />
              ))}
          </>
        ) : null}
      </div>
    );
  });
}

/** Scrolls the current match into view once; afterwards the reader scrolls freely. */
function useReveal(search: PdfSearch, { view, goTo }: Pages, scroller: RefObject<HTMLElement | null>) {
  const toReveal = useRef<Match | null>(null);
  const active = search.active === null ? null : (search.matches[search.active] ?? null);
  const near = useRef(view);
  useLayoutEffect(() => {
    near.current = view;
  }, [view]);
  // Before the effects of the pages: one whose text is already there shows its match immediately.
  useLayoutEffect(() => {
    toReveal.current = active;
    if (active && (active.page < near.current.from || active.page > near.current.to)) goTo(active.page);
  }, [active, goTo]);
  return useCallback(
    (mark: HTMLElement) => {
      const box = scroller.current;
      if (!box || toReveal.current === null) return;
      toReveal.current = null;
      const [at, seen] = [mark.getBoundingClientRect(), box.getBoundingClientRect()];
      if (at.top < seen.top || at.bottom > seen.bottom) box.scrollTop += at.top - seen.top - seen.height / 3;
      if (at.left < seen.left || at.right > seen.right) box.scrollLeft += at.left - seen.left - seen.width / 3;
    },
    [scroller],
  );
}

/** The matches of each page; pages without the current match keep their object, to avoid marking them again. */
function useMatchesByPage(matches: readonly Match[], active: number | null): ReadonlyMap<number, PageMatches> {
  const all = useMemo(() => {
    const pages = new Map<number, { first: number; found: PageMatches & { parts: Match['parts'][] } }>();
    matches.forEach((match, index) => {
      const page = pages.get(match.page);
      if (page) page.found.parts.push(match.parts);
      else pages.set(match.page, { first: index, found: { parts: [match.parts], active: null } });
    });
    return pages;
  }, [matches]);
  return useMemo(() => {
    const shown = active === null ? null : (matches[active]?.page ?? null);
    return new Map(
      [...all].map(([page, { first, found }]): [number, PageMatches] => [
        page,
        page === shown && active !== null ? { parts: found.parts, active: active - first } : found,
      ]),
    );
  }, [all, active, matches]);
}
