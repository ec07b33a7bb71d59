/** One page: a white sheet of the right proportions, with a canvas only while near the screen. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '../text/language.ts';
import { type DuePoint, EmptyBox } from './empty-box.tsx';
import type { OpenPdf, PageSize } from './pdf-engine.ts';

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
  const sheet = useRef<HTMLDivElement>(null);
  const [isFailed, setFailed] = useState(false);
  const drawn = useEffectEvent(() => onDrawn?.());

  useEffect(() => {
    if (!near) return;
    const canvas = document.createElement('canvas');
    // The old picture stays, stretched, until the new one is complete.
    const drawing = pdf.draw(page, canvas, width);
    let wanted = true;
    drawing.done.then(
      () => {
        if (!wanted) {
          release(canvas);
          return;
        }
        setFailed(false);
        for (const old of sheet.current?.querySelectorAll('canvas') ?? []) release(old);
        sheet.current?.append(canvas);
        drawn();
      },
      (reason: unknown) => {
        release(canvas);
        if (wanted && reason instanceof Error) setFailed(true);
      },
    );
    return () => {
      wanted = false;
      drawing.cancel();
    };
  }, [pdf, page, width, near]);

  useEffect(() => {
    if (near) return;
    for (const old of sheet.current?.querySelectorAll('canvas') ?? []) release(old);
    pdf.release(page);
  }, [pdf, page, near]);

  const words = [
    text.read.page(page, pdf.pages),
    ...due.map(({ label }) => text.read.signHere(label)),
    // A screen reader reads a picture's name, but nothing inside it.
    ...(isFailed ? [failed] : []),
  ];
  return (
    <div
      ref={sheet}
      className="paper"
      data-page={page}
      role="img"
      aria-label={words.join('. ')}
      style={{ width, aspectRatio: `${size.width} / ${size.height}` }}
    >
      {due.map((point) => (
        <EmptyBox key={point.id} pdf={pdf} point={point} size={size} />
      ))}
      {isFailed ? <p className="paper-failed">{failed}</p> : null}
    </div>
  );
}

/** Safari keeps a removed canvas' memory until its size is zero. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
  canvas.remove();
}
