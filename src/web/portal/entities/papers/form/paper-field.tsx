/** One field of a paper: the input of its kind, with its unit, formatted on blur, and its warnings. */
import type { TextInputProps } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaperField } from '#domain/papers/fields.ts';
import { choiceLabel } from '#domain/papers/labels/choice-labels.ts';
import { printedLabel } from '#domain/papers/labels/own-fields.ts';
import formClasses from '../../../connected/form/form.module.css';
import { fieldLabel, readable } from '../../../connected/labels.ts';
import { formatDateTime } from '../../../text/dates.ts';
import { uiLanguage } from '../../../text/language.ts';
import { formatCount } from '../../../text/numbers.ts';
import { Checkbox, Select, Textarea, TextInput } from '../../../ui/inputs/control-styles.ts';
import type { Suggest } from '../../customers/suggest/proposal.tsx';
import { SuggestedInput } from '../../customers/suggest/suggested-input.tsx';
import type { DocumentForm } from '../../documents/fields/document-form.ts';
import type { Paper } from './paper.ts';
import classes from './paper-form.module.css';
import { PhotoInput } from './photo-input.tsx';

/** Times that are usually the moment of filling in the form. */
const OFTEN_CURRENT_TIME = ['LOAN_START', 'LOAN_RETURNED'];

/** Their full labels repeat the heading above them: whose plate, whose name. */
const REPEATED = /^VEHICLE_|^DRIVER_(\d_)?(NAME|BIRTH_DATE|BIRTH_PLACE|FISCAL_CODE|ADDRESS|PHONE|EMAIL)$/;

export function Doubt(props: { children: ReactNode }) {
  return (
    <span className={classes.doubt}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
      <span>{props.children}</span>
    </span>
  );
}

interface InputProps {
  field: PaperField;
  paper: Paper;
  fields: DocumentForm;
  doubt: string | undefined;
  /** The value that applies when nothing is chosen. */
  usual?: string | undefined;
}

export function PaperInput(props: InputProps) {
  const { t } = useTranslation();
  const { field, doubt, fields } = props;
  const { name, kind, required } = field;
  const label = REPEATED.test(name) ? printedLabel(name, uiLanguage()) : (fieldLabel(t, name) ?? readable(name));
  const input = fields.form.getInputProps(`fields.${name}`, { type: kind === 'flag' ? 'checkbox' : 'input' });
  const doubtNote = doubt === undefined ? undefined : <Doubt>{doubt}</Doubt>;
  if (kind === 'photo') return <PhotoInput {...{ name, label, fields }} />;
  if (kind === 'flag') return <Checkbox className={classes.flag} label={label} description={doubtNote} {...input} />;
  const value = String(fields.form.values.fields[name] ?? '');
  const common = { label, required, autoComplete: 'off', ...input, value };
  if (kind === 'choice') {
    const wordOf = (choice: string) => choiceLabel(name, choice, uiLanguage());
    const { usual } = props;
    const unchosen = usual === undefined ? t('paperForm.none') : t('paperForm.usual', { value: wordOf(usual) });
    return (
      <Select
        {...common}
        allowDeselect={!required}
        placeholder={required ? t('form.choose') : unchosen}
        description={doubtNote}
        data={(field.choices ?? []).map((choice) => ({ value: choice, label: wordOf(choice) }))}
        value={value === '' ? null : value}
        onChange={(chosen) => input.onChange(chosen ?? '')}
      />
    );
  }
  if (kind === 'longText') {
    const max = props.paper.longTexts(name) ?? 0;
    const counter = (
      <span className={classes.counter} data-over={value.length > max || undefined}>
        {t('paperForm.counter', { count: value.length, max: formatCount(max) })}
      </span>
    );
    return (
      <div className={formClasses.wide}>
        <Textarea
          {...common}
          rows={3}
          description={
            <>
              {doubtNote}
              {counter}
            </>
          }
        />
      </div>
    );
  }
  const suggest = suggestionRule(field);
  const line = { ...common, ...inputProps(kind, t), ...lineOf(props, label, value, t), description: doubtNote };
  return suggest ? <SuggestedInput {...line} suggest={suggest} /> : <TextInput {...line} />;
}

/** E-mail addresses and names of people may have typos to correct. */
function suggestionRule({ kind, name }: PaperField): Suggest | null {
  if (kind === 'email') return (typed, { correctedEmail }) => correctedEmail(typed);
  return /^DRIVER(_\d)?_NAME$/.test(name) ? (typed, { nameInCase }) => nameInCase(typed) : null;
}

/** Props of a text line: formatting on blur, and the "now" button. */
function lineOf({ field: { name }, paper, fields: { form } }: InputProps, label: string, value: string, t: TFunction) {
  const path = `fields.${name}`;
  return {
    /** In the displayed format: 12480 becomes 12.480, a plate is put in capitals. */
    onBlur: () => {
      const tidied = paper.typed(name, paper.stored(name, value) ?? value) ?? value;
      if (tidied !== value) form.setFieldValue(path, tidied);
      form.getInputProps(path).onBlur?.();
    },
    ...(OFTEN_CURRENT_TIME.includes(name) && {
      rightSection: (
        <button
          type="button"
          className={classes.now}
          title={t('paperForm.now')}
          aria-label={t('paperForm.nowLabel', { field: label })}
          onClick={() => form.setFieldValue(path, formatDateTime(new Date().toISOString()))}
        >
          <IconClock size={18} stroke={1.8} />
        </button>
      ),
    }),
  };
}

type LineProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onFocus'>;

/** Unit, keyboard and similar props of a kind's input. */
function inputProps(kind: PaperField['kind'], t: TFunction): LineProps {
  const unit = (text: string) => <span className={classes.unit}>{text}</span>;
  const [numeric, decimal] = [{ inputMode: 'numeric' }, { inputMode: 'decimal' }] as const;
  const capitals = { spellCheck: false, classNames: { input: classes.capitals ?? '' } };
  const props: Partial<Record<PaperField['kind'], LineProps>> = {
    date: { ...numeric, placeholder: t('form.dateHint') },
    dateTime: { placeholder: t('paperForm.dateTimeHint') },
    integer: numeric,
    km: { ...numeric, rightSection: unit(t('paperForm.unit.km')) },
    percent: { ...numeric, rightSection: unit(t('paperForm.unit.percent')) },
    rate: { ...decimal, rightSection: unit(t('paperForm.unit.percent')) },
    hours: { ...decimal, rightSection: unit(t('paperForm.unit.hours')) },
    money: { ...decimal, leftSection: unit(t('paperForm.unit.money')) },
    ...{ phone: { type: 'tel' }, email: { type: 'email' } },
    ...{ plate: capitals, vin: capitals, licenceNumber: capitals },
  };
  return props[kind] ?? {};
}
