/** A question that a form asks before continuing, announced immediately. */
import type { ReactNode } from 'react';
import { Note } from '../../ui/card.tsx';
import { SmallButton } from '../../ui/small-button.ts';

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
          <SmallButton loading={props.busy ?? false} onClick={props.onAct}>
            {props.action}
          </SmallButton>
        }
      >
        {props.children}
      </Note>
    </div>
  );
}
