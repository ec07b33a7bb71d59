/** A search field that searches after a pause in typing, from three characters on. */
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './list.module.css';

const PAUSE_MS = 250;

export function SearchBox(props: {
  label: string;
  placeholder: string;
  /** The current search text. */
  value: string;
  onSearch: (text: string) => void;
  /** Minimum number of characters; shorter text runs no search. */
  shortest: number;
  small?: boolean;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(props.value);
  const lastSearch = useRef(props.value);
  const requestSearch = useDebouncedCallback((text: string) => {
    const query = text.trim().length >= props.shortest ? text.trim() : '';
    if (query === lastSearch.current) return;
    lastSearch.current = query;
    props.onSearch(query);
  }, PAUSE_MS);
  // "Clear filters" and Back change the text from outside; never overwrite text being typed.
  useEffect(() => {
    if (props.value === lastSearch.current) return;
    lastSearch.current = props.value;
    setTyped(props.value);
  }, [props.value]);
  const type = (text: string) => {
    setTyped(text);
    requestSearch(text);
  };
  const length = typed.trim().length;
  const isTooShort = length > 0 && length < props.shortest;
  return (
    <TextInput
      className={classes.search}
      size={props.small ? 'xs' : 'sm'}
      type="search"
      role="searchbox"
      aria-label={props.label}
      placeholder={props.placeholder}
      description={isTooShort ? t('list.tooShort') : undefined}
      leftSection={<IconSearch size={16} stroke={1.9} />}
      rightSection={
        typed === '' ? null : <CloseButton size="sm" aria-label={t('list.clear')} onClick={() => type('')} />
      }
      autoComplete="on"
      value={typed}
      maxLength={255}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
