/** Filters of a list: search first, then selects; a search speaks after three characters (P-20, DESIGN.md §4). */
import { Button } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-bar.module.css';
import { Select, TextInput } from './forms.ts';

export interface FilterChoice {
  name: string;
  label: string;
  all: string;
  options: readonly { value: string; label: string }[];
}

const SHORTEST = 3;

export function FilterBar(props: {
  placeholder: string;
  /** Name of the filter that the search fills. */
  search: string;
  choices: readonly FilterChoice[];
  values: Readonly<Record<string, string | undefined>>;
  onFilter: (name: string, value: string | undefined) => void;
  onClear: () => void;
  note?: string;
}) {
  const { t } = useTranslation();
  const applied = props.values[props.search] ?? '';
  const [typed, setTyped] = useState(applied);
  useEffect(() => setTyped(applied), [applied]);
  const apply = useDebouncedCallback((text: string) => {
    if (text.length === 0 || text.length >= SHORTEST) props.onFilter(props.search, text || undefined);
  }, 300);
  const short = typed.trim().length > 0 && typed.trim().length < SHORTEST;
  const active = Object.values(props.values).some(Boolean);
  return (
    <search className={classes.bar} aria-label={t('registry.filters.label')}>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t('registry.filters.search')}
        placeholder={props.placeholder}
        leftSection={<IconSearch size={16} stroke={1.9} />}
        description={short ? t('registry.filters.tooShort') : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          apply(event.currentTarget.value.trim());
        }}
      />
      {props.choices.map((choice) => (
        <Select
          key={choice.name}
          className={classes.choice}
          aria-label={choice.label}
          openOnFocus={false}
          allowDeselect={false}
          value={props.values[choice.name] ?? ''}
          data={[{ value: '', label: choice.all }, ...choice.options]}
          onChange={(value) => props.onFilter(choice.name, value || undefined)}
        />
      ))}
      {active ? (
        <Button variant="subtle" color="accent" onClick={props.onClear}>
          {t('registry.filters.clear')}
        </Button>
      ) : null}
      {props.note ? <span className={classes.note}>{props.note}</span> : null}
    </search>
  );
}
