/** One page: a white sheet of the right proportions, with a picture only while near the screen. */
import { useState } from 'react';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import { PagePicture } from '../../shared/pdf/page-picture.tsx';
import type { PageSize } from '../../shared/pdf/sheets.ts';
import { useText } from '../text/language.ts';
import { type DuePoint, EmptyBox } from './empty-box.tsx';

interface PdfPageProps {
  pdf: OpenPdf;
  page: number;
  size: PageSize;
  /** CSS pixels. */
  width: number;
  near: boolean;
  /** Pending signature fields on it. */
  due: readonly DuePoint[];
  /** Shown when it cannot be rendered; by default a note that it may be read as text. */
  failure?: string;
  /** Its picture is complete. */
  onDrawn?: () => void;
}

export function PdfPage({ pdf, page, size, width, near, due, failure, onDrawn }: PdfPageProps) {
  const text = useText();
  const failed = failure ?? text.read.pageFailed(page);
  const [isFailed, setFailed] = useState(false);
  const words = [
    text.read.page(page, pdf.pages),
    ...due.map(({ label }) => text.read.signHere(label)),
    // A screen reader reads a picture's name, but nothing inside it.
    ...(isFailed ? [failed] : []),
  ];
  return (
    <div
      className="paper"
      data-page={page}
      role="img"
      aria-label={words.join('. ')}
      style={{ width, aspectRatio: `${size.width} / ${size.height}` }}
    >
      <PagePicture
        {...{ pdf, page, width, near }}
        onDrawn={() => {
          setFailed(false);
          onDrawn?.();
        }}
        onFailed={() => setFailed(true)}
      />
      {due.map((point) => (
        <EmptyBox key={point.id} pdf={pdf} point={point} />
      ))}
      {isFailed ? <p className="paper-failed">{failed}</p> : null}
    </div>
  );
}
