/** Filters of a list: search first, then selects, rare ones behind "Altri filtri"; active ones also appear as removable chips. */
import { Button } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../text/dates.ts';
import { Count } from '../chip.tsx';
import { DayFilter } from './day-filter.tsx';
import { ListFilter } from './filter-select.tsx';
import type { Filter } from './filters.ts';
import classes from './list.module.css';
import type { List } from './list-state.ts';
import { SearchBox } from './search-box.tsx';

/** The server answers 400 to shorter text. */
export const MIN_SEARCH_LENGTH = 3;

/** The label of the selected value. */
function choiceLabel(filter: Filter, value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!('kind' in filter)) return filter.choices.find((choice) => choice.value === value)?.label ?? null;
  return filter.kind === 'day' ? formatDate(value) : filter.chosen;
}

export interface FilterBarProps {
  list: List;
  search: { label: string; placeholder: string };
  /** A select with a single choice is useless and left out. */
  filters: readonly Filter[];
  /** Shown on request. */
  more?: readonly Filter[];
  /** The number and kind of rows shown; null while unknown or when there are none. */
  note: string | null;
  /** On the right. */
  aside?: ReactNode;
}

export function FilterBar(props: FilterBarProps) {
  const { t } = useTranslation();
  const { list, more = [] } = props;
  const { state } = list;
  const filters = props.filters.filter((filter) => 'kind' in filter || filter.choices.length > 1);
  const bar = useRef<HTMLDivElement>(null);
  const panel = useId();
  const hidden = more.filter((filter) => state.filters[filter.name] !== undefined).length;
  const [opened, setOpened] = useState(hidden > 0);
  const [emptied, setEmptied] = useState(0);
  // Removing a chip loses the focus: move it to the chip's control, otherwise to the search.
  const remove = (name: string) => {
    list.choose(name, '');
    const control = bar.current?.querySelector<HTMLElement>(`[name="${name}"]`);
    (control ?? bar.current?.querySelector('input'))?.focus();
  };
  const reset = () => {
    list.change({ filters: {}, text: '' });
    setEmptied((times) => times + 1);
  };
  // After the search field was remounted without its text.
  useEffect(() => {
    if (emptied > 0) bar.current?.querySelector('input')?.focus();
  }, [emptied]);
  return (
    <div ref={bar} className={classes.filters}>
      <div className={classes.controls} data-unprinted>
        <SearchBox
          key={emptied}
          {...props.search}
          value={state.text}
          shortest={MIN_SEARCH_LENGTH}
          onSearch={(text) => list.change({ text })}
        />
        {filters.map((filter) => (
          <FilterControl key={filter.name} list={list} filter={filter} />
        ))}
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
      <div id={panel} className={classes.controls} data-unprinted hidden={!opened}>
        {opened ? more.map((filter) => <FilterControl key={filter.name} list={list} filter={filter} />) : null}
      </div>
      <ActiveFilters {...props} filters={[...filters, ...more]} onRemove={remove} onReset={reset} />
    </div>
  );
}

function FilterControl(props: { list: List; filter: Filter }) {
  const { list, filter } = props;
  if (!('kind' in filter)) return <ListFilter list={list} filter={filter} />;
  if (filter.kind === 'row') return <div className={classes.select}>{filter.control}</div>;
  const { name, label } = filter;
  return (
    <DayFilter
      name={name}
      label={label}
      value={list.state.filters[name] ?? ''}
      onChoose={(day) => list.choose(name, day)}
    />
  );
}

function ActiveFilters(props: FilterBarProps & { onRemove: (name: string) => void; onReset: () => void }) {
  const { t } = useTranslation();
  const { state } = props.list;
  const active = props.filters.flatMap((filter) => {
    const value = choiceLabel(filter, state.filters[filter.name]);
    return value === null ? [] : [{ name: filter.name, label: filter.label, value }];
  });
  return (
    <div className={classes.active}>
      {props.note === null ? null : <span className="quiet num">{props.note}</span>}
      {active.length > 0 ? (
        <ul className="cluster" aria-label={t('list.active')}>
          {active.map(({ name, label, value }) => (
            <li key={name}>
              <button
                type="button"
                className={classes.chip}
                data-printed
                aria-label={t('list.remove', { label, value })}
                onClick={() => props.onRemove(name)}
              >
                {label} <strong>{value}</strong>
                <IconX size={14} stroke={2} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {active.length > 0 || state.text !== '' ? (
        <button type="button" className={classes.reset} onClick={props.onReset}>
          {t('list.reset')}
        </button>
      ) : null}
      {props.aside ? <span className={classes.aside}>{props.aside}</span> : null}
    </div>
  );
}
