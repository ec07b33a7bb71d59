/** A dialog around one act: a question or a small form, its button busy while it is sent, a refusal inside it. */

import { type FormEventHandler, type ReactNode, type RefObject, useId } from 'react';
import { CancelButton } from '../../ui/dialogs/cancel-button.tsx';
import { Dialog, type DialogWidth } from '../../ui/dialogs/dialog.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { FailureNote } from '../failure-note.tsx';
import classes from '../form/form.module.css';
import type { ShownAct } from './use-act.ts';

export interface ActDialogProps {
  /** Absent: open while it is mounted. */
  opened?: boolean;
  title: string;
  /** 480 unless given. */
  width?: DialogWidth;
  act: ShownAct;
  /** What the button says. Null: there is nothing to do. */
  action: string | null;
  /** Before the word of the button. */
  icon?: ReactNode;
  /** Red: nothing brings back what it does. */
  danger?: boolean;
  /** What the way back says, where "Annulla" could be taken for the action. */
  back?: string | undefined;
  /** Why it cannot be done now. */
  reason?: string | null;
  /** What the button does; a form has `onSubmit` instead. */
  onAct?: () => void;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** Also called by Escape and ×. */
  onClose: () => void;
  /** Forgotten by the button that leads back, and by nothing else. */
  draft?: { forget: () => void };
  /** Gets the focus back where the control that opened the dialog is gone, as an entry of a menu is. */
  opener?: RefObject<HTMLElement | null>;
  /** In place of the note of the failure. */
  failure?: ReactNode;
  /** A question, as one paragraph. */
  text?: ReactNode;
  children?: ReactNode;
}

export function ActDialog(props: ActDialogProps) {
  const formId = useId();
  const { opened = true, act } = props;
  const close = () => {
    // Opened again, it does not show an old refusal.
    act.reset();
    props.onClose();
    if (props.opener) setTimeout(() => props.opener?.current?.focus());
  };
  const content = (
    <>
      {props.text === undefined ? null : <p>{props.text}</p>}
      {props.children}
      {props.failure === undefined && act.error ? <FailureNote failure={act.error} /> : props.failure}
    </>
  );
  return (
    <Dialog
      opened={opened}
      title={props.title}
      width={props.width ?? 480}
      busy={act.isPending}
      onClose={close}
      foot={
        <>
          <CancelButton busy={act.isPending} label={props.back} draft={props.draft} onClick={close} />
          {props.action === null ? null : (
            <ReasonButton
              {...(props.danger ? { color: 'danger' } : {})}
              {...(props.onSubmit ? { type: 'submit', form: formId } : { onClick: props.onAct })}
              leftSection={props.icon}
              reason={props.reason ?? null}
              loading={act.isPending}
            >
              {props.action}
            </ReasonButton>
          )}
        </>
      }
    >
      {props.onSubmit ? (
        <form id={formId} noValidate className={classes.stack} onSubmit={props.onSubmit}>
          {content}
        </form>
      ) : (
        content
      )}
    </Dialog>
  );
}
