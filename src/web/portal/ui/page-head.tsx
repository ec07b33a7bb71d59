/** The page header: breadcrumbs, today's date in full, and the title row with its actions. */
import { IconChevronRight, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLongDate } from '../text/dates.ts';
import { uiLanguage } from '../text/language.ts';
import classes from './page-head.module.css';

export interface Crumb {
  label: string;
  to?: string;
}

/** Moves keyboard and screen reader to a page's title, which is not part of the tab order. */
export function focusHeading(
  heading: HTMLElement | null | undefined = document.querySelector<HTMLElement>('main h1'),
): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** On touch devices a focused field opens the on-screen keyboard, which covers half of the page: focus the title there. */
const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Focuses the requested field, otherwise the first empty required one, otherwise the title. */
export function focusFirstField(): void {
  // A form has already set the focus.
  if (document.activeElement?.closest('main form')) return;
  const fields = [...document.querySelectorAll<HTMLInputElement>('main form :is(input, textarea):enabled')];
  const isEmpty = ({ required, type, value, readOnly, role }: HTMLInputElement) =>
    required && value === '' && type !== 'file' && (!readOnly || role === 'combobox');
  const first = fields.find((field) => field.checkVisibility() && ('first' in field.dataset || isEmpty(field)));
  if (first && !isTouched()) first.focus({ preventScroll: true });
  else focusHeading();
}

export function PageHead(props: {
  crumbs: readonly Crumb[];
  title: string;
  lead?: ReactNode;
  chip?: ReactNode;
  actions?: ReactNode;
  /** Unavailable actions with their reasons, one line each below the actions. */
  reasons?: readonly string[];
}) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${props.title} · ${t('product')}`;
  }, [props.title, t]);
  return (
    <div className={classes.head}>
      <div className={classes.line}>
        <nav aria-label={t('crumbs')}>
          <ol className={classes.crumbs}>
            {props.crumbs.map((crumb, index) => (
              <li key={`${crumb.label}${crumb.to ?? ''}`} className={classes.crumb}>
                {crumb.to && index < props.crumbs.length - 1 ? (
                  <Link to={crumb.to}>{crumb.label}</Link>
                ) : (
                  <span aria-current={index === props.crumbs.length - 1 ? 'page' : undefined}>{crumb.label}</span>
                )}
                {index < props.crumbs.length - 1 ? <IconChevronRight size={13} stroke={2} aria-hidden="true" /> : null}
              </li>
            ))}
          </ol>
        </nav>
        <span className={classes.date}>{formatLongDate(new Date(), uiLanguage())}</span>
      </div>
      <div className={classes.row}>
        <div className={classes.titles}>
          <div className={classes.named}>
            {props.lead}
            <h1 className={classes.title}>{props.title}</h1>
          </div>
          {props.chip}
        </div>
        {props.actions ? <div className={classes.actions}>{props.actions}</div> : null}
      </div>
      {props.reasons && props.reasons.length > 0 ? (
        <ul className={classes.reasons} data-unprinted>
          {props.reasons.map((reason) => (
            <li key={reason} className={classes.reason}>
              <IconLock size={14} stroke={1.9} aria-hidden="true" />
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
