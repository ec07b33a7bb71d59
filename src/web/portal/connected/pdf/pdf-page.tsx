/** One page near the screen: its picture, and over it its text for the mouse, screen readers and the search. */
import { useEffect, useRef, useState } from 'react';
import type { OpenPdf } from './pdf-engine.ts';
import classes from './pdf-viewer.module.css';
import type { MatchPart } from './search.ts';

/** ms a page must stay near before it is rendered, so that pages scrolled past cost nothing. */
const REST_MS = 60;

export interface PageMatches {
  /** Parts of each match on this page, in order. */
  parts: readonly (readonly MatchPart[])[];
  /** Index of the current one; null when it is on another page. */
  active: number | null;
}

export function PdfPage(props: {
  pdf: OpenPdf;
  number: number;
  /** CSS pixels. */
  width: number;
  found: PageMatches | null;
  onDrawn: (number: number, size: { width: number; height: number }) => void;
  onReveal: (mark: HTMLElement) => void;
}) {
  const { pdf, number, width, found, onDrawn, onReveal } = props;
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [pieces, setPieces] = useState<readonly HTMLElement[]>([]);

  useEffect(() => {
    const holder = picture.current;
    if (!holder) return;
    return afterRest(async (signal) => {
      // The previous picture stays, stretched, until the new one is ready.
      const canvas = document.createElement('canvas');
      const size = await pdf.draw(number, canvas, width, signal);
      if (signal.aborted) return;
      empty(holder);
      holder.replaceChildren(canvas);
      onDrawn(number, size);
    });
  }, [pdf, number, width, onDrawn]);

  // The picture outlives its document: the next document's pages are drawn over it.
  useEffect(() => () => pdf.release(number), [pdf, number]);
  useEffect(() => {
    const holder = picture.current;
    return () => {
      if (holder) empty(holder);
    };
  }, []);

  useEffect(() => {
    const layer = text.current;
    if (!layer) return;
    const stop = afterRest(async (signal) => {
      const laid = await pdf.layText(number, layer, signal);
      if (!signal.aborted) setPieces(laid);
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
      <div ref={picture} className={classes.picture} aria-hidden="true" />
      <div ref={text} className={classes.text} />
    </>
  );
}

/** Renders a page once it has stayed near; returns a function that cancels. */
function afterRest(draw: (signal: AbortSignal) => Promise<void>): () => void {
  const stop = new AbortController();
  // A page that cannot be rendered stays blank; the others and the download still work.
  const timer = setTimeout(() => void draw(stop.signal).catch(() => {}), REST_MS);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Setting a canvas' size to zero releases its memory immediately. */
function empty(holder: HTMLElement): void {
  for (const canvas of holder.querySelectorAll('canvas')) canvas.width = 0;
  holder.replaceChildren();
}

/** Marks the matches; returns the first mark of the current one. */
function markAll(pieces: readonly HTMLElement[], found: PageMatches): HTMLElement | null {
  const byPiece = new Map<number, { from: number; to: number; match: number }[]>();
  found.parts.forEach((parts, match) => {
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
      if (match === found.active) {
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

function unmarkAll(pieces: readonly HTMLElement[], found: PageMatches): void {
  for (const item of new Set(found.parts.flatMap((parts) => parts.map((part) => part.item)))) {
    const piece = pieces[item];
    if (piece) piece.textContent = piece.textContent ?? '';
  }
}
