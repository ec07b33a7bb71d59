/** A day filter typed as gg/mm/aaaa; an incomplete day filters nothing. */
import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../text/dates.ts';
import { parseTypedDate } from '../../text/typed-dates.ts';
import classes from './list.module.css';

export function DayFilter(props: {
  name: string;
  label: string;
  /** 2026-11-20, or empty. */
  value: string;
  onChoose: (day: string) => void;
}) {
  const { t } = useTranslation();
  const { value, onChoose } = props;
  const shown = value === '' ? '' : formatDate(value);
  const [typed, setTyped] = useState(shown);
  const [wrong, setWrong] = useState(false);
  // "Clear filters" and Back change the day from outside.
  useEffect(() => {
    setTyped(shown);
    setWrong(false);
  }, [shown]);
  const take = (text: string) => {
    const day = text.trim() === '' ? '' : parseTypedDate(text);
    setWrong(day === null);
    if (day !== null && day !== value) onChoose(day);
    if (day === value) setTyped(shown);
  };
  return (
    <TextInput
      className={classes.day}
      size="sm"
      name={props.name}
      label={props.label}
      placeholder={t('form.dateHint')}
      inputMode="numeric"
      error={wrong ? t('list.wrongDay') : undefined}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('list.clearDay', { label: props.label })}
            onClick={() => {
              setTyped('');
              take('');
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        setWrong(false);
        // Apply a complete day immediately, without waiting for blur.
        if (/^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$|^\d{8}$/.test(text.trim())) take(text);
      }}
      onBlur={() => take(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(typed);
      }}
    />
  );
}
