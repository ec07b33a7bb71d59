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
  const [isInvalid, setIsInvalid] = useState(false);
  // "Clear filters" and Back change the day from outside.
  useEffect(() => {
    setTyped(shown);
    setIsInvalid(false);
  }, [shown]);
  const apply = (text: string) => {
    const day = text.trim() === '' ? '' : parseTypedDate(text);
    setIsInvalid(day === null);
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
      error={isInvalid ? t('list.wrongDay') : undefined}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('list.clearDay', { label: props.label })}
            onClick={() => {
              setTyped('');
              apply('');
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        setIsInvalid(false);
        // Apply a complete day immediately, without waiting for blur.
        if (/^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$|^\d{8}$/.test(text.trim())) apply(text);
      }}
      onBlur={() => apply(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(typed);
      }}
    />
  );
}
