/** A question before something that cannot be undone: names the object, and its button says the action (DESIGN.md §4). */
import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './confirm.module.css';

/** The browser's own dialog: it keeps the focus inside and gives it back. */
export function Confirm(props: {
  opened: boolean;
  title: string;
  text: string;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (props.opened) dialog.current?.showModal();
    else dialog.current?.close();
  }, [props.opened]);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={id} onClose={props.onClose}>
      <h2 id={id} className={classes.title}>
        {props.title}
      </h2>
      <p className={classes.text}>{props.text}</p>
      <div className={classes.foot}>
        <Button variant="default" onClick={props.onClose}>
          {t('actions.close')}
        </Button>
        <Button color="danger" onClick={props.onConfirm}>
          {props.action}
        </Button>
      </div>
    </dialog>
  );
}
