/** A multi-value field with pills and search; each choice may have a help line. */
import { MultiSelect as Field } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { IconCheck } from '@tabler/icons-react';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import classes from './multi-select.module.css';

export interface Choice {
  value: string;
  label: string;
  /** A line below the label: an explanation, or why it is disabled. */
  help?: string;
  disabled?: boolean;
}

export function MultiSelect(props: {
  label: string;
  hint: string;
  placeholder?: string;
  required: boolean;
  choices: readonly Choice[];
  /** More than this many are found by typing. */
  most?: number;
  nothingFound: string;
  field: GetInputPropsReturnType;
}) {
  const help = new Map(props.choices.map((choice) => [choice.value, choice.help]));
  return (
    <Field
      label={props.label}
      description={props.hint}
      placeholder={props.placeholder}
      withAsterisk={props.required}
      searchable
      openOnFocus={false}
      limit={props.most}
      nothingFoundMessage={props.nothingFound}
      withScrollArea={false}
      classNames={{ options: classes.options, option: classes.option }}
      data={props.choices.map(({ value, label, disabled = false }) => ({ value, label, disabled }))}
      renderOption={({ option, checked }) => (
        <span className={classes.choice}>
          <span className={classes.check}>
            {checked ? <IconCheck size={16} stroke={2.2} aria-hidden="true" /> : null}
          </span>
          <span className="lines">
            <span>{option.label}</span>
            {help.get(option.value) ? <span className="caption">{help.get(option.value)}</span> : null}
          </span>
        </span>
      )}
      {...props.field}
    />
  );
}
