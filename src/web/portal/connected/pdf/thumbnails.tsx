/** Thumbnails next to the document: space for all pages, pictures only of the visible ones (72 px). */
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPdf } from '../../../shared/pdf/engine.ts';
import { PagePicture } from '../../../shared/pdf/page-picture.tsx';
import type { PageSize } from '../../../shared/pdf/page-positions.ts';
import { useVisiblePages } from '../../../shared/pdf/use-visible-pages.ts';
import classes from './pdf-viewer.module.css';

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
  const withEdges = useMemo(() => heights.map((height) => height + EDGE), [heights]);
  const { view, tops, update: look } = useVisiblePages(list, withEdges);
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
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified by their number
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
              {ready && index + 1 >= view.from && index + 1 <= view.to ? (
                <PagePicture pdf={pdf} page={index + 1} width={WIDTH} className={classes.picture} />
              ) : null}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
