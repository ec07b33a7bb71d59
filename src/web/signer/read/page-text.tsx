/** One page as text, with its picture if the page shows more than text. */
import { useEffect, useRef, useState } from 'react';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import type { PageSize } from '../../shared/pdf/page-positions.ts';
import { useText } from '../text/language.ts';
import type { PendingPoint } from './empty-box.tsx';
import { PdfPage } from './pdf-page.tsx';
import { noteFor, type PageNote, type PageText } from './use-text.ts';

/** Represents a word on the page that cannot be read (`src/pdf/drawing/reading/page-text.ts`). */
const UNREADABLE_MARK = '[…]';

interface PageAsTextProps {
  pdf: OpenPdf;
  page: PageText;
  /** Pending signature fields of the document. */
  pendingPoints: readonly PendingPoint[];
}

export function PageAsText({ pdf, page: pageText, pendingPoints }: PageAsTextProps) {
  const text = useText();
  const { page, paragraphs, picture } = pageText;
  const pagePoints = pendingPoints.filter((point) => point.page === page);
  return (
    <section data-text-page={page}>
      <h2>{text.read.page(page, pdf.pageCount)}</h2>
      <TextHint note={noteFor(pageText)} />
      <div lang="it">
        {paragraphs.map((paragraph, line) => {
          const Tag = paragraph.large ? 'h3' : 'p';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a signed text never change.
            <Tag key={line}>
              <TextWithGaps text={paragraph.text} />
            </Tag>
          );
        })}
      </div>
      {picture === null ? (
        pagePoints.map(({ id, label }) => (
          <p key={id} className="text-due">
            {text.read.signHere(label)}
          </p>
        ))
      ) : (
        <InlinePage pdf={pdf} page={page} size={picture} pendingPoints={pagePoints} />
      )}
    </section>
  );
}

function TextHint({ note }: { note: PageNote }) {
  const { read } = useText();
  if (note === 'none') return null;
  const hints: Readonly<Record<typeof note, string>> = {
    pictures: read.textPictures,
    partly: read.textPartly,
    unread: read.textUnread,
    blank: read.textBlank,
  };
  return (
    <p className="text-hint" data-note={note}>
      {hints[note]}
    </p>
  );
}

/** Replaces the mark of an unreadable word by a description for screen readers. */
function TextWithGaps({ text: content }: { text: string }) {
  const text = useText();
  return content.split(UNREADABLE_MARK).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a signed text never change.
    <span key={index}>
      {index === 0 ? null : (
        <>
          <span aria-hidden="true">{UNREADABLE_MARK}</span>
          <span className="visually-hidden">{text.read.textWord}</span>
        </>
      )}
      {part}
    </span>
  ));
}

interface InlinePageProps {
  pdf: OpenPdf;
  page: number;
  size: PageSize;
  pendingPoints: readonly PendingPoint[];
}

/** The page itself, as wide as the text, rendered while near the screen. */
function InlinePage({ pdf, page, size, pendingPoints }: InlinePageProps) {
  const text = useText();
  const container = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [near, setNear] = useState(false);

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const resizeObserver = new ResizeObserver(() => setWidth(element.clientWidth));
    const moving = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: element.closest('.viewer-scroll'),
      rootMargin: '60% 0px',
    });
    resizeObserver.observe(element);
    moving.observe(element);
    return () => {
      resizeObserver.disconnect();
      moving.disconnect();
    };
  }, []);

  return (
    <div ref={container} className="text-picture" style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      {width === 0 ? null : (
        <PdfPage
          pdf={pdf}
          page={page}
          size={size}
          width={width}
          near={near}
          pendingPoints={pendingPoints}
          failure={text.read.pictureFailed(page)}
        />
      )}
    </div>
  );
}
