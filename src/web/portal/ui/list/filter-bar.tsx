/** Filters of a list: search first, then selects; active ones repeat as chips that can be taken away (DESIGN.md §4). */
import { NativeSelect } from '@mantine/core';
import { IconSelector, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './list.module.css';
import type { List } from './list-state.ts';
import { SearchBox } from './search-box.tsx';

export interface Filter {
  /** Name in the state and in the address. */
  name: string;
  label: string;
  /** What the select says when nothing is chosen. */
  all: string;
  choices: readonly { value: string; label: string }[];
}

/** The server answers 400 to shorter text (P-20). */
const SHORTEST = 3;

export function FilterBar(props: {
  list: List;
  search: { label: string; placeholder: string };
  filters: readonly Filter[];
  /** What the list leaves out anyway. */
  note: ReactNode;
}) {
  const { t } = useTranslation();
  const { state, change } = props.list;
  const bar = useRef<HTMLDivElement>(null);
  const [emptied, setEmptied] = useState(0);
  const choose = (name: string, value: string) => {
    const { [name]: _before, ...others } = state.filters;
    change({ filters: value === '' ? others : { ...others, [name]: value } });
  };
  // A chip that is taken away takes the focus with it: the select it stood for gets it.
  const takeAway = (name: string) => {
    choose(name, '');
    bar.current?.querySelector<HTMLSelectElement>(`select[name="${name}"]`)?.focus();
  };
  const reset = () => {
    change({ filters: {}, text: '' });
    setEmptied((times) => times + 1);
    bar.current?.querySelector('input')?.focus();
  };
  const active = props.filters.flatMap((filter) => {
    const choice = filter.choices.find((known) => known.value === state.filters[filter.name]);
    return choice ? [{ name: filter.name, label: filter.label, value: choice.label }] : [];
  });
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
        {props.filters.map((filter) => (
          <FilterSelect
            key={filter.name}
            filter={filter}
            value={state.filters[filter.name] ?? ''}
            onChoose={(value) => choose(filter.name, value)}
          />
        ))}
      </div>
      <div className={classes.active}>
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
        <span className={classes.note}>{props.note}</span>
      </div>
    </div>
  );
}

export function FilterSelect(props: {
  filter: Filter;
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
