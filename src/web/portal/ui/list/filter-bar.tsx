/** Filters of a list: search first, then selects; the rarer ones behind "Altri filtri"; active ones repeat as chips that can be taken away (DESIGN.md §4). */
import { Button, NativeSelect } from '@mantine/core';
import { IconFilter, IconSelector, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../text/dates.ts';
import { Count } from '../chip.tsx';
import { DayFilter } from './day-filter.tsx';
import classes from './list.module.css';
import type { List } from './list-state.ts';
import { SearchBox } from './search-box.tsx';

/** One of some values. */
export interface ChoiceFilter {
  /** Name in the state and in the address. */
  name: string;
  label: string;
  /** What the select says when nothing is chosen. */
  all: string;
  choices: readonly { value: string; label: string }[];
}

/** Any day. */
interface Day {
  name: string;
  label: string;
  kind: 'day';
}

/** A row of another list, chosen elsewhere. */
interface Chosen {
  name: string;
  label: string;
  kind: 'row';
  /** The chosen row in words; null while nothing is chosen. */
  chosen: string | null;
  control: ReactNode;
}

export type Filter = ChoiceFilter | Day | Chosen;

/** The server answers 400 to shorter text (P-20). */
const SHORTEST = 3;

/** The chosen value in words. */
function wordOf(filter: Filter, value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!('kind' in filter)) return filter.choices.find((known) => known.value === value)?.label ?? null;
  return filter.kind === 'day' ? formatDate(value) : filter.chosen;
}

export function FilterBar(props: {
  list: List;
  search: { label: string; placeholder: string };
  filters: readonly Filter[];
  /** Shown on request. */
  more?: readonly Filter[];
  /** How many rows the list shows, and of what: null while that is not known, or where there are none. */
  note: string | null;
  /** At the right. */
  aside?: ReactNode;
}) {
  const { t } = useTranslation();
  const { state, change } = props.list;
  const more = props.more ?? [];
  const bar = useRef<HTMLDivElement>(null);
  const panel = useId();
  const hidden = more.filter((filter) => state.filters[filter.name] !== undefined).length;
  const [opened, setOpened] = useState(hidden > 0);
  const [emptied, setEmptied] = useState(0);
  const choose = (name: string, value: string) => {
    const { [name]: _before, ...others } = state.filters;
    change({ filters: value === '' ? others : { ...others, [name]: value } });
  };
  // A chip that is taken away takes the focus with it: the control it stood for gets it, else the search.
  const takeAway = (name: string) => {
    choose(name, '');
    const control = bar.current?.querySelector<HTMLElement>(`[name="${name}"]`);
    (control ?? bar.current?.querySelector('input'))?.focus();
  };
  const reset = () => {
    change({ filters: {}, text: '' });
    setEmptied((times) => times + 1);
    bar.current?.querySelector('input')?.focus();
  };
  const active = [...props.filters, ...more].flatMap((filter) => {
    const value = wordOf(filter, state.filters[filter.name]);
    return value === null ? [] : [{ name: filter.name, label: filter.label, value }];
  });
  const controlOf = (filter: Filter) => {
    const value = state.filters[filter.name] ?? '';
    const onChoose = (chosen: string) => choose(filter.name, chosen);
    if (!('kind' in filter)) {
      return <FilterSelect key={filter.name} filter={filter} value={value} onChoose={onChoose} />;
    }
    if (filter.kind === 'row') {
      return (
        <div key={filter.name} className={classes.select}>
          {filter.control}
        </div>
      );
    }
    return <DayFilter key={filter.name} name={filter.name} label={filter.label} value={value} onChoose={onChoose} />;
  };
  return (
    <div ref={bar} className={classes.filters}>
      <div className={classes.controls}>
        <SearchBox
          key={emptied}
          {...props.search}
          value={state.text}
          shortest={SHORTEST}
          onSearch={(text) => change({ text })}
        />
        {props.filters.map(controlOf)}
        {more.length > 0 ? (
          <Button
            variant="default"
            className={classes.more}
            leftSection={<IconFilter size={16} stroke={1.9} />}
            rightSection={hidden > 0 ? <Count>{hidden}</Count> : null}
            aria-expanded={opened}
            aria-controls={panel}
            onClick={() => setOpened((before) => !before)}
          >
            {t('list.more')}
          </Button>
        ) : null}
      </div>
      <div id={panel} className={classes.controls} hidden={!opened}>
        {opened ? more.map(controlOf) : null}
      </div>
      <div className={classes.active}>
        {props.note === null ? null : <span className={classes.note}>{props.note}</span>}
        {active.length > 0 ? (
          <ul className={classes.chips} aria-label={t('list.active')}>
            {active.map((chip) => (
              <li key={chip.name}>
                <button
                  type="button"
                  className={classes.chip}
                  aria-label={t('list.remove', { label: chip.label, value: chip.value })}
                  onClick={() => takeAway(chip.name)}
                >
                  {chip.label} <strong>{chip.value}</strong>
                  <IconX size={14} stroke={2} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {active.length > 0 || state.text !== '' ? (
          <button type="button" className={classes.reset} onClick={reset}>
            {t('list.reset')}
          </button>
        ) : null}
        {props.aside ? <span className={classes.aside}>{props.aside}</span> : null}
      </div>
    </div>
  );
}

export function FilterSelect(props: {
  filter: ChoiceFilter;
  value: string;
  onChoose: (value: string) => void;
  small?: boolean;
}) {
  const { filter } = props;
  return (
    <NativeSelect
      className={classes.select}
      size={props.small ? 'xs' : 'sm'}
      name={filter.name}
      aria-label={filter.label}
      rightSection={<IconSelector size={16} stroke={1.8} />}
      data={[{ value: '', label: filter.all }, ...filter.choices]}
      value={props.value}
      onChange={(event) => props.onChoose(event.currentTarget.value)}
    />
  );
}
