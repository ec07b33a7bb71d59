/** An expiry day, typed as gg/mm/aaaa or extended by a year. */
import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, toIsoDate } from '../../text/dates.ts';
import { nextYear } from '../../text/next-year.ts';
import { parsedDay, parseTypedDate } from '../../text/typed-dates.ts';
import { validityOf } from '../../ui/expiry.ts';
import { DateInput } from './date-input.tsx';
import classes from './form.module.css';

/** The typed day in the server's format; invalid text is passed unchanged, for the rules to refuse. */
export function toServerDay(text: string): string | null {
  return text.trim() === '' ? null : parsedDay(text);
}

/** The field's text for a stored day. */
export function toFieldText(day: string | null): string {
  return day === null ? '' : formatDate(day);
}

/** A year after the typed day, or after today when it is empty or past. */
export function yearLater(typed: string, today: string): string {
  const day = parseTypedDate(typed);
  return formatDate(nextYear(day !== null && day > today ? day : today));
}

export function ExpiryField(props: {
  required: boolean;
  hint?: string;
  /** Shown below a day in the past. */
  over: string;
  value?: string;
  onChange: (typed: string) => void;
  error?: ReactNode;
  onBlur?: () => void;
}) {
  const { t } = useTranslation();
  const { value = '' } = props;
  const today = toIsoDate(new Date());
  const day = parseTypedDate(value);
  const isExpired = day !== null && validityOf(day, today) === 'expired';
  return (
    <div className={classes.dateRow}>
      <DateInput
        label={t('label.field.expiresAt')}
        description={isExpired ? props.over : props.hint}
        required={props.required}
        value={value}
        error={props.error}
        onBlur={props.onBlur}
        data-path="expiresAt"
        onChange={props.onChange}
      />
      <Button
        variant="default"
        className={classes.quick}
        leftSection={<IconCalendarPlus size={16} stroke={1.8} />}
        aria-label={t('allowance.expiry.plusYearLabel')}
        onClick={() => props.onChange(yearLater(value, today))}
      >
        {t('allowance.expiry.plusYear')}
      </Button>
    </div>
  );
}
