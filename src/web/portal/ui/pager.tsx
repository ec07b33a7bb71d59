/** Pager: 'righe da 1 a 10 di 57', page sizes 3, 5, 10, first, previous, pages, next, last. */
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../text/numbers.ts';
import classes from './pager.module.css';

export const PAGE_SIZES = [3, 5, 10] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** First and last row shown, one-based; both 0 for an empty list. */
export function rangeOf(page: number, size: number, total: number): { from: number; to: number } {
  if (total === 0) return { from: 0, to: 0 };
  return { from: page * size + 1, to: Math.min((page + 1) * size, total) };
}

/** Up to six neighbouring pages around the current one, zero-based. */
export function pagesAround(page: number, count: number): number[] {
  const shown = Math.min(6, count);
  const start = Math.max(0, Math.min(page - 2, count - shown));
  return Array.from({ length: shown }, (_, index) => start + index);
}

/** On narrow screens: three pages including the current one, at the ends as well. */
const isNear = (number: number, page: number, count: number): boolean =>
  number >= Math.min(page - 1, count - 3) && number <= Math.max(page + 1, 2);

export function Pager(props: {
  /** Zero-based. */
  page: number;
  size: PageSize;
  total: number;
  /** Label of the pager, on a page with several lists. */
  label?: string;
  onPage: (page: number) => void;
  onSize: (size: PageSize) => void;
}) {
  const { t } = useTranslation();
  const { page, size, total, onPage } = props;
  const count = Math.max(1, Math.ceil(total / size));
  const shown = pagesAround(page, count);
  const { from, to } = rangeOf(page, size, total);
  return (
    <div className={classes.pager}>
      <span className={classes.range} aria-live="polite">
        {total === 0
          ? t('table.empty')
          : t('table.range', { from: formatCount(from), to: formatCount(to), size: formatCount(total) })}
      </span>
      <fieldset className={classes.sizes} data-unprinted>
        <legend className={classes.legend}>{t('table.perPage')}</legend>
        <div className={classes.group}>
          {PAGE_SIZES.map((choice) => (
            <button
              key={choice}
              type="button"
              className={classes.size}
              aria-pressed={choice === size}
              onClick={() => props.onSize(choice)}
            >
              {choice}
            </button>
          ))}
        </div>
      </fieldset>
      <nav aria-label={props.label ?? t('table.pages')} className={classes.pages}>
        <Step label={t('table.first')} off={page === 0} go={() => onPage(0)} icon={<IconChevronsLeft size={16} />} />
        <Step
          label={t('table.previous')}
          off={page === 0}
          go={() => onPage(page - 1)}
          icon={<IconChevronLeft size={16} />}
        />
        {shown.map((number) => (
          <button
            key={number}
            type="button"
            className={classes.page}
            data-near={isNear(number, page, count) || undefined}
            aria-label={t('table.page', { page: number + 1 })}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number + 1}
          </button>
        ))}
        {Math.max(page + 1, 2) < count - 1 ? (
          <span className={classes.more} data-wide={(shown.at(-1) ?? 0) < count - 1 || undefined} aria-hidden="true">
            …
          </span>
        ) : null}
        <Step
          label={t('table.next')}
          off={page >= count - 1}
          go={() => onPage(page + 1)}
          icon={<IconChevronRight size={16} />}
        />
        <Step
          label={t('table.last')}
          off={page >= count - 1}
          go={() => onPage(count - 1)}
          icon={<IconChevronsRight size={16} />}
        />
      </nav>
    </div>
  );
}

function Step(props: { label: string; off: boolean; go: () => void; icon: React.ReactNode }) {
  return (
    <button
      type="button"
      className={classes.page}
      aria-label={props.label}
      // At the end the button stays focusable, to keep the focus of a user who got there with it.
      aria-disabled={props.off || undefined}
      onClick={props.off ? undefined : props.go}
    >
      {props.icon}
    </button>
  );
}
