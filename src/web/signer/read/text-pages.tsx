/** The same document as text: enlarges and wraps freely, and a screen reader can read it (docuseal#486). */
import { useEffect, useRef, useState } from 'react';
import type { Paragraph } from '#domain/signing/paragraphs.ts';
import { useText } from '../text/language.ts';
import { useAnnounce } from '../ui/live.tsx';
import type { OpenPdf } from './pdf-engine.ts';

const PAGES_AT_ONCE = 10;

interface TextPagesProps {
  pdf: OpenPdf;
  label: string;
  startPage: number | null;
  onPage: (page: number) => void;
  onEnd: () => void;
}

export function TextPages({ pdf, label, startPage, onPage, onEnd }: TextPagesProps) {
  const text = useText();
  const announce = useAnnounce();
  const [pages, setPages] = useState<Paragraph[][]>([]);
  const viewer = useRef<HTMLElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const complete = pages.length === pdf.pages;

  useEffect(() => {
    let stopped = false;
    (async () => {
      const known: Paragraph[][] = [];
      while (known.length < pdf.pages && !stopped) {
        const from = known.length + 1;
        const count = Math.min(PAGES_AT_ONCE, pdf.pages - known.length);
        known.push(...(await Promise.all(Array.from({ length: count }, (_, index) => pdf.textOf(from + index)))));
        for (let page = from; page < from + count; page += 1) pdf.release(page);
        if (!stopped) setPages([...known]);
      }
    })().catch(() => {
      stopped = true;
    });
    return () => {
      stopped = true;
    };
  }, [pdf]);

  useEffect(() => {
    if (complete && pdf.pages > PAGES_AT_ONCE) announce(text.read.textLoading(pdf.pages, pdf.pages));
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

  function look() {
    const box = viewer.current;
    if (!box) return;
    const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
    let seen = 1;
    for (const page of box.querySelectorAll<HTMLElement>('[data-text-page]')) {
      if (page.getBoundingClientRect().top > middle) break;
      seen = Number(page.dataset.textPage);
    }
    onPage(seen);
  }

  return (
    <div className="viewer">
      <section
        ref={viewer}
        className="viewer-scroll viewer-text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        aria-label={text.read.textTitle(label)}
        onScroll={look}
      >
        <div className="text-pages">
          {pages.map((paragraphs, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity and never move.
            <section key={index} data-text-page={index + 1}>
              <h2>{text.read.page(index + 1, pdf.pages)}</h2>
              {paragraphs.length === 0 ? <p className="text-empty">{text.read.textEmpty}</p> : null}
              <div lang="it">
                {paragraphs.map((paragraph, line) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a signed text never change.
                  <p key={line} className={paragraph.large ? 'text-large' : undefined}>
                    {paragraph.text}
                  </p>
                ))}
              </div>
            </section>
          ))}
          {complete ? (
            <p ref={end} className="text-end">
              {text.read.textEnd}
            </p>
          ) : (
            <p className="text-end">{text.read.textLoading(pages.length, pdf.pages)}</p>
          )}
        </div>
      </section>
    </div>
  );
}
