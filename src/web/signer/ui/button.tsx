/** Buttons of the signer's pages: one filled button per screen, 52 px high, never truly disabled, so that the reason stays readable. */
import type { ReactNode, Ref } from 'react';

interface ButtonProps {
  children: ReactNode;
  onPress: () => void;
  variant?: 'primary' | 'outline' | 'plain' | 'danger';
  /** Looks and behaves disabled but can be focused; the text or `describedBy` gives the reason. */
  blocked?: boolean;
  /** Called on a press while blocked: leads to the missing input. */
  onBlocked?: () => void;
  /** An action is running: a second press does nothing. */
  busy?: boolean;
  icon?: ReactNode;
  iconAfter?: ReactNode;
  describedBy?: string;
  label?: string;
  submit?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const {
    children,
    onPress,
    variant = 'primary',
    blocked = false,
    busy = false,
    icon,
    iconAfter,
    submit = false,
  } = props;
  return (
    <button
      ref={props.ref}
      type={submit ? 'submit' : 'button'}
      className={`button button-${variant}`}
      aria-disabled={blocked || busy || undefined}
      data-blocked={blocked || undefined}
      data-busy={busy || undefined}
      aria-describedby={props.describedBy}
      aria-label={props.label}
      onClick={(event) => {
        if (submit) return;
        event.preventDefault();
        if (blocked) props.onBlocked?.();
        else if (!busy) onPress();
      }}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      <span>{children}</span>
      {busy ? null : iconAfter}
    </button>
  );
}
