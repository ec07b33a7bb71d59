/** One page as text, with its picture where the page shows more than words. */
import { useEffect, useRef, useState } from 'react';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import type { PageSize } from '../../shared/pdf/sheets.ts';
import { useText } from '../text/language.ts';
import type { DuePoint } from './empty-box.tsx';
import { PdfPage } from './pdf-page.tsx';
import { noteOn, type PageNote, type PageText } from './use-text.ts';

/** Represents a word on the page that cannot be read (`src/pdf/drawing/reading/page-text.ts`). */
const UNREAD = '[…]';

interface PageAsTextProps {
  pdf: OpenPdf;
  page: PageText;
  /** Pending signature fields of the document. */
  due: readonly DuePoint[];
}

export function PageAsText({ pdf, page: shown, due }: PageAsTextProps) {
  const text = useText();
  const { page, paragraphs, picture } = shown;
  const here = due.filter((point) => point.page === page);
  return (
    <section data-text-page={page}>
      <h2>{text.read.page(page, pdf.pages)}</h2>
      <Hint note={noteOn(shown)} />
      <div lang="it">
        {paragraphs.map((paragraph, line) => {
          const Tag = paragraph.large ? 'h3' : 'p';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a signed text never change.
            <Tag key={line}>
              <Words text={paragraph.text} />
            </Tag>
          );
        })}
      </div>
      {picture === null ? (
        here.map(({ id, label }) => (
          <p key={id} className="text-due">
            {text.read.signHere(label)}
          </p>
        ))
      ) : (
        <PageShown pdf={pdf} page={page} size={picture} due={here} />
      )}
    </section>
  );
}

function Hint({ note }: { note: PageNote }) {
  const { read } = useText();
  if (note === 'none') return null;
  const words: Readonly<Record<typeof note, string>> = {
    pictures: read.textPictures,
    partly: read.textPartly,
    unread: read.textUnread,
    blank: read.textBlank,
  };
  return (
    <p className="text-hint" data-note={note}>
      {words[note]}
    </p>
  );
}

/** Describes a missing word to screen readers. */
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

/** The page itself, as wide as the text, rendered while near the screen. */
function PageShown({ pdf, page, size, due }: PageShownProps) {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [near, setNear] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const resizing = new ResizeObserver(() => setWidth(element.clientWidth));
    const moving = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: element.closest('.viewer-scroll'),
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
      {width === 0 ? null : (
        <PdfPage
          pdf={pdf}
          page={page}
          size={size}
          width={width}
          near={near}
          due={due}
          failure={text.read.pictureFailed(page)}
        />
      )}
    </div>
  );
}
