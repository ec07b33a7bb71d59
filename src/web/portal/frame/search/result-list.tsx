/** The list box of the search: groups of options; the focus stays in the field above (WAI-ARIA combobox pattern). */
import type { TFunction } from 'i18next';
import { Fragment, type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../text/numbers.ts';
import { markedParts } from './matched-parts.ts';
import classes from './quick-search.module.css';
import type { Entry, Group } from './result-entries.tsx';

function headingOf(t: TFunction, kind: Group['kind']): string {
  return kind === 'actions' ? t('search.onPage') : t(`search.kind.${kind}`);
}

export function ResultList(props: {
  groups: readonly Group[];
  searched: string;
  activeId: string | undefined;
  onPoint: (id: string) => void;
  onOpen: (entry: Entry, apart: boolean) => void;
}) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const { activeId } = props;
  useEffect(() => {
    if (activeId) list.current?.querySelector(`#${activeId}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div ref={list} id="found" role="listbox" aria-label={t('search.results')} className={classes.list}>
      {props.groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
        <div key={group.kind} role="group" aria-labelledby={`found-${group.kind}`}>
          <p id={`found-${group.kind}`} className={classes.kind} role="presentation">
            {headingOf(t, group.kind)}
            {group.total === undefined ? null : <span className={classes.total}> {formatCount(group.total)}</span>}
          </p>
          {group.entries.map((entry) => (
            <Option
              key={entry.id}
              entry={entry}
              searched={props.searched}
              active={entry.id === activeId}
              onPoint={props.onPoint}
              onOpen={props.onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option(props: {
  entry: Entry;
  searched: string;
  active: boolean;
  onPoint: (id: string) => void;
  onOpen: (entry: Entry, apart: boolean) => void;
}) {
  const { entry, searched } = props;
  const click = (event: MouseEvent) => props.onOpen(entry, event.ctrlKey || event.metaKey);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keyboard: Enter opens the result
    <div
      id={entry.id}
      role="option"
      aria-selected={props.active}
      aria-disabled={('act' in entry && entry.act === null) || undefined}
      tabIndex={-1}
      className={classes.option}
      onPointerMove={() => props.active || props.onPoint(entry.id)}
      // The focus stays in the field, even after a click on a disabled option.
      onMouseDown={(event) => event.preventDefault()}
      onClick={click}
    >
      <span className={classes.lead}>{entry.lead}</span>
      <span className="column rest">
        <span className={classes.title}>
          <Marked text={entry.title} searched={searched} />
        </span>
        <span className={classes.caption}>
          <Marked text={entry.caption} searched={searched} />
        </span>
      </span>
      {entry.chip}
    </div>
  );
}

function Marked(props: { text: string; searched: string }) {
  return markedParts(props.text, props.searched).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line, which never change order
    <Fragment key={index}>{part.hit ? <mark className={classes.hit}>{part.text}</mark> : part.text}</Fragment>
  ));
}
