/** A question that a form asks before continuing, announced immediately. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from '../../ui/card.tsx';

export function AskingNote(props: {
  title: string;
  children: ReactNode;
  /** The button's label. */
  action: string;
  busy?: boolean;
  onAct: () => void;
}) {
  return (
    <div role="alert">
      <Note
        tone="waiting"
        title={props.title}
        action={
          <Button size="xs" variant="default" loading={props.busy ?? false} onClick={props.onAct}>
            {props.action}
          </Button>
        }
      >
        {props.children}
      </Note>
    </div>
  );
}
