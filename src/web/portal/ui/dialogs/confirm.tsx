/** Confirmation before something is lost or stopped: names the object; the button names the action and is red when it cannot be undone. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CancelButton } from './cancel-button.tsx';
import { Dialog } from './dialog.tsx';

export function Confirm(props: {
  opened: boolean;
  title: string;
  text: ReactNode;
  action: string;
  /** Label of the cancel button, where "Annulla" could be mistaken for the action. */
  back?: string;
  /** After `onClose`. */
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened={props.opened}
      title={props.title}
      width={480}
      onClose={props.onClose}
      foot={
        <>
          <CancelButton label={props.back} onClick={props.onClose} />
          <Button
            color="danger"
            onClick={() => {
              props.onClose();
              props.onConfirm();
            }}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
    </Dialog>
  );
}
