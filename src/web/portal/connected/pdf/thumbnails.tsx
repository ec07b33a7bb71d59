/** Thumbnails next to the document: space for all pages, pictures only of the visible ones (72 px). */
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PageSize, topsOf, viewAt } from './layout.ts';
import type { OpenPdf } from './pdf-engine.ts';
import classes from './pdf-viewer.module.css';
import { watchSize } from './watch-size.ts';

const WIDTH = 72;
/** Border of the button around the picture, on both sides. */
const EDGE = 4;

export function Thumbnails(props: {
  pdf: OpenPdf;
  sizes: readonly PageSize[];
  current: number;
  /** The pages themselves are rendered first. */
  ready: boolean;
  onGo: (page: number) => void;
}) {
  const { t } = useTranslation();
  const { pdf, sizes, current, ready, onGo } = props;
  const list = useRef<HTMLOListElement>(null);
  const heights = useMemo(() => sizes.map((size) => Math.round((WIDTH * size.height) / size.width)), [sizes]);
  const tops = useMemo(() => topsOf(heights.map((height) => height + EDGE)), [heights]);
  const [seen, setSeen] = useState({ from: 1, to: 1 });
  const look = () => {
    const box = list.current;
    if (!box) return;
    const { from, to } = viewAt(tops, box.scrollTop, box.clientHeight);
    setSeen((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other sizes bring other pages into sight
  useEffect(() => {
    return list.current ? watchSize(list.current, look) : undefined;
  }, [tops]);
  useEffect(() => {
    const box = list.current;
    const [top = 0, end = 0] = [tops[current - 1], tops[current]];
    if (!box) return;
    if (top < box.scrollTop) box.scrollTop = top - EDGE;
    else if (end > box.scrollTop + box.clientHeight) box.scrollTop = end - box.clientHeight + EDGE;
  }, [current, tops]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = by ? current + by : event.key === 'Home' ? 1 : event.key === 'End' ? sizes.length : 0;
    if (next < 1 || next > sizes.length) return;
    event.preventDefault();
    onGo(next);
    list.current?.querySelectorAll('button')[next - 1]?.focus({ preventScroll: true });
  };
  return (
    <ol ref={list} className={classes.thumbs} aria-label={t('viewer.thumbnails')} onScroll={look} onKeyDown={onKeyDown}>
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
        <li key={index}>
          <button
            type="button"
            className={classes.thumb}
            // A single tab stop; the arrow keys move from there.
            tabIndex={index + 1 === current ? 0 : -1}
            aria-label={t('viewer.goTo', { page: index + 1 })}
            aria-current={index + 1 === current ? 'page' : undefined}
            onClick={() => onGo(index + 1)}
          >
            <span className={classes.thumbPaper} style={{ width: WIDTH, height }}>
              {ready && index + 1 >= seen.from && index + 1 <= seen.to ? (
                <SmallPicture pdf={pdf} number={index + 1} />
              ) : null}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function SmallPicture(props: { pdf: OpenPdf; number: number }) {
  const { pdf, number } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const stop = new AbortController();
    pdf.draw(number, element, WIDTH, stop.signal).catch(() => {});
    return () => {
      stop.abort();
      element.width = 0;
    };
  }, [pdf, number]);
  return <canvas ref={canvas} className={classes.thumbPicture} />;
}
