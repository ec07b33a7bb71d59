/** Cards, facts, notes and empty states, used on every page. */
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './card.module.css';

/** A card with an optional 52 px header: title, count next to it, anything on the right. */
export function Card(props: {
  title?: ReactNode;
  count?: ReactNode;
  aside?: ReactNode;
  flush?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      className={props.className ? `${classes.card} ${props.className}` : classes.card}
      aria-labelledby={props.title ? id : undefined}
    >
      {props.title ? (
        <header className={classes.head}>
          <h2 id={id} className="heading">
            {props.title}
          </h2>
          {props.count}
          {props.aside ? <div className={classes.aside}>{props.aside}</div> : null}
        </header>
      ) : null}
      <div className={props.flush ? undefined : classes.body}>{props.children}</div>
    </section>
  );
}

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Facts as a `dl`, labels next to values; in a strip, labels above values. */
export function Facts(props: { facts: readonly Fact[]; layout?: 'rows' | 'strip' | 'columns' }) {
  return (
    <dl className={classes.facts} data-layout={props.layout ?? 'rows'}>
      {props.facts.map((fact) => (
        <div key={fact.label} className={classes.fact}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

const NOTE_ICONS = { info: IconInfoCircle, waiting: IconAlertTriangle, bad: IconAlertCircle, good: IconCheck } as const;

/** A bold phrase, a sentence and an action. A bad note is announced immediately. */
export function Note(props: {
  tone: keyof typeof NOTE_ICONS;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Icon = NOTE_ICONS[props.tone];
  return (
    <div className={classes.note} data-tone={props.tone} role={props.tone === 'bad' ? 'alert' : undefined}>
      <span className={classes.noteIcon} aria-hidden="true">
        <Icon size={18} stroke={1.9} />
      </span>
      <div className={classes.noteText}>
        {props.title ? <strong>{props.title}</strong> : null} {props.children}
      </div>
      {props.action ? <div className={classes.noteAction}>{props.action}</div> : null}
    </div>
  );
}

/** An icon of 30 px, a sentence and an action, left-aligned. */
export function Empty(props: {
  icon: ComponentType<{ size: number; stroke: number }>;
  title?: string;
  text?: string;
  action?: ReactNode;
}) {
  const { icon: Icon } = props;
  return (
    <div className={classes.empty}>
      <span className={classes.emptyIcon} aria-hidden="true">
        <Icon size={30} stroke={1.6} />
      </span>
      {props.title ? <p className={classes.emptyTitle}>{props.title}</p> : null}
      {props.text ? <p className={classes.emptyText}>{props.text}</p> : null}
      {props.action}
    </div>
  );
}

/** Skeleton rows that reserve the height of the loading content. */
export function SkeletonRows(props: { rows: number; height?: number; label?: string }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={props.label ?? t('loading')}>
      {Array.from({ length: props.rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders that never move
        <div key={row} className={classes.skeletonRow} data-tall={props.height === 52 || undefined}>
          <span className={classes.bone} data-part="tile" />
          <span className={classes.bone} data-part={row % 3 === 1 ? 'short' : 'long'} />
        </div>
      ))}
    </div>
  );
}
