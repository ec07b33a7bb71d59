/** Buttons of the tablet's pages: one filled per screen, 52 px high, keeping the focus while busy. */
import type { ReactNode } from 'react';

interface ButtonProps {
  children: ReactNode;
  onPress?: () => void;
  variant?: 'primary' | 'outline';
  busy?: boolean;
  submit?: boolean;
}

export function Button({ children, onPress, variant = 'primary', busy = false, submit = false }: ButtonProps) {
  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={`button button-${variant}`}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onPress?.();
      }}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : null}
      <span>{children}</span>
    </button>
  );
}
