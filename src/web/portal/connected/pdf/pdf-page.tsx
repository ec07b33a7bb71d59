/** One page near the screen: its picture, and over it its text for the mouse, screen readers and the search. */
import { useEffect, useRef, useState } from 'react';
import { PagePicture } from '../../../shared/pdf/page-picture.tsx';
import type { PageSize } from '../../../shared/pdf/page-positions.ts';
import { afterRest } from '../../../shared/pdf/render-delay.ts';
import type { ReadablePdf } from './page-text.ts';
import classes from './pdf-viewer.module.css';
import type { MatchPart } from './search.ts';

export interface PageMatches {
  /** Parts of each match on this page, in order. */
  parts: readonly (readonly MatchPart[])[];
  /** Index of the current one; null when it is on another page. */
  active: number | null;
}

export function PdfPage(props: {
  pdf: ReadablePdf;
  number: number;
  /** CSS pixels. */
  width: number;
  found: PageMatches | null;
  onDrawn: (number: number, size: PageSize) => void;
  onReveal: (mark: HTMLElement) => void;
}) {
  const { pdf, number, width, found, onDrawn, onReveal } = props;
  const text = useRef<HTMLDivElement>(null);
  const [pieces, setPieces] = useState<readonly HTMLElement[]>([]);

  useEffect(() => {
    const layer = text.current;
    if (!layer) return;
    const stop = afterRest((signal) => {
      pdf.layText(number, layer, signal).then(
        (laid) => {
          if (!signal.aborted) setPieces(laid);
        },
        // A page whose text cannot be read is still shown.
        () => {},
      );
    });
    return () => {
      stop();
      layer.replaceChildren();
      setPieces([]);
    };
  }, [pdf, number]);

  useEffect(() => {
    if (pieces.length === 0 || !found) return;
    const active = markAll(pieces, found);
    if (active) onReveal(active);
    return () => unmarkAll(pieces, found);
  }, [pieces, found, onReveal]);

  return (
    <>
      <PagePicture pdf={pdf} page={number} width={width} className={classes.picture} onDrawn={onDrawn} />
      <div ref={text} className={classes.text} />
    </>
  );
}

/** Marks the matches; returns the first mark of the current one. */
function markAll(pieces: readonly HTMLElement[], matches: PageMatches): HTMLElement | null {
  const byPiece = new Map<number, { from: number; to: number; match: number }[]>();
  matches.parts.forEach((parts, match) => {
    for (const { item, from, to } of parts) byPiece.set(item, [...(byPiece.get(item) ?? []), { from, to, match }]);
  });
  let active: HTMLElement | null = null;
  for (const [item, spans] of byPiece) {
    const piece = pieces[item];
    if (!piece) continue;
    const text = piece.textContent ?? '';
    const nodes: (Node | string)[] = [];
    let at = 0;
    for (const { from, to, match } of spans) {
      nodes.push(text.slice(at, from));
      const mark = document.createElement('mark');
      mark.textContent = text.slice(from, to);
      if (match === matches.active) {
        mark.dataset.active = '';
        active ??= mark;
      }
      nodes.push(mark);
      at = to;
    }
    piece.replaceChildren(...nodes, text.slice(at));
  }
  return active;
}

function unmarkAll(pieces: readonly HTMLElement[], matches: PageMatches): void {
  for (const item of new Set(matches.parts.flatMap((parts) => parts.map((part) => part.item)))) {
    const piece = pieces[item];
    if (piece) piece.textContent = piece.textContent ?? '';
  }
}
