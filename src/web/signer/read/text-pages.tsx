/** Shows the same document as text: it enlarges and wraps freely, and a screen reader can read it (docuseal#486). */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { PagesOnScreen } from '../../shared/pages-on-screen.ts';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import type { SignApi } from '../api/sign-api.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { useAnnounce } from '../ui/live.tsx';
import { ErrorNote } from '../ui/note.tsx';
import type { DuePoint } from './empty-box.tsx';
import { PageAsText } from './page-text.tsx';
import { useDocumentText } from './use-text.ts';

/** Milliseconds after which the page explains the wait. */
const SLOW_MS = 8_000;
/** From this number of pages on, the page announces that all of them have loaded. */
const LONG = 10;

interface TextPagesProps {
  api: SignApi;
  documentId: number;
  pdf: OpenPdf;
  label: string;
  startPage: number | null;
  /** Signatures still to be given on this document. */
  due: readonly DuePoint[];
  onPage: (page: number) => void;
  onEnd: () => void;
  /** Called with the pages whose text was on the screen from top to bottom. */
  onSeen?: (pages: readonly number[]) => void;
}

export function TextPages({ api, documentId, pdf, label, startPage, due, onPage, onEnd, onSeen }: TextPagesProps) {
  const text = useText();
  const announce = useAnnounce();
  const { pages, failed, retry } = useDocumentText(api, documentId, pdf);
  const viewer = useRef<HTMLElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const complete = pages.length === pdf.pages;

  // Moves a screen reader to the text, which is far from the button that was pressed.
  useEffect(() => viewer.current?.focus({ preventScroll: true }), []);

  useEffect(() => {
    if (complete && pdf.pages > LONG) announce(text.read.textComplete(pdf.pages));
  }, [complete, pdf, announce, text]);

  const shownFirst = useRef(false);
  useEffect(() => {
    if (shownFirst.current || startPage === null || pages.length < startPage) return;
    shownFirst.current = true;
    if (startPage > 1)
      viewer.current?.querySelector(`[data-text-page="${startPage}"]`)?.scrollIntoView({ block: 'start' });
  }, [pages, startPage]);

  useEffect(() => {
    const box = viewer.current;
    const mark = end.current;
    if (!complete || !box || !mark) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onEnd();
      },
      { root: box },
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, [complete, onEnd]);

  const look = useLook(viewer, { onPage, onSeen });
  // Words that come without anybody scrolling are on the screen as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when more pages have loaded
  useEffect(() => look(false), [pages.length]);

  return (
    <div className="viewer">
      <section
        ref={viewer}
        className="viewer-scroll viewer-text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        aria-label={text.read.textTitle(label)}
        onScroll={() => look(true)}
      >
        <div className="text-pages">
          {pages.map((page) => (
            <PageAsText key={page.page} pdf={pdf} page={page} due={due} />
          ))}
          {failed ? (
            <Failed onRetry={retry} />
          ) : complete ? (
            <p ref={end} className="text-end">
              {text.read.textEnd}
            </p>
          ) : (
            <Waiting key={pages.length} done={pages.length} of={pdf.pages} />
          )}
        </div>
      </section>
    </div>
  );
}

/** Reports the page in the middle of the screen and the pages whose whole text was visible. */
function useLook(
  viewer: RefObject<HTMLElement | null>,
  { onPage, onSeen }: Pick<TextPagesProps, 'onPage' | 'onSeen'>,
): (scrolled: boolean) => void {
  const screen = useRef(new PagesOnScreen());
  return (scrolled) => {
    const box = viewer.current;
    if (!box) return;
    const frame = box.getBoundingClientRect();
    const middle = frame.top + box.clientHeight / 2;
    let current = 1;
    const seen: number[] = [];
    for (const page of box.querySelectorAll<HTMLElement>('[data-text-page]')) {
      const words = page.getBoundingClientRect();
      if (words.top > frame.bottom) break;
      const number = Number(page.dataset.textPage);
      if (words.top <= middle) current = number;
      if (words.bottom >= frame.top && screen.current.note(number, words, frame)) seen.push(number);
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
  const words = text.read.textLoading(done, of);
  return (
    // Announced once: later pages load while the first ones are read.
    <div className="text-end" role={done === 0 ? 'status' : undefined}>
      <p>{words}</p>
      {done === 0 ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        <progress max={of} value={done} aria-label={words} />
      )}
      {isSlow ? <p>{text.read.textSlow}</p> : null}
    </div>
  );
}
