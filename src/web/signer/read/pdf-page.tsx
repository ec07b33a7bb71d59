/** One page: a white sheet of the right proportions, with a picture only while near the screen. */
import { useState } from 'react';
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import { PagePicture } from '../../shared/pdf/page-picture.tsx';
import type { PageSize } from '../../shared/pdf/page-positions.ts';
import { useText } from '../text/language.ts';
import { FieldOutline, type PendingPoint } from './empty-box.tsx';

interface PdfPageProps {
  pdf: OpenPdf;
  page: number;
  size: PageSize;
  /** CSS pixels. */
  width: number;
  near: boolean;
  /** Pending signature fields on it. */
  pendingPoints: readonly PendingPoint[];
  /** Shown when it cannot be rendered; by default a note that it may be read as text. */
  failure?: string;
  /** Its picture is complete. */
  onDrawn?: () => void;
}

export function PdfPage({ pdf, page, size, width, near, pendingPoints, failure, onDrawn }: PdfPageProps) {
  const text = useText();
  const failureText = failure ?? text.read.pageFailed(page);
  const [isFailed, setIsFailed] = useState(false);
  const labels = [
    text.read.page(page, pdf.pageCount),
    ...pendingPoints.map(({ label }) => text.read.signHere(label)),
    // A screen reader reads a picture's name, but nothing inside it.
    ...(isFailed ? [failureText] : []),
  ];
  return (
    <div
      className="paper"
      data-page={page}
      role="img"
      aria-label={labels.join('. ')}
      style={{ width, aspectRatio: `${size.width} / ${size.height}` }}
    >
      <PagePicture
        {...{ pdf, page, width, near }}
        onDrawn={() => {
          setIsFailed(false);
          onDrawn?.();
        }}
        onFailed={() => setIsFailed(true)}
      />
      {pendingPoints.map((point) => (
        <FieldOutline key={point.id} pdf={pdf} point={point} />
      ))}
      {isFailed ? <p className="paper-failed">{failureText}</p> : null}
    </div>
  );
}
