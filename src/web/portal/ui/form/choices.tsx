/** A group of radio buttons or check boxes with its own label, hint and error, each choice a whole line to click (DESIGN.md §4 "Forms"). */
import { type ReactNode, useId } from 'react';
import classes from './choices.module.css';
import { focusLeft } from './focus-left.ts';

export interface Choice {
  value: string;
  label: ReactNode;
  /** Second line. */
  detail?: ReactNode;
  /** It cannot be chosen now; the second line says why. */
  disabled?: boolean;
}

export function Choices(props: {
  /** Many: check boxes. */
  kind: 'one' | 'many';
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** Name of the field in the form: the first choice gets the focus when it is wrong. */
  path: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** The whole group was left. */
  onBlur?: () => void;
}) {
  const id = useId();
  const { kind, chosen } = props;
  const toggle = (value: string) => {
    if (kind === 'one') props.onChange([value]);
    else props.onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  };
  const described = [props.error ? `${id}-error` : null, props.hint ? `${id}-hint` : null].filter(Boolean).join(' ');
  return (
    <fieldset
      className={classes.group}
      aria-describedby={described || undefined}
      onBlur={(event) => {
        if (focusLeft(event)) props.onBlur?.();
      }}
    >
      <legend className={classes.label}>
        {props.label}
        {props.required ? (
          <span className={classes.star} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </legend>
      <div className={classes.choices} data-error={props.error ? true : undefined}>
        {props.choices.map((choice, index) => (
          <label key={choice.value} className={classes.choice}>
            <input
              type={kind === 'one' ? 'radio' : 'checkbox'}
              name={`${id}-choice`}
              className={classes.mark}
              checked={chosen.includes(choice.value)}
              disabled={choice.disabled}
              aria-invalid={props.error ? true : undefined}
              {...(index === 0 ? { 'data-path': props.path } : {})}
              onChange={() => toggle(choice.value)}
            />
            <span className={classes.words}>
              <span>{choice.label}</span>
              {choice.detail ? <span className={classes.detail}>{choice.detail}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {props.error ? (
        <p id={`${id}-error`} className={`${classes.error} field-error`}>
          {props.error}
        </p>
      ) : null}
      {props.hint ? (
        <p id={`${id}-hint`} className={classes.hint}>
          {props.hint}
        </p>
      ) : null}
    </fieldset>
  );
}
