/** An icon button in a table row; when refused, it stays visible and focusable and shows why. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './row-button.module.css';

export function RowButton(props: {
  /** Includes the name of its row. */
  label: string;
  tip: string;
  /** Why it cannot be used now; null or absent when it can. */
  reason?: string | null;
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const reason = props.reason ?? null;
  return (
    <>
      <Tooltip label={reason ?? props.tip}>
        <ActionIcon
          variant="subtle"
          size={28}
          aria-label={props.label}
          loading={props.busy ?? false}
          {...(reason === null
            ? { onClick: props.onClick }
            : { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': id, className: classes.refused })}
        >
          {props.children}
        </ActionIcon>
      </Tooltip>
      {reason === null ? null : (
        <span id={id} className="sr-only">
          {reason}
        </span>
      )}
    </>
  );
}
