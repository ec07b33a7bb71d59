/** Shows the same document as text: it enlarges and wraps freely, and a screen reader can read it (docuseal#486). */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { PagesOnScreen } from '../../shared/pages-on-screen.ts';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import type { SignApi } from '../api/sign-api.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { useAnnounce } from '../ui/live-region.tsx';
import { ErrorNote } from '../ui/note.tsx';
import type { PendingPoint } from './empty-box.tsx';
import { PageAsText } from './page-text.tsx';
import { useDocumentText } from './use-text.ts';

/** Milliseconds after which the page explains the wait. */
const SLOW_MS = 8_000;
/** From this number of pages on, the page announces that all of them have loaded. */
const LONG_DOCUMENT_PAGES = 10;

interface TextPagesProps {
  api: SignApi;
  documentId: number;
  pdf: OpenPdf;
  label: string;
  startPage: number | null;
  /** Pending signature fields of this document. */
  pendingPoints: readonly PendingPoint[];
  onPage: (page: number) => void;
  onEnd: () => void;
  /** Called with the pages whose text was on the screen from top to bottom. */
  onSeen?: (pages: readonly number[]) => void;
}

export function TextPages({
  api,
  documentId,
  pdf,
  label,
  startPage,
  pendingPoints,
  onPage,
  onEnd,
  onSeen,
}: TextPagesProps) {
  const text = useText();
  const announce = useAnnounce();
  const { pages, hasFailed, retry } = useDocumentText(api, documentId, pdf);
  const viewer = useRef<HTMLElement>(null);
  const endMark = useRef<HTMLParagraphElement>(null);
  const complete = pages.length === pdf.pageCount;

  // Moves a screen reader to the text, which is far from the button that was pressed.
  useEffect(() => viewer.current?.focus({ preventScroll: true }), []);

  useEffect(() => {
    if (complete && pdf.pageCount > LONG_DOCUMENT_PAGES) announce(text.read.textComplete(pdf.pageCount));
  }, [complete, pdf, announce, text]);

  const isStartShown = useRef(false);
  useEffect(() => {
    if (isStartShown.current || startPage === null || pages.length < startPage) return;
    isStartShown.current = true;
    if (startPage > 1)
      viewer.current?.querySelector(`[data-text-page="${startPage}"]`)?.scrollIntoView({ block: 'start' });
  }, [pages, startPage]);

  useEffect(() => {
    const element = viewer.current;
    const endElement = endMark.current;
    if (!complete || !element || !endElement) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onEnd();
      },
      { root: element },
    );
    observer.observe(endElement);
    return () => observer.disconnect();
  }, [complete, onEnd]);

  const report = useReadingPosition(viewer, { onPage, onSeen });
  // Text that loads without scrolling is on the screen as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when more pages have loaded
  useEffect(() => report(false), [pages.length]);

  return (
    <div className="viewer">
      <section
        ref={viewer}
        className="viewer-scroll viewer-text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        aria-label={text.read.textTitle(label)}
        onScroll={() => report(true)}
      >
        <div className="text-pages">
          {pages.map((page) => (
            <PageAsText key={page.page} pdf={pdf} page={page} pendingPoints={pendingPoints} />
          ))}
          {hasFailed ? (
            <Failed onRetry={retry} />
          ) : complete ? (
            <p ref={endMark} className="text-end">
              {text.read.textEnd}
            </p>
          ) : (
            <Waiting key={pages.length} done={pages.length} of={pdf.pageCount} />
          )}
        </div>
      </section>
    </div>
  );
}

/** Reports the page in the middle of the screen and the pages whose whole text was visible. */
function useReadingPosition(
  viewer: RefObject<HTMLElement | null>,
  { onPage, onSeen }: Pick<TextPagesProps, 'onPage' | 'onSeen'>,
): (scrolled: boolean) => void {
  const visibility = useRef(new PagesOnScreen());
  return (scrolled) => {
    const element = viewer.current;
    if (!element) return;
    const frame = element.getBoundingClientRect();
    const middle = frame.top + element.clientHeight / 2;
    let current = 1;
    const seen: number[] = [];
    for (const page of element.querySelectorAll<HTMLElement>('[data-text-page]')) {
      const rectangle = page.getBoundingClientRect();
      if (rectangle.top > frame.bottom) break;
      const number = Number(page.dataset.textPage);
      if (rectangle.top <= middle) current = number;
      if (rectangle.bottom >= frame.top && visibility.current.record(number, rectangle, frame)) seen.push(number);
    }
    if (scrolled) onPage(current);
    if (seen.length > 0) onSeen?.(seen);
  };
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const text = useText();
  return (
    <div className="text-end">
      <ErrorNote text={text.read.textFailed} />
      <Button variant="outline" onPress={onRetry}>
        {text.failure.retry}
      </Button>
    </div>
  );
}

/** Mounted anew for each portion, so that the slow-loading note restarts its timer. */
function Waiting({ done, of }: { done: number; of: number }) {
  const text = useText();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  const message = text.read.textLoading(done, of);
  return (
    // Announced once: later pages load while the first ones are read.
    <div className="text-end" role={done === 0 ? 'status' : undefined}>
      <p>{message}</p>
      {done === 0 ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        <progress max={of} value={done} aria-label={message} />
      )}
      {isSlow ? <p>{text.read.textSlow}</p> : null}
    </div>
  );
}
