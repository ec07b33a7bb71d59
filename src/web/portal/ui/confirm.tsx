/** A question before something is lost or stopped: names the object, and its button says the action, red where nothing brings it back (DESIGN.md §4). */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

export function Confirm(props: {
  opened: boolean;
  title: string;
  text: ReactNode;
  action: string;
  /** The way back, where "Annulla" could be taken for the action. */
  back?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={props.opened}
      title={props.title}
      width={480}
      busy={props.busy ?? false}
      onClose={props.onClose}
      foot={
        <>
          <Button variant="default" disabled={props.busy ?? false} onClick={props.onClose}>
            {props.back ?? t('form.cancel')}
          </Button>
          <Button color="danger" loading={props.busy ?? false} onClick={props.onConfirm}>
            {props.action}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
    </Dialog>
  );
}
