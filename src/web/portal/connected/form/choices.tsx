/** A group of radio buttons or check boxes with its own label, hint and error; the whole line of each choice is clickable. */
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { focusLeft } from '../../ui/focus-left.ts';
import classes from './choices.module.css';

export interface Choice {
  value: string;
  label: ReactNode;
  /** Second line. */
  detail?: ReactNode;
  /** Disabled; the second line shows why. */
  disabled?: boolean;
}

export function Choices(props: {
  /** `many` shows check boxes. */
  kind: 'one' | 'many';
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** Field name in the form: the first choice gets the focus on an error. */
  path: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** The whole group lost the focus. */
  onBlur?: () => void;
}) {
  const id = useId();
  const { kind, chosen } = props;
  const toggle = (value: string) => {
    if (kind === 'one') props.onChange([value]);
    else props.onChange(chosen.includes(value) ? chosen.filter((entry) => entry !== value) : [...chosen, value]);
  };
  const described = [props.error ? `${id}-error` : null, props.hint ? `${id}-hint` : null].filter(Boolean).join(' ');
  return (
    <fieldset
      aria-describedby={described || undefined}
      onBlur={(event) => {
        if (focusLeft(event)) props.onBlur?.();
      }}
    >
      <legend className="field-label" data-required={props.required}>
        {props.label}
      </legend>
      <div className={classes.choices} data-error={props.error ? true : undefined}>
        {props.choices.map((choice, index) => (
          <ChoiceLine
            key={choice.value}
            choice={choice}
            type={kind === 'one' ? 'radio' : 'checkbox'}
            name={`${id}-choice`}
            checked={chosen.includes(choice.value)}
            aria-invalid={props.error ? true : undefined}
            {...(index === 0 ? { 'data-path': props.path } : {})}
            onChange={() => toggle(choice.value)}
          />
        ))}
      </div>
      {props.error ? (
        <p id={`${id}-error`} className="field-error">
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

/** A choice whose whole line is clickable. */
function ChoiceLine({ choice, ...input }: InputHTMLAttributes<HTMLInputElement> & { choice: Choice }) {
  return (
    <label className={classes.choice}>
      <input {...input} className={classes.mark} disabled={choice.disabled} />
      <span className={classes.words}>
        <span>{choice.label}</span>
        {choice.detail ? <span className={classes.detail}>{choice.detail}</span> : null}
      </span>
    </label>
  );
}
