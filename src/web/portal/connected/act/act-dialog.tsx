/** A dialog around one action: a question or a small form; the button is busy while sending, a refusal is shown inside. */
import { type FormEventHandler, type ReactNode, type RefObject, useId } from 'react';
import { CancelButton } from '../../ui/dialogs/cancel-button.tsx';
import { Dialog, type DialogWidth } from '../../ui/dialogs/dialog.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { FailureNote } from '../failure-note.tsx';
import classes from '../form/form.module.css';
import type { ShownAct } from './use-act.ts';

export interface ActDialogProps {
  /** When absent, open while mounted. */
  opened?: boolean;
  title: string;
  /** Default 480. */
  width?: DialogWidth;
  act: ShownAct;
  /** The button's label. Null when there is nothing to do. */
  action: string | null;
  /** Before the button's label. */
  icon?: ReactNode;
  /** Red: the action cannot be undone. */
  danger?: boolean;
  /** Label of the cancel button, where "Annulla" could be mistaken for the action. */
  back?: string | undefined;
  /** Why the action is not possible now. */
  reason?: string | null;
  /** The button's action; a form has `onSubmit` instead. */
  onAct?: () => void;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** Also called by Escape and ×. */
  onClose: () => void;
  /** Forgotten only by the cancel button. */
  draft?: { forget: () => void };
  /** Receives the focus when the control that opened the dialog no longer exists, such as a menu item. */
  opener?: RefObject<HTMLElement | null>;
  /** Replaces the failure note. */
  failure?: ReactNode;
  /** A question, as one paragraph. */
  text?: ReactNode;
  children?: ReactNode;
}

export function ActDialog(props: ActDialogProps) {
  const formId = useId();
  const { opened = true, act } = props;
  const close = () => {
    // Reset, so that reopening does not show an old refusal.
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
