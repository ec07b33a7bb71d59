/** A day in any format people type; the field shows the full date on blur. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../text/dates.ts';
import { type Century, parseTypedDate } from '../../text/typed-dates.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  /** How to read a two-digit year; default `any`. */
  century?: Century;
  value?: string;
  onChange?: (typed: string) => void;
  onBlur?: (() => void) | undefined;
}

export function DateInput({ century, value = '', onChange, onBlur, ...rest }: Props) {
  const { t } = useTranslation();
  const leave = () => {
    const day = parseTypedDate(value, century);
    if (day !== null && formatDate(day) !== value) onChange?.(formatDate(day));
    // Validates the current value.
    onBlur?.();
  };
  return (
    <TextInput
      placeholder={t('form.dateHint')}
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}
