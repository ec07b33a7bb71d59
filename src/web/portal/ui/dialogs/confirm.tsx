/** A question before something is lost or stopped: names the object, and its button says the action, red where nothing brings it back (DESIGN.md §4). */

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CancelButton } from './cancel-button.tsx';
import { Dialog } from './dialog.tsx';

export function Confirm(props: {
  opened: boolean;
  title: string;
  text: ReactNode;
  action: string;
  /** The way back, where "Annulla" could be taken for the action. */
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
