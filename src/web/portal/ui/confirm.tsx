/** A question before something that cannot be undone: names the object, and its button says the action (DESIGN.md §4). */
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import classes from './confirm.module.css';

export function Confirm(props: {
  opened: boolean;
  title: string;
  text: string;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={480}
      radius="xl"
      centered
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      classNames={{ title: classes.title ?? '', content: classes.content ?? '', header: classes.header ?? '' }}
    >
      <p className={classes.text}>{props.text}</p>
      <div className={classes.foot}>
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {t('actions.close')}
        </Button>
        <Button color="danger" onClick={props.onConfirm}>
          {props.action}
        </Button>
      </div>
    </Modal>
  );
}
