/** Field for a place of birth: suggests comuni and states of that day; other input is accepted unchanged. */
import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { placeLabel } from '#domain/codes/code-warnings.ts';
import { type PlaceRow, placesNamed } from '../../api/queries/comuni.ts';
import { formatDate } from '../../text/dates.ts';
import classes from './customer-fields.module.css';

const PAUSE_MS = 200;

export function PlaceField(props: {
  label: string;
  required: boolean;
  description: ReactNode;
  /** ISO date of birth: suggests only places that existed on that day. */
  on: string | null;
  value: string;
  /** Error and handlers of the form. */
  input: object;
}) {
  const { t } = useTranslation();
  const { value, on } = props;
  const [searchText] = useDebouncedValue(value.trim(), PAUSE_MS);
  const places = useQuery({ ...placesNamed(searchText, on), placeholderData: keepPreviousData });
  const chosen = (row: PlaceRow) => placeLabel(row) === value;
  const rows = searchText === '' || places.data?.some(chosen) ? [] : (places.data ?? []);
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const nobody = searchText === value.trim() && places.data?.length === 0 && !places.isPlaceholderData;
  return (
    <Autocomplete
      label={props.label}
      description={props.description ?? (nobody ? t('customerFields.noPlace') : undefined)}
      required={props.required}
      autoComplete="off"
      openOnFocus={false}
      // The list itself scrolls, as assistive technology expects of a combobox.
      withScrollArea={false}
      classNames={{ options: classes.offered }}
      data={rows.map((row) => ({ value: row.code, label: placeLabel(row) }))}
      filter={({ options }) => options}
      renderOption={({ option }) => <PlaceOption row={byCode.get(option.value)} />}
      {...props.input}
    />
  );
}

function PlaceOption(props: { row: PlaceRow | undefined }) {
  const { t } = useTranslation();
  const { row } = props;
  if (!row) return null;
  return (
    <span className={classes.place}>
      <span>{placeLabel(row)}</span>
      {row.until === null ? null : (
        <span className={classes.ceased}>{t('customerFields.until', { day: formatDate(row.until) })}</span>
      )}
    </span>
  );
}
