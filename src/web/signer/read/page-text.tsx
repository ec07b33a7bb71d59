/** One page as text; with its picture where the words are not all that it shows. */
import { useEffect, useRef, useState } from 'react';
import { useText } from '../text/language.ts';
import type { DuePoint } from './empty-box.tsx';
import type { OpenPdf, PageSize } from './pdf-engine.ts';
import { PdfPage } from './pdf-page.tsx';
import type { PageText } from './use-text.ts';

/** Stands for a word that is on the page and cannot be read (`src/pdf/drawing/reading/page-text.ts`). */
const UNREAD = '[…]';

interface PageAsTextProps {
  pdf: OpenPdf;
  page: PageText;
  /** Signatures that are to be given on the document. */
  due: readonly DuePoint[];
}

export function PageAsText({ pdf, page: { page, paragraphs, picture }, due }: PageAsTextProps) {
  const text = useText();
  const hint = paragraphs.length === 0 ? text.read.textEmpty : text.read.textPartly;
  return (
    <section data-text-page={page}>
      <h2>{text.read.page(page, pdf.pages)}</h2>
      {picture === null ? null : <p className="text-hint">{hint}</p>}
      <div lang="it">
        {paragraphs.map((paragraph, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a signed text never change.
          <p key={line} className={paragraph.large ? 'text-large' : undefined}>
            <Words text={paragraph.text} />
          </p>
        ))}
      </div>
      {picture === null ? null : (
        <PageShown pdf={pdf} page={page} size={picture} due={due.filter((point) => point.page === page)} />
      )}
    </section>
  );
}

/** A screen reader is told of a missing word in words. */
function Words({ text: written }: { text: string }) {
  const text = useText();
  return written.split(UNREAD).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a signed text never change.
    <span key={index}>
      {index === 0 ? null : (
        <>
          <span aria-hidden="true">{UNREAD}</span>
          <span className="visually-hidden">{text.read.textWord}</span>
        </>
      )}
      {part}
    </span>
  ));
}

interface PageShownProps {
  pdf: OpenPdf;
  page: number;
  size: PageSize;
  due: readonly DuePoint[];
}

/** The page itself, as wide as the text, drawn while it is near the screen. */
function PageShown({ pdf, page, size, due }: PageShownProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [near, setNear] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const resizing = new ResizeObserver(() => setWidth(element.clientWidth));
    const moving = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '60% 0px',
    });
    resizing.observe(element);
    moving.observe(element);
    return () => {
      resizing.disconnect();
      moving.disconnect();
    };
  }, []);

  return (
    <div ref={box} className="text-picture" style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      {width === 0 ? null : <PdfPage pdf={pdf} page={page} size={size} width={width} near={near} due={due} />}
    </div>
  );
}
