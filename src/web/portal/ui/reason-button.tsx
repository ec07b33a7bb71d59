/** A button that stays visible and focusable when refused, and shows why. */
import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { type ReactNode, useId } from 'react';

export function ReasonButton(
  props: ButtonProps & {
    /** `submit` submits its form when there is no reason against it; `onClick` may then be omitted. */
    type?: 'button' | 'submit';
    'aria-label'?: string;
    /** Id of the form to submit, when the button is outside it. */
    form?: string;
    onClick?: () => void;
    /** Why it cannot be used now; null when it can. */
    reason: string | null;
    children: ReactNode;
  },
) {
  const { reason, onClick, children, ...rest } = props;
  const id = useId();
  if (reason === null) {
    return (
      <Button {...rest} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <>
      <Tooltip label={reason}>
        <Button
          {...rest}
          data-disabled
          aria-disabled
          aria-describedby={id}
          onClick={(event: { preventDefault: () => void }) => event.preventDefault()}
        >
          {children}
        </Button>
      </Tooltip>
      <span id={id} className="sr-only">
        {reason}
      </span>
    </>
  );
}
