/** A select that filters a list: in its filter bar, or next to a title. */
import { NativeSelect } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import type { ChoiceFilter } from './filters.ts';
import classes from './list.module.css';
import type { List } from './list-state.ts';

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

export function ListFilter(props: { list: List; filter: ChoiceFilter; small?: boolean }) {
  const { list, filter } = props;
  return (
    <FilterSelect
      filter={filter}
      small={props.small}
      value={list.state.filters[filter.name] ?? ''}
      onChoose={(value) => list.choose(filter.name, value)}
    />
  );
}
